//! What every part of the parser asks: tokens, numbers, names, lists within the limits.

use super::error::{ParseProblem, ParseResult, Refusal, quoted};
use super::lex::{Lexer, Token, number, unescaped};
use super::scope::{Functions, Item, Label, Name, Scope};
use crate::print::words::RESERVED;
use crate::wire::{Consumption, TaggedByte, WireFault, Within, footprint};
use crate::{Expr, LocalId, Type};
use std::borrow::Cow;

/// Reads a text, one token ahead.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token that is next, and where it begins.
    pub(super) token: Token<'a>,
    pub(super) at: usize,
    pub(super) used: Consumption,
    /// Expressions and parentheses around this place.
    pub(super) depth: usize,
    /// The condition in the `while c;` that ends the head of a loop, until the loop takes it.
    pub(super) condition: Option<Expr>,
    pub(super) scope: Scope<'a>,
    pub(super) functions: Functions<'a>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> ParseResult<Self> {
        let mut parser = Self {
            lexer: Lexer { text, at: 0 },
            token: Token::End,
            at: 0,
            used: Consumption::default(),
            depth: 0,
            condition: None,
            scope: Scope::default(),
            functions: Functions::default(),
        };
        parser.advance()?;
        Ok(parser)
    }

    /// Goes on to the next token; the one that was next.
    pub(super) fn advance(&mut self) -> ParseResult<Token<'a>> {
        self.lexer.skip();
        self.at = self.lexer.at;
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    /// The error of what is next.
    #[cold]
    pub(super) fn unexpected<T>(&self, expected: impl Into<Cow<'static, str>>) -> ParseResult<T> {
        Self::refused(self.at, expected, self.token.describe())
    }

    /// The error of a place.
    #[cold]
    pub(super) fn refused<T>(
        offset: usize,
        expected: impl Into<Cow<'static, str>>,
        found: String,
    ) -> ParseResult<T> {
        let problem = ParseProblem::Unexpected {
            expected: expected.into(),
            found,
        };
        Err(Box::new(Refusal { offset, problem }))
    }

    /// What stands from a place on up to the next token.
    pub(super) fn text_from(&self, at: usize) -> String {
        quoted(self.lexer.text.get(at..self.at).unwrap_or("").trim_end())
    }

    /// The error of a limit that is exceeded here.
    pub(super) fn within(&self, within: Within) -> ParseResult<()> {
        within.or_else(|fault| self.beyond(*fault))
    }

    #[cold]
    pub(super) fn beyond<T>(&self, fault: WireFault) -> ParseResult<T> {
        Err(Box::new(Refusal {
            offset: self.at,
            problem: ParseProblem::Limit(fault),
        }))
    }

    /// True if this sign is next.
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.token, Token::Sign(found) if found == sign)
    }

    /// True if this word is next.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(found) if found == word)
    }

    /// Takes this sign if it is next.
    pub(super) fn takes(&mut self, sign: &str) -> ParseResult<bool> {
        let is = self.is(sign);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// Takes this word if it is next.
    pub(super) fn takes_word(&mut self, word: &str) -> ParseResult<bool> {
        let is = self.is_word(word);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// This sign must be next.
    pub(super) fn sign(&mut self, sign: &str) -> ParseResult<()> {
        if self.takes(sign)? {
            Ok(())
        } else {
            self.unexpected(format!("`{sign}`"))
        }
    }

    /// This word must be next.
    pub(super) fn word(&mut self, word: &str) -> ParseResult<()> {
        if self.takes_word(word)? {
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
        let (at, found) = (self.at, self.token);
        match u32::try_from(self.long(what)?) {
            Ok(value) => Ok(value),
            Err(_) => {
                let expected = format!("{what} of at most {}", u32::MAX);
                Self::refused(at, expected, found.describe())
            }
        }
    }

    /// Something of the wire format's table, by its name.
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
        if !self.takes("[")? {
            return Ok((self.ty()?, None));
        }
        let ty = self.ty()?;
        self.sign(";")?;
        let len = self.number("a number of elements")?;
        self.sign("]")?;
        Ok((ty, Some(len)))
    }

    /// A name, in quotes or not.
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

    /// A name, and its number where several things have it.
    pub(super) fn label(&mut self, what: &'static str) -> ParseResult<Label<'a>> {
        let name = self.name(what)?;
        let number = if self.takes("#")? {
            self.long("a number that tells things of one name apart")?
        } else {
            1
        };
        Ok(Label { name, number })
    }

    /// A label, or `#local(7)` and its like.
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

    /// A name that the program keeps.
    pub(super) fn kept(&mut self, name: &str) -> ParseResult<String> {
        let counted = self.used.memory::<u8>(name.len());
        self.within(counted)?;
        Ok(name.to_owned())
    }

    /// One more item of a list.
    #[inline]
    pub(super) fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> ParseResult<()> {
        let counted = self.used.bytes(size_of::<T>());
        self.within(counted)?;
        list.push(item);
        Ok(())
    }

    /// The end of a list, which takes no more memory than its items.
    pub(super) fn end_of<T>(&mut self, list: &mut Vec<T>) -> ParseResult<()> {
        let bytes = list.len() * size_of::<T>();
        let counted = self.used.bytes(footprint(bytes) - bytes);
        list.shrink_to_fit();
        self.within(counted)
    }

    /// Items with commas between them up to the sign `end`, which is taken.
    pub(super) fn list<T>(
        &mut self,
        end: &'static str,
        mut item: impl FnMut(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<Vec<T>> {
        let mut items = vec![];
        while !self.is(end) {
            let read = item(self)?;
            self.push(&mut items, read)?;
            if !self.takes(",")? {
                break;
            }
        }
        if !self.takes(end)? {
            return self.unexpected(format!("`,` or `{end}`"));
        }
        self.end_of(&mut items)?;
        Ok(items)
    }
}
