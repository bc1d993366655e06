//! What a program learns of the environment that the check runs in: only what starting one needs.
//!
//! An autograder keeps tokens in its environment, which are none of a submission's business.

/// Variables that programs need to be found and to start.
const HANDED_OVER: [&str; 21] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "SystemRoot",
    "SystemDrive",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
];

/// Gives a program these variables and no others.
pub fn hand_over(command: &mut std::process::Command) {
    command.env_clear();
    for name in HANDED_OVER {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    // Else Python keeps its answers back until it has thousands.
    command.env("PYTHONUNBUFFERED", "1");
}
