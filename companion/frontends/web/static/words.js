// The page's texts in one language, from the table's catalogues.

let texts = {};

/** A text by its key, each `{name}` in it replaced. */
export const say = (key, fields = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name]);

/** A player's name: one who has none is called after a colour, which is a word of the language. */
export const named = (player) => texts[`colour ${player}`] ?? player;

/** A figure with one decimal, as the language writes it. */
export const tenths = (value) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The texts of a language, as the table has them. */
export const load = async (language) => (await fetch(`texts-${language}.json`)).json();

/** Speaks a language whose texts are loaded, and labels every element that names one of them. */
export function speak(language, loaded) {
  texts = loaded;
  document.documentElement.lang = language;
  for (const labelled of document.querySelectorAll("[data-label]")) labelled.ariaLabel = say(labelled.dataset.label);
}
