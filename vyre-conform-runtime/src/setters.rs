//! Functions that replace one field of a definition. A definition is `non_exhaustive`, so the output of
//! the attributes, which is in authors' crates, cannot use struct literals.

/// Defines the functions, each named after its field.
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
