//! The widest vectors there are.
//!
//! The kernels are plain loops over words. Compiled once for each kind of
//! processor, the compiler makes them into vector operations of its width;
//! which of them runs is decided by asking the processor. They compute the
//! same, only faster or slower.

/// Does the work with the widest vectors that the processor has. The work and
/// all it calls must be inlined, or it is compiled for any processor.
#[inline]
pub(super) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        if avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor was just asked, and has all that the
            // function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { with_avx512(work) };
        }
        if avx2 {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,popcnt")]
fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(test)]
mod tests {
    use super::widest;
    use crate::lanes::{Lanes, Mask};
    use crate::sampling::{Purpose, Sampler, Streams};

    /// Small enough for Miri, which `CONTRIBUTING.md` says how to run.
    #[test]
    fn any_width_computes_the_same() {
        let mut stream = Streams::new(1).stream(Purpose::Look, 0, 0);
        let lanes: Lanes = Sampler::uniform(3).draw_lanes(3, &mut stream, 512);
        let all = |lanes: &Lanes| lanes.words.iter().fold(Mask::ALL, |all, &word| (all & word) | !word);
        let wide = widest(
            #[inline(always)]
            || all(&lanes),
        );
        assert_eq!(wide, all(&lanes));
        assert_eq!(widest(|| vec![wide.count(); 3]), [wide.count(); 3], "what is allocated inside comes out whole");
    }
}
