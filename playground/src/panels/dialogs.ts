// Examples to open, and the beginning of a scene of one's own.

import { button, el } from "../dom.js";
import { type Example, examples, type Template, templates, written } from "../state/examples.js";

const dialog = (title: string, inside: HTMLElement): HTMLDialogElement => {
  const made: HTMLDialogElement = el(
    "dialog",
    { "aria-label": title },
    el(
      "header",
      {},
      el("h2", {}, title),
      button("Close", () => made.close(), { class: "quiet" }),
    ),
    inside,
  );
  made.addEventListener("close", () => made.remove());
  // A press beside it closes it.
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
};

const card = (title: string, about: string, press: () => void, isPressed?: boolean): HTMLButtonElement =>
  el(
    "button",
    { type: "button", click: press, "aria-pressed": isPressed === undefined ? null : String(isPressed) },
    el("strong", {}, title),
    el("span", {}, about),
  );

/** Shows the examples, and before them a scene of one's own that was left for another one. */
export const offerExamples = async (open: (example: Example) => void, own?: () => void): Promise<void> => {
  const all = await examples();
  const groups = grouped(all);
  const inside = el("div", { class: "inside" });
  const shown = dialog("Examples", inside);
  if (own !== undefined) {
    const back = (): void => {
      shown.close();
      own();
    };
    const text = "What you had written when you opened another scene.";
    inside.append(el("section", {}, el("h3", {}, "Yours"), el("div", { class: "cards" }, card("Back to your last scene", text, back))));
  }
  for (const [group, some] of groups) {
    inside.append(
      el(
        "section",
        {},
        el("h3", {}, group),
        el(
          "div",
          { class: "cards" },
          ...some.map((example) =>
            card(example.title, example.about, () => {
              shown.close();
              open(example);
            }),
          ),
        ),
      ),
    );
  }
};

const grouped = (all: readonly Example[]): Map<string, Example[]> => {
  const groups = new Map<string, Example[]>();
  for (const example of all) groups.set(example.group, [...(groups.get(example.group) ?? []), example]);
  return groups;
};

/** Asks what is to be copied for players: the address holds more than they may know. */
export const offerShare = (address: () => void, verdict: () => void): void => {
  const press = (label: string, work: () => void, attributes = {}): HTMLElement =>
    button(
      label,
      () => {
        shown.close();
        work();
      },
      attributes,
    );
  const inside = el(
    "div",
    { class: "inside" },
    el("p", {}, el("strong", {}, "The address holds the whole scene, secrets included."), " Anyone who opens it can read everything that is written there."),
    el(
      "div",
      { class: "row" },
      press("Copy the verdict as players see it", verdict, { class: "strong" }),
      press("Copy the address with everything", address),
    ),
  );
  const shown = dialog("Share with players?", inside);
};

/** Asks what a scene of one's own is about. */
export const offerNew = async (open: (name: string, text: string) => void): Promise<void> => {
  const all = await templates();
  const who = el("input", { id: "who", type: "text", maxlength: 60, value: "Ada", autocomplete: "off" });
  const what = el("input", {
    id: "what",
    type: "text",
    maxlength: 100,
    placeholder: "jump the gap between the roofs",
    autocomplete: "off",
  });
  const cards = el("div", { class: "cards" });
  let chosen: Template = all[0]!;
  const show = (): void =>
    cards.replaceChildren(
      ...all.map((template) =>
        card(
          template.title,
          template.about,
          () => {
            chosen = template;
            show();
            cards.querySelector<HTMLElement>("[aria-pressed='true']")?.focus();
          },
          template === chosen,
        ),
      ),
    );
  show();
  const inside = el(
    "form",
    {
      class: "inside",
      submit: (event: SubmitEvent) => {
        event.preventDefault();
        shown.close();
        open(`${chosen.id}.asz`, written(chosen, who.value.trim() || "Ada", what.value.trim() || "try it"));
      },
    },
    el("div", { class: "fields" }, el("label", {}, "Who acts?", who), el("label", {}, "What do they try?", what)),
    el("section", {}, el("h3", {}, "Which game is nearest to yours?"), cards),
    el(
      "div",
      { class: "row" },
      el("button", { type: "submit", class: "strong" }, "Begin this scene"),
      el("span", { class: "quiet" }, "You can change everything afterwards."),
    ),
  );
  const shown = dialog("A scene of your own", inside);
  who.focus();
  who.select();
};
