//! A tape of numbers that decides everything about a program. Once it is used up it says 0, which is the simplest
//! answer everywhere; so a shorter tape, or one of smaller numbers, is a simpler program, and proptest shrinks it.

pub struct Tape {
    numbers: Vec<u32>,
    at: usize,
}

impl Tape {
    pub fn new(numbers: &[u32]) -> Self {
        Self { numbers: numbers.to_vec(), at: 0 }
    }

    /// A number from 0 up to, and without, this one.
    pub fn below(&mut self, most: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::try_from(number).expect("it is small") % most
    }

    /// A number within these limits, both of which can come; the simplest is the first.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let wide = usize::try_from(high - low + 1).expect("the limits are in order");
        low + i64::try_from(self.below(wide)).expect("it is small")
    }

    /// Whether something comes about that does so once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }
}
