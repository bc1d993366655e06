//! Single games of War for three and more: written decks, traces, films, files of decks.

use std::collections::VecDeque;

use serde_json::json;

use super::course;
use super::film::Filmed;
use super::given;
use super::many::{self, Finished, Many};
use super::result::{CARDS, EndReason, HANDS};
use super::rules::{LimitUnit, Rules, Winnings};
use super::seat_set;
use super::show::ShowWar;
use super::table::{Player, Table};
use super::trace::CardNames;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::text::Given;
use crate::core::cards::{Card, Dealer, GameIndex, Seed};
use crate::core::film::{Film, Said};
use crate::core::game::{Asked, Course, Dealt, EVERY, GameInfo, Left, Scene, Screen, Show};
use crate::core::table::{Value, Words};
use crate::core::wording::digits::counted;

/// The single games of a rule set, with the words of the game.
pub struct ShowMany<'a>(pub &'a Rules, pub &'static GameInfo);

impl ShowMany<'_> {
    fn hands(&self, deal: &[u8]) -> Result<Vec<VecDeque<Card>>, String> {
        let given = given::read(deal, self.0)?;
        Ok(dealt(&given, self.0, &given.cards))
    }
}

/// The hands of these cards, which were given as hands or as a deck.
fn dealt<C: Copy>(given: &Given, rules: &Rules, cards: &[C]) -> Vec<VecDeque<C>> {
    if given.sizes.is_empty() {
        return many::hands(rules, cards);
    }
    let mut cards = cards.iter().copied();
    given.sizes.iter().map(|&size| cards.by_ref().take(size).collect()).collect()
}

impl Show for ShowMany<'_> {
    fn info(&self) -> &'static GameInfo {
        self.1
    }

    fn read_deal(&self, deal: &[u8]) -> Result<Vec<Card>, String> {
        ShowWar(self.0, self.1).read_deal(deal)
    }

    fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String> {
        let typed = |given: Given| {
            let cards = SuitedCard::given_deck(&given.cards);
            (CardNames::Numbers, dealt(&given, self.0, &cards), ("deck", asked.from.to_owned()))
        };
        let (names, hands, origin) = match asked.dealt {
            Dealt::OfSeed => {
                let order = Dealer::new(asked.seed, self.0.deck.clone()).order(asked.game);
                let deck = SuitedCard::seeded_deck(self.0.deck.composition, &order);
                let origin = format!("{} of seed {}", asked.game, asked.seed.0);
                let names = CardNames::of_seeded_decks(self.0);
                (names, many::hands(self.0, &deck), ("game", origin))
            }
            Dealt::Deal(deal) => typed(given::read(deal, self.0)?),
            Dealt::Hands(texts) => typed(given::read_hands(texts, self.0)?),
        };
        let (rules, seed, index) = (self.0.clone(), asked.seed, GameIndex(asked.game));
        let origin = Some(origin).filter(|(_, from)| !from.is_empty());
        let name = asked.name.into();
        Ok(Box::new(ManyScene { rules, name, seed, index, names, hands, origin }))
    }

    fn course(&self, deal: &str) -> Result<Course, String> {
        let rules = self.0;
        if rules.has_in_game_randomness() {
            return Err(course::NO_SHUFFLES.into());
        }
        let hands = self.hands(deal.as_bytes())?;
        let played = Many::new(rules.clone(), Seed(0)).play(hands.clone(), GameIndex(0), None);
        if played.end_reason == EndReason::Limit {
            return Err(course::ENDED_BY_LIMIT.into());
        }
        let mut positions = Vec::new();
        many::each_round(rules, hands.clone(), played.rounds, |round, players| {
            if round % EVERY == 0 {
                let places = players.iter().map(|player| player.written(rules.winnings));
                positions.push(places.collect::<Vec<_>>().join(" | "));
            }
        });
        let words = json!({
            "game": "war",
            "rules": {
                "players": rules.players,
                "leftover": rules.leftover.name(),
                "suits": rules.deck.suits,
                "ranks": rules.deck.ranks,
                "lowest": rules.deck.lowest,
                "jokers": rules.deck.jokers,
                "ace": rules.compare.ace.name(),
                "low_wins": rules.compare.low_wins,
                "face_down": rules.face_down_for(0),
                "lay": rules.war.lay.name(),
                "short": rules.war.short.name(),
                "fighters": rules.war.fighters.name(),
                "pickup": rules.pickup.name(),
                "pickup_war": rules.pickup_war.unwrap_or(rules.pickup).name(),
                "reversed_pile": rules.winnings == Winnings::PileReversed,
            },
            "hands": hands,
            "outcome": played.winner.map_or("draw".into(), |seat| seat_set::name(seat).to_string()),
            "end_reason": played.end_reason.name(),
            "battles": played.battles,
            "rounds": played.rounds,
            "wars": played.wars,
        });
        let period = played.cycle.map(|cycle| cycle.rounds);
        Ok(Course::new(words, positions, played.rounds, period))
    }

    fn counters_of_deals(&self) -> Result<&'static [&'static str], String> {
        Ok(&CARDS[..self.0.players as usize])
    }
}

