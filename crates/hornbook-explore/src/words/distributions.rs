//! What a certificate is about, in words.

use crate::journal::DistributionName;

impl DistributionName {
    /// What the sets are that ε is a share of.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::DescribedAndShort => "things like those named, and any few attributes",
            Self::Described => "things like those named",
            Self::Short => "any few attributes",
            Self::Uniform => "all combinations",
            Self::Columns => "all combinations with at most one value a column",
            Self::Seen => "whatever goes together in the things named",
            Self::UniformAndSeen => "all combinations, and whatever goes together in the things named",
        }
    }

    /// An example of what is asked of the rules then.
    pub fn example(self) -> &'static str {
        match self {
            Self::DescribedAndShort => {
                "\"It is a bird that swims: what follows?\", of something that was named; and apart from that \"It \
                 flies and has fins: what follows, or can it not be?\""
            }
            Self::Described => "\"It is a bird that swims: what follows?\", of something that was named",
            Self::Short => "\"It flies and has fins: what follows, or can it not be?\"",
            Self::Uniform => {
                "\"It flies, has fins, gives milk, lays eggs and has six legs: can it be?\"; nearly all of these never \
                 occur, so that a certificate about them says little about what does"
            }
            Self::Columns => {
                "\"It has six legs, fins, milk and eggs: can it be?\", with one value a column; most of these never \
                 occur"
            }
            Self::Seen => "\"It has hair, breathes, is tame and has four legs: what follows?\", of something named",
            Self::UniformAndSeen => "either of all combinations, or of parts of things named",
        }
    }
}
