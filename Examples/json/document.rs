// SPDX-License-Identifier: 0BSD (make of it what you like)
//! JSON as a tree that grows while rows come in.
//!
//! No token of JSON crosses the end of a line, so each row is read once, as a whole. Between two
//! rows only the open containers are kept. The nodes are in the order of the text, each with the
//! index after its last descendant, so that a folded one is skipped in one step.

/// The maximum size, because a worker has a gigabyte.
const MOST_BYTES: usize = 64 << 20;
const MOST_NODES: usize = 2_000_000;
const DEEPEST: u16 = 1_000;

/// No node: no parent, or no end yet.
pub const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Object,
    Array,
    String,
    Number,
    Word,
    /// An error: `start` is its byte in the row, `length` the number of the reason.
    Problem,
}

pub struct Node {
    pub kind: Kind,
    pub depth: u16,
    /// The row of its beginning.
    pub row: u32,
    pub parent: u32,
    end: u32,
    start: u32,
    length: u32,
    /// NONE if `key_length` is its index in an array, or that of a document.
    key_start: u32,
    key_length: u32,
    /// The number of its children.
    pub count: u32,
    /// Identifies its path, also after a reload.
    pub path: u64,
}

/// The expected token.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// No row that is not blank has arrived.
    Unknown,
    /// The first row is no JSON, for this reason.
    Other(u32),
    /// A document over many rows.
    Whole,
    /// A document in each row.
    Lines,
}

/// The byte of the row, and the number of the reason.
type Problem = (usize, u32);

const REASONS: [&str; 13] = [
    "expected a value",
    "expected a key or }",
    "expected a key",
    "expected :",
    "expected , or the end",
    "no number and no word of JSON",
    "a string that does not end",
    "it is nested more than 1,000 deep",
    "not UTF-8",
    "the row is longer than is kept",
    "it ends before it is whole",
    "the rest is too much to be shown as a tree",
    "expected { or [",
];
const VALUE: u32 = 0;
const KEY_OR_END: u32 = 1;
const KEY: u32 = 2;
const COLON: u32 = 3;
const COMMA_OR_END: u32 = 4;
const WORD: u32 = 5;
const ENDLESS: u32 = 6;
const TOO_DEEP: u32 = 7;
const NOT_UTF8: u32 = 8;
const CUT: u32 = 9;
const UNFINISHED: u32 = 10;
const TOO_MUCH: u32 = 11;
const SCALAR: u32 = 12;

pub struct Document {
    pub nodes: Vec<Node>,
    text: Vec<u8>,
    form: Form,
    has_stopped: bool,
    expected: Expected,
    open: u32,
    key: (u32, u32),
    roots: u32,
    problems: u32,
}

impl Document {
    pub fn new() -> Document {
        Document {
            nodes: Vec::new(),
            text: Vec::new(),
            form: Form::Unknown,
            has_stopped: false,
            expected: Expected::Value,
            open: NONE,
            key: (NONE, 0),
            roots: 0,
            problems: 0,
        }
    }

    /// Whether it is JSON so far.
    pub fn is_json(&self) -> bool {
        matches!(self.form, Form::Whole | Form::Lines)
    }

    /// Whether each row is a document, and there is more than one.
    pub fn has_many(&self) -> bool {
        self.form == Form::Lines && self.roots > 1
    }

    /// Whether further rows are ignored.
    pub fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// The number of values so far.
    pub fn values(&self) -> u32 {
        self.nodes.len() as u32 - self.problems
    }

    // Nodes.

    pub fn is_container(&self, node: u32) -> bool {
        matches!(self.nodes[node as usize].kind, Kind::Object | Kind::Array)
    }

    /// The node after it and its descendants; the number of all nodes if there is none.
    pub fn end(&self, node: u32) -> u32 {
        self.nodes[node as usize].end.min(self.nodes.len() as u32)
    }

    /// The name in an object, as written; None in an array and for a document.
    pub fn key(&self, node: u32) -> Option<&[u8]> {
        let node = &self.nodes[node as usize];
        let start = node.key_start as usize;
        (node.key_start != NONE).then(|| &self.text[start..start + node.key_length as usize])
    }

    /// Its index in an array, or that of a document.
    pub fn number(&self, node: u32) -> u32 {
        self.nodes[node as usize].key_length
    }

    /// A string, number or word as written; empty for other nodes.
    pub fn scalar(&self, node: u32) -> &[u8] {
        let node = &self.nodes[node as usize];
        match node.kind {
            Kind::String | Kind::Number | Kind::Word => {
                &self.text[node.start as usize..(node.start + node.length) as usize]
            }
            _ => &[],
        }
    }

