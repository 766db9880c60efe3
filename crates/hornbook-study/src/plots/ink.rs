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

/// One line above everything that says which colour is what. `published` adds
/// the mark of what others have published.
pub(super) fn legend(root: &Area<'_>, names: &[String], published: bool) -> Result<(), PlotError> {
    let style = font(16.0).pos(Pos::new(HPos::Left, VPos::Center));
    let mut at = 14;
    let entries = names.iter().enumerate().map(|(number, name)| (series(number), name.as_str(), true));
    let entries = entries.chain(published.then_some((PUBLISHED, "published", false)));
    for (colour, name, filled) in entries {
        let shape = if filled { colour.filled() } else { colour.stroke_width(2) };
        root.draw(&Circle::new((at, 14), 5, shape)).map_err(PlotError::of)?;
        root.draw(&Text::new(name.to_owned(), (at + 11, 14), style.clone())).map_err(PlotError::of)?;
        at += 40 + (7.2 * name.chars().count() as f64) as i32;
    }
    Ok(())
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
    let description = description.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
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
