//! No command writes a file that it reads from.

use super::error::Failure;
use crate::same_file;
use std::fs::File;
use std::path::Path;

/// Refuses `outputs`, each with the words for it, that lead to one of the files that are read. `-` among these is
/// standard input.
///
/// # Errors
/// Names the first such output.
pub(crate) fn refuse<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[(String, &Path)],
) -> Result<(), Failure> {
    for input in inputs {
        let is_read = |output: &Path| match input.to_str() {
            Some("-") => standard_input().is_some_and(|file| is_file_at(&file, output)),
            _ => input.is_file() && same_file::is_same(input, output),
        };
        if let Some((words, _)) = outputs.iter().find(|(_, output)| is_read(output)) {
            return Err(Failure::Overwrite { output: words.clone(), input: name(input) });
        }
    }
    Ok(())
}

/// Refuses standard output that goes to one of the files that are read.
///
/// # Errors
/// Names that file.
pub(crate) fn refuse_standard_output<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let Some(output) = standard_output() else { return Ok(()) };
    match inputs.into_iter().find(|input| is_file_at(&output, input)) {
        Some(input) => {
            Err(Failure::Overwrite { output: "standard output".into(), input: name(input) })
        }
        None => Ok(()),
    }
}

fn is_file_at(file: &File, path: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file()) && same_file::is_at(file, path)
}

fn name(input: &Path) -> String {
    match input.to_str() {
        Some("-") => "the file at standard input".into(),
        _ => input.display().to_string(),
    }
}

/// What standard input reads, where the system tells.
fn standard_input() -> Option<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        std::io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
    }
    #[cfg(not(unix))]
    None
}

/// What standard output writes, where the system tells.
fn standard_output() -> Option<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        std::io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
    }
    #[cfg(not(unix))]
    None
}
