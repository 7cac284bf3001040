//! Games against a guest: an opponent that evaluates by points alone and risks none. Its play differs from self-play.

use papamu::game::{Color, Style};
use papamu::play::{Game, SearchParams};
use papamu::rng::Rng;
use papamu::search::Limits;

use crate::game::Subject;

use super::games::{Sample, Seen, samples, take_turn};

/// The guest searches this many times the engine's nodes, so that it makes few mistakes.
const NODES: u64 = 2;
/// One in this many of the guest's turns is random.
const RANDOM_TURN: u32 = 200;
/// In up to this many turns at the beginning, and in one of [`CARELESS_TURN`] later, the engine plays at the level [`CARELESS`], so that
/// its stones reach all kinds of places and are not thrown away.
const OPENING: u32 = 60;
const CARELESS_TURN: u32 = 10;
const CARELESS: u64 = 4;
/// Games are cut off after this many turns.
const LONGEST: u32 = 400;

/// A game of the engine, in `host`, against a guest.
pub(super) fn play(
    subject: &dyn Subject,
    engine: SearchParams,
    rng: &mut Rng,
    mut host: Game,
    mut guest: Game,
) -> Vec<Sample> {
    let careless = SearchParams { level: CARELESS, ..engine.clone() };
    let limits = Limits { nodes: engine.limits.nodes.map(|nodes| NODES * nodes), ..engine.limits };
    let visitor = SearchParams { limits, by_points: true, ..engine.clone() };
    let guest_side = if rng.below(2) == 0 { Color::Black } else { Color::White };
    let (mut seen, mut turn) = (Vec::new(), 0);
    let opening = rng.below(OPENING + 1);
    while host.outcome().is_none() && turn < LONGEST {
        turn += 1;
        let side = host.turn();
        let (token, other) = if side == guest_side {
            let random = rng.below(RANDOM_TURN) == 0;
            let random = random.then(|| guest.play_random_turn(rng)).flatten();
            let token = if let Some(token) = random {
                token
            } else {
                let Some((token, position)) = take_turn(subject, &mut guest, &visitor, turn) else { break };
                // The guest's evaluation is not learned from.
                seen.extend(position.map(|position| Seen { expected: None, ..position }));
                token
            };
            (token, &mut host)
        } else {
            let errs = turn <= opening || rng.below(CARELESS_TURN) == 0;
            let params = if errs { &careless } else { &engine };
            let Some((token, position)) = take_turn(subject, &mut host, params, turn) else { break };
            seen.extend(position.filter(|position| !errs && position.expected.is_some()));
            (token, &mut guest)
        };
        if other.play(side, &token, Style::Whole).is_err() {
            break;
        }
    }
    samples(&host, seen, turn)
}
