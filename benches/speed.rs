//! The speed of move generation, of random games and of searches. `cargo bench`; `papamu bench` is the short form.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use papamu::registry::GAMES;
use papamu::search::Limits;
use papamu::session::{SearchParams, Session};

/// Game, options, depth of the perft.
const BOARDS: [(&str, &str, u32); 8] = [
    ("konane", "", 10),
    ("konane", "width=16 height=16", 8),
    ("kanga", "", 5),
    ("kanga", "width=9 height=9", 4),
    ("send_it", "", 3),
    ("send_it", "size=5", 4),
    ("kangaroo", "resignation=off", 5),
    ("kangaroo", "", 5),
];

fn open(game: &str, options: &str) -> Box<dyn Session> {
    let entry = GAMES.iter().find(|entry| entry.name == game).expect("a known game");
    entry.open(options).expect("options of the game")
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (game, options, depth) in BOARDS {
        let session = open(game, options);
        let leaves = session.perft(depth, &|| false).unwrap_or(0);
        group.throughput(Throughput::Elements(leaves));
        let id = BenchmarkId::new(game, format!("{options} depth {depth}"));
        group.bench_function(id, |bencher| bencher.iter(|| session.perft(black_box(depth), &|| false)));
    }
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.sample_size(10).throughput(Throughput::Elements(100));
    for (game, options, _) in BOARDS {
        let session = open(game, options);
        let mut seed = 0;
        group.bench_function(BenchmarkId::new(game, options), |bencher| {
            bencher.iter(|| {
                seed += 1;
                session.random_games(100, 400, seed)
            });
        });
    }
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let limits = Limits { nodes: Some(2_000), depth: Some(6), ..Limits::default() };
    for (game, options, _) in BOARDS {
        let mut session = open(game, options);
        let params = SearchParams::within(limits);
        let mut search = || {
            session.release_memory();
            session.analyze(session.turn(), &params, None).map_or(0, |analysis| analysis.nodes)
        };
        group.throughput(Throughput::Elements(search()));
        let id = BenchmarkId::new(game, options);
        group.bench_function(id, |bencher| bencher.iter(&mut search));
    }
}

criterion_group!(benches, perft, random_games, search);
criterion_main!(benches);
