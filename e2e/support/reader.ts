import { expect, type APIRequestContext, type Page } from "@playwright/test"
import type { OwnFile } from "./files"
import { staffToken } from "./site"

export const isPhone = (page: Page) => page.viewportSize()!.width < 768

/** Uploads and converts a unique document; returns its uuid. */
export const publish = async (request: APIRequestContext, file: OwnFile, price = 0): Promise<string> => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` }
  const sent = (await (await request.post("/api/v1/upload/document", { headers, multipart: { file } })).json()) as {
    id?: number
    data?: { id: number }
  }
  const { category } = (await (await request.get("/api/v1/category/list?type=0")).json()) as { category: { id: number }[] }
  const document = [
    { title: file.name.replace(/\.\w+$/, ""), price, keywords: "", description: "", attachment_id: sent.data?.id ?? sent.id, language: "" },
  ]
  const reply = await request.post("/api/v1/document", { headers, data: { overwrite: false, category_id: [category[0]!.id], document } })
  const { uuid } = ((await reply.json()) as { document: { uuid: string }[] }).document[0]!
  await expect
    .poll(async () => ((await (await request.get(`/api/v1/document?uuid=${uuid}`)).json()) as { status: number }).status, {
      timeout: 60_000,
      intervals: [100],
    })
    .toBe(2)
  return uuid
}

/** Waits in the page, at every frame: an assertion looks twice a second. */
const untilPresent = async (page: Page, selector: string): Promise<void> =>
  void (await page.waitForFunction((css) => document.querySelector(css), selector))
/** Waits until the reader's keys, search and page memory work; they load after the first render (docs/decisions/142). */
export const expectAlive = (page: Page) => untilPresent(page, ".reader[data-alive]")

/** The document of 300 pages that every test site contains from the start (`scripts/lib/test-data.mjs`). */
const longDocument = async (request: APIRequestContext): Promise<string> => {
  const reply = await request.get("/api/v1/document/list?size=24&order=id%20asc")
  const { document } = (await reply.json()) as { document: { uuid: string; pages: number }[] }
  return document.find(({ pages }) => pages === 300)!.uuid
}

let long = ""
/** Opens the document of 300 pages; returns its uuid. */
export const open = async (page: Page, request: APIRequestContext, hash = ""): Promise<string> => {
  long ||= await longDocument(request)
  await page.goto(`/document/${long}${hash}`)
  await untilPresent(page, ".pages-in[data-placed]")
  await expectAlive(page)
  return long
}
/** Expects the current page, as the toolbar or the pill displays it. */
export const expectPage = async (page: Page, pageNumber: number) => {
  if (isPhone(page)) await expect(page.locator(".pill")).toHaveText(`${pageNumber} / 300`)
  else await expect(page.getByRole("toolbar", { name: "阅读工具" }).getByRole("textbox", { name: "页码" })).toHaveValue(String(pageNumber))
}
export const topOf = (page: Page, pageNumber: number) =>
  page.evaluate((number) => {
    const bar = document.querySelector(".tb")!.getBoundingClientRect().bottom || 52
    return document.querySelector(`.sheet[data-page="${number}"]`)!.getBoundingClientRect().top - bar
  }, pageNumber)
export const pill = async (page: Page, action: string) => {
  // while bars are folded, the menu is in the bar that is left
  const folded = page.getByRole("button", { name: "更多阅读工具", exact: true })
  await page.locator(".pill").or(folded).filter({ visible: true }).first().click()
  await page.getByRole("dialog", { name: "阅读" }).getByRole("button", { name: action, exact: true }).click()
}
