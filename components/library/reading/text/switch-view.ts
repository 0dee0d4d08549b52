import type { ReaderStore } from "../store/reader-store"

/** Switches between pages and text at the same position. The code is loaded on the first click. */
export const switchView = (store: ReaderStore): void =>
  void import("./text-position").then(({ openPages, openText }) => (store.getState().view === "text" ? openPages(store) : openText(store)))
