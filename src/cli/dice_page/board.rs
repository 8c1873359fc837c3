//! What is asked now. Of the page and the prompt the first answer counts, and the other side is told.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::by_hand::TableRoll;
use crate::engine::{Answer, Response};

/// The question at hand. Asking, answering and looking hold it for a moment, so one answer comes first.
#[derive(Default)]
pub(super) struct Board(Mutex<Asked>);

/// A question with its number, and how far it has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// Questions are numbered from 1 on; 0 is none so far.
    pub(super) number: u64,
    pub(super) progress: Progress,
}

/// How far a question has come.
#[derive(Clone, Debug, Default)]
pub(super) enum Progress {
    /// Nothing has been asked.
    #[default]
    Nothing,
    /// It waits for an answer.
    Open(TableRoll),
    /// Somebody has answered it on the page.
    OnPage(Told),
    /// It was answered at the prompt.
    AtPrompt(Told),
    /// Nobody is to answer it any more.
    TakenBack(TableRoll),
}

/// An answer that was given.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) roll: TableRoll,
    pub(super) response: Response,
    /// What the program has rolled, where that was the answer.
    pub(super) rolled: Option<Vec<i64>>,
}

impl Told {
    /// The faces that were told; `None` when the program is to roll.
    pub(super) fn faces(&self) -> Option<String> {
        let Response::Answer(Answer::Faces(faces, _)) = &self.response else { return None };
        Some(in_a_row(&self.roll.on_table.to_roll(faces)))
    }

    /// The faces that the program has rolled.
    pub(super) fn rolled(&self) -> Option<String> {
        self.rolled.as_deref().map(|faces| in_a_row(&self.roll.on_table.to_roll(faces)))
    }

    /// Whether the program is to roll.
    pub(super) fn is_for_the_program(&self) -> bool {
        self.response == Response::Rolled
    }
}

fn in_a_row(faces: &[i64]) -> String {
    faces.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// What somebody on the page is told of an answer.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// It counts. To say the same once more changes nothing: the reply to it may have been lost.
    Taken,
    /// It does not fit, and may be given again.
    Refused(String),
    /// The question was answered before, or is another one now.
    Late,
}

impl Board {
    /// Asks a question, and says its number.
    pub(super) fn ask(&self, roll: TableRoll) -> u64 {
        let mut asked = self.lock();
        asked.number += 1;
        asked.progress = Progress::Open(roll);
        asked.number
    }

    /// Somebody on the page answers the question of this number.
    pub(super) fn tell(&self, number: u64, line: &str) -> Reply {
        let mut asked = self.lock();
        if number != asked.number {
            return Reply::Late;
        }
        match &asked.progress {
            Progress::Open(roll) => match roll.read(line) {
                Ok(response) => {
                    asked.progress = Progress::OnPage(Told { roll: roll.clone(), response, rolled: None });
                    Reply::Taken
                }
                Err(why) => Reply::Refused(why),
            },
            Progress::OnPage(told) if told.roll.read(line).as_ref() == Ok(&told.response) => Reply::Taken,
            Progress::OnPage(_) | Progress::Nothing | Progress::AtPrompt(_) | Progress::TakenBack(_) => Reply::Late,
        }
    }

    /// What the page has answered to the question at hand.
    pub(super) fn told(&self) -> Option<Told> {
        match &self.lock().progress {
            Progress::OnPage(told) => Some(told.clone()),
            Progress::Nothing | Progress::Open(_) | Progress::AtPrompt(_) | Progress::TakenBack(_) => None,
        }
    }

    /// The prompt has this answer to the question at hand; if the page was first, that counts.
    pub(super) fn answer_at_prompt(&self, response: Response) -> Option<Told> {
        self.end(|roll| Progress::AtPrompt(Told { roll, response, rolled: None }))
    }

    /// The dice of the question at hand have fallen: they are shown if the program was to roll them.
    pub(super) fn fell(&self, faces: &[i64]) {
        match &mut self.lock().progress {
            Progress::OnPage(told) | Progress::AtPrompt(told) if told.is_for_the_program() && told.rolled.is_none() => {
                told.rolled = Some(faces.to_vec());
            }
            Progress::OnPage(_)
            | Progress::AtPrompt(_)
            | Progress::Nothing
            | Progress::Open(_)
            | Progress::TakenBack(_) => {}
        }
    }

    /// The question at hand is taken back, unless the page has answered it.
    pub(super) fn take_back(&self) {
        // An answer that came first stays where it is seen.
        let _ = self.end(Progress::TakenBack);
    }

    fn end(&self, progress: impl FnOnce(TableRoll) -> Progress) -> Option<Told> {
        let mut asked = self.lock();
        match &asked.progress {
            Progress::Open(roll) => {
                asked.progress = progress(roll.clone());
                None
            }
            Progress::OnPage(told) => Some(told.clone()),
            Progress::Nothing | Progress::AtPrompt(_) | Progress::TakenBack(_) => None,
        }
    }

