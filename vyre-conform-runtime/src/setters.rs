//! Functions that give a definition with another value in one field. A definition is `non_exhaustive`, so that the
//! output of the attributes, which stands in crates of authors, cannot write it down as a whole.

/// The functions, each named as its field.
macro_rules! setters {
    ($of:ident { $($field:ident: $ty:ty,)+ }) => {
        impl $of {
            $(
                #[doc(hidden)]
                #[must_use]
                pub const fn $field(mut self, $field: $ty) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}
