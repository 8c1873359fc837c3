// What scrolls can be reached by keyboard, as blocks of code are.
"use strict";
for (const wide of document.querySelectorAll(".table-wrapper")) {
  if (wide.scrollWidth > wide.clientWidth) {
    wide.tabIndex = 0;
    wide.setAttribute("role", "region");
    wide.setAttribute("aria-label", "table");
  }
}
