import type { APIRequestContext, Page } from "@playwright/test"
import { load } from "./settled"
import { expect } from "./test"

export type Sample = { id: number; uuid: string; title: string; pages: number }
/** Returns a sample document uploaded by another user, with enough pages for comments on one of them. */
export const sample = async (request: APIRequestContext): Promise<Sample> => {
  const reply = await request.get("/api/v1/document/list?size=24&order=id%20asc")
  const { document } = (await reply.json()) as { document: Sample[] }
  return document.find(({ pages }) => pages >= 3)!
}
export const visit = (page: Page, uuid: string) => load(page, `/document/${uuid}`)
export const bar = (page: Page) => page.getByRole("region", { name: "下载" })
export const talk = (page: Page) => page.getByRole("region", { name: "评价与评论" })
/** Scrolls to the comments; their content loads after the page, and the element may be replaced meanwhile. */
export const scrollToTalk = (page: Page) => expect(() => talk(page).scrollIntoViewIfNeeded({ timeout: 2_000 })).toPass({ timeout: 30_000 })
