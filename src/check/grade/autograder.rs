//! The exercise for Gradescope: an autograder, to be uploaded as a zip.
//!
//! Source: Gradescope, "Autograder Specifications".

/// What sets the machine up, once.
pub const SETUP: &str = "\
#!/usr/bin/env bash
# Gradescope runs this once, when the autograder is built.
set -e
apt-get update
apt-get install -y default-jdk-headless python3
chmod +x /autograder/source/war-sim
";

/// What grades a submission; `options` are those of `war-sim grade`.
pub fn run_autograder(options: &str) -> String {
    format!(
        "#!/usr/bin/env bash\n\
         # Gradescope runs this for each submission. AUTOGRADER is for trying it elsewhere.\n\
         root=${{AUTOGRADER:-/autograder}}\n\
         results=$root/results/results.json\n\
         mkdir -p \"$root/results\"\n\
         if ! \"$root/source/war-sim\" grade \"$root/submission\" --single --format gradescope \\\n    \
         {options} > \"$results.partial\" 2> \"$root/results/stderr.txt\"; then\n    \
         echo '{{\"score\": 0, \"output\": \"The autograder failed; tell your teacher.\"}}' \\\n        \
         > \"$results.partial\"\n\
         fi\n\
         mv \"$results.partial\" \"$results\"\n"
    )
}
