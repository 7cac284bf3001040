use std::fs;

use papamu::evaluation::*;

/// Three inputs; in the second part the first unit is worth 100 points.
fn text() -> String {
    let row = |weight: i16| vec![weight; UNITS];
    let (mut last, mut constants) = (vec![row(0); PARTS], vec![0; PARTS]);
    (last[1][0], constants[1]) = (1600, 48);
    // Weights of units are in 1/128: 0.25, then 0.5, -0.25 and 1.5.
    let rows = [vec![row(32)], last, vec![constants], [64, -32, 192].map(row).to_vec()].concat();
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

/// Mirror images list the same inputs in different orders, which matters only if a sum saturates. A position has at most
/// four inputs for each cell.
#[test]
fn no_sum_of_a_shipped_network_saturates() {
    const MOST_INPUTS: usize = 4 * 169;
    let mut networks = 0;
    for game in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/games")).unwrap() {
        let Ok(files) = fs::read_dir(game.unwrap().path().join("nets")) else { continue };
        for file in files.map(|file| file.unwrap().path()) {
            let text = fs::read_to_string(&file).unwrap();
            let row = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<i64>>();
            let rows: Vec<_> = text.lines().map(row).collect();
            let (bias, inputs) = (&rows[0], &rows[2 + PARTS..]);
            for (unit, bias) in bias.iter().enumerate() {
                let mut weights: Vec<_> = inputs.iter().map(|row| row[unit]).collect();
                weights.sort_unstable();
                let most: i64 = weights.iter().rev().take(MOST_INPUTS).filter(|&&weight| weight > 0).sum();
                let least: i64 = weights.iter().take(MOST_INPUTS).filter(|&&weight| weight < 0).sum();
                assert!(i16::try_from(bias + most).is_ok() && i16::try_from(bias + least).is_ok(), "{file:?}: {unit}");
            }
            networks += 1;
        }
    }
    assert_eq!(networks, 10);
}

#[test]
fn rejects_text_that_is_not_a_network_of_that_width() {
    let text = text();
    assert_eq!(Net::<UNITS>::read(""), None);
    assert_eq!(Net::<UNITS>::read(&text[..text.len() / 2 + 1]), None);
    assert_eq!(Net::<UNITS>::read(&text.replacen("32", "x", 1)), None);
    assert_eq!(Net::<48>::read(&text), None);
}
