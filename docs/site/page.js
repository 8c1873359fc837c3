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
