//! What was used last, kept for the next time.

/// Some values, the one used last in front.
#[derive(Debug)]
pub(crate) struct Lru<T> {
    kept: Vec<T>,
}

impl<T> Default for Lru<T> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<T> Lru<T> {
    /// The value that is wanted, made if it is not there; then, the ones not used for longest go until there are
    /// no more than `most`.
    pub(crate) fn get(
        &mut self,
        most: usize,
        is_wanted: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> &mut T {
        match self.kept.iter().position(is_wanted) {
            Some(place) => self.kept[..=place].rotate_right(1),
            None => {
                self.kept.truncate(most.saturating_sub(1));
                self.kept.insert(0, make());
            }
        }
        &mut self.kept[0]
    }

    /// The value used last.
    pub(crate) fn newest(&self) -> Option<&T> {
        self.kept.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_not_used_for_longest_goes() {
        let mut recent = Lru::default();
        for wanted in [1, 2, 1, 3, 1] {
            assert_eq!(*recent.get(2, |kept| *kept == wanted, || wanted), wanted);
        }
        assert_eq!(recent.kept, [1, 3]);
        assert_eq!(recent.newest(), Some(&1));
    }
}
