//! Engines side by side: what a comparison came to, in every form in which it is written.

mod csv;
mod document;
mod html;
mod markdown;
mod plots;
mod record;
mod study;
pub(crate) mod text;

pub(crate) use document::{Baseline, Changes, Document};
pub(crate) use record::{GuideRecord, LimitsRecord, Measured, RunRecord, Walk};
pub(crate) use study::{Case, Machine, Setting, Study};

pub(crate) use csv::write as write_csv;
pub(crate) use html::write as write_html;
pub(crate) use markdown::write as write_markdown;
