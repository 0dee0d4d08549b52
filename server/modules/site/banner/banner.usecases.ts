import type { Ctx } from "@/server/context"
import { bannerTable } from "./banner.table"

/** Adds a picture to the carousel of the home page. */
export const addBanner = async (ctx: Ctx, banner: { title: string; path: string; url: string; sort: number }): Promise<void> => {
  await ctx.db.insert(bannerTable).values(banner)
  await ctx.changed("home")
}
