import type { APIRequestContext, Page } from "@playwright/test"

export type Sample = { id: number; uuid: string; title: string; pages: number }
/** A document of the samples that somebody else has put there, with pages enough to speak of one. */
export const sample = async (request: APIRequestContext): Promise<Sample> => {
  const reply = await request.get("/api/v1/document/list?size=24&order=id%20asc")
  const { document } = (await reply.json()) as { document: Sample[] }
  return document.find(({ pages }) => pages >= 3)!
}
export const visit = (page: Page, uuid: string) => page.goto(`/document/${uuid}`, { waitUntil: "networkidle" })
export const bar = (page: Page) => page.getByRole("region", { name: "下载" })
export const talk = (page: Page) => page.getByRole("region", { name: "评价与评论" })
