//! The style sheet of drawings, for the page and for single figures alike.

/// Light or dark, as whoever looks has it.
pub const DRAWINGS: &str = include_str!("templates/drawings.css");
/// Number of colours of a heat map; the middle one stands for a half.
pub const HEAT: usize = 9;
/// Shades of one colour, from little to much.
pub const SHADES: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue of a rule's colour.
    fn colour(css: &str, rule: &str) -> [f64; 3] {
        let at = css.find(rule).unwrap_or_else(|| panic!("no {rule}"));
        let hex = css[at + rule.len()..].split(['}', ';']).next().unwrap().trim_start_matches('#');
        let wide = hex.len() / 3;
        [0, 1, 2].map(|k| {
            let text = hex[k * wide..][..wide].repeat(3 - wide);
            f64::from(u8::from_str_radix(&text, 16).unwrap())
        })
    }

    /// Source: WCAG 2.2, "relative luminance" and "contrast ratio".
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let luminance = |[red, green, blue]: [f64; 3]| {
            let [red, green, blue] = [red, green, blue].map(|c| {
                let c = c / 255.0;
                if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn contrasts_suffice_in_both_themes() {
        assert!((contrast([0.0; 3], [255.0; 3]) - 21.0).abs() < 1e-9);
        let (light, dark) = DRAWINGS.split_once("@media").unwrap();
        for css in [light, dark] {
            let of = |rule: &str| colour(css, rule);
            let paper = of(".paper{fill:");
            let ink = of("svg .beside{fill:");
            assert!(contrast(ink, paper) >= 7.0);
            assert!(contrast(of("svg text{fill:"), paper) >= 4.5);
            let seats = [0, 1].map(|k| of(&format!(".cell.seat{k}{{fill:")));
            for k in 0..8 {
                let series = of(&format!(".s{k}{{stroke:"));
                assert!(contrast(series, paper) >= 4.5, "series {k}");
                assert_eq!(series, of(&format!(".f{k}{{fill:")));
                assert!(!seats.contains(&series), "series {k} is a player's");
            }
            // A block is seen by itself or by its edge.
            assert!(contrast(of(".axis{stroke:"), paper) >= 3.0);
            assert!(seats.iter().all(|seat| contrast(*seat, paper) >= 3.0));
            // Words on the strongest shade, which is mixed with the paper.
            let (strongest, part) = (of(".f0{fill:"), 0.45);
            let mixed = [0, 1, 2].map(|k| part * strongest[k] + (1.0 - part) * paper[k]);
            assert!(
                css == dark || css.contains(&format!(".shade{}{{fill-opacity:.45}}", SHADES - 1))
            );
            assert!(contrast(ink, mixed) >= 4.5);
            let cells = (0..HEAT).map(|k| (format!(".h{k}"), format!(".on{k}")));
            let parts = ["seat0", "seat1", "none0", "none1", "none2", "none3"];
            let parts = parts.map(|part| (format!(".cell.{part}"), format!(".on{part}")));
            for (cell, on) in cells.chain(parts) {
                let (cell, words) = (of(&format!("{cell}{{fill:")), of(&format!("{on}{{fill:")));
                assert!(contrast(cell, words) >= 4.5, "{on}");
            }
        }
    }
}
