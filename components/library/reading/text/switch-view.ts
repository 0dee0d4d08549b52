import type { ReaderStore } from "../reader-store"

/** Pages ↔ text, at the same place. What it takes is loaded with the first press. */
export const switchView = (store: ReaderStore): void =>
  void import("./text-place").then(({ openPages, openText }) => (store.getState().view === "text" ? openPages(store) : openText(store)))
