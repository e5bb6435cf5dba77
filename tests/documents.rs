//! What the documents say is true: their tables, names, numbers and links, and the guide's program.

mod document;

use document::{Document, Shell};
use puzzlespace::abilities::Ability;
use puzzlespace::cli::Exit;
use puzzlespace::engines::ENGINES;
use puzzlespace::testkit::LAWS;
use puzzlespace_puzzles::PLUGINS;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What makes the documents say what these tests want.
const UPDATE: &str = "cargo test --test documents";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn open(name: &str) -> Document {
    Document::open(root(), name)
}

/// A table in Markdown.
fn table(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heading: Vec<String> = heading.iter().map(ToString::to_string).collect();
    let rule = format!("|{}\n", "---|".repeat(heading.len()));
    let rows = rows.into_iter().map(|cells| row(&cells)).collect::<String>();
    format!("{}{rule}{rows}", row(&heading))
}

/// A name that links to the file with the same stem in `folder`.
fn link(name: &str, folder: &str) -> String {
    format!("[`{name}`]({folder}/{name}.rs)")
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

#[test]
fn the_tables_of_the_readme_are_current() {
    let puzzles = PLUGINS.iter().map(|plugin| {
        vec![link(plugin.name, "puzzles"), plugin.summary.into(), plugin.source.into()]
    });
    let puzzles = table(&["puzzle", "what the player does", "rules from"], puzzles);
    let engines = ENGINES.iter().map(|engine| {
        let needs: Vec<_> = engine.needs.iter().map(ToString::to_string).collect();
        let name = link(engine.name, "src/engines");
        let all = if engine.lists_all { "yes" } else { "" };
        vec![name, engine.good_at.into(), engine.guarantee.to_string(), all.into(), list(&needs)]
    });
    let heading = ["engine", "good at", "answers", "`--all`", "what a puzzle needs for it"];
    let engines = table(&heading, engines);
    let mut readme = open("README.md");
    readme.set_section("puzzles", &puzzles);
    readme.set_section("engines", &engines);
    readme.should_be_on_disk(UPDATE);
}

#[test]
fn the_exit_codes_are_those_of_the_program() {
    let codes = Exit::ALL.map(|exit| vec![exit.code().to_string(), exit.meaning().into()]);
    let mut document = open("docs/exit-codes.md");
    document.set_section("exit codes", &table(&["code", "meaning"], codes));
    document.should_be_on_disk(UPDATE);
}

/// The guide whose Rust blocks are one program.
const GUIDE: &str = "docs/adding-a-puzzle.md";

/// Builds the program of the guide as its reader would, outside the workspace, runs its tests, and says
/// where it is. The lock file, the profile and the target directory are those of the workspace, so that
/// nothing is built or fetched twice.
fn build(guide: &Document) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a directory for targets");
    let manifests = guide.blocks("toml");
    let [manifest] = &manifests[..] else { panic!("one manifest, not {}", manifests.len()) };
    let here = format!("path = {:?}", env!("CARGO_MANIFEST_DIR"));
    assert!(manifest.contains("path = \"../puzzlespace\""), "{manifest}");
    let manifest = manifest.replace("path = \"../puzzlespace\"", &here);
    fs::create_dir_all(directory.join("src")).expect("the directory for tests can be written");
    let write = |file: &str, text: &str| fs::write(directory.join(file), text).expect(file);
    write("Cargo.toml", &format!("{manifest}\n[workspace]\n\n[profile.dev]\nopt-level = 1\n"));
    write("src/main.rs", &guide.blocks("rust").join("\n"));
    fs::copy(root().join("Cargo.lock"), directory.join("Cargo.lock"))
        .expect("there is a lock file");
    for command in ["build", "test"] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "--offline", "--quiet", "--target-dir"]).arg(target);
        let output = cargo.current_dir(&directory).output().expect("cargo starts");
        let (out, err) = (output.stdout, output.stderr);
        let says = [String::from_utf8_lossy(&out), String::from_utf8_lossy(&err)].concat();
        assert!(output.status.success(), "cargo {command}: {says}");
        assert!(!says.contains("warning"), "cargo {command}: {says}");
    }
    target.join("debug").join("dials").with_extension(std::env::consts::EXE_EXTENSION)
}

/// What each ability is for.
fn abilities() -> String {
    let rows = Ability::ALL.into_iter().map(|ability| {
        let (method, laws, gain): (_, &[u8], _) = match ability {
            Ability::UnitCosts => ("no `costs`", &[4], ""),
            Ability::Predecessors => ("`predecessors`", &[5], "surveys from the goals"),
            Ability::Reversible => {
                ("`is_reversible`", &[6], "predecessors; surveys in less memory")
            }
            Ability::ListedGoals => ("`goals`", &[7], "surveys from the goals"),
            Ability::Ranked => ("`ranking`", &[8], "surveys on a table of bits"),
            Ability::Informed => ("`heuristic`", &[9, 10, 13], ""),
            Ability::Symmetric => ("`symmetry`", &[11], "packed engines walk one of all images"),
            Ability::Commuting => ("`commuting`", &[12], "surveys by look-up tables"),
            Ability::Patterns => ("`patterns`", &[19], "pattern databases"),
        };
        let laws: Vec<_> = laws.iter().map(ToString::to_string).collect();
        let engines = ENGINES.iter().filter(|engine| engine.needs.contains(&ability));
        let engines = engines.map(|engine| format!("`{}`", engine.name));
        let unlocks: Vec<_> = engines.chain((!gain.is_empty()).then(|| gain.into())).collect();
        vec![ability.to_string(), method.into(), list(&laws), list(&unlocks)]
    });
    table(&["ability", "method", "laws", "what it unlocks"], rows)
}

