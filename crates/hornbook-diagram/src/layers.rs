//! On which layer each concept is: above everything below it, with lines as short as
//! they can be.

/// The layer of each of so many concepts, from the top. Lines go from a concept to a
/// later one.
pub(crate) fn layers(count: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let mut layers = vec![0; count];
    let (above, below) = neighbours(count, lines);
    for at in 0..count {
        layers[at] = above[at].iter().map(|&above| layers[above] + 1).max().unwrap_or(0);
    }
    // A concept with more lines downwards than upwards is drawn as far down as can be.
    for _ in 0..4 {
        let mut moved = false;
        for at in (0..count).rev().filter(|&at| below[at].len() > above[at].len()) {
            let lowest = below[at].iter().map(|&below| layers[below] - 1).min().unwrap_or(layers[at]);
            moved |= lowest != layers[at];
            layers[at] = lowest;
        }
        if !moved {
            break;
        }
    }
    let top = layers.iter().copied().min().unwrap_or(0);
    layers.iter_mut().for_each(|layer| *layer -= top);
    layers
}

/// What is right above each concept, and right below.
pub(crate) fn neighbours(count: usize, lines: &[(usize, usize)]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in lines {
        above[to].push(from);
        below[from].push(to);
    }
    (above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_down_and_are_short() {
        // A long chain beside a short one, whose single concept has two below it.
        let lines = [(0, 1), (1, 2), (2, 3), (3, 6), (0, 4), (4, 5), (4, 6), (5, 6)];
        let layers = layers(7, &lines);
        assert!(lines.iter().all(|&(above, below)| layers[above] < layers[below]));
        assert_eq!(layers[6], 4);
        assert_eq!((layers[4], layers[5]), (1, 2));
        let later = super::layers(5, &[(0, 1), (1, 4), (2, 4), (3, 4)]);
        assert_eq!(later, [0, 1, 1, 1, 2], "what has nothing above it is next to what is below it");
    }
}
