// How often a number is each of its values.

import { el } from "../dom.js";
import type { Odd } from "assize";
import { percent } from "./chances.js";

/** More columns than this would be too narrow to see. */
const MOST = 60;

export const histogram = (odd: Odd, title: string): HTMLElement => {
  const values = odd.distribution?.values ?? [];
  const shown = values.slice(0, MOST).map((value) => ({ text: value.text, chance: Number.parseFloat(value.percent) }));
  const highest = Math.max(...shown.map(({ chance }) => chance), 0.01);
  const mean = odd.decimal ?? odd.value ?? "unknown";
  const { deviation, median } = odd.distribution ?? {};
  const facts = [
    `mean ${mean}`,
    deviation ? `standard deviation ${deviation}` : "",
    median === undefined || median === null ? "" : `median ${median}`,
  ];
  return el(
    "section",
    { class: "result-odds" },
    el("h3", {}, title),
    el("p", { class: "quiet" }, facts.filter((fact) => fact !== "").join(", ")),
    el(
      "div",
      { class: "columns", "aria-hidden": "true" },
      ...shown.map(({ text, chance }) =>
        el(
          "div",
          { class: "column", title: `${text}: ${percent(chance)}` },
          el("i", { style: `block-size: ${(100 * chance) / highest}%` }),
          el("span", {}, text),
        ),
      ),
    ),
    el(
      "details",
      {},
      el("summary", {}, "As a table"),
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("th", {}, "Value"), el("th", { class: "number" }, "Chance"))),
        el(
          "tbody",
          {},
          ...shown.map(({ text, chance }) => el("tr", {}, el("td", {}, text), el("td", { class: "number" }, percent(chance)))),
        ),
      ),
    ),
    values.length > MOST ? el("p", { class: "quiet" }, `and ${values.length - MOST} more values`) : null,
  );
};
