//! Prints expressions. Parsing the text returns an equal expression.

use super::tree::{Function, Node};
use crate::Cell;
use alloc::string::{String, ToString};

/// The precedence of a form. A part is enclosed in parentheses if its precedence is lower than its
/// position requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implies,
    Any,
    All,
    Comparison,
    Sum,
    Product,
    Unary,
}

/// Returns the text of an expression. `name` returns the name of a cell.
pub(crate) fn text(node: &Node, name: &dyn Fn(Cell) -> String) -> String {
    let mut out = String::new();
    write(node, Level::Implies, name, &mut out);
    out
}

fn level(node: &Node) -> Level {
    match node {
        Node::Number(number) if *number < 0 => Level::Unary,
        Node::Number(_) | Node::Cell(_) => Level::Unary,
        Node::Apply(function, _) => match function {
            Function::Implies => Level::Implies,
            Function::Any => Level::Any,
            Function::All => Level::All,
            Function::Sum => Level::Sum,
            Function::Product => Level::Product,
            _ if sign(*function).is_some() => Level::Comparison,
            _ => Level::Unary,
        },
    }
}

/// Returns the sign of a comparison.
fn sign(function: Function) -> Option<&'static str> {
    Function::COMPARISONS.iter().find(|(it, _)| *it == function).map(|(_, sign)| *sign)
}

fn write(node: &Node, least: Level, name: &dyn Fn(Cell) -> String, out: &mut String) {
    let own = level(node);
    if own < least {
        out.push('(');
        write(node, Level::Implies, name, out);
        return out.push(')');
    }
    match node {
        Node::Number(number) => out.push_str(&number.to_string()),
        Node::Cell(cell) => out.push_str(&name(*cell)),
        Node::Apply(Function::Sum, of) => sum(of, name, out),
        Node::Apply(Function::Negative, of) => {
            out.push('-');
            of.iter().for_each(|it| write(it, Level::Unary, name, out));
        }
        Node::Apply(Function::Not, of) => {
            out.push('!');
            of.iter().for_each(|it| write(it, Level::Unary, name, out));
        }
        Node::Apply(function, of) => match infix(*function) {
            Some((sign, first, others)) => {
                for (index, it) in of.iter().enumerate() {
                    out.push_str(if index > 0 { sign } else { "" });
                    write(it, if index > 0 { others } else { first }, name, out);
                }
            }
            None => call(*function, of, name, out),
        },
    }
}

/// Returns the sign of an infix function, and the levels that its first and its other operands
/// require.
fn infix(function: Function) -> Option<(&'static str, Level, Level)> {
    match function {
        Function::Implies => Some(("=>", Level::Any, Level::Implies)),
        Function::Any => Some(("|", Level::All, Level::All)),
        Function::All => Some(("&", Level::Comparison, Level::Comparison)),
        Function::Product => Some(("*", Level::Unary, Level::Unary)),
        other => sign(other).map(|sign| (sign, Level::Sum, Level::Sum)),
    }
}

/// Writes the terms of a sum. A negative term is written after a minus sign.
fn sum(of: &[Node], name: &dyn Fn(Cell) -> String, out: &mut String) {
    for (index, it) in of.iter().enumerate() {
        match it {
            Node::Apply(Function::Negative, inner) if index > 0 => {
                out.push('-');
                inner.iter().for_each(|it| write(it, Level::Product, name, out));
            }
            Node::Number(number) if index > 0 && *number < 0 => out.push_str(&number.to_string()),
            _ => {
                out.push_str(if index > 0 { "+" } else { "" });
                write(it, Level::Product, name, out);
            }
        }
    }
}

fn call(function: Function, of: &[Node], name: &dyn Fn(Cell) -> String, out: &mut String) {
    let known = Function::NAMED.iter().find(|(it, _)| *it == function);
    out.push_str(known.map_or("", |(_, name)| name));
    out.push('(');
    for (index, it) in of.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write(it, Level::Implies, name, out);
    }
    out.push(')');
}
