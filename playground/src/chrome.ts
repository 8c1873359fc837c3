// What stands around the scene: light or dark, sharing, a word for a moment, working offline.

import { button, el } from "./dom.js";

const THEMES = ["auto", "light", "dark"] as const;
const NAMES = { auto: "◐", light: "☀", dark: "☾" } as const;

/** Light, dark, or as the system has it; remembered in this browser. */
export const themes = (press: HTMLButtonElement): void => {
  let theme = THEMES.find((one) => one === recall("assize.theme")) ?? "auto";
  const show = (): void => {
    press.textContent = NAMES[theme];
    press.setAttribute("aria-label", `Light or dark: ${theme === "auto" ? "as your system has it" : theme}`);
    press.title = press.getAttribute("aria-label")!;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  };
  press.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    remember("assize.theme", theme);
    show();
  });
  show();
};

export const recall = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing shows the page as its system has it.
  }
};

/** Says something for a moment, with something to do about it. */
export const toast = (text: string, action?: { readonly label: string; readonly press: () => void }): void => {
  document.querySelector(".toast")?.remove();
  const node = el(
    "div",
    { class: "toast", role: "status" },
    text,
    action &&
      button(action.label, () => {
        node.remove();
        action.press();
      }),
  );
  document.body.append(node);
  setTimeout(() => node.remove(), action ? 10_000 : 4000);
};

/** Copies the address, or shows it where nothing may be copied. */
export const share = async (): Promise<void> => {
  const about = "It opens this scene with this verdict, and all that is written in the scene can be read there.";
  try {
    await navigator.clipboard.writeText(location.href);
    toast(`The address is copied. ${about}`);
  } catch {
    toast(`Copy the address of this page. ${about}`);
  }
};

/** Copies a text; where nothing may be copied, it says so. */
export const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast("The verdict is copied, as players see it.");
  } catch {
    toast("This browser lets the page copy nothing. Mark the verdict, and copy it by hand.");
  }
};

/** Keeps the page for when there is no network. */
export const offline = (): void => {
  if (!("serviceWorker" in navigator)) return;
  // What is needed first is loaded first.
  const begin = (): void => void navigator.serviceWorker.register("offline.js").catch(() => undefined);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
};
