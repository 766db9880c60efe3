//! A cursor among rows, and the part of them that is in view.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::look::Look;

/// A cursor among rows.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The row it is at.
    pub at: usize,
    top: usize,
    page: usize,
    /// All lines before this one have been in view.
    seen: usize,
}

impl List {
    /// With the cursor at a row.
    pub(super) fn at(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    /// Moves the cursor, if the key is one that does.
    pub(super) fn press(&mut self, key: KeyCode, rows: usize) -> bool {
        let last = rows.saturating_sub(1);
        let page = self.page.max(1);
        self.at = match key {
            KeyCode::Up => self.at.saturating_sub(1),
            KeyCode::Down => self.at + 1,
            KeyCode::PageUp => self.at.saturating_sub(page),
            KeyCode::PageDown => self.at + page,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// Keeps the cursor within fewer rows.
    pub(super) fn keep_within(&mut self, rows: usize) {
        self.at = self.at.min(rows.saturating_sub(1));
    }

    /// So many of these lines that the one of the cursor, `focus`, is in view.
    pub(super) fn view(
        &mut self,
        lines: Vec<Line<'static>>,
        focus: usize,
        height: usize,
        look: Look,
    ) -> Vec<Line<'static>> {
        let room = room(lines.len(), height);
        // A line above the cursor is in view with it: it may be a heading.
        self.top = self.top.min(focus.saturating_sub(1)).max((focus + 1).saturating_sub(room));
        self.top = self.top.min(lines.len().saturating_sub(room));
        self.page = height.saturating_sub(3);
        if self.top <= self.seen {
            self.seen = self.seen.max(self.top + room);
        }
        window(lines, self.top, height, look)
    }

    /// Whether a line has been in view, and all before it.
    pub(super) fn has_shown(&self, line: usize) -> bool {
        line < self.seen
    }
}

/// Text that may be longer than its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Scroll {
    top: usize,
    most: usize,
    page: usize,
}

impl Scroll {
    /// Moves the text, if the key is one that does.
    pub(super) fn press(&mut self, key: KeyCode) -> bool {
        self.top = match key {
            KeyCode::PageUp => self.top.saturating_sub(self.page.max(1)),
            KeyCode::PageDown => self.top + self.page.max(1),
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => self.top + 1,
            KeyCode::Home => 0,
            KeyCode::End => self.most,
            _ => return false,
        }
        .min(self.most);
        true
    }

    /// Whether there is more than is in view.
    pub(super) fn moves(&self) -> bool {
        self.most > 0
    }

    /// The part in view.
    pub(super) fn view(&mut self, lines: Vec<Line<'static>>, height: usize, look: Look) -> Vec<Line<'static>> {
        let room = room(lines.len(), height);
        self.most = lines.len().saturating_sub(room);
        self.page = room;
        self.top = self.top.min(self.most);
        window(lines, self.top, height, look)
    }
}

/// How many lines can be seen at once: two say how much there is beyond.
fn room(lines: usize, height: usize) -> usize {
    if lines <= height { height } else { height.saturating_sub(2).max(1) }
}

/// The lines from `top` on, with how many there are beyond.
fn window(lines: Vec<Line<'static>>, top: usize, height: usize, look: Look) -> Vec<Line<'static>> {
    let count = lines.len();
    if count <= height {
        return lines;
    }
    let room = room(count, height);
    let mut shown: Vec<_> = lines.into_iter().skip(top).take(room).collect();
    if height > room {
        let more = |count: usize, sign: &str| match count {
            0 => Line::default(),
            _ => Line::styled(format!("    {sign} {count} more"), look.faint()),
        };
        shown.insert(0, more(top, "↑"));
        shown.push(more(count.saturating_sub(room + top), "↓"));
    }
    shown.truncate(height);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { styled: false };

    fn lines(count: usize) -> Vec<Line<'static>> {
        (0..count).map(|at| Line::raw(at.to_string())).collect()
    }

    #[test]
    fn the_cursor_is_in_view_at_any_height() {
        for height in 1..12 {
            let mut list = List::default();
            let keys =
                [KeyCode::Down; 30].into_iter().chain([KeyCode::PageUp, KeyCode::End, KeyCode::PageUp, KeyCode::Home]);
            for key in keys {
                assert!(list.press(key, 25));
                let at = list.at;
                let shown = list.view(lines(25), at, height, PLAIN);
                assert!(shown.len() <= height);
                assert!(shown.iter().any(|line| line.to_string() == at.to_string()), "{at} at height {height}");
            }
        }
    }

    #[test]
    fn text_scrolls_to_its_end() {
        let mut scroll = Scroll::default();
        assert_eq!(scroll.view(lines(3), 5, PLAIN).len(), 3);
        assert!(!scroll.moves());
        scroll.view(lines(20), 6, PLAIN);
        scroll.press(KeyCode::End);
        let shown = scroll.view(lines(20), 6, PLAIN);
        assert_eq!(shown[0].to_string(), "    ↑ 16 more");
        assert_eq!(shown[4].to_string(), "19");
    }
}
