//! Making a certificate: a proof, and the turns of its strategies as text.

use crate::game::{Color, Style, Verdict};
use crate::kernel::Kernel;
use crate::play::{Error, SearchParams, unsolved};
use crate::search::Control;
use crate::solve::{Journal, Problem, Solution, Strategy};

use super::{Certificate, Plan, verify};

/// The result is proven, but the positions of the proof do not fit in memory.
fn too_long() -> Error {
    unsolved("the certificate is too long: it needs more time, or more memory for tables")
}

/// Solves a problem as if the game began with its position, and returns the proof (see
/// [`Game::certify`](crate::play::Game::certify)).
pub(crate) fn certify(
    kernel: &dyn Kernel,
    problem: &Problem,
    [game, options]: [&str; 2],
    searched: u64,
    params: &SearchParams,
    journal: Option<&mut Journal>,
) -> Result<Certificate, Error> {
    let position = &problem.position;
    let side: Color = problem.rules.status(position).turn;
    let control = Control::new(params.limits, &params.cancel);
    let text = |mv: &_| kernel.write(position, &[], mv, Style::Whole).concat();
    let (Solution { verdict, .. }, strategies) =
        problem.strategies(searched, &control, journal, &text).map_err(unsolved)?;
    let winner = match verdict.ok_or_else(|| unsolved("unknown: it could not be proven within the limits"))? {
        Verdict::Win => Some(side),
        Verdict::Loss => Some(!side),
        Verdict::Draw => None,
    };
    if strategies.is_empty() {
        return Err(too_long());
    }
    let plan = |Strategy { side, turns }: Strategy| {
        let turn = |(position, moves)| {
            let turn = kernel.write(&position, &[], &moves, Style::Whole).concat();
            (kernel.write_position(&position), turn)
        };
        Plan { side, turns: turns.into_iter().map(turn).collect() }
    };
    let certificate = Certificate {
        game: game.to_owned(),
        options: options.to_owned(),
        position: kernel.write_position(position),
        winner,
        searched,
        plans: strategies.into_iter().map(plan).collect(),
    };
    // If the table lost a position and the solver proved it again in another way, the plan may contain a cycle.
    verify(kernel, &certificate, &|_| control.should_stop(0)).map_err(|flaw| {
        log::info!("the plan found is not a proof: {flaw}");
        too_long()
    })?;
    Ok(certificate)
}
