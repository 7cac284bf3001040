use papamu::evaluation::*;

/// Three inputs; in the second part the first unit is worth 100 points.
fn text() -> String {
    let (mut last, mut constants) = (vec![vec![0.0; UNITS]; PARTS], [0.0; PARTS]);
    (last[1][0], constants[1]) = (100.0, 3.0);
    let inputs = [0.5, -0.25, 1.5].map(|weight| vec![weight; UNITS]);
    Learned { bias: &[0.25; UNITS], inputs: &inputs, last: &last, constants: &constants }.write()
}

#[test]
fn units_are_clipped_and_squared() {
    let net: Net = Net::read(&text()).unwrap();
    let points = |inputs: &[usize], part| {
        let mut sum = net.sum();
        inputs.iter().for_each(|&input| sum.add(input));
        sum.points(part)
    };
    assert_eq!(points(&[], 1), 9); // 100 x 0.25², and 3
    assert_eq!(points(&[0], 1), 59); // 100 x 0.75², and 3
    assert_eq!(points(&[2], 1), 103);
    assert_eq!(points(&[1, 1], 1), 3);
    assert_eq!(points(&[0], 2), 0);
}

#[test]
fn what_is_no_network_of_that_width_is_refused() {
    let text = text();
    assert_eq!(Net::<UNITS>::read(""), None);
    assert_eq!(Net::<UNITS>::read(&text[..text.len() / 2 + 1]), None);
    assert_eq!(Net::<UNITS>::read(&text.replacen("32", "x", 1)), None);
    assert_eq!(Net::<48>::read(&text), None);
}
