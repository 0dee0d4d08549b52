import type { App } from "../app"
import { settingsOf } from "../modules/site/settings/settings.usecases"

/**
 * How long (seconds) a page that lists many things is fresh, as staff set it, or `fallback` where they set nothing.
 * Pages ask without waiting, so the setting is read when it changes.
 */
export const watchListPageTtl = async (app: App, fallback: number): Promise<() => number> => {
  let chosen = 0
  const read = async () => void (chosen = (await settingsOf(app, "ssr")).page_cache_seconds)
  app.events.on("changed", ({ what }) => {
    if (what !== "settings" && what !== "*") return
    read().catch((error: unknown) => app.log.warn({ error: String(error) }, "网页缓存的有效期没有读到，沿用原来的"))
  })
  await read()
  return () => chosen || fallback
}
