//! The usual names of values, in the notation of Siegel's CGSuite.

use std::fmt;

use super::forms::{Forms, Id, Options};

/// The largest multiple of up, and the largest nimber, that get a name.
const NAMED: i32 = 6;

/// A dyadic fraction, `numerator / 2^exponent`, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    fn new(mut numerator: i64, mut exponent: u32) -> Self {
        while exponent > 0 && numerator % 2 == 0 {
            (numerator, exponent) = (numerator / 2, exponent - 1);
        }
        Self { numerator, exponent }
    }

    /// The number halfway between two numbers; `None` if the second is not larger.
    fn between(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |number: Self| i128::from(number.numerator) << (exponent - number.exponent).min(60);
        let (low, high) = (scaled(self), scaled(other));
        let sum = i64::try_from(low + high).ok()?;
        (low < high && exponent < 60).then(|| Self::new(sum, exponent + 1))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.exponent {
            0 => self.numerator.fmt(f),
            exponent => write!(f, "{}/{}", self.numerator, 1u64 << exponent.min(63)),
        }
    }
}

impl Forms {
    /// The number that a form equals, if it is a number.
    pub fn number(&self, id: Id) -> Option<Dyadic> {
        let Options { left, right } = self.options(id);
        let plus = |id: Id, step| {
            let Dyadic { numerator, exponent } = self.number(id)?;
            (exponent == 0).then(|| Dyadic::new(numerator + step, 0))
        };
        match (&left[..], &right[..]) {
            ([], []) => Some(Dyadic::new(0, 0)),
            (&[left], []) => plus(left, 1),
            ([], &[right]) => plus(right, -1),
            // A canonical form with two numbers as options is a number if the left one is less; otherwise it is a
            // switch.
            (&[left], &[right]) => self.number(left)?.between(self.number(right)?),
            _ => None,
        }
    }

    /// The nimber `*n`, from which both players can move to any smaller nimber.
    pub fn nimber(&mut self, n: i32) -> Id {
        let smaller: Vec<Id> = (0..n).map(|n| self.nimber(n)).collect();
        self.canonical(Options { left: smaller.clone(), right: smaller })
    }

    /// `n` times up, which is `{0|*}`.
    pub fn ups(&mut self, n: i32) -> Id {
        let star = self.nimber(1);
        let up = self.canonical(Options { left: vec![Self::ZERO], right: vec![star] });
        let up = if n < 0 { self.negative(up) } else { up };
        (0..n.abs()).fold(Self::ZERO, |sum, _| self.sum(sum, up))
    }

    /// The Left stop: the number at which play stops if Left begins.
    fn left_stop(&mut self, id: Id) -> Id {
        if self.number(id).is_some() || self.step() {
            return id;
        }
        let stops: Vec<Id> = self.options(id).left.clone().into_iter().map(|id| self.right_stop(id)).collect();
        stops.into_iter().reduce(|best, stop| if self.le(best, stop) { stop } else { best }).unwrap_or(Self::ZERO)
    }

    /// The Right stop: the number at which play stops if Right begins.
    fn right_stop(&mut self, id: Id) -> Id {
        if self.number(id).is_some() || self.step() {
            return id;
        }
        let stops: Vec<Id> = self.options(id).right.clone().into_iter().map(|id| self.left_stop(id)).collect();
        stops.into_iter().reduce(|best, stop| if self.le(stop, best) { stop } else { best }).unwrap_or(Self::ZERO)
    }

    /// The name of a value: a number, with `^` for up, `v` for down and `*` for nimbers added to it as in `1/2^2*`; a switch
    /// `+-1`; else the options of both, as in `{2|*}`.
    pub fn name(&mut self, id: Id) -> String {
        if let Some(number) = self.number(id) {
            return number.to_string();
        }
        if self.step() {
            return String::new();
        }
        if let Some(name) = self.near_number(id) {
            return name;
        }
        let Options { left, right } = self.options(id).clone();
        if let ([left], [right]) = (&left[..], &right[..])
            && let Some(number) = self.number(*left)
            && self.negative(*left) == *right
        {
            return format!("+-{number}");
        }
        let mut names = |ids: Vec<Id>| ids.into_iter().map(|id| self.name(id)).collect::<Vec<_>>().join(",");
        format!("{{{}|{}}}", names(left), names(right))
    }

