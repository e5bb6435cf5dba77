//! What engines keep from one board of an instance for the next.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Values that engines have built for an instance and that further boards need again, one of each type.
///
/// It belongs to one instance: with another one, answers are **wrong**. Threads may share it.
#[derive(Default)]
pub struct Kept(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl Kept {
    /// The value of this type, if one is kept.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find_map(|value| Arc::clone(value).downcast().ok())
    }

    /// Keeps a value, unless there is one of its type already.
    pub fn keep<T: Any + Send + Sync>(&self, value: Arc<T>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.iter().any(|kept| (**kept).is::<T>()) {
            kept.push(value);
        }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_first_value_of_each_type() {
        let kept = Kept::default();
        assert_eq!(kept.get::<u8>(), None);
        kept.keep(Arc::new(1_u8));
        kept.keep(Arc::new(2_u8));
        kept.keep(Arc::new("three"));
        assert_eq!(kept.get::<u8>().as_deref(), Some(&1));
        assert_eq!(kept.get::<&str>().as_deref(), Some(&"three"));
        assert_eq!(kept.get::<u16>(), None);
    }
}
