//! Where faces and cards come from: one at a time, every one of them in its order, or by judgement.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// How everything that is open is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the faces that are counted out.
    Dice,
    /// By what would be usual.
    Judgement,
    /// By the best level, and by judgement where there is none.
    Automatic,
}

/// Faces and cards, each with how many there were to choose from.
#[derive(Clone, Debug, Default)]
pub struct Faces {
    /// Which of them came, from 0.
    prefix: Vec<usize>,
    sizes: Vec<usize>,
    at: usize,
    /// What people would tell of them.
    pub told: Vec<i64>,
}

impl Faces {
    /// Which one of so many comes next: of the prefix, and the first behind it.
    pub fn next(&mut self, of: usize) -> usize {
        if self.at == self.prefix.len() {
            self.prefix.push(0);
            self.sizes.push(of);
        }
        self.sizes[self.at] = of;
        self.at += 1;
        self.prefix[self.at - 1]
    }

    /// How often a run comes to exactly these.
    pub fn chance(&self) -> RBig {
        let among = self.sizes.iter().fold(UBig::ONE, |all, size| all * UBig::from(*size));
        RBig::from_parts(IBig::ONE, among)
    }

    /// The next ones in order; false behind the last.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        self.told.clear();
        while let Some(last) = self.prefix.pop() {
            let size = self.sizes.pop().expect("there are as many");
            if last + 1 < size {
                self.prefix.push(last + 1);
                self.sizes.push(size);
                return true;
            }
        }
        false
    }
}
