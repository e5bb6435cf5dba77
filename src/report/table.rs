//! Tables without lines, as wide as the terminal at most.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

/// Blanks between columns.
const GAP: u16 = 2;

/// A table that is wrapped where its lines would be longer than `width`, the first column excepted. An
/// empty `head` is none.
pub(crate) fn table(
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    width: Option<u16>,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if !head.is_empty() {
        table.set_header(head.to_vec());
    }
    table.add_rows(rows);
    if let Some(width) = width {
        table.set_width(width);
    }
    let last = table.column_count().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if index == last { 0 } else { GAP }));
        if index == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}

/// Sets these columns to the right, as numbers are.
pub(crate) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// How wide the table is where nothing is wrapped.
pub(crate) fn natural_width(table: &Table) -> usize {
    let widths = table.column_max_content_widths();
    let gaps = widths.len().saturating_sub(1) * usize::from(GAP);
    widths.into_iter().map(usize::from).sum::<usize>() + gaps
}
