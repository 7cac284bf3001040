use papamu::game::*;
use papamu::perft::perft;
use papamu::rng::Rng;
use std::time::Instant;
fn bench<G: Game>(opts: &str, depth: u32, playouts: u32) {
    let v = Values::parse(G::OPTIONS, opts).unwrap();
    let g = G::new(&v).unwrap();
    let t = Instant::now();
    let n = perft(&g, &g.start(), depth);
    let s = t.elapsed().as_secs_f64();
    println!("{} perft {} = {} {:.1} M/s", G::NAME, depth, n, n as f64 / s / 1e6);
    let mut rng = Rng::new(1);
    let t = Instant::now();
    let mut plies = 0u64;
    for _ in 0..playouts {
        let mut p = g.start();
        let mut k = 0;
        while let Some(m) = g.random_move(&p, &mut rng) {
            g.play(&mut p, m);
            plies += 1;
            k += 1;
            if k >= (if G::NAME == "kangaroo" { 400 } else { 5000 }) {
                break;
            }
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!("{} playouts {:.0}/s, {:.1} plies", G::NAME, playouts as f64 / s, plies as f64 / playouts as f64);
}
fn main() {
    bench::<papamu::games::Kangaroo<1>>("resignation=off", 5, 2000);
    bench::<papamu::games::Kangaroo<1>>("", 5, 2000);
    bench::<papamu::games::SendIt<4>>("", 3, 500);
    bench::<papamu::games::SendIt<4>>("setup=six", 4, 500);
    bench::<papamu::games::Konane<1>>("", 10, 200000);
    bench::<papamu::games::Kanga<1>>("", 5, 100000);
}
