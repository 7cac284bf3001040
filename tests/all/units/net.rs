use papamu::evaluation::*;

/// Three inputs; in the second part the first unit is worth 100 points.
fn text() -> String {
    text_with([64, -32, 192])
}

fn text_with(inputs: [i16; 3]) -> String {
    let row = |weight: i16| vec![weight; UNITS];
    let (mut last, mut constants) = (vec![row(0); PARTS], vec![0; PARTS]);
    (last[1][0], constants[1]) = (1600, 48);
    // Weights of units are in 1/128: 0.25, then 0.5, -0.25 and 1.5.
    let rows = [vec![row(32)], last, vec![constants], inputs.map(row).to_vec()].concat();
    let line = |row: &Vec<i16>| row.iter().map(i16::to_string).collect::<Vec<_>>().join(" ") + "\n";
    rows.iter().map(line).collect()
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

/// Mirror images list the same inputs in different orders.
#[test]
fn the_order_of_the_inputs_does_not_matter() {
    let net: Net = Net::read(&text_with([i16::MAX, i16::MIN, 32])).unwrap();
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let mut sum = net.sum();
        order.iter().for_each(|&input| sum.add(input));
        assert_eq!(sum.points(1), 27, "{order:?}"); // 100 x (63 / 128)², and 3
    }
}

#[test]
fn rejects_text_that_is_not_a_network_of_that_width() {
    let text = text();
    assert_eq!(Net::<UNITS>::read(""), None);
    assert_eq!(Net::<UNITS>::read(&text[..text.len() / 2 + 1]), None);
    assert_eq!(Net::<UNITS>::read(&text.replacen("32", "x", 1)), None);
    assert_eq!(Net::<48>::read(&text), None);
}
