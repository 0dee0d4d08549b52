import type { APIRequestContext, Page } from "@playwright/test"
import { OrderStatus } from "../lib/contract/money/order.enums"
import { adminMenu, isGroup } from "../lib/view/admin-menu"
import { paths } from "../lib/rules/path"
import { sample } from "./support/sample"
import { shiftOf, watchShifts } from "./support/shifts"
import { load } from "./support/settled"
import { staffToken, withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, test } from "./support/test"

const adminScreens = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).map(({ path }) => path)
const meScreens = [
  paths.me,
  paths.myDocuments,
  `${paths.myDocuments}?tab=recycle`,
  paths.myArticles,
  paths.myFavorites,
  `${paths.myFavorites}?type=article`,
  paths.myDownloads,
  paths.myOrders,
  paths.myVip,
  paths.myProfile,
  ...["oauth", "session", "token", "privacy"].map((tab) => `${paths.myProfile}?tab=${tab}`),
  paths.myPassword,
  paths.mySecurity,
  paths.myCredits,
  paths.myComplaints,
  paths.myAppeals,
  paths.myNotifications,
  paths.myNotificationSettings,
]

const publicScreens = async (request: APIRequestContext) => {
  const { id, uuid } = await sample(request)
  const share = await request.post("/api/v1/document/share", {
    headers: { authorization: `Bearer ${await staffToken(request)}` },
    data: { document_id: id, password: "bean-2026" },
  })
  expect(share.ok(), await share.text()).toBe(true)
  const { key } = (await share.json()) as { key: string }
  // the oldest article is one of the samples, which has no comments: the height of comments is not known before they arrive
  const { article } = (await (await request.get("/api/v1/article/list?page=1&size=100")).json()) as {
    article: { identifier: string }[]
  }
  return [
    paths.home,
    paths.category(),
    paths.category(1),
    `/document/${uuid}`,
    `/embed/${uuid}`,
    `/s/${key}`,
    paths.article(),
    paths.article(article.at(-1)!.identifier),
    paths.search("豆"),
    "/search",
    "/user/1",
    "/user/1/article",
    "/joinvip",
    "/complaint",
    "/transparency",
    "/api-docs",
    "/no/such/page",
  ]
}

const quietMs = 300

/** Waits until the page has changed nothing for a while: content that follows the last reply is drawn some frames later. */
const stayQuiet = (page: Page) =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => later())
        let timer: ReturnType<typeof setTimeout> | undefined
        const later = () => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            watch.disconnect()
            // the browser reports a layout shift after the frame that moved
            requestAnimationFrame(() => requestAnimationFrame(() => done()))
          }, quiet)
        }
        watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
        later()
        // a page that never stops changing
        setTimeout(done, 5_000)
      }),
    quietMs,
  )

/** Opens each address and returns those whose content moved while they loaded, with what moved. */
const movedScreens = async (page: Page, addresses: readonly string[]): Promise<string[]> => {
  const moved: string[] = []
  for (const address of addresses) {
    await load(page, address)
    await stayQuiet(page)
    const { value, shifts } = await shiftOf(page)
    if (value > 0.01) moved.push(`${address} ${page.viewportSize()!.width} px ${value.toFixed(3)} ${JSON.stringify(shifts)}`)
  }
  return moved
}

/** Replies come late, as over a real network: on one machine they would arrive before the first paint and hide what moves. */
const delayReplies = (page: Page) =>
  page.route("**/api/v1/**", async (route) => {
    await new Promise((done) => setTimeout(done, 150))
    await route.fallback()
  })

/** Opens a second page of the same browser at a phone's width, so that both widths wait for their replies at the same time. */
const openPhone = async (page: Page, consoleGuard: { watch: (other: Page) => void }): Promise<Page> => {
  const phone = await page.context().newPage()
  consoleGuard.watch(phone)
  await phone.setViewportSize({ width: 375, height: 812 })
  return phone
}

const expectNothingMoved = async (pages: readonly Page[], addresses: readonly string[]) =>
  expect((await Promise.all(pages.map((page) => movedScreens(page, addresses)))).flat()).toEqual([])

test("nothing moves while a public page loads, for visitors and for logged-in users, at both widths", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/404/)
  const addresses = await publicScreens(request)
  const pages = [page, await openPhone(page, consoleGuard)]
  await Promise.all(pages.flatMap((one) => [watchShifts(one), delayReplies(one)]))
  await expectNothingMoved(pages, [...addresses, "/login", "/register", "/findpassword"])
  for (const one of pages) await enterAsAdmin(one, request, baseURL!)
  await expectNothingMoved(pages, [...addresses, "/upload", "/post"])
})

for (const [area, addresses] of [
  ["/me", meScreens],
  ["/admin", adminScreens],
] as const)
  test(`nothing moves while a screen of ${area} loads, at both widths`, async ({ page, request, baseURL, consoleGuard }) => {
    const pages = [page, await openPhone(page, consoleGuard)]
    for (const one of pages) await enterAsAdmin(one, request, baseURL!)
    await Promise.all(pages.flatMap((one) => [watchShifts(one), delayReplies(one)]))
    await expectNothingMoved(pages, addresses)
  })

test("nothing moves while an order and a receipt load, at both widths", async ({ page, request, baseURL, consoleGuard }) => {
  const pages = [page, await openPhone(page, consoleGuard)]
  const call = await enterAsAdmin(page, request, baseURL!)
  await enterAsAdmin(pages[1]!, request, baseURL!)
  const { id } = (await call("get", "/user")) as { id: number }
  await call("post", "/order/system/recharge", { user_id: id, credit: 5, remark: "测试" })
  const { order } = (await call("get", "/user/order?page=1&size=100")) as { order: { order_no: string; status: number }[] }
  const paid = order.find(({ status }) => status === OrderStatus.paid)!.order_no
  await withSettings(request, { vip: { enable: "true", month_price: "1800", month_download: "10" } }, async () => {
    const pending = (await call("post", "/order", { order_type: 2, product_id: 2 })) as { order_no: string }
    await Promise.all(pages.flatMap((one) => [watchShifts(one), delayReplies(one)]))
    await expectNothingMoved(pages, [paths.order(pending.order_no), paths.order(paid), paths.receipt(paid), paths.order("0")])
    await call("put", "/order/close", { order_no: pending.order_no })
  })
})
