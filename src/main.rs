//! The command line.
use papamu::game::Style;
fn main() {
    let mut e = papamu::gtp::Engine::new(
        papamu::games::GAMES,
        "konane",
        "",
        if std::env::args().any(|a| a == "--steps") { Style::Steps } else { Style::Whole },
    )
    .unwrap();
    papamu::gtp::run(&mut e, std::io::stdin(), std::io::stdout()).unwrap();
}
