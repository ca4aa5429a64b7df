"use strict";
// The search: over an index that is loaded when the field gets the focus.
const root = document.documentElement.dataset.root;
const field = document.getElementById("search"), found = document.getElementById("found");

// A page that was opened from a file may load scripts and nothing else.
function load(name) {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    Object.assign(script, { src: root + name, onload: done, onerror: () => fail(new Error(name + " is missing")) });
    document.head.append(script);
  });
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = [];
  for (const [url, page, heading, text] of words.length && window.errandIndex || []) {
    const title = heading.toLowerCase(), all = (page + " " + heading + " " + text).toLowerCase();
    if (words.every((word) => all.includes(word))) {
      const rank = words.filter((word) => title.includes(word)).length * 2 + words.some((word) => page.toLowerCase().includes(word));
      hits.push({ url, page, heading, text, rank, at: text.toLowerCase().indexOf(words[0]) });
    }
  }
  hits.sort((a, b) => b.rank - a.rank);
  found.replaceChildren(...hits.slice(0, 20).map(({ url, page, heading, text, at }) => {
    const link = document.createElement("a"), where = document.createElement("b");
    link.href = root + url;
    where.textContent = page === heading ? page : page + " › " + heading;
    link.append(where, " " + text.slice(Math.max(0, at - 40), Math.max(0, at - 40) + 140));
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  if (words.length && !hits.length) found.textContent = "Nothing found.";
}

field.parentElement.hidden = false;
field.addEventListener("focus", () => load("search.js").then(search), { once: true });
field.addEventListener("input", search);
document.addEventListener("keydown", (e) => {
  const typing = /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName);
  if (e.key === "/" && !typing) e.preventDefault(), field.focus();
  if (e.key === "Escape" && field.value) field.value = "", search(), field.focus();
});
