// mdBook's own frame, for those who do not use a mouse: what is pressed is a button, and what stands around a page is a landmark.
"use strict";
{
  const label = document.getElementById("mdbook-sidebar-toggle");
  const anchor = document.getElementById("mdbook-sidebar-toggle-anchor");
  const button = document.createElement("button");
  for (const { name, value } of label.attributes) {
    if (name !== "for") button.setAttribute(name, value);
  }
  button.type = "button";
  button.append(...label.childNodes);
  label.replaceWith(button);
  button.addEventListener("click", () => anchor.click());
  anchor.addEventListener("change", () => button.setAttribute("aria-expanded", anchor.checked));
  document.getElementById("mdbook-menu-bar").setAttribute("role", "banner");
}

// What scrolls can be reached by keyboard, as blocks of code are.
for (const wide of document.querySelectorAll(".table-wrapper")) {
  if (wide.scrollWidth > wide.clientWidth) {
    wide.tabIndex = 0;
    wide.setAttribute("role", "region");
    wide.setAttribute("aria-label", "table");
  }
}

// Keys that move within a block do not turn the page, and letters typed there do not search.
document.querySelector("main").addEventListener("keydown", (event) => {
  const typing = event.target.closest("textarea, input");
  const scrolling = event.target.closest("pre, .table-wrapper, .picture") && event.key.startsWith("Arrow");
  if (typing || scrolling) event.stopPropagation();
});

// Scripts that can be run where they are; what runs them is loaded when a button is first pressed.
for (const figure of document.querySelectorAll('figure[data-run="yes"]')) {
  const press = (words, pressed) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => pressed(button));
    return button;
  };
  const from = () => import(new URL(`${path_to_root}run.js`, location.href).href);
  let back = null;
  const keys = document.createElement("p");
  keys.className = "keys";
  keys.append(
    press("Run", async () => (await from()).run(figure, path_to_root)),
    press("Change it", async (button) => {
      const { change } = await from();
      if (back) back();
      back = back ? null : change(figure, button);
    }),
  );
  const output = document.createElement("output");
  figure.append(keys, output);
}
