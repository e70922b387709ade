//! Loops over columns of words, compiled once for each width of vector unit.
//!
//! The processor is queried once; every loop then runs at the widest supported width. The loops are
//! plain Rust: only the choice of instructions differs, never a result.

/// The vector unit of this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// The baseline of the architecture.
    Baseline,
    /// x86-64 with AVX2 and its bit-count instructions: 8 words per instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 and its population count: 16 words per instruction. Processors with only the
    /// older half of AVX-512 lower their clock for it, so they count as AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// The widest vector unit of this processor.
    #[inline]
    pub fn widest() -> Self {
        static WIDEST: std::sync::LazyLock<Vectors> = std::sync::LazyLock::new(Vectors::ask);
        *WIDEST
    }

    #[cfg(target_arch = "x86_64")]
    fn ask() -> Self {
        macro_rules! has {
            ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
        }
        let eight = has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
        let sixteen = has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vpopcntdq");
        match (eight, sixteen) {
            (true, true) => Vectors::Avx512,
            (true, false) => Vectors::Avx2,
            (false, _) => Vectors::Baseline,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn ask() -> Self {
        Vectors::Baseline
    }
}

/// Defines functions whose bodies are compiled for each width; a call runs the widest.
#[doc(hidden)]
#[macro_export]
macro_rules! widest {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident $([$($g:ident $(: $bound:path)?),*])?
        ($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        $(#[$doc])*
        $vis fn $name $(<$($g $(: $bound)?),*>)? ($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn body $(<$($g $(: $bound)?),*>)? ($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2 $(<$($g $(: $bound)?),*>)? ($($arg: $ty),*) $(-> $ret)? {
                    body $(::<$($g),*>)? ($($arg),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
                fn avx512 $(<$($g $(: $bound)?),*>)? ($($arg: $ty),*) $(-> $ret)? {
                    body $(::<$($g),*>)? ($($arg),*)
                }
                match $crate::vector::Vectors::widest() {
                    $crate::vector::Vectors::Avx512 => {
                        // SAFETY: the processor reports every feature that the function enables.
                        return unsafe { avx512 $(::<$($g),*>)? ($($arg),*) };
                    }
                    $crate::vector::Vectors::Avx2 => {
                        // SAFETY: as above.
                        return unsafe { avx2 $(::<$($g),*>)? ($($arg),*) };
                    }
                    $crate::vector::Vectors::Baseline => {}
                }
            }
            body $(::<$($g),*>)? ($($arg),*)
        }
    )*};
}

pub use crate::widest;
