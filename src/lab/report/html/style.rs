//! Colours and strokes, for the page and for single figures alike.
//!
//! Blue is the first player and red the second, and nothing else; rule sets have other colours.
//! Series differ in hue, in lightness and in dash, so that they can be told apart without colours.
//! Lines have a contrast of 3 : 1 at least, words of 4.5 : 1 (WCAG 2.2, AA), in both themes.

/// Number of colours of a heat map; the middle one stands for a half.
pub const HEAT: usize = 9;
/// Shades of one colour, from little to much.
pub const SHADES: usize = 6;
/// Hundredths of the colour in the strongest of them.
const STRONGEST: usize = 45;

/// One theme.
struct Theme {
    paper: &'static str,
    ink: &'static str,
    soft: &'static str,
    grid: &'static str,
    axis: &'static str,
    series: [&'static str; 8],
    heat: [&'static str; HEAT],
    none: &'static str,
    /// The players.
    seats: [&'static str; 2],
    /// Games that nobody won, by reason.
    nones: [&'static str; 4],
}

const LIGHT: Theme = Theme {
    paper: "#ffffff",
    ink: "#1b1b1d",
    soft: "#56575d",
    grid: "#e6e6e1",
    axis: "#8b8c92",
    series: [
        "#047857", "#7c3aed", "#be185d", "#0e7490", "#854d0e", "#475569", "#4d7c0f", "#a21caf",
    ],
    heat: [
        "#a83a0b", "#d5733f", "#e79b72", "#f3cdb6", "#ececea", "#c3daf4", "#8ab8ea", "#4d8fd9",
        "#1b5fae",
    ],
    none: "#f6f6f3",
    seats: ["#0b5fc0", "#c2410c"],
    nones: ["#dbdcd6", "#a9aba6", "#efe3c2", "#c9b98a"],
};

const DARK: Theme = Theme {
    paper: "#1f2023",
    ink: "#ececee",
    soft: "#b0b1b8",
    grid: "#35373c",
    axis: "#7f8188",
    series: [
        "#4ad295", "#c4a7ff", "#ff8fb8", "#45d6ea", "#e9c46a", "#cbd5e1", "#b5e06a", "#f0abfc",
    ],
    heat: [
        "#ff9a5c", "#d9743a", "#a34f22", "#6e3d24", "#3d3e42", "#2b4766", "#2f659c", "#4a93e0",
        "#7cbcff",
    ],
    none: "#26272b",
    seats: ["#4a93e0", "#d9743a"],
    nones: ["#45474d", "#6b6e76", "#5c5138", "#3a3426"],
};

/// Dashes of the series, in pixels: line, gap, line, gap ...
const DASHES: [&str; 8] =
    ["", "7 4", "2 3.5", "11 3 2 3", "14 5", "5 2.5 1.5 2.5", "1 4.5", "9 3 2 3 2 3"];

/// The style of drawings, light or dark as whoever looks has it.
pub fn drawings() -> String {
    let mut css = String::from(
        "svg text{font:12.5px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
         font-variant-numeric:tabular-nums}\n\
         svg .row,svg .head{font-size:13.5px}svg .head,svg .caption{font-weight:600}\n\
         svg .caption{font-size:17px}\n\
         .line{fill:none;stroke-width:2;stroke-linejoin:round}\n\
         .area{fill-opacity:.11;stroke:none}\n\
         .whisker{stroke-width:1.5;fill:none}\n\
         .interval{stroke-width:3;stroke-linecap:round;fill:none}\n\
         .grid,.axis,.median{stroke-width:1;fill:none}\n\
         .course{fill:none;stroke-width:1;stroke-opacity:.3;stroke-linejoin:round}\
         .tips{fill:none;stroke-width:4.4;stroke-linecap:round}.fill{fill-opacity:.25;stroke:none}.band{fill-opacity:.16;stroke:none}.thin{fill:none;stroke-width:1.3}\n\
         .against{stroke-width:1.2;stroke-dasharray:4 3;fill:none}\n\
         .inside{font-weight:600}.slim{display:none}svg svg{overflow:visible}svg path{vector-effect:non-scaling-stroke}\n",
    );
    for (k, dash) in DASHES.iter().enumerate().filter(|(_, dash)| !dash.is_empty()) {
        css.push_str(&format!(".line.s{k}{{stroke-dasharray:{dash}}}"));
    }
    for k in 0..SHADES {
        css.push_str(&format!(".shade{k}{{fill-opacity:.{:02}}}", STRONGEST * k / (SHADES - 1)));
    }
    css.push('\n');
    css.push_str(&LIGHT.css());
    css.push_str(&format!("@media screen and (prefers-color-scheme:dark){{\n{}}}\n", DARK.css()));
    css
}

impl Theme {
    fn css(&self) -> String {
        let Self { paper, ink, soft, grid, axis, series, heat, none, seats, nones } = self;
        let mut css = format!(
            ".paper{{fill:{paper}}}.cell.none{{fill:{none}}}\n\
             svg text{{fill:{soft}}}svg .row,svg .head,svg .caption,svg .beside{{fill:{ink}}}\n\
             .grid{{stroke:{grid}}}.axis{{stroke:{axis}}}.against{{stroke:{soft}}}\
             .ended,.row{{stroke:{paper};stroke-width:4;paint-order:stroke}}.nx{{stroke:{ink}}}.fx,.band,.ties{{fill:{ink}}}\n"
        );
        for (k, colour) in series.iter().enumerate() {
            css.push_str(&format!(".s{k},.n{k}{{stroke:{colour}}}.f{k}{{fill:{colour}}}"));
        }
        css.push('\n');
        for (what, colours) in [("seat", &seats[..]), ("none", nones)] {
            for (k, colour) in colours.iter().enumerate() {
                let (name, on) = (format!("{what}{k}"), on(colour));
                css.push_str(&format!(
                    ".cell.{name}{{fill:{colour}}}.course.{name},.tips.{name}{{stroke:{colour}}}svg .on{name}{{fill:{on}}}"
                ));
            }
        }
        css.push_str(&format!(".course.none0{{stroke:{axis}}}.open{{fill:{paper};stroke:{ink};stroke-width:1.6}}.median{{stroke:{ink}}}.cell.none0,.cell.none1,.cell.none2,.cell.none3,.cell.none{{stroke:{axis};stroke-width:.8}}\n"));
        for (k, colour) in heat.iter().enumerate() {
            let on = on(colour);
            css.push_str(&format!(".h{k}{{fill:{colour}}}svg .on{k}{{fill:{on}}}"));
        }
        css.push('\n');
        css
    }
}

/// What is written on a colour: black or white, whichever is seen better.
fn on(colour: &str) -> &'static str {
    if luminance(colour) > 0.179 { "#000000" } else { "#ffffff" }
}

/// Relative luminance of `#rrggbb`. Source: WCAG 2.2, "relative luminance".
fn luminance(colour: &str) -> f64 {
    let channel = |k: usize| {
        let c = f64::from(u8::from_str_radix(&colour[k..k + 2], 16).unwrap_or(0)) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrasts_suffice_in_both_themes() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        for theme in [LIGHT, DARK] {
            assert!(contrast(theme.ink, theme.paper) >= 7.0);
            assert!(contrast(theme.soft, theme.paper) >= 4.5);
            for colour in theme.series {
                assert!(contrast(colour, theme.paper) >= 4.5, "{colour} on {}", theme.paper);
            }
            // A block is seen by itself or by its edge.
            assert!(contrast(theme.axis, theme.paper) >= 3.0, "{}", theme.axis);
            for colour in &theme.seats {
                assert!(contrast(colour, theme.paper) >= 3.0, "{colour}");
                assert!(!theme.series.contains(colour), "{colour} is a player's");
            }
            // Words on the strongest shade, which is mixed with the paper.
            let mixed = |k: usize| {
                let of = |text: &str| f64::from(u8::from_str_radix(&text[k..k + 2], 16).unwrap());
                let part = STRONGEST as f64 / 100.0;
                (part * of(theme.series[0]) + (1.0 - part) * of(theme.paper)) as u8
            };
            let shade = format!("#{:02x}{:02x}{:02x}", mixed(1), mixed(3), mixed(5));
            assert!(contrast(theme.ink, &shade) >= 4.5, "{shade}");
            for colour in theme.heat.into_iter().chain(theme.seats).chain(theme.nones) {
                assert!(contrast(colour, on(colour)) >= 4.5, "{} on {colour}", on(colour));
            }
        }
    }
}
