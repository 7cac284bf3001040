use papamu::game::*;

const OWN: &[OptionSpec] = &[
    OptionSpec::new("shape", OptionKind::Choice(&["round", "flat"]), "round", "the shape"),
    OptionSpec {
        key: "size",
        kind: OptionKind::Number { min: 2, max: 9 },
        default: "4",
        help: "the size",
        unless: &[("shape", "flat", "7")],
    },
];

#[test]
fn defaults_fill_in_and_depend() {
    let show = |text| Values::parse(OWN, text).unwrap().to_string();
    assert_eq!(show(""), "shape=round size=4 repetition=3 max_moves=0");
    assert_eq!(show("max_moves=9 shape=flat"), "shape=flat size=7 repetition=3 max_moves=9");
    assert_eq!(show("size=05 shape=flat"), "shape=flat size=5 repetition=3 max_moves=0");
}

#[test]
fn errors_name_what_is_allowed() {
    let error = |text| Values::parse(OWN, text).unwrap_err().to_string();
    assert_eq!(error("sise=4"), "unknown option 'sise'; keys: shape size repetition max_moves");
    assert_eq!(error("size=10"), "'10' is not a value of size; allowed: 2 to 9");
    assert_eq!(error("shape=oval"), "'oval' is not a value of shape; allowed: round flat");
    assert_eq!(error("repetition=1"), "'1' is not a value of repetition; allowed: 0, or 2 to 4294967295");
    assert_eq!(error("size=4 size=5"), "option 'size' is given twice");
    for form in ["size", "size=", "=4", "size=4=5", "size==4"] {
        assert!(error(form).contains(" is not of the form key=value; "), "{form}");
    }
    for wild in ["size=-1", "size=+4", "size=99999999999999999999", "size=4.0", "size=٤"] {
        assert!(error(wild).contains(" is not a value of size; "), "{wild}");
    }
}
