export const reloadKey = "doujia:reloaded-at"
/** At most one reload in 60 s (docs/reference/specification.md 4). */
export const reloadEvery = 60_000

/** Checks for an error of a chunk that failed to load: after a release, old pages request old files. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ChunkLoadError" || /load(ing)? (css )?chunk|dynamically imported module|importing a module script/i.test(error.message))

/** Checks whether a failed page chunk may reload the page, at most once in 60 s (docs/reference/specification.md 4). */
export const mayReload = (storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean => {
  if (now - Number(storage.getItem(reloadKey) ?? 0) < reloadEvery) return false
  storage.setItem(reloadKey, String(now))
  return true
}
