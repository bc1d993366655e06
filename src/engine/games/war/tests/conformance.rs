//! Every engine against the reference: the same result for every game, the same chains of ties.
//!
//! One harness: the portable engine at each level of this machine; what it refuses the reference plays alone.
//! `WAR_SIM_LONG_TESTS=1` plays a million seeded decks of each rule set, and many more random rule sets.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::core::cards::{Card, Composition, Dealer, Deals, DealsFrom, DeckBlock, Seed};
use crate::core::engines::Engine;
use crate::core::engines::tests::auto_is_the_fastest;
use crate::core::processor::tests::levels_here;
use crate::core::processor::{Level, Processor};
use crate::core::tests::Random;
use crate::games::war::fast::engine;
use crate::games::war::result::CHAINS;
use crate::games::war::result::tests::{reported, whole_block};
use crate::games::war::rules::pickup::tests::{KEY, Key};
use crate::games::war::rules::{FIELDS, FaceDown, Limit, LimitAsked, LimitUnit, Pickup};
use crate::games::war::tests::rules;
use crate::games::war::{EndReason, RuleFields, Rules, presets};

/// The levels whose instructions the portable engine has a way for.
const LEVELS: [Level; 4] = [Level::Baseline, Level::Bytes16, Level::Avx2, Level::Avx512Vbmi2];

/// Those of this machine.
static HERE: LazyLock<Vec<Level>> =
    LazyLock::new(|| levels_here("engines of War against the reference", &LEVELS));

/// Reference and engines for one rule set.
struct Contest {
    rules: Rules,
    seed: Seed,
    reference: Engine<DeckBlock>,
    engines: Vec<Engine<DeckBlock>>,
    reasons: BTreeSet<&'static str>,
}

impl Contest {
    fn new(rules: &Rules, seed: Seed) -> Self {
        let here = Processor::here();
        let reference = engine(Processor::here(), "reference", rules, seed)
            .expect("the reference plays everything");
        let on = |&level: &Level| engine(here.at_most(level), "portable", rules, seed);
        let engines: Vec<Engine<DeckBlock>> =
            HERE.iter().filter_map(|level| on(level).ok()).collect();
        assert!(engines.is_empty() || engines.len() == HERE.len(), "a level refuses a rule");
        let (rules, reasons) = (rules.clone(), BTreeSet::new());
        Self { rules, seed, reference, engines, reasons }
    }

    /// Plays a block by every engine and compares.
    fn play(&mut self, decks: &DeckBlock) {
        let Self { rules, seed, reference, engines, reasons, .. } = self;
        let play = |engine: &mut Engine<DeckBlock>| {
            let mut results = whole_block();
            results.reset(decks.first()..decks.first() + decks.decks() as u64);
            engine.plays.play(decks, &mut results);
            results
        };
        let expected = play(reference);
        let games = (0..decks.decks()).map(|k| reported(&expected, k));
        reasons.extend(games.map(|game| game.end_reason.name()));
        for engine in engines {
            let found = play(engine);
            let about = |k: usize| {
                let mut deck = Vec::new();
                decks.copy_deck(k, &mut deck);
                let (game, rules) = (decks.first() + k as u64, rules.to_toml());
                format!("engine {}, seed {}, game {game}: {deck:?}\n{rules}", engine.name, seed.0)
            };
            for k in (0..decks.decks()).filter(|_| found != expected) {
                assert_eq!(reported(&found, k), reported(&expected, k), "{}", about(k));
            }
            let what = "chains of ties, outcomes or cycles from there on";
            assert_eq!(found.series(CHAINS), expected.series(CHAINS), "{what}: {}", about(0));
            assert!(found == expected, "{what}: {}", about(0));
        }
    }

    /// Plays the seeded decks of the rule set.
    fn play_seeded(&mut self, first: u64, games: u64) {
        let mut dealer = Dealer::new(self.seed, self.rules.deck);
        let mut block = DeckBlock::default();
        for begin in (0..games).step_by(1_000) {
            dealer.fill(&mut block, first + begin, (games - begin).min(1_000) as usize);
            self.play(&block);
        }
    }
}