fn laws() -> String {
    let rows = LAWS.iter().map(|law| {
        let text = law.text.split_whitespace().collect::<Vec<_>>().join(" ");
        vec![law.number.to_string(), law.name.into(), text, law.consequence.to_string()]
    });
    table(&["law", "name", "what must hold", "else"], rows)
}

#[test]
#[cfg(unix)]
fn the_program_of_the_guide_does_what_the_guide_shows() {
    let mut guide = open(GUIDE);
    guide.set_section("abilities", &abilities());
    guide.set_section("laws", &laws());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide_shell");
    let mut shell = Shell::new(directory, &build(&guide), "cargo run --");
    guide.set_output(&mut shell);
    guide.should_be_on_disk(UPDATE);
    assert!(shell.commands > 3, "only {} commands were found", shell.commands);
}

/// The first word of each line below a heading of the map, and what follows it up to two blanks: the names
/// of one or more files or folders.
fn rooms_on_the_map(map: &str, folder: &str) -> Vec<String> {
    let (_, rest) =
        map.split_once(&format!("\n{folder}/")).unwrap_or_else(|| panic!("no {folder}/"));
    let lines = rest.lines().skip(1).map_while(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| !line.starts_with(' ')).map(|line| line.split("  ").next());
    names.flatten().flat_map(|names| names.split(", ")).map(Into::into).collect()
}

#[test]
fn the_map_of_the_house_has_every_room_once() {
    let map = open("docs/architecture.md").text;
    for folder in ["src", "puzzles", "tests", "docs"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder of the project");
        let name = |entry: fs::DirEntry| {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            entry.file_name().to_string_lossy().into_owned() + slash
        };
        let mut rooms: BTreeSet<String> =
            entries.map(|entry| name(entry.expect("an entry"))).collect();
        if folder == "puzzles" {
            // The README has them in a table.
            rooms
                .retain(|room| PLUGINS.iter().all(|plugin| format!("{}.rs", plugin.name) != *room));
        }
        let named = rooms_on_the_map(&map, folder);
        let unique: BTreeSet<String> = named.iter().cloned().collect();
        assert_eq!(unique.len(), named.len(), "{folder}/ has a room twice: {named:?}");
        let missing: Vec<_> = rooms.difference(&unique).collect();
        let gone: Vec<_> = unique.difference(&rooms).collect();
        assert!(missing.is_empty(), "docs/architecture.md: {folder}/ lacks a line for {missing:?}");
        assert!(gone.is_empty(), "docs/architecture.md: {folder}/ has no {gone:?}");
    }
}

#[test]
fn laws_have_their_numbers() {
    let mut found = 0;
    for document in Document::all(root()) {
        for (before, _) in document.text.match_indices("aw ") {
            let rest = &document.text[before + 3..];
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let Ok(number) = rest[..digits].parse::<u8>() else { continue };
            let law = LAWS.iter().find(|law| law.number == number);
            let law = law.unwrap_or_else(|| panic!("{}: there is no law {number}", document.name));
            if let Some(name) = rest[digits..].strip_prefix(" (") {
                let is_its_name = name.starts_with(&format!("{})", law.name));
                assert!(is_its_name, "{}: {law} is called something else", document.name);
            }
            found += 1;
        }
    }
    assert!(found > 0, "no law was found in any document");
}

#[test]
fn links_lead_somewhere() {
    for document in Document::all(root()) {
        let folder = root().join(&document.name).parent().expect("a folder").to_path_buf();
        for (_, rest) in
            document.text.match_indices("](").map(|(at, _)| document.text.split_at(at + 2))
        {
            let target = rest.split(')').next().unwrap_or_default();
            if target.starts_with("https://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path =
                if file.is_empty() { root().join(&document.name) } else { folder.join(file) };
            assert!(path.exists(), "{}: nothing is at {target}", document.name);
            if !anchor.is_empty() {
                let text = fs::read_to_string(&path).expect("a document");
                let headings = text.lines().filter(|line| line.starts_with('#'));
                let mut anchors =
                    headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
                let is_there = anchors.any(|heading| heading.replace(' ', "-") == anchor);
                assert!(is_there, "{}: no heading is {target}", document.name);
            }
        }
    }
}

#[test]
fn examples_that_are_named_exist() {
    for document in Document::all(root()) {
        for rest in document.text.split("--example ").skip(1) {
            let name = rest.split([' ', '`', '\n']).next().unwrap_or_default();
            let file = root().join("examples").join(name).with_extension("rs");
            assert!(file.is_file() || name == "NAME", "{}: no example {name}", document.name);
        }
    }
}
