"use strict";
// Looks once a second whether there is something else to be seen, and sends the forms without leaving the page.
(() => {
  const base = document.currentScript.dataset.base;
  const lost = document.getElementById("lost");
  const table = () => document.getElementById("table");
  let sending = false;

  const show = (html) => {
    table().outerHTML = html;
    document.title = table().querySelector("h1").textContent.replace(/\s+/g, " ");
  };

  const look = async () => {
    if (sending || document.hidden) return;
    const seen = table().dataset.stamp;
    try {
      const found = await fetch(`${base}/now?seen=${seen}`);
      if (!found.ok) throw found.status;
      lost.textContent = "";
      const html = found.status === 204 ? "" : await found.text();
      // What was sent meanwhile has shown more.
      if (html && !sending && table().dataset.stamp === seen) show(html);
    } catch {
      lost.textContent = "The table cannot be reached. Trying again …";
    }
  };

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const form = event.target;
    const body = new URLSearchParams(new FormData(form));
    const buttons = table().querySelectorAll("button");
    buttons.forEach((button) => { button.disabled = true; });
    try {
      const sent = await fetch(`${base}/answer?part`, { method: "POST", body });
      if (!sent.ok) throw sent.status;
      lost.textContent = "";
      show(await sent.text());
    } catch {
      // What was tapped or typed is still there, and may be sent once more: it counts once.
      lost.textContent = "That did not reach the table. Please press again.";
      buttons.forEach((button) => { button.disabled = false; });
    }
    sending = false;
  });

  document.addEventListener("visibilitychange", look);
  setInterval(look, 1000);
})();