/// Any rule set for two with this composition, every field at random.
pub(super) fn any_rules(random: &mut Random, deck: Composition) -> Rules {
    loop {
        let mut fields = random.fields(&FIELDS, &["deck"]);
        fields.deck = deck;
        // More than an engine plays at once; beyond that a few games cost more than all the others.
        fields.limit.ceiling = fields.limit.ceiling.min(40_000);
        if let Ok(rules) = fields.check() {
            return rules;
        }
    }
}

fn long_tests() -> bool {
    std::env::var_os("WAR_SIM_LONG_TESTS").is_some()
}

pub(super) const fn composition(suits: u32, ranks: u32, jokers: u32) -> Composition {
    Composition { suits, ranks, lowest: 2, jokers }
}

/// Every different order of a deck, as one block.
pub(super) fn all_deals(deck: Composition) -> DeckBlock {
    let (all, mut block) = (Deals { seed: Seed(0), from: DealsFrom::Orders }, DeckBlock::default());
    let count = all.count(&deck).unwrap().unwrap();
    all.source(&deck).unwrap().deal(&mut block, 0..count);
    block
}

fn presets_with(deck: Composition) -> Vec<Rules> {
    let with_deck = |preset: &presets::Preset| {
        RuleFields { deck, ..RuleFields::clone(&preset.rules()) }.check().ok()
    };
    presets::ALL.iter().filter_map(with_deck).collect()
}

#[test]
fn engines_agree_on_all_deals_of_small_decks() {
    let mut random = Random(1);
    let (mut reasons, mut engines, mut refused) = (BTreeSet::new(), 0, 0);
    for (deck, rule_sets) in [
        (composition(2, 2, 0), 300),
        (composition(3, 2, 0), 225),
        (composition(2, 3, 0), 225),
        (composition(4, 2, 0), 150),
        (composition(2, 2, 1), 150),
        (composition(1, 5, 0), 75),
        (composition(2, 4, 0), 15),
        (composition(3, 3, 0), 15),
        (composition(6, 2, 0), 30),
        (Composition { lowest: 13, ..composition(3, 2, 0) }, 75),
        (Composition { lowest: 0, ..composition(2, 3, 1) }, 75),
    ] {
        let block = all_deals(deck);
        let random_rules = (0..rule_sets).map(|_| any_rules(&mut random, deck));
        for any in presets_with(deck).into_iter().chain(random_rules) {
            let Limit { at, ceiling, .. } = any.limit;
            let limit = Limit { at: at.min(300), ceiling: ceiling.min(3_000), ..any.limit };
            let rules = RuleFields { limit, ..RuleFields::clone(&any) }.check().expect("rules");
            let mut contest = Contest::new(&rules, Seed(1));
            contest.play(&block);
            reasons.extend(contest.reasons);
            engines += contest.engines.len();
            refused += usize::from(contest.engines.is_empty());
        }
    }
    let all: BTreeSet<&str> = EndReason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(reasons, all, "a way of ending was not met");
    assert!(engines > 2 * refused, "{engines} engines played, {refused} rule sets had none");
}

/// A deck of 300 cards at most, most often one that people play with.
pub(super) fn any_deck(random: &mut Random) -> Composition {
    let suits = random.of(&[4, 4, 4, 4, 1, 2, 3, 5, 8, 13]);
    let ranks = random.of(&[13, 13, 13, 13, 2, 6, 8, 10, 16, 51, 63, 64, 255, 300]);
    let lowest = random.of(&[2, 2, 2, 2, 0, 1, 1, 6, 7, 240, 250]);
    let jokers = random.of(&[0, 0, 0, 1, 2]);
    let deck = Composition { suits, ranks, lowest, jokers };
    if deck.cards() > 300 { any_deck(random) } else { deck }
}

