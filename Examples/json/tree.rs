// SPDX-License-Identifier: 0BSD (make of it what you like)
//! A document as shown: folded containers, the filter, the chosen node.

use crate::document::{Document, Kind, NONE};
use crate::matches::Matches;
use std::collections::BTreeSet;

/// The limit of a saved state.
const MOST_TURNED: usize = 8_000;

/// The state of a container that the user has not folded or unfolded.
#[derive(Clone, Copy, PartialEq)]
enum Usual {
    /// The upper two levels are unfolded; none if there are many documents.
    Some,
    Open,
    Folded,
}

pub struct Tree {
    pub document: Document,
    pub chosen: u32,
    top: u32,
    usual: Usual,
    /// The paths of the containers that the user folded or unfolded.
    turned: BTreeSet<u64>,
    /// The path to choose again when it arrives: after a reload, or in another run.
    wanted: Option<u64>,
    /// How many nodes were searched for that path.
    sought: usize,
    filter: Option<(String, Matches)>,
}

impl Tree {
    pub fn new(document: Document) -> Tree {
        Tree {
            document,
            chosen: 0,
            top: 0,
            usual: Usual::Some,
            turned: BTreeSet::new(),
            wanted: None,
            sought: 0,
            filter: None,
        }
    }

    /// Starts with other rows: the choice, the folding and the filter are kept.
    pub fn begin_anew(&mut self) {
        let chosen = self.document.nodes.get(self.chosen as usize).map(|node| node.path);
        self.wanted = chosen.or(self.wanted);
        self.document = Document::new();
        (self.chosen, self.top, self.sought) = (0, 0, 0);
        if let Some((text, _)) = &self.filter {
            let text = text.clone();
            self.filter = Some((text.clone(), Matches::new(&text)));
        }
    }

    /// Examines new nodes, up to about `room` bytes; returns whether all are done.
    pub fn catch_up(&mut self, room: usize) -> bool {
        if let Some(wanted) = self.wanted {
            let found = self.document.nodes[self.sought..].iter().position(|node| node.path == wanted);
            if let Some(found) = found {
                self.chosen = (self.sought + found) as u32;
                self.top = self.chosen;
                self.wanted = None;
            }
        }
        self.sought = self.document.nodes.len();
        if self.chosen < self.count() {
            self.chosen = self.uncovered(self.chosen);
        }
        match &mut self.filter {
            Some((_, matches)) => matches.look(&self.document, room),
            None => true,
        }
    }

    // Visible nodes.

    pub fn is_open(&self, node: u32) -> bool {
        let is_held = self.filter.as_ref().is_some_and(|(_, matches)| matches.holds(node));
        self.document.is_container(node) && (is_held || !self.is_folded(node))
    }

    fn is_folded(&self, node: u32) -> bool {
        let node = &self.document.nodes[node as usize];
        let is_usually_folded = match self.usual {
            Usual::Some => node.depth >= 2 || self.document.has_many(),
            Usual::Open => false,
            Usual::Folded => true,
        };
        is_usually_folded != self.turned.contains(&node.path)
    }

    fn shows(&self, node: u32) -> bool {
        self.filter.as_ref().is_none_or(|(_, matches)| matches.shows(node))
    }

    pub fn matches(&self, node: u32) -> bool {
        self.filter.as_ref().is_some_and(|(_, matches)| matches.matches(node))
    }

    fn count(&self) -> u32 {
        self.document.nodes.len() as u32
    }

    /// The first visible node from `node` on; skips the contents of `node` if that is hidden.
    fn shown_from(&self, mut node: u32) -> Option<u32> {
        while node < self.count() && !self.shows(node) {
            node = self.document.end(node);
        }
        (node < self.count()).then_some(node)
    }

    fn next(&self, node: u32) -> Option<u32> {
        let is_open = self.is_open(node);
        self.shown_from(if is_open { node + 1 } else { self.document.end(node) })
    }

    fn previous(&self, node: u32) -> Option<u32> {
        let mut node = node;
        while node > 0 {
            node = self.uncovered(node - 1);
            if self.shows(node) {
                return Some(node);
            }
        }
        None
    }

    /// The outermost folded container around it, or itself.
    fn uncovered(&self, node: u32) -> u32 {
        let (mut outermost, mut above) = (node, node);
        loop {
            above = self.document.nodes[above as usize].parent;
            if above == NONE {
                return outermost;
            }
            if !self.is_open(above) {
                outermost = above;
            }
        }
    }

