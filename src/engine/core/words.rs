//! Enums whose values are words: declared once, read from files and shown in rows by that word. And the
//! mistakes of a game, each with its name and its sentence.

/// Declares an enum whose values are written as words, in rules files and in result rows.
///
/// ```text
/// choice! {
///     /// How the deck is split into two hands.
///     Deal {
///         /// Card by card in turn, A first.
///         #[default] Alternate = "alternate",
///         /// The first half to A, the rest to B.
///         Halves = "halves",
///     }
/// }
/// ```
///
/// It gets `ALL` (every value, in this order), `WORDS` (their words), `name()` (its word) and serde's two traits; reading
/// anything else is refused with the allowed words and the nearest one
/// ([`word`](crate::core::wording::field::word)).
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Every word, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Its word in files and rows.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::core::wording::field::word(deserializer, Self::WORDS).map(|k| Self::ALL[k])
            }
        }
    };
}

/// A mistake in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Its name in reports.
    pub name: &'static str,
    /// What the program does, as the end of a sentence: in English, and where it is told in Dutch, in that.
    pub words: &'static [&'static str],
}

/// Declares the mistakes of a game once, as the enum `Mistake`: variant, name in reports, and the
/// sentence that says it, which follows "your program plays by the rules, but", in English and perhaps in
/// Dutch; with `in`, the paragraph of the task that it gets wrong.
macro_rules! mistakes {
    ($($variant:ident = $name:literal in $paragraph:literal: $words:literal;)+) => {
        $crate::core::words::mistakes! { $($variant = $name, $words;)+ }

        impl Mistake {
            /// The paragraph of the task that it gets wrong.
            pub fn paragraph(self) -> &'static str {
                match self { $(Mistake::$variant => $paragraph),+ }
            }
        }
    };
    ($($variant:ident = $name:literal, $words:literal $(, $dutch:literal)?;)+) => {
        /// A mistake, as a change of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Mistake {
            $(#[doc = $words] $variant,)+
        }

        impl Mistake {
            /// Every mistake, the likely ones first.
            pub const ALL: &'static [Mistake] = &[$(Mistake::$variant),+];

            /// Its name in reports.
            pub fn name(self) -> &'static str {
                match self { $(Mistake::$variant => $name),+ }
            }

            /// The mistake in words.
            pub fn slip(self) -> $crate::core::words::Slip {
                let name = self.name();
                match self {
                    $(Mistake::$variant => {
                        $crate::core::words::Slip { name, words: &[$words $(, $dutch)?] }
                    })+
                }
            }

            /// The mistakes of these slips; `None` where one of them is none.
            pub fn of(slips: &[$crate::core::words::Slip]) -> Option<Vec<Self>> {
                let named = |name| Self::ALL.iter().copied().find(|slip| slip.name() == name);
                slips.iter().map(|slip| named(slip.name)).collect()
            }
        }
    };
}

pub(crate) use {choice, mistakes};
