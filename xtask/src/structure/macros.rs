//! Expands the `macro_rules!` macros of a crate. The checks then also apply to the generated items.
//!
//! The compiler's expansion (`-Zunpretty=expanded`) requires a nightly compiler, and it covers only
//! one configuration, without macros and modules for other processors. This module implements the
//! features that item macros use, on tokens: fragments, repetitions and `$crate`. There is no
//! hygiene. A macro is found by name, first in the same file, then anywhere in the crate. Macros of
//! other crates are not expanded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{ImplItem, Item};

/// Depth from which an expansion is considered infinite.
const DEPTH: usize = 64;

/// A rule of a macro: its pattern, and the tokens of its expansion.
struct Rule {
    pattern: Vec<Matcher>,
    body: Vec<TokenTree>,
}

/// A part of a pattern.
enum Matcher {
    /// A token other than a group.
    Token(String),
    Group(Delimiter, Vec<Matcher>),
    /// `$name:kind`
    Fragment(String, String),
    /// `$(...) separator operator`
    Repeat(Vec<Matcher>, Vec<Matcher>, char),
}

/// The meaning of a name in a pattern: tokens, or one meaning per repetition.
#[derive(Clone)]
enum Binding {
    One(Vec<TokenTree>),
    Many(Vec<Binding>),
}

type Bindings = BTreeMap<String, Binding>;

/// The macros of a crate by name, each with its file.
#[derive(Default)]
pub(crate) struct Macros {
    by_name: BTreeMap<String, Vec<(PathBuf, Vec<Rule>)>>,
}

impl Macros {
    /// Adds the macro, if any, that an item of a file defines.
    ///
    /// # Errors
    ///
    /// Returns the name of a macro whose rules could not be parsed.
    pub(crate) fn add(&mut self, file: &Path, item: &Item) -> Result<(), String> {
        let Item::Macro(item) = item else { return Ok(()) };
        let Some(name) = item.ident.as_ref().map(ToString::to_string) else { return Ok(()) };
        let rules = rules(&trees(item.mac.tokens.clone()))
            .ok_or_else(|| format!("{}: cannot read the macro {name}", file.display()))?;
        self.by_name.entry(name).or_default().push((file.to_path_buf(), rules));
        Ok(())
    }

    /// Expands a call. Returns `None` for a macro of a different crate.
    ///
    /// # Errors
    ///
    /// Returns the name of a macro without a matching rule.
    pub(crate) fn expand(&self, file: &Path, call: &syn::Macro) -> Result<Option<TokenStream>, String> {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let Some(all) = self.by_name.get(&name) else { return Ok(None) };
        let is_near = |it: &&(PathBuf, Vec<Rule>)| it.0 == file;
        let rules = all.iter().filter(is_near).chain(all.iter()).flat_map(|(_, rules)| rules);
        let input = trees(call.tokens.clone());
        for rule in rules {
            if let Some((bindings, [])) = matched(&rule.pattern, &input)
                && let Some(tokens) = transcribe(&rule.body, &bindings)
            {
                return Ok(Some(tokens));
            }
        }
        Err(format!("{}: no rule of the macro {name} matches", file.display()))
    }

    /// Expands the macro calls among items, and among the items of their `impl` blocks.
    ///
    /// # Errors
    ///
    /// Returns a macro that could not be expanded.
    pub(crate) fn items(&self, file: &Path, items: Vec<Item>) -> Result<Vec<Item>, String> {
        self.nested_items(file, items, 0)
    }

    fn nested_items(&self, file: &Path, items: Vec<Item>, depth: usize) -> Result<Vec<Item>, String> {
        let mut expanded = Vec::new();
        for mut item in items {
            if let Item::Macro(call) = &item
                && call.ident.is_none()
                && let Some(tokens) = self.expand(file, &call.mac)?
            {
                let parsed: syn::File = parsed(file, &call.mac, tokens, depth)?;
                expanded.extend(self.nested_items(file, parsed.items, depth + 1)?);
                continue;
            }
            if let Item::Impl(block) = &mut item {
                block.items = self.impl_items(file, std::mem::take(&mut block.items), depth)?;
            }
            expanded.push(item);
        }
        Ok(expanded)
    }

