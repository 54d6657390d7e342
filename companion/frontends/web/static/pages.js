// Long lists, page by page.

import { element } from "./make.js";
import { say } from "./words.js";

const MOST = 50; // rows in an answer of the table

/** Lists the first page; where there are more, a button in the words of `key` adds the next one.
 *
 * `page` fetches what comes after an entry, null: the first; `row` draws one.
 */
export async function listed(room, key, page, row) {
  const add = async (last) => {
    const entries = await page(last);
    const rows = entries.map(row);
    room.append(...rows);
    if (entries.length >= MOST) room.append(button(entries.at(-1)));
    return rows[0];
  };
  const button = (last) => {
    const made = element("button", { type: "button", className: "command older", textContent: say(key) });
    made.addEventListener("click", async ({ detail }) => {
      made.disabled = true;
      const first = await add(last).catch(() => null);
      if (first === null) return (made.disabled = false);
      if (!detail) first?.querySelector("summary")?.focus(); // the keyboard goes on where the list does
      made.remove();
    });
    return made;
  };
  await add(null);
}
