// A page that stays: installed where the browser allows it, there when the table is away, new after an update.

const RELOADED = "reloaded";
const LANGUAGE = "spoken";

/** Keeps the page's files with the browser; only a secure context may, such as this computer's own address. */
export function keep() {
  if (!navigator.serviceWorker) return;
  // The content policy lets nobody run a script by its address, except by a rule like this one.
  const rule = window.trustedTypes?.createPolicy("companion-worker", { createScriptURL: () => "worker.js" });
  navigator.serviceWorker.register(rule ? rule.createScriptURL("") : "worker.js").catch(() => {}); // a private window refuses
}

/** After an update of the companion no old page speaks to it: it is loaded anew, once for each version. */
export async function renew() {
  const answer = await fetch("version.json", { cache: "no-store" }).catch(() => null);
  const version = answer?.ok && (await answer.json()).version;
  if (!version || version === document.documentElement.dataset.version || version === sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, version);
  location.reload();
}

export const remember = (language) => localStorage.setItem(LANGUAGE, language);

/** The language for a page that has not reached its table yet: the last one, else the browser's if there is that one. */
export function recall() {
  const offered = document.documentElement.dataset.languages.split(" ");
  return [localStorage.getItem(LANGUAGE), ...navigator.languages.map((each) => each.slice(0, 2))].find((each) => offered.includes(each)) ?? offered[0];
}