#[test]
fn engines_agree_on_random_rule_sets_and_decks() {
    let rule_sets = if long_tests() { 40_000 } else { 4_000 };
    let mut random = Random(2);
    for k in 0..rule_sets {
        let deck = any_deck(&mut random);
        let rules = any_rules(&mut random, deck);
        // A few games that may take 40,000 battles cost more than all the others.
        let may_be_long = rules.limit.unit == LimitUnit::None && rules.limit.ceiling > 1_000;
        Contest::new(&rules, Seed(k)).play_seeded(k * 1_000, if may_be_long { 3 } else { 20 });
    }
}

#[test]
fn engines_agree_on_given_decks_of_any_kind() {
    let mut random = Random(3);
    let equal = (7, 1);
    let kinds = [equal, (0, 256), (-5, 10), (250, 20), (1, 2), (0, 3), (1, 14)];
    for cards in 0..=70 {
        let own = presets_with(Composition::default()).into_iter().map(|rules| (rules, equal));
        let others = (0..25).map(|_| {
            let rules = any_rules(&mut random, Composition::default());
            let is_tied_rank = rules.war.face_down == FaceDown::TiedRank;
            let kind = if is_tied_rank { (1, 14) } else { random.of(&kinds) };
            (rules, kind)
        });
        for (rules, kind) in own.chain(others.collect::<Vec<_>>()) {
            let decks = any_decks(&mut random, 10, cards, kind);
            Contest::new(&rules, Seed(3)).play(&DeckBlock::from_decks(cards as u64, &decks));
        }
    }
}

/// So many decks of so many cards, from the lowest on of so many.
fn any_decks(random: &mut Random, decks: usize, cards: usize, of: (Card, usize)) -> Vec<Vec<Card>> {
    let mut card = |_| of.0 + random.below(of.1) as Card;
    (0..decks).map(|_| (0..cards).map(&mut card).collect()).collect()
}

/// What an engine keeps of a block must not be seen in another, of more games or of other decks.
#[test]
fn engines_agree_on_blocks_of_any_size_and_decks_of_one_size_after_another() {
    let mut random = Random(13);
    for rules in presets_with(Composition::default()) {
        let mut fields = RuleFields::clone(&rules);
        fields.limit.ceiling = 2_000;
        let mut contest = Contest::new(&fields.check().expect("rules"), Seed(5));
        let mut dealer = Dealer::new(Seed(5), rules.deck);
        let mut block = DeckBlock::default();
        for len in (0..=17).chain([31, 32, 33, 63, 64, 65]) {
            dealer.fill(&mut block, 100, len);
            contest.play(&block);
        }
        for (k, cards) in (0..).zip([52, 700, 9, 64, 130, 65, 52]) {
            let decks = any_decks(&mut random, 20, cards, (2, 13));
            contest.play(&DeckBlock::from_decks(100 * k, &decks));
        }
    }
}

#[test]
fn engines_agree_at_every_limit() {
    let ways = [LimitUnit::Battles, LimitUnit::Rounds]
        .map(|unit| LimitAsked::ALL.iter().map(move |&asked| (unit, asked)));
    let ways: Vec<_> = ways.into_iter().flatten().collect();
    for preset in presets_with(Composition::default()) {
        for &(unit, asked) in &ways {
            for at in (1..18).chain([31, 32, 33, 63, 64, 65, 100, 999, 1001]) {
                let mut fields = RuleFields::clone(&preset);
                (fields.limit.unit, fields.limit.asked, fields.limit.at) = (unit, asked, at);
                let rules = fields.check().expect("a limit goes with everything");
                Contest::new(&rules, Seed(6)).play_seeded(at * 7, if at < 99 { 50 } else { 10 });
            }
        }
    }
}

