// The page's texts in one language, from the table's catalogues.

let texts = {};

/** A text by its key, each `{name}` in it replaced. */
export const say = (key, fields = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name]);

/** Loads a language and puts it into every element that names a text. */
export async function speak(language) {
  texts = await (await fetch(`texts-${language}.json`)).json();
  document.documentElement.lang = language;
  for (const named of document.querySelectorAll("[data-text]")) named.textContent = say(named.dataset.text);
  for (const named of document.querySelectorAll("[data-label]")) named.ariaLabel = say(named.dataset.label);
}