    fn impl_items(&self, file: &Path, items: Vec<ImplItem>, depth: usize) -> Result<Vec<ImplItem>, String> {
        let mut expanded = Vec::new();
        for item in items {
            if let ImplItem::Macro(call) = &item
                && let Some(tokens) = self.expand(file, &call.mac)?
            {
                let block: syn::ItemImpl =
                    parsed(file, &call.mac, quote::quote!(impl Block { #tokens }), depth)?;
                expanded.extend(self.impl_items(file, block.items, depth + 1)?);
                continue;
            }
            expanded.push(item);
        }
        Ok(expanded)
    }
}

/// Parses an expansion.
fn parsed<T: Parse>(file: &Path, call: &syn::Macro, tokens: TokenStream, depth: usize) -> Result<T, String> {
    let name = call.path.to_token_stream();
    if depth >= DEPTH {
        return Err(format!("{}: the macro {name} expands without end", file.display()));
    }
    syn::parse2(tokens).map_err(|error| format!("{}: the expansion of {name}: {error}", file.display()))
}

fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// Parses the rules of a macro: `(pattern) => {body};`.
fn rules(mut tokens: &[TokenTree]) -> Option<Vec<Rule>> {
    let mut rules = Vec::new();
    while !tokens.is_empty() {
        let [TokenTree::Group(pattern), equal, greater, TokenTree::Group(body), rest @ ..] = tokens else {
            return None;
        };
        if !is_punct(Some(equal), '=') || !is_punct(Some(greater), '>') {
            return None;
        }
        rules.push(Rule { pattern: pattern_of(&trees(pattern.stream()))?, body: trees(body.stream()) });
        tokens = if is_punct(rest.first(), ';') { &rest[1..] } else { rest };
    }
    Some(rules)
}

/// Parses a pattern.
fn pattern_of(mut tokens: &[TokenTree]) -> Option<Vec<Matcher>> {
    let mut pattern = Vec::new();
    while let Some((first, rest)) = tokens.split_first() {
        tokens = rest;
        pattern.push(match (first, rest) {
            (first, [TokenTree::Ident(name), colon, TokenTree::Ident(kind), after @ ..])
                if is_punct(Some(first), '$') && is_punct(Some(colon), ':') =>
            {
                tokens = after;
                Matcher::Fragment(name.to_string(), kind.to_string())
            }
            (first, [TokenTree::Group(group), ..]) if is_punct(Some(first), '$') => {
                let (separator, operator, after) = repetition(&rest[1..])?;
                tokens = after;
                Matcher::Repeat(pattern_of(&trees(group.stream()))?, pattern_of(separator)?, operator)
            }
            (TokenTree::Group(group), _) => {
                Matcher::Group(group.delimiter(), pattern_of(&trees(group.stream()))?)
            }
            (token, _) => Matcher::Token(token.to_string()),
        });
    }
    Some(pattern)
}

/// Returns the separator and the operator of a repetition, and the tokens after it.
fn repetition(tokens: &[TokenTree]) -> Option<(&[TokenTree], char, &[TokenTree])> {
    let operators = ['*', '+', '?'];
    let at = tokens.iter().position(|it| operators.iter().any(|sign| is_punct(Some(it), *sign)))?;
    Some((&tokens[..at], tokens[at].to_string().chars().next()?, &tokens[at + 1..]))
}

/// Matches a pattern with the first tokens of an input. Returns the meanings of its names and the
/// remaining tokens.
fn matched<'a>(pattern: &[Matcher], mut input: &'a [TokenTree]) -> Option<(Bindings, &'a [TokenTree])> {
    let mut bindings = Bindings::new();
    for matcher in pattern {
        match matcher {
            Matcher::Token(text) => {
                let (first, rest) = input.split_first()?;
                if matches!(first, TokenTree::Group(_)) || first.to_string() != *text {
                    return None;
                }
                input = rest;
            }
            Matcher::Group(delimiter, inner) => {
                let (TokenTree::Group(group), rest) = input.split_first()? else { return None };
                let tokens = trees(group.stream());
                let (inside, []) = matched(inner, &tokens)? else { return None };
                if group.delimiter() != *delimiter {
                    return None;
                }
                bindings.extend(inside);
                input = rest;
            }
            Matcher::Fragment(name, kind) => {
                let length = fragment(kind, input)?;
                bindings.insert(name.clone(), Binding::One(input[..length].to_vec()));
                input = &input[length..];
            }
            Matcher::Repeat(inner, separator, operator) => {
                let (all, rest) = repeated(inner, separator, *operator, input)?;
                for name in names(inner) {
                    let each = all.iter().filter_map(|bindings| bindings.get(&name).cloned()).collect();
                    bindings.insert(name, Binding::Many(each));
                }
                input = rest;
            }
        }
    }
    Some((bindings, input))
}

/// Matches as many repetitions as possible.
fn repeated<'a>(
    inner: &[Matcher],
    separator: &[Matcher],
    operator: char,
    mut input: &'a [TokenTree],
) -> Option<(Vec<Bindings>, &'a [TokenTree])> {
    let mut all = Vec::new();
    loop {
        let begin =
            if all.is_empty() { Some(input) } else { matched(separator, input).map(|(_, rest)| rest) };
        match begin.and_then(|begin| matched(inner, begin)) {
            Some((bindings, rest)) if rest.len() < input.len() => {
                all.push(bindings);
                input = rest;
            }
            _ => break,
        }
        if operator == '?' {
            break;
        }
    }
    if operator == '+' && all.is_empty() { None } else { Some((all, input)) }
}

/// Returns the names in a pattern.
fn names(pattern: &[Matcher]) -> Vec<String> {
    let of = |matcher: &Matcher| match matcher {
        Matcher::Token(_) => Vec::new(),
        Matcher::Group(_, inner) | Matcher::Repeat(inner, ..) => names(inner),
        Matcher::Fragment(name, _) => vec![name.clone()],
    };
    pattern.iter().flat_map(of).collect()
}

/// Returns the number of tokens that a fragment of this kind takes from the start of an input.
fn fragment(kind: &str, input: &[TokenTree]) -> Option<usize> {
    match kind {
        "vis" => prefix::<syn::Visibility>(input),
        "ident" => prefix::<proc_macro2::Ident>(input).or_else(|| is_word(input.first()?).then_some(1)),
        "lifetime" => prefix::<syn::Lifetime>(input),
        "literal" => prefix::<syn::Lit>(input).or_else(|| {
            let is_negative = is_punct(input.first(), '-') && prefix::<syn::Lit>(&input[1..]).is_some();
            is_negative.then_some(2)
        }),
        "ty" => prefix::<syn::Type>(input),
        "path" => prefix::<syn::Path>(input),
        "expr" => prefix::<syn::Expr>(input),
        "block" => prefix::<syn::Block>(input),
        "item" => prefix::<Item>(input),
        "meta" => prefix::<syn::Meta>(input),
        "stmt" => prefix::<syn::Stmt>(input),
        "pat" => prefix_with(input, syn::Pat::parse_multi_with_leading_vert),
        "pat_param" => prefix_with(input, syn::Pat::parse_single),
        _ => tree(input),
    }
}

/// Returns true for a word, keywords included.
fn is_word(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if *word != "_")
}

