import type { Ctx } from "@/server/context"
import { listWithoutInk, setInk } from "./drawing.usecases"
import { pageKey } from "./storage-keys.rules"

/**
 * Adds the style sheet that thickens glyphs to the pages of up to `limit` conversions from before pages had it. A conversion is marked when
 * all of its pages are done, and a page that has the sheet stays as it is, so an interrupted run continues where it stopped. Returns the
 * number of conversions found.
 */
export const thickenPages = async (ctx: Ctx, limit: number): Promise<number> => {
  const rows = await listWithoutInk(ctx, limit)
  for (const row of rows) {
    for (let page = 1; page <= row.drawn; page += 1) {
      if (ctx.app.stopping()) return 0
      const key = pageKey(row.sha256, row.version, page)
      const svg = await ctx.app.storage.read(key)
      // a page that cannot be read stays as it is, as it did before
      const inked = svg && (await ctx.app.converter.thickenPage(svg).catch(() => null))
      if (inked) await ctx.app.storage.put(key, inked, true)
    }
    await setInk(ctx, row)
  }
  return rows.length
}
