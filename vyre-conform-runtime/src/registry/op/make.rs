//! Constructors that the output of the attributes calls.

use super::{
    AlternateDef, ClassDef, FnDef, LawDef, LawParam, Lowering, NativeDef, OpDef, Package, Place,
    Polarity, RowDef,
};
use crate::body::{Body, FnKey};
use crate::registry::{OpRef, TextPlace};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::{Category, Law, Texts};

impl Place {
    /// A place.
    #[doc(hidden)]
    pub const fn new(module: &'static str, file: &'static str, line: u32) -> Self {
        Self { module, file, line }
    }
}

impl Package {
    /// A package, as Cargo describes it.
    #[doc(hidden)]
    pub const fn new(name: Option<&'static str>, version: Option<&'static str>) -> Self {
        Self { name, version }
    }
}

impl OpDef {
    /// An op of category A with only the required declarations.
    #[doc(hidden)]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        place: Place,
        package: Package,
        op: OpRef,
        lowering: Lowering,
    ) -> Self {
        Self {
            id,
            name,
            version: 1,
            deprecated: None,
            docs: "",
            place,
            package,
            op,
            params: &[],
            source: "",
            is_const: false,
            category: Category::A,
            laws: &[],
            rows: &[],
            boundaries: &[],
            classes: &[],
            alternates: &[],
            native: None,
            lowering,
        }
    }

    /// Sets `is_const`.
    #[doc(hidden)]
    #[must_use]
    pub const fn const_fn(mut self, is_const: bool) -> Self {
        self.is_const = is_const;
        self
    }
}

setters! {
    OpDef {
        version: u32,
        deprecated: Option<&'static str>,
        docs: &'static str,
        params: &'static [&'static str],
        source: &'static str,
        category: Category,
        laws: &'static [LawDef],
        rows: &'static [RowDef],
        boundaries: &'static [fn() -> Vec<Value>],
        classes: &'static [ClassDef],
        alternates: &'static [AlternateDef],
        native: Option<NativeDef>,
    }
}

impl LawDef {
    /// A declared law.
    #[doc(hidden)]
    pub const fn new(
        law: fn() -> &'static Law,
        params: &'static [LawParam],
        polarity: Polarity,
        text: &'static str,
        line: u32,
    ) -> Self {
        Self {
            law,
            params,
            polarity,
            text,
            line,
        }
    }
}

impl RowDef {
    /// A row of a spec table.
    #[doc(hidden)]
    pub const fn new(
        inputs: fn() -> Vec<Value>,
        expected: fn() -> Value,
        rationale: &'static str,
        source: Option<&'static str>,
        line: u32,
    ) -> Self {
        Self {
            inputs,
            expected,
            rationale,
            source,
            line,
        }
    }
}

impl ClassDef {
    /// An equivalence class.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        text: &'static str,
        source: &'static str,
        predicate: OpRef,
        line: u32,
    ) -> Self {
        Self {
            name,
            text,
            source,
            predicate,
            line,
        }
    }
}

impl AlternateDef {
    /// Another implementation.
    #[doc(hidden)]
    pub const fn new(name: &'static str, texts: Texts<'static>, line: u32, at: TextPlace) -> Self {
        Self {
            name,
            texts,
            line,
            at,
        }
    }
}

impl NativeDef {
    /// An implementation by native float instructions.
    #[doc(hidden)]
    pub const fn new(wgsl: &'static str, correct: Option<FnKey>, line: u32, at: TextPlace) -> Self {
        Self {
            wgsl,
            correct,
            c: None,
            line,
            at,
        }
    }

    /// The same with an expression of the C family.
    #[doc(hidden)]
    #[must_use]
    pub const fn c(self, expression: &'static str) -> Self {
        Self {
            c: Some(expression),
            ..self
        }
    }
}

impl FnDef {
    /// A helper.
    #[doc(hidden)]
    pub const fn new(key: FnKey, name: &'static str, body: &'static Body, place: Place) -> Self {
        Self {
            key,
            name,
            body,
            place,
        }
    }
}
