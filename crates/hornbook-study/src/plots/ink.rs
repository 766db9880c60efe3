//! Colours by role, fonts, and what is common to all drawings.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::{Circle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, IntoTextStyle, RGBColor, TextStyle};

use super::PlotError;

/// The colours that the roles have, after the reader's preference.
pub const STYLE: &str = include_str!("plot.css");

/// Axes' labels and titles.
pub(super) const TEXT: RGBColor = RGBColor(1, 1, 1);
/// Lines to read values by.
pub(super) const GRID: RGBColor = RGBColor(2, 2, 2);
/// What others have published.
pub(super) const PUBLISHED: RGBColor = RGBColor(3, 3, 3);

const ROLES: [(RGBColor, &str); 3] = [(TEXT, "text"), (GRID, "grid"), (PUBLISHED, "published")];

/// How many series can be told apart; further ones repeat the colours.
const SERIES: usize = 6;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The colour of a series.
pub(super) fn series(number: usize) -> RGBColor {
    RGBColor(10, 10, (number % SERIES) as u8 + 1)
}

pub(super) fn font(size: f64) -> TextStyle<'static> {
    (FontFamily::SansSerif, size).into_text_style(&(100, 100)).color(&TEXT)
}

pub(super) fn centred(size: f64) -> TextStyle<'static> {
    font(size).pos(Pos::new(HPos::Center, VPos::Top))
}

/// The width of all drawings.
pub(super) const WIDTH: u32 = 1020;
/// The height of a line of the legend.
const LINE: i32 = 22;

/// The lines above everything that say which colour is what.
pub(super) struct Legend {
    entries: Vec<(RGBColor, String, bool, (i32, i32))>,
    /// How much room they take.
    pub(super) height: u32,
}

impl Legend {
    /// For series with these names; `published` adds the mark of what others
    /// have published.
    pub(super) fn new(names: &[String], published: bool) -> Self {
        let series = names.iter().enumerate().map(|(number, name)| (series(number), name.clone(), true));
        let all = series.chain(published.then(|| (PUBLISHED, "published".to_owned(), false)));
        let (mut x, mut y) = (14, 14);
        let mut entries = Vec::new();
        for (colour, name, filled) in all {
            let width = 40 + (7.2 * name.chars().count() as f64) as i32;
            if x + width > WIDTH as i32 && x > 14 {
                (x, y) = (14, y + LINE);
            }
            entries.push((colour, name, filled, (x, y)));
            x += width;
        }
        Self { entries, height: (y + 12) as u32 }
    }

    pub(super) fn draw(&self, root: &Area<'_>) -> Result<(), PlotError> {
        let style = font(16.0).pos(Pos::new(HPos::Left, VPos::Center));
        for (colour, name, filled, (x, y)) in &self.entries {
            let shape = if *filled { colour.filled() } else { colour.stroke_width(2) };
            root.draw(&Circle::new((*x, *y), 5, shape)).map_err(PlotError::of)?;
            root.draw(&Text::new(name.clone(), (x + 11, *y), style.clone())).map_err(PlotError::of)?;
        }
        Ok(())
    }
}

/// The drawing with roles in place of colours, and with a description for
/// those who do not see it.
pub(super) fn with_roles(svg: &str, description: &str) -> String {
    let hex = |colour: RGBColor| format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
    let series = (0..SERIES).map(|number| (series(number), format!("series{}", number + 1)));
    let roles = ROLES.into_iter().map(|(colour, role)| (colour, role.to_owned()));
    let mut svg = svg.to_owned();
    for (colour, role) in roles.chain(series) {
        svg = svg.replace(&format!("fill=\"{}\"", hex(colour)), &format!("class=\"fill-{role}\""));
        svg = svg.replace(&format!("stroke=\"{}\"", hex(colour)), &format!("class=\"line-{role}\""));
    }
    let description = hornbook_words::escape_html(description);
    svg.trim().replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{description}\" "), 1)
}

/// A number as short as it can be told: `0.01`, `100k`, `1e-4`.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        1e6.. => format!("{}M", number / 1e6),
        1e3.. => format!("{}k", number / 1e3),
        0.001.. => format!("{}", (number * 1e4).round() / 1e4),
        _ => format!("{number:e}"),
    }
}
