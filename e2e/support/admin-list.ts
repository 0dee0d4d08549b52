import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test"
import { ownPdf } from "./files"
import { isPhone } from "./reader"
import { enterAsAdmin, type Caller } from "./staff"

/** What a row can do: icons on a wide screen, one menu on a phone or for what does not fit. */
export const act = async (page: Page, row: string, action: string) => {
  const icon = page.getByRole("button", { name: `${action} ${row}`, exact: true })
  const more = page.getByRole("button", { name: `更多操作 ${row}`, exact: true })
  await expect(icon.or(more).first()).toBeVisible()
  if (await icon.isVisible()) return icon.click()
  await more.click()
  await page.getByRole("menuitem", { name: action }).click()
}

/** A page of its own beside the reader's, and the administrator over the API. */
export const openStaffPage = async (
  page: Page,
  request: APIRequestContext,
  browser: Browser,
  baseURL: string,
): Promise<{ staffPage: Page; call: Caller }> => {
  const context = () => browser.newContext({ viewport: page.viewportSize(), baseURL })
  return { staffPage: await (await context()).newPage(), call: await enterAsAdmin(await (await context()).newPage(), request, baseURL) }
}

type Submitted = { id: number; uuid: string }

/** A document of this person, as it is right after it was sent. */
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

/** What is done with chosen rows: a bar over the list, or one menu on a phone. Without `item` the button does it itself. */
export const actOnChosen = async (page: Page, name: string, item = isPhone(page) ? name : "") => {
  await page
    .getByRole("group", { name: "批量操作" })
    .getByRole("button", { name: isPhone(page) ? "批量操作" : name, exact: true })
    .click()
  if (item) await page.getByRole("menuitem", { name: item }).click()
}

/** Chooses these rows of a list of documents. */
export const choose = async (page: Page, titles: readonly string[]) => {
  for (const title of titles) await page.getByRole("checkbox", { name: `选择 ${title}` }).check()
  await expect(page.getByText(`已选 ${titles.length} 份`)).toBeVisible()
}

/**
 * The notice of what was done: the choice of rows is over with it, and the notice goes again, so that the next one with the
 * same words is another. One that offers to undo stays for ten seconds and is not waited for.
 */
export const expectNotice = async (page: Page, words: string) => {
  const notice = page.getByText(words, { exact: true })
  await expect(notice.or(page.getByText(new RegExp(`^${words}(撤销|恢复)$`))).last()).toBeVisible()
  await expect(page.getByRole("group", { name: "批量操作" })).toHaveCount(0)
  await expect(notice).toHaveCount(0)
}

type Shown = {
  status: number
  language: string
  is_vip: boolean
  recommend_at: string | null
  category: { id: number; title: string }[]
  convert_warning: string
  reject_reason: string
}

/** A document as the holder of the token is shown it, or a visitor. */
export const shown = async (request: APIRequestContext, uuid: string, token = ""): Promise<Shown> =>
  (await request.get(`/api/v1/document?uuid=${uuid}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })).json()