    /// The name of a value that is the sum of a number, ups and a nimber.
    fn near_number(&mut self, id: Id) -> Option<String> {
        let stop = self.left_stop(id);
        if stop != self.right_stop(id) {
            return None;
        }
        let number = self.number(stop)?;
        let negative = self.negative(stop);
        let rest = self.sum(id, negative);
        let ups = (0..=NAMED).flat_map(|n| [n, -n]).flat_map(|n| (0..=NAMED).map(move |m| (n, m)));
        let (n, m) = ups.into_iter().find(|&(n, m)| {
            let (ups, nimber) = (self.ups(n), self.nimber(m));
            self.sum(ups, nimber) == rest
        })?;
        let times = |sign: &str, n: i32| match n {
            0 => String::new(),
            1 => sign.to_owned(),
            n => format!("{sign}{n}"),
        };
        let number = if stop == Self::ZERO { String::new() } else { number.to_string() };
        Some(number + &times(if n > 0 { "^" } else { "v" }, n.abs()) + &times("*", m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form of `{left|right}`.
    fn game(forms: &mut Forms, left: &[Id], right: &[Id]) -> Id {
        forms.canonical(Options { left: left.to_vec(), right: right.to_vec() })
    }

    #[test]
    fn the_textbook_values_have_their_names() {
        let forms = &mut Forms::new();
        let zero = Forms::ZERO;
        let one = game(forms, &[zero], &[]);
        let minus_one = game(forms, &[], &[zero]);
        let half = game(forms, &[zero], &[one]);
        let star = game(forms, &[zero], &[zero]);
        let up = game(forms, &[zero], &[star]);
        let two = game(forms, &[one], &[]);
        let named = [
            (one, "1"),
            (minus_one, "-1"),
            (half, "1/2"),
            (star, "*"),
            (up, "^"),
            (forms.negative(up), "v"),
            (forms.nimber(3), "*3"),
            (forms.sum(up, star), "^*"),
            (game(forms, &[one], &[minus_one]), "+-1"),
            (game(forms, &[two], &[star]), "{2|*}"),
            (game(forms, &[half], &[one]), "3/4"),
            // The simplest number, and dominated or reversible options (Winning Ways, chapters 1 to 3).
            (game(forms, &[minus_one], &[one]), "0"),
            (game(forms, &[zero, minus_one], &[two, one]), "1/2"),
            (game(forms, &[star], &[star]), "0"),
            (game(forms, &[zero, star], &[zero]), "^*"),
        ];
        for (id, name) in named {
            assert_eq!(forms.name(id), name);
        }
        let [up_two, half_star] = [forms.sum(up, up), forms.sum(half, star)];
        assert_eq!([forms.name(up_two), forms.name(half_star)], ["^2", "1/2*"]);
    }

    #[test]
    fn a_game_and_its_negative_are_nothing() {
        let forms = &mut Forms::new();
        let mut rng = crate::rng::Rng::new(1);
        let mut known = vec![Forms::ZERO];
        for _ in 0..60 {
            let mut pick = || (0..rng.below(3)).map(|_| known[rng.below(known.len() as u32) as usize]).collect();
            let (left, right): (Vec<Id>, Vec<Id>) = (pick(), pick());
            let id = game(forms, &left, &right);
            known.push(id);
            let negative = forms.negative(id);
            assert_eq!(forms.sum(id, negative), Forms::ZERO);
            let twice = forms.sum(id, id);
            assert_eq!(forms.sum(twice, negative), id);
        }
    }
}
