// SPDX-License-Identifier: 0BSD (make of it what you like)
//! The nodes that match a filter: each is examined once, in the order of the text, also while they arrive.

use crate::document::{Document, NONE};

/// It is on the filter's path.
const ON_PATH: u8 = 1 << 0;
const MATCHES: u8 = 1 << 1;
/// It is in a node that matches.
const INSIDE: u8 = 1 << 2;
/// It contains a node that matches.
const HOLDS: u8 = 1 << 3;

/// `.items[].name`, or a text.
enum Filter {
    /// One step for each level below a document.
    Path(Vec<Step>),
    /// A text in a key or a value, ignoring case in ASCII.
    Text(Vec<u8>),
}

enum Step {
    /// `.name`: this key; in the last step a key that begins so.
    Key(Vec<u8>),
    /// `.*`
    Any,
    /// `[]`
    AnyNumber,
    /// `[3]`
    Number(u32),
}

pub struct Matches {
    filter: Filter,
    flags: Vec<u8>,
    pub count: usize,
}

impl Matches {
    pub fn new(text: &str) -> Matches {
        let is_path = text.starts_with(['.', '[']);
        let filter = if is_path { Filter::Path(steps(text)) } else { Filter::Text(text.into()) };
        Matches { filter, flags: Vec::new(), count: 0 }
    }

    /// Examines further nodes, up to `room` bytes; returns whether all are done.
    pub fn look(&mut self, document: &Document, mut room: usize) -> bool {
        while self.flags.len() < document.nodes.len() {
            let node = self.flags.len() as u32;
            let cost = 64 + document.scalar(node).len();
            if cost > room && room < 1 << 20 {
                return false;
            }
            room = room.saturating_sub(cost);
            self.add(document, node);
        }
        true
    }

    fn add(&mut self, document: &Document, node: u32) {
        let parent = document.nodes[node as usize].parent;
        let above = self.flags.get(parent as usize).copied().unwrap_or(ON_PATH);
        let mut flags = self.own_flags(document, node, parent == NONE || above & ON_PATH != 0);
        if above & (MATCHES | INSIDE) != 0 {
            flags |= INSIDE;
        }
        self.flags.push(flags);
        if flags & MATCHES != 0 {
            self.count += 1;
            let mut above = parent;
            while above != NONE && self.flags[above as usize] & HOLDS == 0 {
                self.flags[above as usize] |= HOLDS;
                above = document.nodes[above as usize].parent;
            }
        }
    }

    fn own_flags(&self, document: &Document, node: u32, is_led_here: bool) -> u8 {
        match &self.filter {
            Filter::Text(text) => {
                let key = document.key(node).unwrap_or_default();
                let matches = holds(key, text) || holds(document.scalar(node), text);
                if matches { MATCHES } else { 0 }
            }
            Filter::Path(steps) => {
                let depth = document.nodes[node as usize].depth as usize;
                match depth {
                    0 => ON_PATH,
                    _ if !is_led_here || depth > steps.len() => 0,
                    _ if !steps[depth - 1].fits(document, node, depth == steps.len()) => 0,
                    _ if depth == steps.len() => MATCHES,
                    _ => ON_PATH,
                }
            }
        }
    }

    /// Whether a node is shown: it matches, contains one that does, or is in one.
    pub fn shows(&self, node: u32) -> bool {
        self.has(node, MATCHES | INSIDE | HOLDS)
    }

    pub fn matches(&self, node: u32) -> bool {
        self.has(node, MATCHES)
    }

    /// Whether it contains a node that matches: it is then unfolded, even if the user folded it.
    pub fn holds(&self, node: u32) -> bool {
        self.has(node, HOLDS)
    }

    fn has(&self, node: u32, flags: u8) -> bool {
        self.flags.get(node as usize).is_some_and(|own| own & flags != 0)
    }
}

impl Step {
    fn fits(&self, document: &Document, node: u32, is_last: bool) -> bool {
        match (self, document.key(node)) {
            (Step::Any, _) | (Step::AnyNumber, None) => true,
            (Step::Number(number), None) => *number == document.number(node),
            (Step::Key(name), Some(key)) if is_last => key.starts_with(name),
            (Step::Key(name), Some(key)) => key == &name[..],
            _ => false,
        }
    }
}

/// `.a[3].b`; an unfinished step counts as far as it is typed.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = first == '[';
        rest = if is_number || first == '.' { &rest[1..] } else { rest };
        let end = if is_number { rest.find(']') } else { rest.find(['.', '[']) };
        let name = &rest[..end.unwrap_or(rest.len())];
        steps.push(match (is_number, name) {
            (true, number) => number.parse().map_or(Step::AnyNumber, Step::Number),
            (false, "*") => Step::Any,
            (false, key) => Step::Key(key.into()),
        });
        rest = &rest[end.map_or(rest.len(), |end| end + usize::from(is_number))..];
        // `.[3]` is the same as `[3]`.
        if name.is_empty() && !is_number && rest.starts_with('[') {
            steps.pop();
        }
    }
    steps
}

fn holds(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|place| place.eq_ignore_ascii_case(part))
}
