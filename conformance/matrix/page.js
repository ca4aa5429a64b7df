// The page works without this script. It keeps the keyboard in an open panel, closes the
// panel with Escape, and puts the focus back where it was.
(() => {
  const main = document.querySelector("main");
  const panel = () => document.querySelector(".panel:has(:target)");
  let opener = null;
  const follow = () => {
    const open = panel();
    main.inert = open !== null;
    if (open) {
      open.querySelector(":target").focus({ preventScroll: true });
    } else if (opener || document.querySelector("main :target a")) {
      (opener || document.querySelector("main :target a")).focus({ preventScroll: true });
      opener = null;
    }
  };
  main.addEventListener("click", (e) => {
    opener = e.target.closest("a") || opener;
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    const open = panel() || document.activeElement.closest("details[open]");
    if (!open) return;
    e.preventDefault();
    if (open.matches("details")) {
      open.open = false;
      open.querySelector("summary").focus();
    } else {
      open.querySelector(".close").click();
    }
  });
  addEventListener("hashchange", follow);
  addEventListener("pageshow", follow); // earlier, a page with a fragment has no :target yet
})();
