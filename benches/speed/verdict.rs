//! One verdict of a compiled encounter, with its whole trace; the same rules by hand give a result alone.

use assize::engine::Answers;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use crate::{by_hand, scenes};

#[divan::bench]
fn random(bencher: Bencher<'_, '_>) {
    let encounter = scenes::treatment();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        seed += 1;
        encounter.adjudicate(Answers::random(black_box(seed))).expect("it runs")
    });
}

#[divan::bench]
fn random_by_hand(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        seed += 1;
        by_hand::treat(black_box(seed))
    });
}

#[divan::bench]
fn deliberate(bencher: Bencher<'_, '_>) {
    let encounter = scenes::treatment();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| encounter.adjudicate(Answers::deliberate()).expect("it runs"));
}

#[divan::bench]
fn deliberate_by_hand(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| by_hand::judge(black_box(2), black_box(-1)));
}
