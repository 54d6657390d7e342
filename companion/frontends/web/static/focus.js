// Whoever clicks does not stay on what was clicked: the keys are the table's again. Who walks by Tab stays.

let pointed = false;

/** Gives up the focus that a click has left on a button or a choice. */
export function releaseFocus() {
  if (pointed && document.activeElement?.matches("button, [type=radio]")) document.activeElement.blur();
}

/** Whether the keys are those of a list that was clicked: only as long as it is open. */
export const closed = (list) => pointed && list.tagName === "SELECT" && CSS.supports("selector(:open)") && !list.matches(":open");

// Before anybody else: what a dialog gives the focus back to, once it is closed, is what had it as it opened.
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener("keydown", ({ key }) => key === "Tab" && (pointed = false), true);
addEventListener("pointerup", releaseFocus, true);
addEventListener("click", ({ detail }) => detail && releaseFocus(), true);
addEventListener("change", releaseFocus, true);
