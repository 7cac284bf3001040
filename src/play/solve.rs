//! Proven results, certificates, and counts.

use std::time::Instant;

use crate::certificate::{Certificate, Flaw, Plan, StopAfter, verify};
use crate::game::{Moves, Position, Repetition, Stop, Style, Verdict};
use crate::kernel::Moment;
use crate::search::{Control, Limits};
use crate::solve::{Journal, MovesWatch, Problem, Solution, SolvedMoves, Strategy};

use super::{Error, ErrorKind, Game, Search, SearchParams};

fn unsolved(reason: impl ToString) -> Error {
    Error::new(ErrorKind::Solve, reason)
}

impl Game {
    /// The result with perfect play for the player to move, with a whole turn that keeps it. It is unknown if later
    /// decisions of the turn cannot be proven. Without limits it takes until the result is proven.
    ///
    /// ```
    /// use papamu::game::Verdict;
    /// use papamu::play::{Game, Search};
    ///
    /// # fn main() -> Result<(), papamu::play::Error> {
    /// let solution = Game::open("konane", "width=4 height=4")?.solve(Search::new().nodes(1_000_000))?;
    /// assert_eq!(solution.verdict, Some(Verdict::Loss));
    /// # Ok(())
    /// # }
    /// ```
    pub fn solve(&self, search: Search) -> Result<Solution<String>, Error> {
        self.check_unsolved()?;
        let (params, mut journal) = self.request(search);
        let rules = self.kernel.rules();
        let (start, side) = (&self.now.position, self.turn());
        let (mut problem, mut turn) = (self.problem(&params), Vec::new());
        let begun = Instant::now();
        loop {
            let time = params.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let control = Control::new(Limits { time, ..params.limits }, &params.cancel);
            let whole = |moves: &[Moves]| self.kernel.write(start, &[], &rules.join(moves), Style::Whole).concat();
            let text = |mv: &Moves| whole(&[&turn[..], std::slice::from_ref(mv)].concat());
            let solution = problem.run(&control, journal.as_mut(), &text, |_, _| ()).map_err(unsolved)?;
            log::info!("{:?} after {} nodes, {:.1?}", solution.verdict, solution.nodes, begun.elapsed());
            let Solution { verdict, best: Some(mv), nodes } = solution else {
                let verdict = solution.verdict.filter(|&verdict| verdict == Verdict::Loss);
                return Ok(Solution { verdict, best: None, nodes: solution.nodes });
            };
            problem.position = rules.after(&problem.position, &mv);
            turn.push(mv);
            let status = rules.status(&problem.position);
            if status.outcome.is_some() || status.turn != side || status.begins {
                return Ok(Solution { verdict, best: Some(whole(&turn)), nodes });
            }
        }
    }

    /// The results of all legal moves with perfect play, sorted as [`SolvedMoves::sort`] does: whole turns, or in a turn
    /// of several moves the first one, with the rest of the turn chosen best. `watch` receives reports while the search
    /// runs.
    pub fn solve_moves(&self, search: Search, watch: Option<MovesWatch>) -> Result<SolvedMoves, Error> {
        self.check_unsolved()?;
        let (params, _) = self.request(search);
        let control = Control::new(params.limits, &params.cancel);
        let start = &self.now.position;
        let is_stopped = || control.should_stop(0);
        let too_many = || unsolved("the position has more moves than fit in memory");
        let unlisted = || if is_stopped() { unsolved("stopped before all moves were listed") } else { too_many() };
        let mut named = self.kernel.named_moves(start, &is_stopped).ok_or_else(unlisted)?;
        named.retain(|(mv, _)| !(self.refuses_losing_pass && self.kernel.resigns(start, mv)));
        let problem = self.problem(&params);
        if !problem.has_room_for(named.len()) {
            return Err(too_many());
        }
        let begun = Instant::now();
        let solved = problem.solve_moves(&named, &control, watch);
        log::info!("{} of {} moves after {} nodes, {:.1?}", solved.known(), named.len(), solved.nodes, begun.elapsed());
        Ok(solved)
    }