    /// The nodes of a screenful.
    pub fn lines(&self, room: usize) -> impl Iterator<Item = u32> + '_ {
        let top = self.shown_from(self.scrolled(room));
        std::iter::successors(top, |node| self.next(*node)).take(room)
    }

    /// The node of the first row that keeps the chosen one visible.
    fn scrolled(&self, room: usize) -> u32 {
        let mut first = self.chosen;
        for _ in 1..room {
            match self.previous(first) {
                Some(node) if first > self.top => first = node,
                _ => break,
            }
        }
        first
    }

    // Moving.

    pub fn choose(&mut self, node: u32, room: usize) {
        if self.count() == 0 {
            return;
        }
        self.wanted = None;
        let node = self.uncovered(node.min(self.count() - 1));
        let shown = self.shows(node).then_some(node);
        let shown = shown.or_else(|| self.previous(node)).or_else(|| self.shown_from(node));
        self.chosen = shown.unwrap_or(node);
        self.top = self.scrolled(room);
    }

    /// Chooses the first node of a row, unless the chosen one is in that row.
    pub fn choose_row(&mut self, row: u32, room: usize) {
        let nodes = &self.document.nodes;
        if nodes.get(self.chosen as usize).is_some_and(|node| node.row != row) {
            let node = nodes.partition_point(|node| node.row < row);
            self.choose(node as u32, room);
        }
    }

    pub fn go(&mut self, rows: isize, room: usize) {
        if self.count() == 0 {
            return;
        }
        let mut node = self.chosen;
        match rows {
            isize::MIN => node = 0,
            isize::MAX => node = self.uncovered(self.count() - 1),
            _ => {
                for _ in 0..rows.unsigned_abs() {
                    let step = if rows < 0 { self.previous(node) } else { self.next(node) };
                    let Some(step) = step else { break };
                    node = step;
                }
            }
        }
        self.choose(node, room);
    }

    pub fn fold_or_leave(&mut self, room: usize) {
        if self.count() == 0 {
            return;
        }
        let parent = self.document.nodes[self.chosen as usize].parent;
        if self.is_open(self.chosen) && !self.is_folded(self.chosen) {
            self.turn(room);
        } else if parent != NONE {
            self.choose(parent, room);
        }
    }

    pub fn unfold_or_enter(&mut self, room: usize) {
        if self.count() == 0 || !self.document.is_container(self.chosen) {
            return;
        }
        if self.is_open(self.chosen) {
            self.go(1, room);
        } else {
            self.turn(room);
        }
    }

    /// Folds or unfolds the chosen container.
    pub fn turn(&mut self, room: usize) {
        if self.count() == 0 || !self.document.is_container(self.chosen) {
            return;
        }
        let path = self.document.nodes[self.chosen as usize].path;
        if !self.turned.remove(&path) && self.turned.len() < MOST_TURNED {
            self.turned.insert(path);
        }
        self.top = self.scrolled(room);
    }

    pub fn fold_all(&mut self, room: usize) {
        self.turn_all(Usual::Folded, room);
    }

    pub fn unfold_all(&mut self, room: usize) {
        self.turn_all(Usual::Open, room);
    }

    fn turn_all(&mut self, usual: Usual, room: usize) {
        self.usual = usual;
        self.turned.clear();
        self.choose(self.chosen, room);
    }

    // The filter.

    pub fn filter(&mut self, text: &str, room: usize) {
        self.filter = (!text.is_empty()).then(|| (text.into(), Matches::new(text)));
        self.catch_up(1 << 20);
        self.choose(self.chosen, room);
    }

    pub fn filter_text(&self) -> &str {
        self.filter.as_ref().map_or("", |(text, _)| text)
    }

    pub fn is_filtered(&self) -> bool {
        self.filter.is_some()
    }

    // Texts.

    /// A short text of a container's contents.
    pub fn summary(&self, node: u32) -> String {
        let is_object = self.document.nodes[node as usize].kind == Kind::Object;
        let count = self.document.nodes[node as usize].count;
        let (begin, end) = if is_object { ("{", "}") } else { ("[", "]") };
        if self.is_open(node) || count == 0 {
            return if count == 0 { format!("{begin}{end}") } else { format!("{begin}{count}{end}") };
        }
        let mut text = String::from(begin);
        let mut child = node + 1;
        while child < self.document.end(node) && text.len() < 256 {
            if text.len() > 1 {
                text.push_str(", ");
            }
            if let Some(key) = self.document.key(child) {
                text.push_str(&part(key));
                text.push_str(": ");
            }
            text.push_str(&match self.document.nodes[child as usize].kind {
                Kind::Object => "{…}".to_string(),
                Kind::Array => "[…]".to_string(),
                _ => part(self.document.scalar(child)),
            });
            child = self.document.end(child);
        }
        text.push_str(if child < self.document.end(node) { ", …" } else { end });
        text
    }

    /// The path of the chosen node: `.items[3].name`; with many documents also which.
    pub fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut node = self.chosen;
        while node < self.count() && self.document.nodes[node as usize].parent != NONE {
            steps.push(match self.document.key(node) {
                Some(key) => format!(".{}", part(key)),
                None => format!("[{}]", self.document.number(node)),
            });
            node = self.document.nodes[node as usize].parent;
        }
        if self.document.has_many() && node < self.count() {
            steps.push(format!("{} ", self.document.number(node)));
        } else if steps.is_empty() {
            steps.push(".".to_string());
        }
        steps.reverse();
        steps.concat()
    }

    /// The number of values or of matches.
    pub fn progress(&self) -> String {
        match &self.filter {
            Some((_, matches)) => format!("{} of {} match", matches.count, self.document.values()),
            None => format!("{} values", self.document.values()),
        }
    }

    // The saved state: the usual folding, the chosen path, the exceptions.

    pub fn saved(&self) -> Vec<u8> {
        let chosen = self.document.nodes.get(self.chosen as usize).map(|node| node.path);
        let mut bytes = vec![self.usual as u8];
        bytes.extend(chosen.or(self.wanted).unwrap_or(0).to_le_bytes());
        bytes.extend(self.turned.iter().flat_map(|path| path.to_le_bytes()));
        bytes
    }

    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let [usual @ 0..=2, paths @ ..] = bytes else { return false };
        let mut paths = paths.chunks_exact(8).map(|path| {
            path.iter().rev().fold(0u64, |number, byte| number << 8 | *byte as u64)
        });
        if bytes.len() % 8 != 1 || bytes.len() > 9 + 8 * MOST_TURNED {
            return false;
        }
        let Some(chosen) = paths.next() else { return false };
        self.usual = [Usual::Some, Usual::Open, Usual::Folded][*usual as usize];
        self.wanted = Some(chosen);
        self.turned = paths.collect();
        true
    }
}

/// The beginning of a text, as a part of a longer one.
fn part(text: &[u8]) -> String {
    let mut part = String::from_utf8_lossy(&text[..text.len().min(64)]).into_owned();
    if text.len() > 64 {
        part.push('…');
    }
    part
}
