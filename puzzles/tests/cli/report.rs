//! `compare --html`: one file that a browser shows without any other.

use crate::support::{file, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The report of every engine that fits on 20 boards of the 8-puzzle.
static REPORT: LazyLock<String> = LazyLock::new(|| {
    let path = file("report.html", "");
    let arguments = ["compare", "sliding_tile", "--generate", "20", "--seed", "7", "--runs", "1"];
    let run = run(&[&arguments[..], &["--html", &path]].concat()).ends_with(0);
    assert!(run.out.contains(" engines agree on 20 boards, and "), "{}", run.out);
    fs::read_to_string(path).expect("the report was written")
});

#[test]
fn a_report_is_one_file_with_everything_in_it() {
    let html = &*REPORT;
    for part in [
        "<title>Sliding tiles: engines compared</title>",
        "engines agree on 20 boards, and weighted_a_star, greedy and beam found nothing cheaper.",
        "Boards answered within so many expansions",
        "Boards answered within a time",
        "Time against states",
        "Memory",
        "Costs of the solutions",
        "<h3>Board 20</h3>",
        "@media screen and (prefers-color-scheme: dark)",
        "<dt>greedy</dt>",
        "<dt>distinct</dt>",
        "aria-label=\"Time against states\"",
        "@media print",
        "compare sliding_tile --generate 20 --seed 7 --runs 1 --html",
    ] {
        assert!(html.contains(part), "no `{part}`");
    }
    // Nothing is fetched from anywhere.
    for reference in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!html.contains(reference), "{reference}");
    }
    let frames = html.matches("<div class=\"frame\"").count();
    assert!(frames > 20 * 15, "a drawing for each step, not {frames}");
}

#[test]
fn a_family_shows_its_growth_and_each_member() {
    let path = file("report-scale.html", "");
    let arguments = ["compare", "hanoi", "--scale", "disks=2..4", "--engines", "bfs,iddfs"];
    let run = run(&[&arguments[..], &["--runs", "1", "--html", &path]].concat()).ends_with(0);
    assert!(run.out.contains("expanded by disks"), "{}", run.out);
    let html = fs::read_to_string(path).unwrap();
    assert!(html.contains("<h2>Growth</h2>") && html.contains("A step of disks: bfs"), "no growth");
    assert_eq!(html.matches("<details class=\"case\">").count(), 3);
}

/// What the page does when a person uses it, written into its title.
const USE: &str = r#"<script>
const says = [];
const button = head => [...document.querySelectorAll("table.sortable th button")].find(b => b.textContent === head);
const first = () => document.querySelector("table.sortable tbody tr").cells[0].textContent.trim();
button("expanded").click(); says.push(first());
button("expanded").click(); says.push(first());
button("engine").click(); says.push(first());
const player = document.querySelector(".player");
const output = () => player.querySelector("output").textContent;
says.push(output());
player.querySelector('[data-step="on"]').click(); says.push(output());
player.querySelector('[data-step="last"]').click();
says.push([...player.querySelectorAll(".frame")].map(frame => frame.hidden).indexOf(false) + "");
says.push([...player.querySelectorAll(".frame:not([hidden]) text")].map(text => text.textContent).join(""));
const shown = document.querySelector('[data-toggle][aria-pressed="true"]');
shown.click();
says.push([...document.querySelectorAll(`[data-series="${shown.dataset.toggle}"].off`)].length > 2 ? "off" : "on");
says.push(document.documentElement.scrollWidth <= window.innerWidth ? "fits" : "too wide");
document.title = says.join("|");
</script></body>"#;

/// Runs the browser on a page; none where there is no browser.
fn browse(page: &Path, arguments: &[&str]) -> Option<Output> {
    let profile = page.with_extension("profile");
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(|browser| {
        Command::new(browser)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .args(arguments)
            .arg(format!("file://{}", page.display()))
            .output()
            .ok()
    })
}

#[test]
fn a_browser_shows_it_and_its_buttons_work() {
    let page = file("report-used.html", REPORT.replace("</body>", USE));
    let page = Path::new(&page);
    let Some(output) = browse(page, &["--window-size=1300,1000", "--dump-dom"]) else {
        eprintln!("skipped: there is no Chromium here to open the report with");
        return;
    };
    let (dom, log) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!log.contains("CONSOLE"), "the page complains: {log}");
    let title = dom.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let (title, _) = title.unwrap_or_else(|| panic!("no title in {dom}; {log}"));
    let says: Vec<&str> = title.split('|').collect();
    let [fewest, most, alphabet, start, step, last, solved, toggled, width] = says[..] else {
        panic!("{title}; {log}")
    };
    assert_eq!((fewest, most, alphabet), ("table", "iddfs", "a_star"));
    assert_eq!((start, solved), ("0 of 25 moves", "12345678"));
    assert!(step.starts_with("1. slide "), "{step}");
    assert_eq!((last, toggled, width), ("25", "off", "fits"));

    for (scheme, value) in [("light", "1"), ("dark", "0")] {
        let picture = page.with_extension(format!("{scheme}.png"));
        let _ = fs::remove_file(&picture);
        let screenshot = format!("--screenshot={}", picture.display());
        let prefers = format!("--blink-settings=preferredColorScheme={value}");
        browse(page, &["--window-size=1300,1000", &prefers, &screenshot]);
        assert!(picture.is_file(), "no picture in {scheme}");
    }
}
