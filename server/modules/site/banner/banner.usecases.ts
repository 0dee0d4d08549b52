import { inArray } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { bannerTable } from "./banner.table"

/** Adds a picture to the carousel of the home page. */
export const addBanner = async (ctx: Ctx, banner: { title: string; path: string; url: string; sort: number }): Promise<void> => {
  await ctx.db.insert(bannerTable).values(banner)
  await ctx.changed("home")
}

export const removeBanners = async (ctx: Ctx, ids: number[]): Promise<void> => {
  if (!ids.length) return
  await ctx.db.delete(bannerTable).where(inArray(bannerTable.id, ids))
  await ctx.changed("home")
}
