//! A least-recently-used cache of a few values, searched linearly.

/// The values, most recently used first.
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
    /// Returns the requested value. If it is missing, builds it and evicts the least recently used
    /// values until at most `most` remain.
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

    /// Returns the most recently used value.
    pub(crate) fn newest(&self) -> Option<&T> {
        self.kept.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_value_is_dropped() {
        let mut recent = Lru::default();
        for wanted in [1, 2, 1, 3, 1] {
            assert_eq!(*recent.get(2, |kept| *kept == wanted, || wanted), wanted);
        }
        assert_eq!(recent.kept, [1, 3]);
        assert_eq!(recent.newest(), Some(&1));
    }
}
