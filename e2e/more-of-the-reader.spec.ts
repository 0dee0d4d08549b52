import type { Page } from "@playwright/test"
import { ownPdf } from "./support/files"
import { expectAlive, expectPage, isPhone, open, pill, publish, topOf } from "./support/reader"
import { settle } from "./support/settled"
import { staffToken, withSettings } from "./support/site"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

/** Touch points as the browser reports them, with one position each. */
const fingers = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", places: [number, number][] = []) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) })
  return {
    move: async (from: [number, number][], to: [number, number][]) => {
      await touch("touchStart", from)
      for (let step = 1; step <= 8; step++) {
        await touch(
          "touchMove",
          from.map(([x, y], index) => [x + ((to[index]![0] - x) * step) / 8, y + ((to[index]![1] - y) * step) / 8]),
        )
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      await touch("touchEnd")
    },
    tap: async (x: number, y: number) => {
      await touch("touchStart", [[x, y]])
      await touch("touchEnd")
    },
  }
}
const widthOf = (page: Page) => page.locator(".pages-in").evaluate((pages) => Math.round(pages.getBoundingClientRect().width))

test(
  "touch: pinch and double tap zoom, a swipe turns slides, and thumbnails are arranged in columns",
  { tag: "@phone-only" },
  async ({ page, request }) => {
    await open(page, request, "#page=20")
    await expectPage(page, 20)
    const hand = await fingers(page)
    await hand.move(
      [
        [140, 400],
        [230, 400],
      ],
      [
        [90, 400],
        [280, 400],
      ],
    )
    await expect.poll(() => widthOf(page)).toBeGreaterThan(500)
    expect(await page.evaluate(() => visualViewport!.scale), "the site itself is not zoomed").toBe(1)
    await hand.tap(180, 400)
    await hand.tap(182, 402)
    await expect.poll(() => widthOf(page)).toBe(355)
    await expectPage(page, 20)
    await pill(page, "缩略图")
    const grid = page.getByRole("dialog", { name: "缩略图" })
    const cellAt = (number: number) => grid.locator(`[data-thumb="${number}"]`).boundingBox()
    await expect
      .poll(async () => {
        const [first, second, fourth] = await Promise.all([19, 20, 22].map(cellAt))
        return first && second && fourth && [first.y === second.y, second.x > first.x, fourth.y > first.y]
      })
      .toEqual([true, true, true])
    await expect(grid.locator('[data-thumb="20"] img')).toBeVisible()
    await expectAccessible(page)
    await grid.locator('[data-thumb="22"]').tap()
    await expectPage(page, 22)
    await pill(page, "幻灯片")
    const bar = page.getByRole("toolbar", { name: "幻灯片" })
    await hand.move([[320, 400]], [[80, 400]])
    await expect(bar).toContainText("23 / 300")
    await hand.move([[80, 400]], [[320, 400]])
    await expect(bar).toContainText("22 / 300")
    await bar.getByRole("button", { name: "退出幻灯片" }).tap()
    await expectPage(page, 22)
  },
)

test("matches are marked one after another in the text view", { tag: "@phone" }, async ({ page, request }) => {
  await open(page, request, "#page=30")
  await expectPage(page, 30)
  if (isPhone(page)) {
    await pill(page, "文字版")
    await expect(page.locator('[data-text="30"]').first()).toBeInViewport()
    await pill(page, "搜索")
  } else {
    await page.getByRole("button", { name: "文字版" }).click()
    await expect(page.locator('[data-text="30"]').first()).toBeInViewport()
    await page.getByRole("button", { name: "在文档内搜索" }).click()
  }
  await page.getByRole("searchbox", { name: "在文档内搜索" }).fill("line 9")
  await expect(page.locator("mark[data-at]")).toHaveText("line 9")
  if (isPhone(page)) await page.locator('[data-hit="29"]').tap()
  // a paragraph may continue over several pages: the words before the mark identify the page
  const mark = page.locator("mark[data-at]")
  const before = () =>
    mark.evaluate((at) => {
      const range = document.createRange()
      range.setStart(at.closest("p")!, 0)
      range.setEndBefore(at)
      return range.toString()
    })
  await expect.poll(before).toMatch(/Page 30 $/)
  await expect(mark).toBeInViewport()
  await expectAccessible(page)
  const next = page.getByRole("button", { name: "下一处" })
  await next.click()
  await expect.poll(before).toMatch(/Page 31 $/)
  await expect(mark).toBeInViewport()
  await expect(mark).toHaveCount(1)
  if (!isPhone(page)) return
  await expect(page.getByRole("toolbar", { name: "搜索结果" })).toContainText("31 / 300")
  await page.getByRole("button", { name: "结束搜索" }).tap()
  await expect(page.locator(".reflow mark")).toHaveCount(0)
})

