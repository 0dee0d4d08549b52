import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test"
import { ownPdf } from "./files"
import { isPhone } from "./reader"
import { markNotices, newNotice } from "./notices"
import { enterAsAdmin, type AdminCaller } from "./staff"

/** Runs an action of a row: an icon on a wide screen; a menu on a phone or for actions that do not fit. */
export const act = async (page: Page, row: string, action: string) => {
  const icon = page.getByRole("button", { name: `${action} ${row}`, exact: true })
  const more = page.getByRole("button", { name: `更多操作 ${row}`, exact: true })
  await expect(icon.or(more).first()).toBeVisible()
  if (await icon.isVisible()) return icon.click()
  await more.click()
  await page.getByRole("menuitem", { name: action }).click()
}

/** Opens a separate page beside the reader's, and gives API access as the administrator. */
export const openStaffPage = async (
  page: Page,
  request: APIRequestContext,
  browser: Browser,
  baseURL: string,
): Promise<{ staffPage: Page; call: AdminCaller }> => {
  const context = () => browser.newContext({ viewport: page.viewportSize(), baseURL })
  return { staffPage: await (await context()).newPage(), call: await enterAsAdmin(await (await context()).newPage(), request, baseURL) }
}

type Submitted = { id: number; uuid: string }

/** Submits a document of this user and returns it as it is right after the upload. */
export const submit = async (request: APIRequestContext, person: { token: string }, title: string, file = ownPdf(`${title}.pdf`, 2)) => {
  const headers = { authorization: `Bearer ${person.token}` }
  const sent = (await (await request.post("/api/v1/upload/document", { headers, multipart: { file } })).json()) as { data: { id: number } }
  const reply = await request.post("/api/v1/document", {
    headers,
    data: { category_id: [1], document: [{ attachment_id: sent.data.id, title }] },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { document: Submitted[] }).document[0]!
}

/** Runs an action on the selected rows: a bar above the list, or one menu on a phone. Without `item` the button runs it directly. */
export const actOnChosen = async (page: Page, name: string, item = isPhone(page) ? name : "") => {
  await page
    .getByRole("group", { name: "批量操作" })
    .getByRole("button", { name: isPhone(page) ? "批量操作" : name, exact: true })
    .click()
  if (item) await page.getByRole("menuitem", { name: item }).click()
}

/** Selects these rows of a document list. */
export const choose = async (page: Page, titles: readonly string[]) => {
  for (const title of titles) await page.getByRole("checkbox", { name: `选择 ${title}` }).check()
  await expect(page.getByText(`已选 ${titles.length} 份`)).toBeVisible()
}

/** Waits for the notice of an action, with or without a button to undo it; the selection of rows ends with it. */
export const expectNotice = async (page: Page, words: string) => {
  await expect(newNotice(page, new RegExp(`^${words}(撤销|恢复)?$`))).toBeVisible()
  await expect(page.getByRole("group", { name: "批量操作" })).toHaveCount(0)
  await markNotices(page)
}

type VisibleDocument = {
  status: number
  language: string
  is_vip: boolean
  recommend_at: string | null
  category: { id: number; title: string }[]
  convert_warning: string
  reject_reason: string
}

/** Returns a document as the token's owner sees it, or as a visitor does. */
export const fetchDocument = async (request: APIRequestContext, uuid: string, token = ""): Promise<VisibleDocument> =>
  (await request.get(`/api/v1/document?uuid=${uuid}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })).json()
