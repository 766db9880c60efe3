//! Distributions beside each other: the paper's three-panel figure.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{Cartesian2d, Circle, IntoDrawingArea, PathElement, Polygon, SVGBackend, Text};
use plotters::style::{Color, RGBColor};

use super::PlotError;
use super::ink::{Area, GRID, Legend, PUBLISHED, WIDTH, centred, font, series, short, with_roles};
use crate::summary::Spread;

/// What one panel shows: for each category and series, values.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What the values are.
    pub title: String,
    /// What the categories are.
    pub x_title: String,
    /// Their names.
    pub categories: Vec<String>,
    /// The values.
    pub values: Vec<Values>,
    /// The largest value that makes sense, such as 1 for shares.
    pub most: Option<f64>,
}

/// The values of one series in one category.
#[derive(Clone, Debug)]
pub struct Values {
    /// The place of the category.
    pub category: usize,
    /// The place of the series.
    pub series: usize,
    /// What was found.
    pub found: Vec<f64>,
    /// What others have published.
    pub published: Vec<f64>,
}

const HEIGHT: u32 = 304;
/// With fewer values each is drawn; with more, how dense they are.
const MAX_POINTS_DRAWN_APART: usize = 40;
/// How finely densities are drawn.
const STEPS: usize = 36;

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws panels beside each other, for series with these names.
pub fn panels(panels: &[Panel], names: &[String], description: &str) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let published = panels.iter().flat_map(|panel| &panel.values).any(|values| !values.published.is_empty());
        let legend = Legend::new(names, published);
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT + legend.height)).into_drawing_area();
        legend.draw(&root)?;
        let (_, below) = root.split_vertically(legend.height);
        for (area, panel) in below.split_evenly((1, panels.len().max(1))).iter().zip(panels) {
            draw(&root, area, panel, names.len().max(1))?;
        }
        root.present().map_err(PlotError::of)?;
    }
    Ok(with_roles(&svg, description))
}

fn draw(root: &Area<'_>, area: &Area<'_>, panel: &Panel, width: usize) -> Result<(), PlotError> {
    let categories = panel.categories.len().max(1) as f64;
    let top = top(panel);
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(14)
        .caption(&panel.title, font(18.0))
        .x_label_area_size(42)
        .y_label_area_size(46)
        .build_cartesian_2d(-0.5..categories - 0.5, 0.0..top)
        .map_err(PlotError::of)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .y_labels(6)
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(GRID)
        .label_style(font(15.0))
        .y_label_formatter(&|value| short(*value))
        .draw()
        .map_err(PlotError::of)?;
    for (place, name) in panel.categories.iter().enumerate() {
        let (x, y) = chart.backend_coord(&(place as f64, 0.0));
        root.draw(&Text::new(name.clone(), (x, y + 7), centred(15.0))).map_err(PlotError::of)?;
    }
    let (x, y) = chart.backend_coord(&((categories - 1.0) / 2.0, 0.0));
    root.draw(&Text::new(panel.x_title.clone(), (x, y + 24), centred(16.0))).map_err(PlotError::of)?;
    panel.values.iter().try_for_each(|values| one(&mut chart, values, width, top))
}

/// A little above the largest value.
fn top(panel: &Panel) -> f64 {
    let all = panel.values.iter().flat_map(|values| values.found.iter().chain(&values.published));
    let largest = all.copied().fold(0.0, f64::max);
    match panel.most {
        Some(most) => most * 1.03,
        None => whole(largest * 1.08),
    }
}

/// The next number that a whole number of steps of a whole size makes up.
fn whole(largest: f64) -> f64 {
    let step = (largest / STEPS as f64).ceil().max(1.0);
    step * (largest / step).ceil().max(1.0)
}

fn one(chart: &mut Chart<'_, '_>, values: &Values, width: usize, top: f64) -> Result<(), PlotError> {
    let room = 0.84 / width as f64;
    let x = values.category as f64 + room * (values.series as f64 - (width as f64 - 1.0) / 2.0);
    let colour = series(values.series);
    if values.found.len() < MAX_POINTS_DRAWN_APART {
        points(chart, &values.found, x, room, colour)?;
    } else {
        density(chart, &values.found, x, room, colour, top)?;
    }
    if let Some(spread) = Spread::of(values.found.iter().copied()).filter(|spread| spread.count > 1) {
        mean(chart, &spread, x, colour)?;
    }
    let marks = values.published.iter().enumerate();
    let place = |at: usize| x + room * 0.14 * (at as f64 - (values.published.len() as f64 - 1.0) / 2.0);
    let marks = marks.map(|(at, &value)| Circle::new((place(at), value), 4, PUBLISHED.stroke_width(2)));
    chart.draw_series(marks).map_err(PlotError::of)?;
    Ok(())
}

/// Each value, side by side so that equal ones do not hide each other.
fn points(chart: &mut Chart<'_, '_>, values: &[f64], x: f64, room: f64, colour: RGBColor) -> Result<(), PlotError> {
    let step = room * 0.6 / values.len().max(3) as f64;
    let place = |at: usize| x + step * (at as f64 - (values.len() as f64 - 1.0) / 2.0);
    let dots = values.iter().enumerate();
    let dots = dots.map(|(at, &value)| Circle::new((place(at), value), 3, colour.mix(0.65).filled()));
    chart.draw_series(dots).map_err(PlotError::of)?;
    Ok(())
}

/// How many values lie where, as the width of a shape.
fn density(
    chart: &mut Chart<'_, '_>,
    values: &[f64],
    x: f64,
    room: f64,
    colour: RGBColor,
    top: f64,
) -> Result<(), PlotError> {
    let steps = steps(values, top);
    let mut counts = vec![0.0; steps];
    for value in values {
        counts[((value / top * steps as f64) as usize).min(steps - 1)] += 1.0;
    }
    let largest = counts.iter().copied().fold(0.0, f64::max).max(1.0);
    let half = |at: usize| room * 0.48 * counts[at] / largest;
    // A step of a single count is drawn around it.
    let back = if steps as f64 == top { 0.5 } else { 0.0 };
    let level = |at: usize| (top * at as f64 / steps as f64 - back).max(0.0);
    let ring = |at: usize, side: f64| [(x + side * half(at), level(at)), (x + side * half(at), level(at + 1))];
    let right = (0..steps).flat_map(|at| ring(at, 1.0));
    let left = (0..steps).rev().flat_map(|at| {
        let [low, high] = ring(at, -1.0);
        [high, low]
    });
    let shape = Polygon::new(right.chain(left).collect::<Vec<_>>(), colour.mix(0.35).filled());
    chart.draw_series([shape]).map_err(PlotError::of)?;
    Ok(())
}

/// Into how many steps the axis is cut. Counts have steps of the same number of
/// values each, or some would be empty for no reason.
fn steps(values: &[f64], top: f64) -> usize {
    match values.iter().all(|value| value.fract() == 0.0) && top > 1.5 {
        true => (top / (top / STEPS as f64).ceil()).floor().max(1.0) as usize,
        false => STEPS,
    }
}

/// The mean, and one standard deviation to either side.
fn mean(chart: &mut Chart<'_, '_>, spread: &Spread, x: f64, colour: RGBColor) -> Result<(), PlotError> {
    let ends = [(x, (spread.mean - spread.deviation).max(0.0)), (x, spread.mean + spread.deviation)];
    chart.draw_series([PathElement::new(ends.to_vec(), colour.stroke_width(2))]).map_err(PlotError::of)?;
    chart.draw_series([Circle::new((x, spread.mean), 5, colour.filled())]).map_err(PlotError::of)?;
    Ok(())
}
