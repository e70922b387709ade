//! Shared parts of the parser: tokens, numbers, names, lists within the limits.

use super::error::{ParseProblem, ParseResult, Refusal, quoted};
use super::lex::{Lexer, Token, number, unescaped};
use super::scope::{Functions, Item, Label, Name, Scope};
use crate::print::words::RESERVED;
use crate::wire::{Consumption, LimitCheck, TaggedByte, WireFault, footprint};
use crate::{Expr, LocalId, Type};
use std::borrow::Cow;

/// A parser with one token of lookahead.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The current token, and its offset.
    pub(super) token: Token<'a>,
    pub(super) offset: usize,
    pub(super) used: Consumption,
    /// Number of enclosing expressions and parentheses.
    pub(super) depth: usize,
    /// The condition in the `while c;` that ends the head of a loop, until the enclosing loop uses it.
    pub(super) condition: Option<Expr>,
    pub(super) scope: Scope<'a>,
    pub(super) functions: Functions<'a>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> ParseResult<Self> {
        let mut parser = Self {
            lexer: Lexer { text, at: 0 },
            token: Token::End,
            offset: 0,
            used: Consumption::default(),
            depth: 0,
            condition: None,
            scope: Scope::default(),
            functions: Functions::default(),
        };
        parser.advance()?;
        Ok(parser)
    }

    /// Advances to the next token, and returns the current one.
    pub(super) fn advance(&mut self) -> ParseResult<Token<'a>> {
        self.lexer.skip();
        self.offset = self.lexer.at;
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    /// The error for the current token.
    #[cold]
    pub(super) fn unexpected<T>(&self, expected: impl Into<Cow<'static, str>>) -> ParseResult<T> {
        Self::refused(self.offset, expected, self.token.describe())
    }

    /// The error at an offset.
    #[cold]
    pub(super) fn refused<T>(
        offset: usize,
        expected: impl Into<Cow<'static, str>>,
        actual: String,
    ) -> ParseResult<T> {
        let problem = ParseProblem::Unexpected {
            expected: expected.into(),
            found: actual,
        };
        Err(Box::new(Refusal { offset, problem }))
    }

    /// The text from an offset up to the current token.
    pub(super) fn text_from(&self, position: usize) -> String {
        quoted(
            self.lexer
                .text
                .get(position..self.offset)
                .unwrap_or("")
                .trim_end(),
        )
    }

    /// Turns an exceeded limit into an error here.
    pub(super) fn within(&self, within: LimitCheck) -> ParseResult<()> {
        within.or_else(|fault| self.limit_error(*fault))
    }

    #[cold]
    pub(super) fn limit_error<T>(&self, fault: WireFault) -> ParseResult<T> {
        Err(Box::new(Refusal {
            offset: self.offset,
            problem: ParseProblem::Limit(fault),
        }))
    }

    /// True if the current token is this sign.
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.token, Token::Sign(found) if found == sign)
    }

    /// True if the current token is this word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(found) if found == word)
    }

    /// Consumes this sign if it is the current token.
    pub(super) fn accept(&mut self, sign: &str) -> ParseResult<bool> {
        let is = self.is(sign);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// Consumes this word if it is the current token.
    pub(super) fn accept_word(&mut self, word: &str) -> ParseResult<bool> {
        let is = self.is_word(word);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// Consumes this sign, or fails.
    pub(super) fn sign(&mut self, sign: &str) -> ParseResult<()> {
        if self.accept(sign)? {
            Ok(())
        } else {
            self.unexpected(format!("`{sign}`"))
        }
    }

    /// Consumes this word, or fails.
    pub(super) fn word(&mut self, word: &str) -> ParseResult<()> {
        if self.accept_word(word)? {
            Ok(())
        } else {
            self.unexpected(format!("`{word}`"))
        }
    }

    /// A number without a type.
    pub(super) fn long(&mut self, what: &'static str) -> ParseResult<u64> {
        if let Token::Number(text) = self.token
            && let Some((value, "")) = number(text)
        {
            self.advance()?;
            return Ok(value);
        }
        self.unexpected(what)
    }

    /// A number of at most 32 bits.
    pub(super) fn number(&mut self, what: &'static str) -> ParseResult<u32> {
        let (at, actual) = (self.offset, self.token);
        match u32::try_from(self.long(what)?) {
            Ok(value) => Ok(value),
            Err(_) => {
                let expected = format!("{what} of at most {}", u32::MAX);
                Self::refused(at, expected, actual.describe())
            }
        }
    }

    /// Looks up an entry of the wire format's tables by its name.
    pub(super) fn tagged<T: TaggedByte>(word: &str, name: impl Fn(T) -> &'static str) -> Option<T> {
        let mut all = (0..=u8::MAX).map_while(T::from_tag);
        all.find(|tagged| name(*tagged) == word)
    }

    /// A type.
    pub(super) fn ty(&mut self) -> ParseResult<Type> {
        if let Token::Word(word) = self.token
            && let Some(ty) = Self::tagged(word, Type::name)
        {
            self.advance()?;
            return Ok(ty);
        }
        self.unexpected("a type")
    }

    /// A type, or `[u32; 4]` of an array.
    pub(super) fn shape(&mut self) -> ParseResult<(Type, Option<u32>)> {
        if !self.accept("[")? {
            return Ok((self.ty()?, None));
        }
        let ty = self.ty()?;
        self.sign(";")?;
        let len = self.number("a number of elements")?;
        self.sign("]")?;
        Ok((ty, Some(len)))
    }

    /// A name, quoted or not.
    pub(super) fn name(&mut self, what: &'static str) -> ParseResult<Cow<'a, str>> {
        let name = match self.token {
            Token::Word(word) if !RESERVED.contains(&word) => Cow::Borrowed(word),
            Token::Quoted(text) => match unescaped(text) {
                Some(name) => name,
                None => {
                    return self.unexpected(
                        "a name in quotes, a backslash only as \\\", \\\\ and \\u{61}",
                    );
                }
            },
            _ => return self.unexpected(what),
        };
        self.advance()?;
        Ok(name)
    }

    /// A name, with its number if it is shared.
    pub(super) fn label(&mut self, what: &'static str) -> ParseResult<Label<'a>> {
        let name = self.name(what)?;
        let number = if self.accept("#")? {
            self.long("a number that tells things of one name apart")?
        } else {
            1
        };
        Ok(Label { name, number })
    }

    /// A label, or `#local(7)` and the like.
    pub(super) fn any_name(&mut self, what: &'static str) -> ParseResult<Name<'a>> {
        if !self.is("#") {
            return Ok(Name::Label(self.label(what)?));
        }
        self.advance()?;
        type NameOf<'a> = fn(u32) -> Name<'a>;
        let kinds: [(&str, NameOf<'a>); 4] = [
            ("local", |k| Name::Item(Item::Local(LocalId(k)))),
            ("table", |k| Name::Item(Item::Table(k))),
            ("buffer", |k| Name::Item(Item::Buffer(k))),
            ("function", Name::Function),
        ];
        let Some((word, kind)) = kinds.iter().find(|(word, _)| self.is_word(word)) else {
            return self.unexpected("`local`, `table`, `buffer` or `function`");
        };
        self.word(word)?;
        self.sign("(")?;
        let name = kind(self.number("a number")?);
        self.sign(")")?;
        Ok(name)
    }

    /// Copies a name into the program.
    pub(super) fn copy_name(&mut self, name: &str) -> ParseResult<String> {
        let counted = self.used.memory::<u8>(name.len());
        self.within(counted)?;
        Ok(name.to_owned())
    }

    /// Appends an item to a list.
    #[inline]
    pub(super) fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> ParseResult<()> {
        let counted = self.used.bytes(size_of::<T>());
        self.within(counted)?;
        list.push(item);
        Ok(())
    }

    /// Ends a list and shrinks it to its items.
    pub(super) fn end_of<T>(&mut self, list: &mut Vec<T>) -> ParseResult<()> {
        let bytes = list.len() * size_of::<T>();
        let counted = self.used.bytes(footprint(bytes) - bytes);
        list.shrink_to_fit();
        self.within(counted)
    }

    /// Comma-separated items up to the sign `end`, which is consumed.
    pub(super) fn list<T>(
        &mut self,
        end: &'static str,
        mut item: impl FnMut(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<Vec<T>> {
        let mut items = vec![];
        while !self.is(end) {
            let read = item(self)?;
            self.push(&mut items, read)?;
            if !self.accept(",")? {
                break;
            }
        }
        if !self.accept(end)? {
            return self.unexpected(format!("`,` or `{end}`"));
        }
        self.end_of(&mut items)?;
        Ok(items)
    }
}
