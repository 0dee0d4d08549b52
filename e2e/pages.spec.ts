import { load } from "./support/settled"
import { expect, expectFineInBothSizes, test } from "./support/test"

const documentOf = async (request: import("@playwright/test").APIRequestContext, ext: string) => {
  const { document } = (await (await request.get("/api/v1/document/list?order=id%20asc&size=24")).json()) as {
    document: { uuid: string; ext: string; title: string; category_id: number[] }[]
  }
  // the oldest one: uploads of other tests come after it
  return document.find((one) => one.ext === ext)!
}

test.describe("public pages", () => {
  test("home, lists, search, an article and a document: accessible, no horizontal overflow, in both sizes, light and dark", async ({
    page,
    request,
  }) => {
    const manual = await documentOf(request, ".docx")
    const addresses = [
      "/",
      "/category",
      `/category/${manual.category_id[0]}`,
      "/search?wd=手册",
      "/search?wd=没有这样的东西",
      "/search",
      "/article",
      "/article/first-upload",
      `/document/${manual.uuid}`,
      "/user/1",
      "/api-docs",
      "/api-docs/order",
      "/login",
      "/register",
    ]
    for (const address of addresses) {
      await test.step(address, async () => {
        const reply = await load(page, address)
        expect(reply?.status()).toBe(200)
        await expect(page.locator("h1")).toHaveCount(1)
        await expectFineInBothSizes(page)
      })
    }
  })

  test("every link of the public pages has a valid target", async ({ page, request }) => {
    const seen = new Set<string>()
    const dead: string[] = []
    const manual = await documentOf(request, ".docx")
    for (const address of [
      "/",
      "/category",
      "/article",
      "/article/first-upload",
      "/search?wd=手册",
      `/document/${manual.uuid}`,
      "/login",
      "/register",
    ]) {
      await load(page, address)
      const links = await page.locator("a[href^='/']").evaluateAll((all) => all.map((one) => one.getAttribute("href")!))
      for (const link of links) {
        const path = link.split("#")[0]!
        if (!path || seen.has(path)) continue
        seen.add(path)
        const reply = await request.get(path, { maxRedirects: 3 })
        if (reply.status() >= 400) dead.push(`${address} → ${path} ${reply.status()}`)
      }
    }
    expect(seen.size).toBeGreaterThan(15)
    expect(dead).toEqual([])
  })

  test("an unknown address is a 404 with a link home @main", async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/)
    const reply = await page.goto("/no/such/page")
    expect(reply?.status()).toBe(404)
    await expect(page.getByText("This page could not be found")).toBeVisible()
    expect((await page.locator("main").innerText()).replace(/\s+/g, " ")).toContain("404 This page could not be found")
    await page.getByRole("link", { name: "返回首页" }).click()
    await expect(page).toHaveURL("/")
  })

  test("an unknown document is a 404, not an empty page", async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/)
    expect((await page.goto("/document/0123456789abcdef"))?.status()).toBe(404)
  })

  test("searching: an empty keyword does nothing, a keyword finds the title @main", async ({ page }) => {
    await page.goto("/")
    const box = page.getByRole("searchbox").or(page.getByPlaceholder(/试试/)).first()
    await box.fill("   ")
    await box.press("Enter")
    await expect(page).toHaveURL("/")
    await box.fill("租赁")
    await box.press("Enter")
    await expect(page).toHaveURL(/\/search\?wd=%E7%A7%9F%E8%B5%81/)
    await expect(page.getByRole("link", { name: /房屋租赁合同/ }).first()).toBeVisible()
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })
  test("home lists documents, and a document shows its first page and its text @main", async ({ page, request }) => {
    await page.goto("/")
    await expect(page.locator("main a[href^='/document/']").first()).toBeVisible()
    const manual = await documentOf(request, ".docx")
    await page.goto(`/document/${manual.uuid}`)
    await expect(page.getByRole("heading", { level: 1, name: "豆架使用手册" })).toBeVisible()
    const first = page.locator(`img[src*="/view/page/${manual.uuid}/1"]`).first()
    await expect(first).toBeVisible()
    expect((await page.locator("main").textContent()) ?? "").toContain("读者和上传者：怎样找到、读懂、带走一份文档，")
  })

  test("a missing page has a readable message", async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/)
    for (const address of ["/document/0123456789abcdef", "/article/no-such-article", "/no/such/page"]) {
      expect((await page.goto(address))?.status()).toBe(404)
      await expect(page.getByText("This page could not be found")).toBeVisible()
      await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()
    }
  })
})