/// Returns the number of tokens of a `tt` fragment. Operators and lifetimes count as one fragment.
fn tree(input: &[TokenTree]) -> Option<usize> {
    let length = match input.first()? {
        TokenTree::Punct(punct) if punct.as_char() == '\'' => 2,
        TokenTree::Punct(_) => {
            let joint =
                |token: &&TokenTree| matches!(token, TokenTree::Punct(it) if it.spacing() == Spacing::Joint);
            let last = |token: &TokenTree| matches!(token, TokenTree::Punct(_));
            let joined = input.iter().take(2).take_while(joint).count();
            joined + usize::from(input.get(joined).is_some_and(last))
        }
        _ => 1,
    };
    Some(length.max(1))
}

/// Returns the number of tokens that are parsed as a value.
fn prefix<T: Parse>(input: &[TokenTree]) -> Option<usize> {
    prefix_with(input, T::parse)
}

fn prefix_with<T>(input: &[TokenTree], parse: fn(ParseStream<'_>) -> syn::Result<T>) -> Option<usize> {
    let rest = |stream: ParseStream<'_>| {
        parse(stream)?;
        stream.parse::<TokenStream>()
    };
    let rest = rest.parse2(input.iter().cloned().collect()).ok()?;
    Some(input.len() - rest.into_iter().count())
}

/// Returns the tokens of a body with its names replaced by their meanings. Returns `None` if
/// repetitions have different lengths.
fn transcribe(body: &[TokenTree], bindings: &Bindings) -> Option<TokenStream> {
    let mut tokens = Vec::new();
    let mut rest = body;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, after.first()) {
            (first, Some(TokenTree::Ident(name))) if is_punct(Some(first), '$') => {
                rest = &after[1..];
                match bindings.get(&name.to_string()) {
                    Some(Binding::One(meaning)) => tokens.extend(meaning.iter().cloned()),
                    Some(Binding::Many(_)) => return None,
                    None if name == "crate" => tokens.push(TokenTree::Ident(name.clone())),
                    None => tokens.extend([first.clone(), TokenTree::Ident(name.clone())]),
                }
            }
            (first, Some(TokenTree::Group(group))) if is_punct(Some(first), '$') => {
                let (separator, _, after) = repetition(&after[1..])?;
                rest = after;
                let inner = trees(group.stream());
                for (number, bindings) in per_repetition(&inner, bindings)?.into_iter().enumerate() {
                    if number > 0 {
                        tokens.extend(separator.iter().cloned());
                    }
                    tokens.extend(transcribe(&inner, &bindings)?);
                }
            }
            (TokenTree::Group(group), _) => {
                let inner = transcribe(&trees(group.stream()), bindings)?;
                tokens.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
            }
            (token, _) => tokens.push(token.clone()),
        }
    }
    Some(tokens.into_iter().collect())
}

