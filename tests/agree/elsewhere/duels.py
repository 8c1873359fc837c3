"""Duels as Markov chains, with the exact answers of the model checker Storm 2.0: `python3 duels.py > duels.tsv`.

Each line: the winds of both, the rounds at most, the chances that the first and that the second is out of breath, and the mean
wind of the second, of which no less than none is left.
"""

import tempfile
from collections import Counter

import stormpy

DUELS = [(20, 20, 50), (20, 20, 1), (20, 20, 3), (20, 20, 7), (7, 31, 12), (40, 25, 20), (25, 18, 30), (1, 1, 2)]


def losses():
    """What one clash costs the first and the second, with how many of the 400 throws lead there."""
    found = Counter()
    for first in range(1, 21):
        for second in range(1, 21):
            margin = (first + 8) - (second + 6)
            loss = 3 + abs(margin) * 5 // 10
            found[(loss if margin < 0 else 0, loss if margin > 0 else 0)] += 1
    return found


def chain(first, second, rounds):
    """The duel in the language of PRISM."""
    outcomes = " + ".join(
        f"{throws}/400 : (a'=max(0, a-{one})) & (b'=max(0, b-{other})) & (r'=r+1)"
        for (one, other), throws in sorted(losses().items())
    )
    over = f"r={rounds} | a=0 | b=0"
    return f"""dtmc
module duel
  a : [0..{first}] init {first};
  b : [0..{second}] init {second};
  r : [0..{rounds}] init 0;
  [] !({over}) -> {outcomes};
  [] {over} -> true;
endmodule
rewards "left"
  true : b;
endrewards
"""


def answers(first, second, rounds):
    """What Storm says of it, as fractions."""
    with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(chain(first, second, rounds))
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    asked = f'P=? [F a=0]; P=? [F b=0]; R{{"left"}}=? [I={rounds}]'
    properties = stormpy.parse_properties(asked, program)
    model = stormpy.build_model[stormpy.Rational](program, properties)
    results = (stormpy.model_checking(model, asked) for asked in properties)
    return [str(result.get_value(model.initial_states[0])) for result in results]


if __name__ == "__main__":
    for duel in DUELS:
        print(*duel, *answers(*duel), sep="\t")
