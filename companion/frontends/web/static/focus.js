// Whoever clicks does not stay on what was clicked: the keys are the table's again. Who walks by Tab stays.

let pointed = false;

/** Gives up the focus that a click has left on a button or a choice. */
export function leave() {
  if (pointed && document.activeElement?.matches("button, [type=radio]")) document.activeElement.blur();
}

/** Whether the keys are those of a list that was clicked: only as long as it is open. */
export const closed = (list) => pointed && list.tagName === "SELECT" && CSS.supports("selector(:open)") && !list.matches(":open");

// Before anybody else: what a dialog gives the focus back to, once it is closed, is what had it as it opened.
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener("keydown", ({ key }) => key === "Tab" && (pointed = false), true);
addEventListener("pointerup", leave, true);
addEventListener("click", ({ detail }) => detail && leave(), true);
addEventListener("change", leave, true);
