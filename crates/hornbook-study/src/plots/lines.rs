//! Learning curves: lines over a logarithmic axis.

use plotters::chart::ChartBuilder;
use plotters::prelude::{Circle, IntoDrawingArea, LineSeries, SVGBackend, Text};
use plotters::style::Color;

use super::PlotError;
use super::ink::{Area, GRID, Legend, WIDTH, centred, font, series, short, with_roles};

/// A panel with lines.
#[derive(Clone, Debug)]
pub struct LinePanel {
    /// What is shown.
    pub title: String,
    /// What is below.
    pub x_title: String,
    /// Whether the vertical axis is logarithmic too.
    pub logarithmic: bool,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The place of its series.
    pub series: usize,
    /// Its points; those that a logarithm cannot show are left out.
    pub points: Vec<(f64, f64)>,
}

const HEIGHT: u32 = 314;

/// Draws panels beside each other, for series with these names.
pub fn line_panels(panels: &[LinePanel], names: &[String], description: &str) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let legend = Legend::new(names, false);
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT + legend.height)).into_drawing_area();
        legend.draw(&root)?;
        let (_, below) = root.split_vertically(legend.height);
        for (area, panel) in below.split_evenly((1, panels.len().max(1))).iter().zip(panels) {
            draw(&root, area, panel)?;
        }
        root.present().map_err(PlotError::of)?;
    }
    Ok(with_roles(&svg, description))
}

/// Both axes are drawn in decades, so that labels are powers of ten.
fn draw(root: &Area<'_>, area: &Area<'_>, panel: &LinePanel) -> Result<(), PlotError> {
    let up = |y: f64| if panel.logarithmic { y.log10() } else { y };
    let shown = |&(x, y): &(f64, f64)| x > 0.0 && (!panel.logarithmic || y > 0.0);
    let points = || panel.lines.iter().flat_map(|line| &line.points).filter(|point| shown(point));
    let right = points().map(|&(x, _)| x.log10()).fold(1.0, f64::max).max(1.0);
    let (low, high) = match panel.logarithmic {
        true => (points().map(|&(_, y)| y.log10()).fold(-1.0, f64::min).floor(), 0.0),
        false => (0.0, 1.0),
    };
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .caption(&panel.title, font(18.0))
        .x_label_area_size(46)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..right * 1.02, low..high + (high - low) * 0.03)
        .map_err(PlotError::of)?;
    let label = |value: &f64| if panel.logarithmic { decade(*value) } else { short(*value) };
    chart
        .configure_mesh()
        .x_labels(8)
        .y_labels(6)
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(GRID)
        .label_style(font(15.0))
        .x_label_formatter(&|value| decade(*value))
        .y_label_formatter(&label)
        .draw()
        .map_err(PlotError::of)?;
    for line in &panel.lines {
        let colour = series(line.series);
        let points: Vec<(f64, f64)> =
            line.points.iter().filter(|p| shown(p)).map(|&(x, y)| (x.log10(), up(y))).collect();
        let last = points.last().copied();
        chart.draw_series(LineSeries::new(points, colour.mix(0.75).stroke_width(2))).map_err(PlotError::of)?;
        chart.draw_series(last.map(|last| Circle::new(last, 4, colour.filled()))).map_err(PlotError::of)?;
    }
    let (x, y) = chart.backend_coord(&(right / 2.0, low));
    root.draw(&Text::new(panel.x_title.clone(), (x, y + 28), centred(16.0))).map_err(PlotError::of)?;
    Ok(())
}

/// The label at a power of ten; between them none.
fn decade(exponent: f64) -> String {
    if (exponent - exponent.round()).abs() < 1e-6 { short(10f64.powi(exponent.round() as i32)) } else { String::new() }
}
