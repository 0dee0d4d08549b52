import { expectPage, isPhone, open, pill } from "./support/reader"
import { settle } from "./support/settled"
import { expect, test } from "./support/test"

test(
  "the reading position survives a look at the comments, a jump to the end, printing and a search",
  { tag: "@phone" },
  async ({ page, request, reader }) => {
    expect(reader.token).not.toBe("")
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "")
    })
    const saved: number[] = []
    page.on("request", (sent) => {
      if (sent.method() === "PUT" && sent.url().endsWith("/document/position")) saved.push((sent.postDataJSON() as { page: number }).page)
    })
    const stored = () => page.evaluate(() => (JSON.parse(localStorage.getItem("reading") ?? "[]") as [string, number][])[0]?.[1] ?? 0)
    const long = await open(page, request, "#page=12")
    await expectPage(page, 12)
    await expect.poll(stored).toBe(12)

    await test.step("the comments are not a page", async () => {
      await page
        .locator(".dlbar")
        .getByRole("button", { name: /^文档点评/ })
        .click()
      await expect(page.getByRole("region", { name: "评价与评论" })).toBeInViewport()
      // longer than a page must be read to be saved
      await page.waitForTimeout(2_600)
      expect(await stored()).toBe(12)
      await expect(page).toHaveURL(/#page=12$/)
    })
    await test.step("passing the last page on the way to the end of the document page", async () => {
      await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
      await page.waitForTimeout(2_600)
      expect(await stored()).toBe(12)
    })
    await test.step("a short jump to the last page", async () => {
      // from the end of the document page to the pages again: the address names page 12 already
      await page.evaluate(() => (location.hash = "#page=11"))
      await expectPage(page, 11)
      await page.evaluate(() => (location.hash = "#page=12"))
      await expectPage(page, 12)
      await page.evaluate(() => (location.hash = "#page=300"))
      await expectPage(page, 300)
      await page.goBack()
      await expectPage(page, 12)
      expect(await stored()).toBe(12)
    })
    await test.step("printing", async () => {
      if (isPhone(page)) return
      await page.keyboard.press("Control+p")
      await settle(page)
      await page.emulateMedia({ media: "print" })
      await page.emulateMedia({ media: "screen" })
      await expectPage(page, 12)
    })
    await test.step("a search and its hits", async () => {
      if (isPhone(page)) await pill(page, "搜索")
      // by the key: the bar with the button may be folded
      else await page.keyboard.press("Control+f")
      const answered = page.waitForResponse((response) => response.url().includes("/document/inside"))
      await page.getByRole("searchbox", { name: "在文档内搜索" }).fill("line 9")
      expect((await answered).ok()).toBe(true)
      await page.goto("/")
    })
    await page.goto(`/document/${long}`)
    await expect(page.getByText("上次读到第 12 页")).toBeVisible()
    expect(saved).toEqual([12])
  },
)