    /// The error, if the node is one.
    pub fn problem(&self, node: u32) -> String {
        let node = &self.nodes[node as usize];
        let reason = REASONS[node.length as usize];
        format!("row {}, byte {}: {reason}", node.row + 1, node.start + 1)
    }

    /// The reason why there is no tree.
    pub fn why_not(&self) -> String {
        match self.form {
            Form::Other(reason) => format!("no JSON: {}", REASONS[reason as usize]),
            _ => "no JSON yet".to_string(),
        }
    }

    // Reading.

    /// Takes the next row; an error in it becomes a node at its place.
    pub fn read(&mut self, row: u32, bytes: &[u8], is_cut: bool) {
        if self.has_stopped {
            return;
        }
        let (nodes, start, roots) = (self.nodes.len(), self.text.len(), self.roots);
        if start + bytes.len() > MOST_BYTES || nodes >= MOST_NODES {
            return self.stop(row, (0, TOO_MUCH));
        }
        let (whole, damage) = match std::str::from_utf8(bytes) {
            Err(error) => (error.valid_up_to(), Some((error.valid_up_to(), NOT_UTF8))),
            Ok(_) if is_cut => (bytes.len(), Some((bytes.len(), CUT))),
            Ok(_) => (bytes.len(), None),
        };
        self.text.extend_from_slice(&bytes[..whole]);
        let mut result = self.tokens(row, start);
        if let (Ok(()) | Err((_, ENDLESS)), Some(damage)) = (result, damage) {
            result = Err(damage);
        }
        if self.form == Form::Lines && self.open != NONE && result.is_ok() {
            result = Err((bytes.len(), UNFINISHED));
        }
        match (self.form, result) {
            (Form::Unknown, Ok(())) if self.nodes.is_empty() => {}
            (Form::Unknown, Ok(())) if self.is_begun() => {
                self.form = if self.open == NONE { Form::Lines } else { Form::Whole };
            }
            (Form::Unknown, Err(problem @ (_, TOO_DEEP | NOT_UTF8 | CUT))) if self.is_begun() => {
                self.form = Form::Whole;
                self.stop(row, problem);
            }
            (Form::Unknown, result) => {
                self.form = Form::Other(result.err().map_or(SCALAR, |(_, reason)| reason));
                self.has_stopped = true;
                self.nodes.clear();
            }
            (_, Ok(())) => {}
            (Form::Lines, Err(problem)) => {
                self.nodes.truncate(nodes);
                self.text.truncate(start);
                (self.open, self.expected, self.roots) = (NONE, Expected::Value, roots);
                self.add_problem(row, problem);
            }
            (_, Err(problem)) => self.stop(row, problem),
        }
    }

    /// Ends the document after the last row.
    pub fn finish(&mut self, rows: u32) {
        if self.open != NONE && !self.has_stopped {
            self.stop(rows.saturating_sub(1), (0, UNFINISHED));
        }
    }

    /// Whether its first value is a container.
    fn is_begun(&self) -> bool {
        !self.nodes.is_empty() && self.is_container(0)
    }

    /// Stops reading: open containers stay, and the error is after them, where it cannot be folded.
    fn stop(&mut self, row: u32, problem: Problem) {
        while self.open != NONE {
            let end = self.nodes.len() as u32;
            let open = &mut self.nodes[self.open as usize];
            (open.end, self.open) = (end, open.parent);
        }
        self.add_problem(row, problem);
        self.has_stopped = true;
    }

    fn add_problem(&mut self, row: u32, (at, reason): Problem) {
        self.add(Kind::Problem, row, at, reason as usize);
        self.problems += 1;
    }

    fn tokens(&mut self, row: u32, start: usize) -> Result<(), Problem> {
        let mut at = start;
        while at < self.text.len() {
            at = self.token(row, at).map_err(|reason| (at - start, reason))?;
        }
        Ok(())
    }

