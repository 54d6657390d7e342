// The host's place: kept on the host's own computer, given up, and how one who has lost it comes back.
//
// The way back is a secret, never an address: the link, or the file that holds it.

import { html, useEffect } from "./preact.js";
import { link } from "./link.js";
import { say, store, update } from "./store.js";

/** For the host: whether this browser keeps the place once the tab is closed. */
export function HostPlace() {
  const keep = ({ target }) => {
    link.keepHost(target.checked);
    update({});
  };
  const watch = () => {
    update({ dialog: null });
    link.watch();
  };
  return html`
    <div class="host-place">
      <label><input type="checkbox" checked=${link.keepsHost} onChange=${keep} /> ${say("my computer")}</label>
      <button type="button" class="command" onClick=${watch}>${say("only watch")}</button>
    </div>
  `;
}

/** For a host who only watches: where the link is. */
export function WayBack() {
  useEffect(() => {
    update({ wayBack: null });
    link.send({ way_back: true });
  }, []);
  useEffect(() => {
    if (store.may === "all") update({ dialog: null }); // there again
  });
  const { file = "" } = store.wayBack ?? {};
  return html`
    <p>${say("way back")}</p>
    ${file && html`<p>${say("link file")}</p><p><code class="path">${file}</code></p>`}
  `;
}