#[test]
fn engines_agree_on_odd_and_large_decks_and_on_every_size() {
    let mut random = Random(7);
    for cards in (0..=70).flat_map(|cards| [cards; 5]) {
        let lowest = random.below(4) as u32;
        let of_one_suit = Composition { lowest, ..composition(1, cards, 0) };
        for deck in [of_one_suit, composition(cards / 8, 8, cards % 8)] {
            Contest::new(&any_rules(&mut random, deck), Seed(7)).play_seeded(0, 20);
        }
    }
    // Two ranks make chains of ties as long as they get.
    for (suits, ranks) in (1..6).flat_map(|suits| [(suits * 17, 15), (suits * 73, 2)]) {
        for jokers in [0, 1, 30] {
            let rules = any_rules(&mut random, composition(suits, ranks, jokers));
            Contest::new(&rules, Seed(suits.into())).play_seeded(0, 2);
        }
    }
    for cards in (71..=300).chain([511, 512, 513, 1_000, 1_022, 1_023, 1_024, 1_025, 1_400]) {
        let suits = cards.min(247) / 13;
        let deck = composition(suits, 13, cards - 13 * suits);
        let mut rules = RuleFields::clone(&any_rules(&mut random, deck));
        rules.limit.ceiling = rules.limit.ceiling.min(9_000);
        let mut contest = Contest::new(&rules.check().expect("rules"), Seed(cards.into()));
        contest.play_seeded(0, if cards < 301 { 6 } else { 3 });
    }
    let long_cycles = presets::find("winamax").expect("a rule set").rules();
    Contest::new(&long_cycles, Seed(12)).play_seeded(0, 1_000);
}

/// A sort key may look at a card's strength and at who laid it where, and at the strength of one player's cards only.
#[test]
fn engines_agree_on_orders_that_mix_strength_with_who_laid_a_card() {
    let keys: [Key; 6] = [
        |winner, laid, strength| (strength.into(), i64::from(laid.by != winner)),
        |winner, laid, strength| (-i64::from(strength), i64::from(laid.by == winner)),
        |_, laid, strength| (strength.into(), laid.above.into()),
        |winner, laid, strength| (i64::from(laid.by != winner), -i64::from(strength)),
        |winner, laid, strength| {
            if laid.by == winner { (0, 0) } else { (1, -i64::from(strength)) }
        },
        |winner, laid, strength| {
            if laid.by == winner { (0, strength.into()) } else { (1, 0) }
        },
    ];
    for fields in [
        "",
        "war.face_down = 0",
        "war.face_down = 1\nwar.lay = 'alternating'",
        "war.face_down = 'tied-rank'",
        "compare.low_wins = true",
        "compare.lowest_beats_highest = true",
        "limit.unit = 'none'\nlimit.ceiling = 2000",
    ] {
        for (k, key) in keys.into_iter().enumerate() {
            KEY.set(Some(key));
            // Only the third has equal keys for cards of both.
            assert_eq!(Pickup::LowFirst.looks_at_laying(), k == 2, "{k}");
            for order in ["pickup", "pickup_war"] {
                let rules = rules(&format!("{fields}\n{order} = 'low-first'"));
                let mut contest = Contest::new(&rules, Seed(14));
                contest.play_seeded(0, 60);
                let is_refused = order == "pickup" && rules.compare.lowest_beats_highest;
                assert_eq!(contest.engines.is_empty(), is_refused, "{fields} {order}");
            }
        }
    }
    KEY.set(None);
}

#[test]
fn engines_agree_on_the_seeded_decks_of_every_rule_set_and_auto_is_the_fastest() {
    let games = if long_tests() { 1_000_000 } else { 1_000 };
    let mut rule_sets = presets_with(Composition::default());
    let own_decks = presets::ALL.iter().map(presets::Preset::rules);
    rule_sets.extend(own_decks.filter(|rules| rules.deck != Composition::default()));
    for rules in &rule_sets {
        Contest::new(rules, Seed(8)).play_seeded(0, games);
        auto_is_the_fastest(|word| engine(Processor::here(), word, rules, Seed(0)));
    }
}
