//! The methods together: whether they keep their promises.

mod coverage;
