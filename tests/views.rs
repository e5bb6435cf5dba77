//! Every puzzle says what its boards look like.

use puzzlespace::generate::Request;
use puzzlespace_puzzles::PLUGINS;
use std::collections::BTreeSet;

#[test]
fn different_boards_look_different() {
    for plugin in PLUGINS {
        let instance = plugin.instance("").unwrap();
        let boards = instance.generate(&Request::new(20, 1)).unwrap().boards;
        let views = boards.iter().map(|board| {
            let view = instance.view(board).expect("a board");
            view.unwrap_or_else(|| panic!("{} has no view", plugin.name))
        });
        let (texts, drawings): (BTreeSet<String>, BTreeSet<String>) =
            views.map(|view| (view.to_text(), view.to_svg())).unzip();
        assert_eq!(texts.len(), boards.len(), "{}: {texts:#?}", plugin.name);
        assert_eq!(drawings.len(), boards.len(), "{}", plugin.name);
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "{}", plugin.name);
    }
}