    /// Reads the token at a byte of the text; returns where the next may begin.
    fn token(&mut self, row: u32, at: usize) -> Result<usize, u32> {
        use Expected::*;
        match (self.expected, self.text[at]) {
            (_, b' ' | b'\t' | b'\r') => Ok(at + 1),
            (Value | ValueOrEnd, b'{') => self.begin(Kind::Object, row, at),
            (Value | ValueOrEnd, b'[') => self.begin(Kind::Array, row, at),
            (Value | ValueOrEnd, b'"') => {
                let end = self.string_end(at)?;
                self.scalar_ends(Kind::String, row, at, end)
            }
            (Value | ValueOrEnd, b'-' | b'0'..=b'9' | b'a'..=b'z') => {
                let end = self.word_end(at);
                let word = &self.text[at..end];
                if is_number(word) {
                    self.scalar_ends(Kind::Number, row, at, end)
                } else if matches!(word, b"true" | b"false" | b"null") {
                    self.scalar_ends(Kind::Word, row, at, end)
                } else {
                    Err(WORD)
                }
            }
            (ValueOrEnd | CommaOrEnd, b']') if self.is_in(Kind::Array) => self.close(at),
            (KeyOrEnd | CommaOrEnd, b'}') if self.is_in(Kind::Object) => self.close(at),
            (Key | KeyOrEnd, b'"') => {
                let end = self.string_end(at)?;
                self.key = (at as u32 + 1, (end - at - 2) as u32);
                self.expect(Colon, end)
            }
            (Colon, b':') => self.expect(Value, at + 1),
            (CommaOrEnd, b',') if self.is_in(Kind::Object) => self.expect(Key, at + 1),
            (CommaOrEnd, b',') => self.expect(Value, at + 1),
            (Value | ValueOrEnd, _) => Err(VALUE),
            (KeyOrEnd, _) => Err(KEY_OR_END),
            (Key, _) => Err(KEY),
            (Colon, _) => Err(COLON),
            (CommaOrEnd, _) => Err(COMMA_OR_END),
        }
    }

    fn expect(&mut self, expected: Expected, at: usize) -> Result<usize, u32> {
        self.expected = expected;
        Ok(at)
    }

    fn is_in(&self, kind: Kind) -> bool {
        self.open != NONE && self.nodes[self.open as usize].kind == kind
    }

    fn begin(&mut self, kind: Kind, row: u32, at: usize) -> Result<usize, u32> {
        let node = self.add(kind, row, at, 0);
        if self.nodes[node as usize].depth >= DEEPEST {
            return Err(TOO_DEEP);
        }
        self.nodes[node as usize].end = NONE;
        self.open = node;
        let is_array = kind == Kind::Array;
        self.expect(if is_array { Expected::ValueOrEnd } else { Expected::KeyOrEnd }, at + 1)
    }

    fn close(&mut self, at: usize) -> Result<usize, u32> {
        let end = self.nodes.len() as u32;
        let node = &mut self.nodes[self.open as usize];
        node.end = end;
        self.open = node.parent;
        self.value_ends(at + 1)
    }

    fn scalar_ends(
        &mut self, kind: Kind, row: u32, at: usize, end: usize,
    ) -> Result<usize, u32> {
        self.add(kind, row, at, end - at);
        self.value_ends(end)
    }

    fn value_ends(&mut self, at: usize) -> Result<usize, u32> {
        let is_document = self.open == NONE;
        self.expect(if is_document { Expected::Value } else { Expected::CommaOrEnd }, at)
    }

    fn string_end(&self, at: usize) -> Result<usize, u32> {
        let mut is_escaped = false;
        for (offset, byte) in self.text[at + 1..].iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => return Ok(at + offset + 2),
                _ => {}
            }
        }
        Err(ENDLESS)
    }

    fn word_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        at + rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())
    }

    fn add(&mut self, kind: Kind, row: u32, start: usize, length: usize) -> u32 {
        let parent = self.open;
        let node = self.nodes.len() as u32;
        let (depth, number, above) = match self.nodes.get_mut(parent as usize) {
            Some(parent) => {
                parent.count += 1;
                (parent.depth + 1, parent.count - 1, parent.path)
            }
            None => {
                self.roots += 1;
                (0, self.roots - 1, 0)
            }
        };
        let has_key = self.is_in(Kind::Object);
        let (key_start, key_length) = if has_key { self.key } else { (NONE, number) };
        let path = if has_key {
            let (start, length) = (key_start as usize, key_length as usize);
            mixed(above, &self.text[start..start + length])
        } else {
            mixed(above, &number.to_le_bytes())
        };
        self.nodes.push(Node {
            kind,
            depth,
            row,
            parent,
            end: node + 1,
            start: start as u32,
            length: length as u32,
            key_start,
            key_length,
            count: 0,
            path,
        });
        node
    }
}

/// FNV-1a of the path above and a further step.
fn mixed(above: u64, step: &[u8]) -> u64 {
    let seed = above.rotate_left(5) ^ 0xcbf2_9ce4_8422_2325;
    step.iter().fold(seed, |hash, byte| (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3))
}

/// Whether it is a number of JSON: `-`, digits without a leading zero, a fraction, an exponent.
fn is_number(word: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = word.strip_prefix(b"-").unwrap_or(word);
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest[0] == b'0' {
        return false;
    }
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            all => all,
        };
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}
