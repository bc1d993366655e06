//! Enums whose values are words: declared once, read from files and shown in rows by that word.

/// Declares an enum whose values are written as words, in rules files and in result rows.
///
/// ```text
/// choice! {
///     /// How the deck is split into two hands.
///     Deal {
///         /// Card by card in turn, A first.
///         #[default] Alternate = "alternate",
///         /// The first half to A, the rest to B.
///         Halves = "halves",
///     }
/// }
/// ```
///
/// It gets `ALL` (every value, in this order), `WORDS` (their words), `name()` (its word) and serde's two traits; reading
/// anything else is refused with the allowed words and the nearest one
/// ([`word`](crate::core::wording::field::word)).
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Every word, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Its word in files and rows.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::core::wording::field::word(deserializer, Self::WORDS).map(|k| Self::ALL[k])
            }
        }
    };
}

pub(crate) use choice;
