//! @name@: a child of StateHost, in Rust without crates. include/childplugin.h is the whole
//! contract, childplugin.rs the same in Rust.
// SPDX-License-Identifier: 0BSD (what is from the template: make of it what you like)

mod childplugin;

use childplugin::*;

/// The child's own fields.
struct Panel {
    host: Host,
    is_numbered: bool,
}

/// The states it presents. Without the flag it is above the bundled child.
static PLACES: &[Place] = &[
    Place::new("@state@", 0, PLACE_INSTEAD_OF_BUNDLED),
];

impl Child for Panel {
    const DESCRIPTOR: Descriptor = Descriptor {
        flags: DESCRIPTOR_TAKES_FOCUS,
        id: Text::of("@id@"),
        name: Text::of("@name@"),
        vendor: Text::of(""),
        version: Text::of("0.1.0"),
        description: Text::of("Shows how many rows there are, and the first of them."),
        places: PLACES.as_ptr(),
        place_count: PLACES.len() as u32,
        ..Descriptor::NONE
    };

    /// The extensions of the child: childplugin.rs names the functions of each.
    const EXTENSIONS: &'static [&'static [u8]] =
        &[EXTENSION_INPUT, EXTENSION_KEY_HELP, EXTENSION_ACCESSIBILITY];

    fn new(host: Host) -> Panel {
        Panel { host, is_numbered: false }
    }

    /// Draws the whole child; called when the content or the size has changed.
    fn draw(&mut self, canvas: &Canvas) {
        canvas.text(1, 0, &self.words(), Style::new(role(ROLE_TITLE)).bold());
        let shown = self.rows().min((canvas.rows() - 2).max(0) as u64);
        for row in 0..shown {
            let mut line = self.host.cell(row, WHOLE_ROW, 512);
            if self.is_numbered {
                line = format!("{:5} {line}", row + 1);
            }
            canvas.text(1, row as i32 + 2, &line, Style::PLAIN);
        }
    }

    /// The timing of its transition. Without this function: a fade of 350 ms.
    fn timing(&mut self, appearing: bool, timing: &mut Timing) {
        timing.duration_nanoseconds = 200_000_000;
        timing.effect = if appearing { EFFECT_SLIDE_UP } else { EFFECT_FADE };
    }

    /// Handles a key while the child is in front; an unused key goes on to other children.
    fn key(&mut self, key: &Key, _typed: &str) -> bool {
        if key.code != u32::from('n') || key.modifiers != 0 {
            return false;
        }
        self.is_numbered = !self.is_numbered;
        self.host.invalidate();
        true
    }

    /// The keys that work now, for the host's help.
    fn key_help(&mut self) -> Vec<HelpKey> {
        vec![HelpKey::new("n", if self.is_numbered { "no numbers" } else { "numbers" })]
    }

    /// A text of what it shows, for --plain and for screen readers.
    fn words(&mut self) -> String {
        format!("@name@: {} rows", self.rows())
    }
}

impl Panel {
    fn rows(&self) -> u64 {
        self.host.content().map_or(0, |content| content.rows)
    }
}

#[no_mangle]
pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
    plugin::<Panel>()
}