/// Returns the meanings of names in each repetition of a part of a body.
fn per_repetition(body: &[TokenTree], bindings: &Bindings) -> Option<Vec<Bindings>> {
    let mut used = Vec::new();
    words(body, &mut used);
    let many: Vec<(&String, &Vec<Binding>)> = bindings
        .iter()
        .filter_map(|(name, binding)| match binding {
            Binding::Many(all) if used.contains(name) => Some((name, all)),
            _ => None,
        })
        .collect();
    let count = many.first()?.1.len();
    if many.iter().any(|(_, all)| all.len() != count) {
        return None;
    }
    let of = |number: usize| {
        let mut own = bindings.clone();
        own.extend(many.iter().map(|(name, all)| ((*name).clone(), all[number].clone())));
        own
    };
    Some((0..count).map(of).collect())
}

/// Collects the names after `$` in a body.
fn words(body: &[TokenTree], found: &mut Vec<String>) {
    for (at, token) in body.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if at > 0 && is_punct(body.get(at - 1), '$') => {
                found.push(name.to_string());
            }
            TokenTree::Group(group) => words(&trees(group.stream()), found),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of the items of a file after expansion, without spaces.
    fn expanded(text: &str) -> Result<String, String> {
        let (file, path) = (syn::parse_file(text).unwrap(), Path::new("a.rs"));
        let mut macros = Macros::default();
        file.items.iter().try_for_each(|item| macros.add(path, item))?;
        let items = macros.items(path, file.items)?;
        let others = items.iter().filter(|item| !matches!(item, Item::Macro(_)));
        Ok(others.map(|item| item.to_token_stream().to_string().replace(' ', "")).collect())
    }

    #[test]
    fn fragments_and_repetitions_are_replaced() {
        let kinds = "macro_rules! kinds {
            ($(#[$meta:meta])* $vis:vis $Name:ident: $($Kind:ident($($field:ty),* $(,)?)),+ ; $last:expr) => {
                $(#[$meta])* $vis enum $Name { $($Kind($($field,)*)),+ }
                const LAST: usize = $last;
            };
        }";
        let call =
            "kinds! { #[doc = \"Doc.\"] pub K: A(u8, Option<u8>), B(), C(&'static str,); 1 + f(2, 3) }";
        let expected =
            "#[doc=\"Doc.\"]pubenumK{A(u8,Option<u8>,),B(),C(&'staticstr,)}constLAST:usize=1+f(2,3);";
        assert_eq!(expanded(&format!("{kinds} {call}")).unwrap(), expected);
    }

    #[test]
    fn nested_calls_and_calls_in_blocks_are_expanded() {
        let text = "macro_rules! inner { ($a:tt => $b:ident) => { struct $b; } }
            macro_rules! outer { ($($b:ident)*) => { $(crate::inner! { 1 => $b })* impl S { method!(f); } } }
            macro_rules! method { ($name:ident) => { fn $name() -> $crate::T {} }; () => {} }
            outer!(A B);";
        assert_eq!(expanded(text).unwrap(), "structA;structB;implS{fnf()->crate::T{}}");
    }

    #[test]
    fn the_first_rule_that_matches_is_taken() {
        let text =
            "macro_rules! rule { (a $($rest:tt)*) => { struct A; rule!($($rest)*); }; (b) => { struct B; } }
            rule!(a a b);";
        assert_eq!(expanded(text).unwrap(), "structA;structA;structB;");
        assert!(
            expanded(&text.replace("a a b", "c")).unwrap_err().contains("no rule of the macro rule matches")
        );
        let endless = "macro_rules! again { () => { again!(); } } again!();";
        assert!(expanded(endless).unwrap_err().contains("without end"));
        assert_eq!(expanded("thread_local! { static X: u8 = 1; }").unwrap(), "");
    }
}
