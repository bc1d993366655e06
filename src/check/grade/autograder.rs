//! The exercise for Gradescope: an autograder, to be uploaded as a zip.
//!
//! Source: Gradescope, "Autograder Specifications".

use crate::check::language::Lang;

/// What sets the machine up, once.
pub const SETUP: &str = "\
#!/usr/bin/env bash
# Gradescope runs this once, when the autograder is built.
set -e
apt-get update
apt-get install -y default-jdk-headless python3 bubblewrap util-linux
chmod +x /autograder/source/war-sim
";

/// The name of the file with the seed, beside the program.
pub const SEED: &str = "seed";

/// What grades a submission; `options` are those of `war-sim grade`. Nobody but root may look into the
/// autograder: a submission runs as another user.
pub fn run_autograder(options: &str, lang: Lang) -> String {
    let failed = lang.autograder_failed();
    format!(
        "#!/usr/bin/env bash\n\
         # Gradescope runs this for each submission. AUTOGRADER is for trying it elsewhere.\n\
         root=${{AUTOGRADER:-/autograder}}\n\
         results=$root/results/results.json\n\
         mkdir -p \"$root/results\"\n\
         # A submission runs as another user, who finds nothing here.\n\
         chmod go= \"$root\"\n\
         if ! \"$root/source/war-sim\" grade \"$root/submission\" --single --format gradescope \\\n    \
         --seed-file \"$root/source/{SEED}\" {options} > \"$results.partial\" 2> \"$root/results/stderr.txt\"; then\n    \
         echo '{{\"score\": 0, \"output\": \"{failed}\"}}' \\\n        \
         > \"$results.partial\"\n\
         fi\n\
         mv \"$results.partial\" \"$results\"\n"
    )
}
