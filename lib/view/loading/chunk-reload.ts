import type { BrowserStorage } from "../../browser-storage"

export const reloadKey = "doujia:reloaded-at"
/** At most one reload in 60 s (docs/reference/specification.md 4). */
export const reloadEvery = 60_000

/** Checks for an error of a chunk that failed to load: after a release, old pages request old files. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ChunkLoadError" || /load(ing)? (css )?chunk|dynamically imported module|importing a module script/i.test(error.message))

/**
 * Checks whether a failed page chunk may reload the page, at most once in 60 s (docs/reference/specification.md 4). Without storage it
 * never may, because a loop would be worse.
 */
export const mayReload = (storage: Pick<BrowserStorage, "getItem" | "setItem">, now: number): boolean => {
  if (now - Number(storage.getItem(reloadKey) ?? 0) < reloadEvery) return false
  return storage.setItem(reloadKey, String(now))
}

/** An attribute of <html>: the address of the page that a click is loading. The first script of the page reads it too. */
export const targetMark = "data-target"

type Address = Pick<Location, "href" | "pathname" | "search">

/** Records the target of a navigation until it has arrived (`url` = ""). */
export const noteTarget = (root: Pick<Element, "setAttribute" | "removeAttribute">, url: string, here: Address): void => {
  const { pathname, search, href } = new URL(url || here.href, here.href)
  if (pathname === here.pathname && search === here.search) root.removeAttribute(targetMark)
  else root.setAttribute(targetMark, href)
}

/** Loads the page that the click wanted from the server; without a click, the current page. */
export const loadAgain = (root: Pick<Element, "getAttribute">, location: Pick<Location, "assign" | "reload">): void => {
  const target = root.getAttribute(targetMark)
  if (target) location.assign(target)
  else location.reload()
}
