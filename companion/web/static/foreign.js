// Foreign changes of the page's elements: what a browser's translator or an extension has done to them.
//
// The view library remembers the elements that it has made. Where one of its texts was replaced by others' elements, it
// would change the invisible one, and leave the others for ever. So before it draws, what was changed meanwhile
// is changed back; a translator translates again what is new.

import { Component } from "./preact.js";

const READ_OUT = "live"; // what we fill without the library

/** Watches the elements below a root; returns a function that draws there by the library. */
export function guard(root, draw) {
  const changes = [];
  const observer = new MutationObserver((more) => changes.push(...more));
  observer.observe(root, { childList: true, characterData: true, characterDataOldValue: true, subtree: true });
  const restore = () => {
    changes.push(...observer.takeRecords());
    for (const change of changes.splice(0).reverse()) undo(change);
    observer.takeRecords();
  };
  const accept = () => observer.takeRecords();
  // A component that changes its own state is drawn in a microtask: one before it restores, one after it accepts.
  const { setState } = Component.prototype;
  Component.prototype.setState = function (state) {
    queueMicrotask(restore);
    setState.call(this, state);
    queueMicrotask(accept);
  };
  return () => {
    restore();
    draw();
    accept();
  };
}

function undo({ type, target, oldValue, addedNodes, removedNodes, nextSibling }) {
  if (target.id === READ_OUT) return;
  if (type === "characterData") target.data = oldValue;
  for (const node of addedNodes) node.remove();
  const before = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of removedNodes) target.insertBefore(node, before);
}
