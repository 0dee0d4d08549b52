// The search index is derived from the rows. The tool builds it itself: a worker serves no calls that would start the site's job.
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { say } from "../../scripts/lib/project.mjs"

/** @param {string} url of the database */
export const rebuildSearch = async (url) => {
  const { rebuildFrom } = await importTypeScript("tools/seed/rebuild-index.ts")
  const { SEARCH_URL, SEARCH_INDEX } = process.env
  const started = Date.now()
  say("正在建立搜索索引…")
  await rebuildFrom({ url, engine: SEARCH_URL || undefined, alias: SEARCH_INDEX || "doujia" })
  say(`搜索索引建好了，用了 ${((Date.now() - started) / 1000).toFixed(0)} 秒`)
}