test(
  "back returns to the position before a jump, and a link to a page takes precedence over the remembered one",
  { tag: "@phone" },
  async ({ page, request, reader }) => {
    expect(reader.token).not.toBe("")
    const long = await open(page, request, "#page=90")
    await expectPage(page, 90)
    await expect.poll(() => page.evaluate(() => localStorage.getItem("reading"))).toContain(",90,")
    if (isPhone(page)) {
      await page.locator(".pill").click()
      await page.getByRole("textbox", { name: "页码，回车跳转" }).fill("140")
      await page.keyboard.press("Enter")
    } else {
      await page.keyboard.press("g")
      await page.keyboard.type("140")
      await page.keyboard.press("Enter")
    }
    await expectPage(page, 140)
    await expect(page).toHaveURL(/#page=140$/)
    await page.goBack()
    await expectPage(page, 90)
    await expect(page).toHaveURL(/#page=90$/)
    await expect(page.getByRole("img", { name: /第 90 页$/ })).toBeInViewport()
    await page.goto("/")
    await page.goto(`/document/${long}#page=12`)
    await expectPage(page, 12)
    await settle(page)
    await expect(page.getByText(/上次读到/)).toHaveCount(0)
    await expectPage(page, 12)
  },
)

test("pages beyond the preview are not searched; a message says so, and how to read on is shown", async ({ page, request }) => {
  let short = ""
  await withSettings(request, { converter: { max_preview: "3" } }, async () => {
    short = await publish(request, ownPdf(`预览三页 ${Date.now().toString(36)}.pdf`, 10), 5)
  })
  await page.goto(`/document/${short}#page=3`)
  await expect(page.getByRole("heading", { name: "可预览 3 页，其余 7 页下载后阅读" })).toBeVisible()
  // requested with this page's own visitor session: the other context is logged in
  expect((await page.request.get(`/view/page/${short}/4.svg`)).status()).toBe(403)
  if (isPhone(page)) await pill(page, "搜索")
  else await page.getByRole("button", { name: "在文档内搜索" }).click()
  const field = page.getByRole("searchbox", { name: "在文档内搜索" })
  await field.fill("line 9 ")
  await expect(page.getByText("共 3 处")).toBeVisible()
  await expect(page.getByText("只查找了可以阅读的前 3 页")).toBeVisible()
  await field.fill("page 7 line 3 ")
  await expect(page.getByText("没有找到")).toBeVisible()
  await expectAccessible(page)
})

test("a page that fails to load shows an error in its place and loads after a retry", async ({ page, request, consoleGuard }) => {
  consoleGuard.allow(/ERR_FAILED/)
  const long = await open(page, request)
  const eighth = /\/view\/page\/\w+\/8\./
  await page.route(eighth, (route) => route.abort())
  await page.goto("/")
  await page.goto(`/document/${long}#page=8`)
  const alert = page.getByRole("alert").filter({ hasText: "第 8 页没有加载出来" })
  await expect(alert).toBeVisible()
  await expect(page.locator('.sheet[data-page="9"]')).toHaveAttribute("data-phase", "loaded")
  await expectAccessible(page)
  await page.unroute(eighth)
  await alert.getByRole("button", { name: "重新加载" }).click()
  await expect(page.locator('.sheet[data-page="8"]')).toHaveAttribute("data-phase", "loaded")
})

test("the watermark, also as a picture, is shown in every reading mode", async ({ page, request }) => {
  const long = await open(page, request)
  await withSettings(request, { system: { enable_watermark: "true", watermark: "/logo.svg" } }, async () => {
    await page.goto("/")
    await page.goto(`/document/${long}#page=3`)
    await expectAlive(page)
    await expect(page.locator(".reader > .watermark-tile image")).toHaveAttribute("href", "/logo.svg")
    const over = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".sheet")].every(
          (sheet) => sheet.querySelector(".leaf > .watermark rect")?.getAttribute("fill") === "url(#reader-watermark)",
        ),
      )
    await expect.poll(over).toBe(true)
    if (isPhone(page)) await pill(page, "幻灯片")
    else {
      await page.keyboard.press("f")
      await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("reader")
      await expect.poll(over).toBe(true)
      await page.keyboard.press("f")
      await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
      await page.keyboard.press("s")
    }
    await expect(page.locator('.reader[data-mode="slides"] .sheet')).toHaveCount(1)
    await expect.poll(over).toBe(true)
    await page.keyboard.press("Escape")
    if (isPhone(page)) await pill(page, "文字版")
    else await page.keyboard.press("v")
    await expect(page.locator(".reflow-mark .watermark")).toBeVisible()
    await page.goto(`/embed/${long}`)
    await expect(page.locator(".sheet .watermark").first()).toBeVisible()
  })
})

test("advertisements between pages are shown in reserved space", { tag: "@phone" }, async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` }
  const long = await open(page, request)
  const made = await request.post("/api/v1/advertisement", {
    headers,
    data: { title: "页间", position: "document_between", content: "<p style='height:400px'>页间的广告</p>", enable: true },
  })
  const { id } = (await made.json()) as { id: number }
  try {
    await page.goto("/")
    await page.goto(`/document/${long}#page=3`)
    await expectPage(page, 3)
    const ad = page.locator(".page-ad")
    await expect(ad).toHaveText("页间的广告")
    await expect.poll(async () => Math.abs((await topOf(page, 3)) - 16), "the page one reads did not move for it").toBeLessThan(1.5)
    await expect(page.locator('.sheet[data-page="6"]')).toBeAttached()
    const [above, between, below] = await page.evaluate(() =>
      ['.sheet[data-page="5"]', ".page-ad", '.sheet[data-page="6"]'].map(
        (one) => document.querySelector(one)!.getBoundingClientRect().toJSON() as DOMRect,
      ),
    )
    expect(between!.height).toBe(isPhone(page) ? 100 : 120)
    expect([between!.top > above!.bottom, below!.top > between!.bottom]).toEqual([true, true])
    await ad.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    if (isPhone(page)) await pill(page, "单页")
    else await page.keyboard.press("m")
    await expect(page.locator(".sheet")).toHaveCount(1)
    await expect(ad).toHaveCount(0)
    await page.goto(`/embed/${long}#page=5`)
    await expect(page.getByRole("img", { name: /第 5 页$/ })).toBeVisible()
    await expect(ad).toHaveCount(0)
  } finally {
    expect((await request.delete(`/api/v1/advertisement?id=${id}`, { headers })).ok()).toBe(true)
  }
})
