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
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor was just asked and has these instructions.
            #[allow(unsafe_code)]
            return unsafe { with_avx512(work) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,popcnt")]
fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}
