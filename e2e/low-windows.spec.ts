import type { Page } from "@playwright/test"
import { choose, submit } from "./support/admin-list"
import { open } from "./support/reader"
import { load } from "./support/settled"
import { withSettings } from "./support/site"
import { enterAsAdmin, logIn } from "./support/staff"
import { expect, test } from "./support/test"

/** Returns the share of the window that bars cover: what is fixed or stuck to an edge, and at least half as wide as the window. */
const barShare = () => {
  const bars = [...document.querySelectorAll("body *")].filter((element) => {
    const { position, visibility } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const covers = box.width > window.innerWidth / 2 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight
    // a sticky element covers something only at the edge where it sticks
    const sticks = position === "fixed" || (position === "sticky" && (box.top <= 1 || box.bottom >= window.innerHeight - 1))
    return covers && sticks && visibility !== "hidden" && box.height < window.innerHeight
  })
  const heights = bars.map((element) => element.getBoundingClientRect().height)
  return heights.reduce((sum, height) => sum + height, 0) / window.innerHeight
}

const lowWindows = [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
  { width: 320, height: 256 },
]

const expectBarsToLeave = async (page: Page, addresses: readonly string[], prepare: () => Promise<void> = async () => undefined) => {
  for (const size of lowWindows) {
    await page.setViewportSize(size)
    for (const path of addresses) {
      await load(page, path)
      await prepare()
      await page.evaluate(() => {
        window.scrollTo(0, 700)
        // screens of staff scroll in a box of their own
        document.querySelector(".adm-page")?.scrollTo(0, 700)
      })
      await page.waitForTimeout(200)
      expect(await page.evaluate(barShare), `${path} at ${size.width} × ${size.height}`).toBeLessThan(0.1)
    }
  }
}

test("in a low window the bars scroll away with the page", async ({ page, request, reader: _ }) => {
  const uuid = await open(page, request)
  await expectBarsToLeave(page, ["/", "/category", "/search?wd=a", `/document/${uuid}`, "/upload", "/me", "/joinvip", "/post"])
})

test("in a low window the bars of the administration scroll away", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  await expectBarsToLeave(page, ["/admin/dashboard", "/admin/document/list", "/admin/config/system"])
})

test("in a low window the bar of the selected rows scrolls away with the list", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const title = `选中 ${Date.now().toString(36)}`
  await submit(request, await logIn(request, "admin", process.env.E2E_ADMIN_PASSWORD!), title)
  await expectBarsToLeave(page, ["/admin/document/list"], () => choose(page, [title]))
})

test("in a low window an announcement and the button of an order scroll away", async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const title = `今晚升级，期间不能下载和付款，给你带来不便请谅解 ${Date.now().toString(36)}`
  const { id } = (await call("post", "/announcement", { title, content: "升级后第一次打开会慢一些。", audience: 1 })) as { id: number }
  try {
    await withSettings(request, { vip: { enable: "true", month_price: "1800", month_download: "10" } }, async () => {
      const { order_no } = (await call("post", "/order", { order_type: 2, product_id: 2 })) as { order_no: string }
      await load(page, "/category")
      await expect(page.getByRole("complementary", { name: "站内公告" }).getByText(title)).toBeVisible()
      await expectBarsToLeave(page, ["/category", `/order?order_no=${order_no}`])
      await call("put", "/order/close", { order_no })
    })
  } finally {
    await call("delete", `/announcement?id=${id}`)
  }
})

test("Ctrl+F below the pages searches the document", async ({ page, request }) => {
  await open(page, request)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.keyboard.press("Control+f")
  await expect(page.getByRole("searchbox", { name: "在文档内搜索" })).toBeFocused()
  await expect(page.getByRole("searchbox", { name: "在文档内搜索" })).toBeInViewport()
})
