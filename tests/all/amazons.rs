//! The Game of the Amazons (Walter Zamkauskas, 1988): a game with blocked cells and turns of two moves. A player moves an
//! amazon like a chess queen; then it shoots an arrow like a queen and burns the cell where the arrow lands. Amazons and
//! arrows cross only empty cells. A player who cannot move loses.

use papamu::board::{Bits, Board, Geometry, Shape, Symmetry, Vertex};
use papamu::game::{About, Color, EndReason, Error, Hints, Notation, OptionKind, OptionSpec, Outcome};
use papamu::game::{Rules, Values};

/// Amazons on a square board of at most 10 columns.
#[derive(Clone)]
pub struct Amazons(Geometry<2>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    amazons: [Bits<2>; 2],
    burnt: Bits<2>,
    turn: Color,
    /// The amazon that has moved and must shoot.
    shooter: Option<usize>,
}

impl Amazons {
    /// The cells that a queen on this cell reaches.
    fn reach(&self, position: &Position, from: usize) -> Bits<2> {
        let free = self.0.empty(&position.amazons).minus(position.burnt);
        let line = |direction| std::iter::successors(Some(from), move |&cell| self.0.next(cell, direction)).skip(1);
        (0..8).flat_map(|direction| line(direction).take_while(|&cell| free.contains(cell))).collect()
    }

    /// From the amazons that may move, or from the one that must shoot, to where they or its arrow go.
    fn moves(&self, position: &Position) -> impl Iterator<Item = [usize; 2]> {
        let amazons = position.shooter.map_or(position.amazons[position.turn.index()], Bits::single);
        amazons.iter().flat_map(|from| self.reach(position, from).iter().map(move |to| [from, to]))
    }
}

impl Rules for Amazons {
    const NAME: &'static str = "amazons";
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::new("size", OptionKind::Number { min: 4, max: 10 }, "6", "columns and rows")];
    const ABOUT: About = About {
        blocked: "burnt cell",
        rules: &["Move an amazon like a queen, then shoot an arrow like a queen.", "The arrow burns its cell."],
        ..About::PLAIN
    };

    type Board = Geometry<2>;
    type Position = Position;
    /// From an amazon's cell to where it or its arrow goes.
    type Move = [usize; 2];

    fn new(values: &Values) -> Result<Self, Error> {
        let size = values.number("size") as u8;
        Ok(Self(Geometry::new(Shape::Square { width: size, height: size }).symmetric(|_| ())))
    }

    fn board(&self) -> &Geometry<2> {
        &self.0
    }

    fn start(&self) -> Position {
        let last = self.0.shape.extent().0 - 1;
        let (third, number) = (last / 3, if last < 7 { 2 } else { 4 });
        let black = [(third, 0), (last - third, 0), (0, third), (last, third)];
        let white = black.map(|(column, row)| (column, last - row));
        let amazons =
            [black, white].map(|side| self.0.set(&side.map(|(column, row)| Vertex::new(column, row))[..number]));
        Position { amazons, burnt: Bits::EMPTY, turn: Color::Black, shooter: None }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn turn_begins(&self, position: &Position) -> bool {
        position.shooter.is_none()
    }

    fn end(&self, position: &Position) -> Option<(Outcome, EndReason)> {
        self.moves(position).next().is_none().then(|| (Outcome::win(!position.turn), EndReason::NO_MOVE))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<[usize; 2]>) {
        moves.extend(self.moves(position));
    }

    fn play(&self, position: &mut Position, [from, to]: [usize; 2]) {
        if position.shooter.take().is_none() {
            position.amazons[position.turn.index()] ^= [from, to].into_iter().collect();
            position.shooter = Some(to);
        } else {
            position.burnt.insert(to);
            position.turn = !position.turn;
        }
    }

    fn clicks(&self, position: &Position, cells: [usize; 2]) -> Vec<Vertex> {
        cells[usize::from(position.shooter.is_some())..].iter().map(|&cell| self.0.vertex(cell)).collect()
    }

    fn stones(&self, position: &Position) -> [Bits<2>; 2] {
        position.amazons
    }

    fn blocked(&self, position: &Position) -> Bits<2> {
        position.burnt
    }

    fn with_stones(&self, amazons: [Bits<2>; 2], turn: Color) -> Result<Position, Error> {
        self.with_blocked(amazons, Bits::EMPTY, turn)
    }

    fn with_blocked(&self, amazons: [Bits<2>; 2], burnt: Bits<2>, turn: Color) -> Result<Position, Error> {
        Ok(Position { amazons, burnt, turn, shooter: None })
    }

    fn image(&self, position: &Position, symmetry: &Symmetry) -> Position {
        let amazons = position.amazons.map(|amazons| amazons.image(symmetry));
        let shooter = position.shooter.map(|cell| symmetry.cells[cell]);
        Position { amazons, burnt: position.burnt.image(symmetry), shooter, ..*position }
    }
}

impl Notation for Amazons {
    const FORMS: &'static str = "D1-D5,G5";

    fn write_fields(&self, position: &Position) -> Vec<String> {
        vec![position.shooter.map_or("-".to_owned(), |cell| self.0.vertex(cell).to_string())]
    }

    fn read_fields(&self, position: &mut Position, turn: Color, fields: &[&str]) -> Result<(), Error> {
        let [shooter] = *fields else { return Err(Error::fields("rows, b or w, and the amazon that must shoot or -")) };
        let mut amazons = position.amazons[turn.index()].iter();
        position.shooter = amazons.find(|&cell| self.0.vertex(cell).to_string() == shooter);
        let is_known = shooter == "-" || position.shooter.is_some();
        is_known.then_some(()).ok_or_else(|| Error::field(shooter, "an amazon of the player to move, or -"))
    }

    fn instruction(&self, position: &Position, clicks: &[Vertex]) -> String {
        let walk = if clicks.is_empty() { "an amazon" } else { "where the amazon goes" };
        format!("click {}", position.shooter.map_or(walk, |_| "a cell to burn"))
    }

    fn refusal(&self, _position: &Position, _clicks: &[Vertex]) -> Error {
        Error::rule("your amazons and their arrows move like chess queens, across empty cells")
    }
}

impl Hints for Amazons {
    const CAN_REPEAT: bool = false;

    fn evaluate(&self, position: &Position) -> i32 {
        let reach = |side: Color| position.amazons[side.index()].iter().map(|from| self.reach(position, from).count());
        10 * (reach(position.turn).sum::<u32>() as i32 - reach(!position.turn).sum::<u32>() as i32)
    }
}
