//! The tests, a module a subject: `cargo test --test all protocol::` runs one of them. They are one program because each
//! program is linked with the library and compiles what it uses of the library's generic code once more.

mod breakthrough;
mod clobber;
mod common;
mod reference;

mod about;
mod analysis;
mod batch;
mod board;
mod certificates;
mod choices;
mod cli;
mod clocks;
mod conformance;
mod docs;
mod endgames;
mod engine;
mod farm;
mod faults;
mod files;
mod graphs;
mod history;
mod licences;
mod matches;
mod moves;
mod npm;
mod perft;
mod play;
mod positions;
mod progress;
mod protocol;
mod python;
mod random_games;
mod regression;
mod review;
mod schemas;
mod search;
mod sliced;
mod solve;
mod state;
mod strength;
mod suite;
mod transcripts;
mod ugi;
mod widths;
