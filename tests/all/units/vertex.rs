use papamu::board::*;

#[test]
fn letters_skip_i() {
    assert_eq!(Vertex::new(8, 8).to_string(), "J9");
    assert_eq!(vertex_path("j9"), Some(vec![Some(Vertex::new(8, 8))]));
    assert_eq!(vertex_path("I9"), None);
}

#[test]
fn off_the_board_is_not_a_syntax_error() {
    for text in ["A0", "Z999999999999999999999", "A256"] {
        assert_eq!(vertex_list(text), Some(vec![None]), "{text}");
    }
    for text in ["", "A", "7", "A1-", "A1,,B2", "A1 ", "A-1", "Ä1"] {
        assert_eq!(vertex_list(text), None, "{text}");
        assert_eq!(vertex_path(text), None, "{text}");
    }
}
