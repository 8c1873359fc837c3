//! Lists whose indices have their own type, so that the number of a scale cannot be taken for that of a table.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The number of an element in an [`Arena`].
pub trait Id: Copy {
    /// The id of this place.
    fn of(place: usize) -> Self;

    /// Its place, from 0.
    fn place(self) -> usize;
}

/// A list that grows, and shrinks only from its end, read by ids of one type. An id belongs to the arena that gave it; with
/// another one it names another element, or none, which is a mistake of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena<I, T> {
    elements: Vec<T>,
    ids: PhantomData<I>,
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self { elements: Vec::new(), ids: PhantomData }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Adds an element; its id is the next one.
    pub fn push(&mut self, element: T) -> I {
        self.elements.push(element);
        I::of(self.elements.len() - 1)
    }

    /// Takes out all elements but so many of the first.
    pub fn truncate(&mut self, length: usize) {
        self.elements.truncate(length);
    }

    /// The id that the next element will have.
    pub fn next_id(&self) -> I {
        I::of(self.elements.len())
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// An element, if the id is one of this arena's.
    pub fn get(&self, id: I) -> Option<&T> {
        self.elements.get(id.place())
    }

    /// The elements in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// Every id in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.elements.len()).map(I::of)
    }

    /// The elements with their ids.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.elements.iter().enumerate().map(|(place, element)| (I::of(place), element))
    }

    /// The first element of which this is true.
    pub fn find(&self, is_it: impl FnMut(&T) -> bool) -> Option<I> {
        self.elements.iter().position(is_it).map(I::of)
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.elements[id.place()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.elements[id.place()]
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Arena<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