    /// The question as it is now.
    pub(super) fn look(&self) -> Asked {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Asked> {
        // Each change is one assignment, so a panic has left nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asked {
    /// A word that is another one once there is something else to be seen.
    pub(super) fn stamp(&self) -> String {
        let progress = match &self.progress {
            Progress::Nothing => "nothing",
            Progress::Open(_) => "open",
            Progress::OnPage(told) | Progress::AtPrompt(told) if told.rolled.is_some() => "rolled",
            Progress::OnPage(_) => "told",
            Progress::AtPrompt(_) => "prompt",
            Progress::TakenBack(_) => "back",
        };
        format!("{}-{progress}", self.number)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Answer, Board, Progress, Reply, Response, TableRoll};
    use crate::engine::{How, OnTable};

    /// A roll of dice with so many sides, and a title that means something in HTML.
    pub(in crate::cli::dice_page) fn roll(sides: &[i64]) -> TableRoll {
        TableRoll {
            who: "Ada <3".to_owned(),
            what: format!("roll {} dice", sides.len()),
            purpose: "height of lift".to_owned(),
            notation: "B2".to_owned(),
            sides: sides.to_vec(),
            on_table: OnTable::default(),
        }
    }

    #[test]
    fn the_first_answer_counts() {
        let board = Board::default();
        assert!(matches!(board.tell(0, "3 5"), Reply::Late), "no roll is waiting");
        assert_eq!(board.ask(roll(&[6, 6])), 1);
        assert!(matches!(board.tell(1, "3 7"), Reply::Refused(why) if why == "a d6 shows 1 to 6, not 7"));
        assert!(board.told().is_none());
        assert!(matches!(board.tell(1, "3 5"), Reply::Taken));
        assert!(matches!(board.tell(1, "3,5"), Reply::Taken), "the reply may have been lost");
        assert!(matches!(board.tell(1, "6 6"), Reply::Late));
        let faces = Response::Answer(Answer::Faces(vec![3, 5], How::Given));
        assert_eq!(board.told().map(|told| told.response), Some(faces.clone()));
        assert_eq!(
            board.answer_at_prompt(Response::Rolled).map(|told| told.response),
            Some(faces),
            "the page was first"
        );
        board.take_back();
        assert_eq!(board.look().stamp(), "1-told");
    }

    #[test]
    fn what_was_answered_at_the_prompt_or_taken_back_is_not_answered_on_the_page() {
        let board = Board::default();
        for (number, end) in [(1, "prompt"), (2, "back")] {
            assert_eq!(board.ask(roll(&[6])), number);
            if end == "prompt" {
                assert!(board.answer_at_prompt(Response::Answer(Answer::Faces(vec![4], How::Given))).is_none());
            } else {
                board.take_back();
            }
            assert!(matches!(board.tell(number, "3"), Reply::Late));
            assert_eq!(board.look().stamp(), format!("{number}-{end}"));
        }
        assert_eq!(board.ask(roll(&[6])), 3);
        for number in [0, 1, 2, 4, u64::MAX] {
            assert!(matches!(board.tell(number, "3"), Reply::Late), "{number}");
        }
        assert!(matches!(board.look().progress, Progress::Open(_)));
        assert!(matches!(board.tell(3, "roll"), Reply::Taken));
        assert_eq!(board.told().map(|told| told.response), Some(Response::Rolled));
    }

    #[test]
    fn what_the_program_rolls_is_shown_once_and_nothing_else_is() {
        let board = Board::default();
        let rolled = || match board.look().progress {
            Progress::OnPage(told) | Progress::AtPrompt(told) => told.rolled(),
            Progress::Nothing | Progress::Open(_) | Progress::TakenBack(_) => None,
        };
        board.ask(roll(&[6, 6]));
        board.fell(&[1, 1]);
        assert_eq!(rolled(), None, "nobody has answered");
        assert!(matches!(board.tell(1, "roll"), Reply::Taken));
        board.fell(&[3, 5]);
        board.fell(&[6, 6]);
        assert_eq!((rolled(), board.look().stamp()), (Some("3 5".to_owned()), "1-rolled".to_owned()));
        board.ask(roll(&[6]));
        assert!(board.answer_at_prompt(Response::Answer(Answer::Faces(vec![4], How::Given))).is_none());
        board.fell(&[4]);
        assert_eq!(rolled(), None, "these were told at the prompt");
        board.ask(roll(&[6]));
        assert!(board.answer_at_prompt(Response::Rolled).is_none());
        board.fell(&[2]);
        assert_eq!(rolled(), Some("2".to_owned()));
    }
}
