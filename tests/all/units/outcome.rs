use papamu::game::*;

#[test]
fn points_print_in_the_shortest_form() {
    for (value, text) in [(2.5, "2.5"), (-0.75, "-0.75"), (3.0, "3"), (0.1, "0.1"), (-0.0, "0"), (10.0, "10")] {
        assert_eq!(Points::from_f64(value).unwrap().to_string(), text);
    }
    assert_eq!((Points::whole(1) - Points::from_f64(1.1).unwrap()).to_string(), "-0.1");
    for wild in [f64::NAN, f64::INFINITY, 1e7, -1e300] {
        assert_eq!(Points::from_f64(wild), None);
    }
}

#[test]
fn outcomes_print_as_in_gtp() {
    assert_eq!(Points::from_f64(-2.5).unwrap().lead_of_black().to_string(), "W+2.5");
    assert_eq!(Points::default().lead_of_black().to_string(), "0");
    assert_eq!(Outcome::win(Color::Black).to_string(), "B+1");
    assert_eq!(Outcome::Forfeit { winner: Color::White }.to_string(), "W+R");
}
