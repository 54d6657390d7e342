// The page's texts in one language, from the table's catalogues.

let texts = {};

/** A text by its key, each `{name}` in it replaced. */
export const say = (key, fields = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name]);

/** A player's name: one who has none is called after a colour, which is a word of the language. */
export const named = (player) => texts[`colour ${player}`] ?? player;

/** Loads a language, and labels every element that names a text. */
export async function speak(language) {
  texts = await (await fetch(`texts-${language}.json`)).json();
  document.documentElement.lang = language;
  for (const labelled of document.querySelectorAll("[data-label]")) labelled.ariaLabel = say(labelled.dataset.label);
}