/// The result in the words of the files.
fn words(played: &Finished) -> Words {
    let outcome = played.winner.map_or("draw".into(), |seat| seat_set::name(seat).to_string());
    let mut words: Words = vec![
        ("outcome", outcome.as_str().into()),
        // Of three and more there is no number for who won.
        ("value", Value::Empty),
        ("end_reason", played.end_reason.name().into()),
        ("battles", played.battles.into()),
        ("rounds", played.rounds.into()),
        ("wars", played.wars.into()),
        ("deepest_war", played.deepest_war.into()),
    ];
    let left = CARDS.iter().zip(&played.left);
    words.extend(left.map(|(name, cards)| (*name, (cards.len() as u64).into())));
    words
}

/// One game.
struct ManyScene {
    rules: Rules,
    name: String,
    seed: Seed,
    /// What in-game randomness depends on.
    index: GameIndex,
    names: CardNames,
    /// Each top first.
    hands: Vec<VecDeque<SuitedCard>>,
    /// Where the cards are from.
    origin: Option<(&'static str, String)>,
}

impl ManyScene {
    fn played(&self, told: many::Told<'_, SuitedCard>) -> Finished {
        Many::new(self.rules.clone(), self.seed).play(self.hands.clone(), self.index, Some(told))
    }

    /// Why it ended, in a sentence.
    fn ending(&self, played: &Finished) -> String {
        let winner = played.winner.map(seat_set::name);
        match (played.end_reason, winner) {
            (EndReason::OutOfCards, Some(winner)) => format!("{winner} alone has cards"),
            (EndReason::ShortInWar, Some(winner)) => {
                format!("{winner} alone has cards after the war")
            }
            (EndReason::Limit, winner) => {
                let limit = match self.rules.limit.unit {
                    LimitUnit::Battles => counted(self.rules.limit.at, "battle", "battles"),
                    LimitUnit::Rounds => counted(self.rules.limit.at, "round", "rounds"),
                    LimitUnit::None => counted(self.rules.limit.ceiling, "battle", "battles"),
                };
                let most = winner.map_or(String::new(), |w| format!(", and {w} has most cards"));
                format!("{limit} are over{most}")
            }
            (EndReason::Cycle, _) => match played.cycle {
                Some(cycle) if cycle.battles < played.battles => {
                    let battle = played.battles - cycle.battles;
                    format!("the position after battle {battle} is back: it never ends")
                }
                _ => "the position at the start is back: it never ends".into(),
            },
            (EndReason::BothOut, _) => "nobody has a card".into(),
            _ => "nobody has a card left after the war".into(),
        }
    }
}

impl Scene for ManyScene {
    fn result(&mut self) -> Words {
        words(&self.played(&mut |_| ()))
    }

    fn left(&mut self) -> Left {
        let left = self.played(&mut |_| ()).left;
        HANDS.into_iter().zip(left).collect()
    }

    fn text(&mut self, screen: Screen) -> String {
        let played = self.played(&mut |_| ());
        let outcome = match played.winner {
            Some(seat) => format!("{} wins", seat_set::name(seat)),
            None => "a draw".into(),
        };
        let left = played.left.iter().enumerate();
        let left: Vec<String> =
            left.map(|(seat, cards)| format!("{} {}", seat_set::name(seat), cards.len())).collect();
        let mut lines = vec![("rules", self.name.clone())];
        lines.extend(self.origin.clone());
        lines.extend([
            ("outcome", outcome),
            ("end reason", format!("{}: {}", played.end_reason.name(), self.ending(&played))),
            ("battles", played.battles.to_string()),
            ("rounds", played.rounds.to_string()),
            ("wars", played.wars.to_string()),
            ("deepest war", played.deepest_war.to_string()),
            ("cards left", left.join(", ")),
        ]);
        let line = |(name, value): &(&str, String)| screen.line(&format!("{name:<12}  "), value);
        lines.iter().map(line).collect()
    }

    fn film(&mut self) -> Option<Film> {
        let mut filmed = Filmed::new(&self.rules, self.names);
        let players: Vec<_> = self.hands.iter().cloned().map(Player::with).collect();
        let items = filmed.items(Table { players: &players, pot: &[] });
        filmed.camera.take(items, Said::new("The deal", None));
        let played = self.played(&mut |step| {
            let items = filmed.items(step.table);
            filmed.camera.take(items, step.event);
        });
        let outcome =
            played.winner.map_or("a draw".into(), |seat| format!("{} wins", seat_set::name(seat)));
        let end = format!("The end: {outcome}; {}", self.ending(&played));
        filmed.camera.again(Said::new(end, played.winner));
        Some(filmed.camera.film(words(&played)))
    }
}