    /// Solves the position as if the game began with it, and returns the proof. The proof omits positions that an
    /// exhaustive search of at most `searched` positions decides, in games of
    /// [`NORMAL_PLAY`](crate::game::Hints::NORMAL_PLAY).
    pub fn certify(&self, searched: u64, search: Search) -> Result<Certificate, Error> {
        self.check_unsolved()?;
        let (params, mut journal) = self.request(search);
        if self.turns_left().is_some() {
            return Err(unsolved("games with max_moves have no certificates"));
        }
        let (kernel, position, side) = (&*self.kernel, &self.now.position, self.turn());
        // In other games an exhaustive search may never end.
        let searched = if kernel.rules().is_normal_play() { searched } else { 0 };
        let problem = Problem { repetition: Repetition::off(), ..self.problem(&params) };
        let control = Control::new(params.limits, &params.cancel);
        let whole = |position: &Position, moves: &Moves| kernel.write(position, &[], moves, Style::Whole).concat();
        let (Solution { verdict, .. }, strategies) =
            problem.strategies(searched, &control, journal.as_mut(), &|mv| whole(position, mv)).map_err(unsolved)?;
        let winner = match verdict.ok_or_else(|| unsolved("unknown: it could not be proven within the limits"))? {
            Verdict::Win => Some(side),
            Verdict::Loss => Some(!side),
            Verdict::Draw => None,
        };
        let too_long = || unsolved("the certificate is too long: it needs more time, or more memory for tables");
        if strategies.is_empty() {
            return Err(too_long());
        }
        let plan = |(side, turns): Strategy| {
            let turn =
                |(position, moves): (Position, Moves)| (kernel.write_position(&position), whole(&position, &moves));
            Plan { side, turns: turns.into_iter().map(turn).collect() }
        };
        let certificate = Certificate {
            game: self.name().to_owned(),
            options: self.values.to_string(),
            position: self.position(),
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

    /// Checks a certificate for this game with these options, and returns the number of positions checked. `stop` is
    /// told how many turns of the certificate have been checked, and ends the check by returning true.
    pub fn verify(&self, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw> {
        if self.turns_left().is_some() {
            return Err(Flaw::Limited);
        }
        verify(&*self.kernel, certificate, stop)
    }

    fn request<'a>(&self, mut search: Search<'a>) -> (SearchParams, Option<Journal<'a>>) {
        let journal = search.journal.take();
        (search.resolve(&self.settings, Limits::default()).0, journal)
    }

    fn problem(&self, params: &SearchParams) -> Problem<'_> {
        let Moment { position, repetition, turns_left, .. } = self.moment();
        let (rules, bytes, threads) = (self.kernel.rules(), params.bytes(), params.threads);
        Problem { rules, position, repetition, turns_left, bytes, threads }
    }

    fn check_unsolved(&self) -> Result<(), Error> {
        match self.now.outcome {
            Some(outcome) => Err(unsolved(format!("the game is over: {outcome}"))),
            None if !self.now.clicks.is_empty() => Err(unsolved("a move is unfinished: complete it, or take it back")),
            None => Ok(()),
        }
    }

    /// Counts move sequences; `None` if `stop` returns true, or a position has more moves than fit in memory.
    pub fn perft(&self, depth: u32, stop: Stop) -> Option<u64> {
        if self.is_forfeited() && depth > 0 {
            return Some(0);
        }
        self.kernel.perft(&self.now.position, depth, stop)
    }

    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1. `None` as for
    /// [`perft`](Self::perft).
    pub fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        if self.is_forfeited() {
            return Some(Vec::new());
        }
        let position = &self.now.position;
        let count = |(mv, name)| {
            let after = self.kernel.rules().after(position, &mv);
            Some((name, self.kernel.perft(&after, depth.saturating_sub(1), stop)?))
        };
        let mut counts: Vec<_> =
            self.kernel.named_moves(position, stop)?.into_iter().map(count).collect::<Option<_>>()?;
        counts.sort_unstable();
        Some(counts)
    }
}
