import { load } from "./support/settled"
import { expect, expectAccessible, test } from "./support/test"

/** One address of each kind under which something could be, but is not. */
const unknownAddresses = [
  "/no-such-page",
  "/no/such/page",
  "/404",
  "/document/0123456789abcdef",
  "/document/999999999",
  "/document/a/b",
  "/category/999999999",
  "/category/x",
  "/category/1/2",
  "/category?page=900",
  "/article/no-such-article",
  "/article/999999999",
  "/article/a/b",
  "/article?category_id=999999999",
  "/article?category_id=x",
  "/article?page=900",
  "/user/999999999",
  "/user/x",
  "/user/1/x",
  "/user/1?page=999",
  "/search/x",
  "/joinvip/x",
  "/api-docs/nosuchchapter",
  "/feed/x",
  "/opds/x",
  "/login/x",
  "/register/x",
  "/findpassword/x",
  "/findpassword-mobile/x",
  "/upload/x",
  "/post/x",
  "/complaint/x",
  "/transparency/x",
  "/oauth/x/y",
  "/order/x",
  "/order/receipt/x",
  "/s/x",
  "/s/x/y",
  "/embed/x",
  "/me/x",
  "/me/profile/x",
]

test(
  "unknown things look alike at every address, and the browser renders what the server sent",
  { tag: "@remote" },
  async ({ page, consoleGuard }) => {
    // the answers themselves; a mismatch between server and browser is reported as an error of the page
    consoleGuard.allow(/status of 404/)
    const textOf = async (selector: string) => (await page.locator(selector).first().innerText()).replace(/\s+/g, " ").trim()
    let first: Record<string, string> | null = null
    for (const address of unknownAddresses)
      await test.step(address, async () => {
        expect((await load(page, address))?.status(), address).toBe(404)
        await expect(page).toHaveTitle(/404/)
        await expect(page.locator(".ft")).toBeVisible()
        await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()
        await expect(page.getByRole("combobox", { name: "搜索文档..." }).first()).toBeAttached()
        await expect(page.locator(".nav [aria-current=page]")).toHaveCount(0)
        const look = { header: await textOf("header"), main: await textOf("main"), footer: await textOf(".ft") }
        first ??= look
        expect(look).toEqual(first)
      })
  },
)

test("the console of an unknown article has nothing but the answer itself", { tag: "@remote" }, async ({ page, consoleGuard }) => {
  // React reports a mismatch between server and browser (#418) as an error of the page
  consoleGuard.allow(/status of 404/)
  const lines: string[] = []
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      lines.push(`${message.text()} ${new URL(message.location().url || page.url()).pathname}`)
  })
  page.on("pageerror", (error) => lines.push(String(error)))
  for (const address of ["/article/nope", "/article/nope?from=nav"]) {
    lines.length = 0
    expect((await load(page, address))?.status()).toBe(404)
    await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()
    expect(lines, address).toEqual([expect.stringMatching(/^Failed to load resource: .* 404 .*\/article\/nope$/)])
  }
})

test("an article list of a known category has the footer's lines in its own column only", async ({ page }) => {
  await page.goto("/article")
  await expect(page.locator(".mini-ft")).toBeVisible()
  await expect(page.locator(".ft")).toBeHidden()
  await page.goto("/category")
  await expect(page.locator(".ft")).toBeVisible()
})

test("unknown feeds and catalogs are a 404 in a line of text", async ({ request }) => {
  for (const address of ["/feed/category/999999/rss.xml", "/opds/category/999999.xml"]) {
    const reply = await request.get(address)
    expect([address, reply.status(), await reply.text()]).toEqual([address, 404, "没有这个地址\n"])
  }
})

test("an order number that is none of the user's own says so, and leads to the orders", async ({ page, reader: _ }) => {
  for (const address of ["/order?order_no=nope", "/order/receipt?order_no=nope"]) {
    await load(page, address)
    await expect(page.getByRole("heading", { level: 1, name: "没有这个订单" })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole("link", { name: "看我的订单" }).click()
  await expect(page).toHaveURL(/\/me\/order$/)
})
