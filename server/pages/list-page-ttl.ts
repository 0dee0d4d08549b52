import type { App } from "../app"
import { settingsOf } from "../modules/site/settings/settings.usecases"

/**
 * Returns how long (seconds) a list page stays fresh: the staff setting, or `fallback` if it is 0. The page cache needs the value
 * synchronously, so it is read in advance, whenever settings change.
 */
export const watchListPageTtl = async (app: App, fallback: number): Promise<() => number> => {
  let setting = 0
  const read = async () => void (setting = (await settingsOf(app, "ssr")).page_cache_seconds)
  app.events.on("changed", ({ what }) => {
    if (what !== "settings" && what !== "*") return
    read().catch((error: unknown) => app.log.warn({ error: String(error) }, "网页缓存的有效期没有读到，沿用原来的"))
  })
  await read()
  return () => setting || fallback
}
