// SPDX-License-Identifier: 0BSD (make of it what you like)
//! The differences between two lists of lines.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Kept,
    Added,
    Removed,
}

/// The maximum number of lines to compare line by line, because the table grows with their square.
const LIMIT: usize = 2000;

/// The lines of both, in the order of the new ones; a removed line is at its old place.
pub fn difference<'a>(old: &'a [String], new: &'a [String]) -> Vec<(Change, &'a str)> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let mut changes: Vec<(Change, &str)> = Vec::new();
    changes.extend(new[..start].iter().map(|line| (Change::Kept, line.as_str())));
    between(&old[start..old.len() - end], &new[start..new.len() - end], &mut changes);
    changes.extend(new[new.len() - end..].iter().map(|line| (Change::Kept, line.as_str())));
    changes
}

/// Compares the part between a common beginning and a common end, by the longest common subsequence.
fn between<'a>(old: &'a [String], new: &'a [String], changes: &mut Vec<(Change, &'a str)>) {
    if old.len() > LIMIT || new.len() > LIMIT {
        changes.extend(old.iter().map(|line| (Change::Removed, line.as_str())));
        changes.extend(new.iter().map(|line| (Change::Added, line.as_str())));
        return;
    }
    let width = new.len() + 1;
    let mut common = vec![0u16; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            changes.push((Change::Kept, &new[j]));
            i += 1;
            j += 1;
        } else if i < old.len()
            && (j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            changes.push((Change::Removed, &old[i]));
            i += 1;
        } else {
            changes.push((Change::Added, &new[j]));
            j += 1;
        }
    }
}
