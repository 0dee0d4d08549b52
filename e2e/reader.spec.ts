import { ownPdf } from "./support/files"
import { expectAlive, expectPage, isPhone, open, pill, publish, topOf } from "./support/reader"
import { settle } from "./support/settled"
import { expectNoShift, watchShifts } from "./support/shifts"
import { withSettings } from "./support/site"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

test(
  "three hundred pages: correct heights from the start, at most twelve rendered, no layout shift",
  { tag: "@phone" },
  async ({ page, request }) => {
    await watchShifts(page)
    let requestCount = 0
    page.on("request", (request) => void (requestCount += Number(request.url().includes("/view/page/"))))
    const long = await open(page, request)
    await settle(page)
    const height = () => page.evaluate(() => document.querySelector(".pages-in")!.getBoundingClientRect().height)
    const before = await height()
    const most = await page.evaluate(async () => {
      let seen = 0
      for (let n = 0; n < 90; n++) {
        window.scrollBy(0, 2400)
        await new Promise((done) => requestAnimationFrame(done))
        seen = Math.max(seen, document.querySelectorAll(".sheet").length)
      }
      return seen
    })
    expect(most, "pages in the document at any time").toBeLessThanOrEqual(12)
    const askedBefore = requestCount
    const blank = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".sheet")]
          .filter((sheet) => sheet.getBoundingClientRect().top < innerHeight && sheet.getBoundingClientRect().bottom > 0)
          .filter((sheet) => sheet.dataset.phase !== "loaded")
          .map((sheet) => sheet.dataset.phase),
      )
    await expect.poll(blank, "what is on the screen is drawn").toEqual([])
    expect(requestCount - askedBefore, "images of pages that were scrolled past are not loaded first").toBeLessThanOrEqual(12)
    expect(await height(), "the height of all").toBe(before)
    await expectNoShift(page)

    await page.goto(`/document/${long}?page=200`)
    await expectPage(page, 200)
    expect(Math.abs((await topOf(page, 200)) - 16)).toBeLessThan(1.5)
    await expect(page).toHaveURL(/#page=200$/)
    await page.evaluate(() => (location.hash = "#page=37"))
    await expectPage(page, 37)
    expect(Math.abs((await topOf(page, 37)) - 16)).toBeLessThan(1.5)
    await expect(page.getByRole("img", { name: /第 37 页$/ })).toBeInViewport()
    await page.reload()
    await expectPage(page, 37)
    await expectAlive(page)

    await test.step("the current page is the one in the middle, and the offer to continue is a pill on phones", async () => {
      const { height } = (await page.locator('.sheet[data-page="37"]').boundingBox())!
      // with the mouse: a scroll by script could still be the reader's own jump
      await page.mouse.move(180, 400)
      await page.mouse.wheel(0, 0.7 * height)
      await expectPage(page, 38)
      const middle = () =>
        page.evaluate(() => {
          const top =
            document.querySelector(".tb")!.getBoundingClientRect().bottom ||
            parseFloat(getComputedStyle(document.querySelector(".reader")!).getPropertyValue("--top"))
          const y = top + (innerHeight - top) / 2
          return [...document.querySelectorAll<HTMLElement>(".sheet")].find((sheet) => {
            const { top: from, bottom } = sheet.getBoundingClientRect()
            return from <= y && bottom >= y
          })!.dataset.page
        })
      expect(await middle()).toBe("38")
      await expect.poll(() => page.evaluate(() => localStorage.getItem("reading"))).toContain(",38,")
      await page.goto(`/document/${long}`)
      const offer = page.getByRole("status").filter({ hasText: "上次读到第 38 页" })
      await expect(offer).toBeVisible()
      await expect(offer).toHaveCSS("position", isPhone(page) ? "fixed" : "sticky")
      if (isPhone(page)) {
        const [pillBox, offerBox, bar] = [
          await page.locator(".pill").boundingBox(),
          await offer.boundingBox(),
          await page.locator(".dlbar").boundingBox(),
        ]
        expect(offerBox!.y + offerBox!.height, "above the bar").toBeLessThanOrEqual(bar!.y)
        expect(offerBox!.x + offerBox!.width, "beside the page's number").toBeLessThanOrEqual(pillBox!.x)
      }
      await page.getByRole("link", { name: "继续" }).click()
      await expectPage(page, 38)
      await expect(offer).toHaveCount(0)
    })
  },
)

test("the first page is in the HTML and needs no script @main", { tag: "@phone" }, async ({ browser, request, page, baseURL }) => {
  const long = await open(page, request)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize()! })
  const still = await context.newPage()
  await still.goto(`${baseURL}/document/${long}`)
  const first = still.getByRole("img", { name: /第 1 页$/ })
  await expect(first).toBeVisible()
  await expect(first).toHaveJSProperty("complete", true)
  expect(await still.evaluate(() => document.documentElement.scrollHeight), "no desert below it").toBeLessThan(6_000)
  await context.close()
})

test("text can be selected and copied across lines", async ({ page, request }) => {
  await open(page, request, "#page=20")
  await expect(page.locator('[data-text-layer="20"] span')).toHaveCount(24)
  const { word, image } = await page.evaluate(() => {
    const span = document.querySelector('[data-text-layer="20"] span')!.getBoundingClientRect()
    const sheet = document.querySelector('.sheet[data-page="20"]')!.getBoundingClientRect()
    return { word: { x: (span.left - sheet.left) / sheet.width, y: (span.top - sheet.top) / sheet.height }, image: sheet.width }
  })
  expect(image).toBeGreaterThan(300)
  expect(word.x, "72 points from the left of 595").toBeCloseTo(72 / 595, 2)
  expect(word.y, "the first line stands 82 points below the upper edge").toBeCloseTo(72 / 842, 1)
  const copied = await page.evaluate(() => {
    const spans = document.querySelectorAll('[data-text-layer="20"] span')
    const range = document.createRange()
    range.setStart(spans[0]!.firstChild!, 0)
    range.setEnd(spans[1]!.firstChild!, 14)
    getSelection()!.removeAllRanges()
    getSelection()!.addRange(range)
    let text = ""
    document.addEventListener("copy", (event) => (text = event.clipboardData!.getData("text/plain")), { once: true })
    document.execCommand("copy")
    return text
  })
  expect(copied).toMatch(/^Page 20 line 1 \w{8}\nPage 20 line 2$/)
})

test("search inside the document finds, marks and jumps @main", { tag: "@phone" }, async ({ page, request }) => {
  await open(page, request)
  if (isPhone(page)) await pill(page, "搜索")
  else {
    await page.getByRole("region", { name: "页面" }).focus()
    await page.keyboard.press("Control+f")
  }
  const field = page.getByRole("searchbox", { name: "在文档内搜索" })
  await expect(field).toBeFocused()
  await field.fill("page 123 line 7")
  await expect(page.getByText("第 1 处，共 1 处")).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await page.locator("[data-hit]").click()
  await expectPage(page, 123)
  await expect(page.locator('.sheet[data-page="123"] .marks i[data-at]')).toBeInViewport()
  if (isPhone(page)) return
  await field.fill("line 9 ")
  await expect(page.getByText(/共 300 处|共 200 处/)).toBeVisible()
  await field.press("Enter")
  await expectPage(page, 124)
  await page.keyboard.press("Shift+F3")
  await expectPage(page, 123)
  await field.fill("没有这个词")
  await expect(page.getByText("没有找到")).toBeVisible()
  await field.press("Escape")
  await expect(page.getByRole("region", { name: "页面" })).toBeFocused()
  await page.keyboard.press("/")
  await expect(page.getByRole("searchbox", { name: "在文档内搜索" })).toHaveCount(0)
})

test("modes, zoom and colours are remembered in this browser", { tag: "@phone" }, async ({ page, request }) => {
  await open(page, request, "#page=50")
  await expectPage(page, 50)
  if (isPhone(page)) {
    await pill(page, "单页")
    await expect(page.locator(".sheet")).toHaveCount(1)
    await pill(page, "护眼")
    await page.keyboard.press("Escape")
  } else {
    await page.getByRole("button", { name: "翻页方式：连续" }).click()
    await page.getByRole("menuitemradio", { name: "双页" }).click()
    // the cover stands alone, so pairs begin with even pages
    await expectPage(page, 50)
    await expect(page.getByRole("img", { name: /第 50 页$/ })).toBeInViewport()
    await expect(page.getByRole("img", { name: /第 51 页$/ })).toBeInViewport()
    await page.getByRole("button", { name: "翻页方式：双页" }).click()
    await page.getByRole("menuitemradio", { name: "单页" }).click()
    await expect(page.locator(".sheet")).toHaveCount(1)
    await expectPage(page, 50)
    await page.getByRole("button", { name: "阅读设置" }).click()
    await page.getByRole("button", { name: "护眼" }).click()
  }
  await expectAccessible(page)
  await page.reload()
  await expect(page.locator(".sheet")).toHaveCount(1)
  await expect(page.locator("html")).toHaveAttribute("data-reading", "sepia")
  if (isPhone(page)) return
  await expectAlive(page)
  await page.keyboard.press("s")
  await expect(page.locator(".reader")).toHaveAttribute("data-mode", "slides")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("toolbar", { name: "幻灯片" })).toBeAttached()
  await page.mouse.click(900, 300)
  await expect(page.locator('.sheet[data-page="52"]')).toBeVisible()
  await page.keyboard.press("Escape")
  await expectPage(page, 52)
  await expect(page.getByRole("img", { name: /第 52 页$/ }), "slides are left on the page that the toolbar says").toBeInViewport()
  await page.keyboard.press("m")
  await page.keyboard.press("m")
  await expect(page.locator(".reader")).toHaveAttribute("data-mode", "scroll")
  // via two-page mode, which is named after the left page
  await expectPage(page, 52)
  await page.mouse.move(500, 500)
  const under = () =>
    page.evaluate(() => {
      const box = document.elementFromPoint(500, 500)!.closest(".sheet")!.getBoundingClientRect()
      return [(500 - box.left) / box.width, (500 - box.top) / box.height]
    })
  const point = await under()
  await page.keyboard.down("Control")
  await page.mouse.wheel(0, -200)
  await page.keyboard.up("Control")
  await expect(page.getByRole("button", { name: "缩放：适应宽度" })).toHaveCount(0)
  const after = await under()
  expect(after[0]).toBeCloseTo(point[0]!, 2)
  expect(after[1]).toBeCloseTo(point[1]!, 2)

  const inTheMiddle = () =>
    page.evaluate(() => {
      const view = document.querySelector(".pages")!.getBoundingClientRect()
      const top = document.querySelector(".tb")!.getBoundingClientRect().bottom
      const [x, y] = [view.left + view.width / 2, top + (innerHeight - top) / 2]
      const box = document.elementFromPoint(x, y)!.closest(".sheet")!.getBoundingClientRect()
      return [(x - box.left) / box.width, (y - box.top) / box.height]
    })
  const centre = await inTheMiddle()
  const before = await page.locator(".zoom").textContent()
  await page.getByRole("button", { name: "放大" }).click()
  await expect(page.locator(".zoom")).not.toHaveText(before!)
  const centreAfter = await inTheMiddle()
  expect(centreAfter[0]).toBeCloseTo(centre[0]!, 2)
  expect(centreAfter[1]).toBeCloseTo(centre[1]!, 2)

  await test.step("the back-to-top button is not covered by the bar; a wide window uses 1,440 px, unless the user turns that off", async () => {
    const back = page.getByRole("button", { name: "返回顶部" })
    // on the way up the folded bars return, and with them the bar at the right edge
    await page.mouse.wheel(0, -120)
    await page.getByRole("button", { name: "展开快捷操作" }).hover()
    await back.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 1680, height: 900 })
    const width = () => page.locator("main.document").evaluate((main) => main.getBoundingClientRect().width)
    await expect.poll(width).toBe(1440)
    await page.getByRole("button", { name: "宽屏" }).click()
    await expect.poll(width).toBe(1200)
    await page.reload()
    await expect.poll(width).toBe(1200)
    await expectAlive(page)
    await page.keyboard.press("w")
    await expect.poll(width).toBe(1440)
    await expect(page.getByRole("button", { name: "宽屏" })).toHaveAttribute("aria-pressed", "true")
  })
})

test("the text view keeps the reading position and has its own text size", { tag: "@phone" }, async ({ page, request }) => {
  await open(page, request, "#page=64")
  await expectPage(page, 64)
  if (isPhone(page)) await pill(page, "文字版")
  else await page.getByRole("button", { name: "文字版" }).click()
  await expect(page.locator('[data-text="64"]').first()).toBeInViewport()
  await expectPage(page, 64)
  if (isPhone(page)) await page.locator(".pill").click()
  else await page.getByRole("button", { name: "阅读设置" }).click()
  for (let n = 0; n < 5; n++) await page.getByRole("button", { name: "放大字号" }).click()
  await expect(page.getByRole("button", { name: "放大字号" })).toBeDisabled()
  await page.keyboard.press("Escape")
  await expect(page.getByText(/Page 64 line 2 /).first()).toHaveCSS("font-size", "28px")
  await expect(page.locator('[data-text="64"]').first()).toBeInViewport()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  if (isPhone(page)) await pill(page, "原版")
  else await page.getByRole("button", { name: "文字版" }).click()
  await expectPage(page, 64)
  await expect(page.getByRole("img", { name: /第 64 页$/ })).toBeInViewport()
})

test("reading continues at the last position, also on another device", async ({ page, request, reader, browser, baseURL }) => {
  const long = await open(page, request)
  const said = page.waitForResponse((response) => response.url().endsWith("/document/position") && response.request().method() === "PUT")
  await page.evaluate(() => (location.hash = "#page=88"))
  await expectPage(page, 88)
  expect((await said).ok()).toBe(true)
  const other = await browser.newContext({ viewport: page.viewportSize()! })
  await other.addCookies([{ name: "doujia_session", value: reader.token, url: baseURL!, httpOnly: true, sameSite: "Lax" }])
  await other.addInitScript(
    ([token, user]) => {
      localStorage.setItem("token", token!)
      localStorage.setItem("user", user!)
    },
    [reader.token, JSON.stringify({ id: reader.id, username: reader.username })],
  )
  const second = await other.newPage()
  await second.goto(`${baseURL}/document/${long}`)
  const offer = second.getByText("上次读到第 88 页")
  await expect(offer).toBeVisible()
  await test.step("a phone shows one message at a time", async () => {
    await second.setViewportSize({ width: 375, height: 812 })
    await second.locator(".dlbar").getByRole("button", { name: "收藏", exact: true }).click()
    await expect(second.getByText("已放进我的收藏")).toBeVisible()
    await expect(offer).toBeHidden()
    await second.getByRole("button", { name: "不用了" }).click()
    await expect(offer).toBeVisible()
    await second.setViewportSize({ width: 1280, height: 900 })
  })
  await second.getByRole("link", { name: "继续" }).click()
  await expectPage(second, 88)
  await other.close()
})

test("a view is counted once, after the page was visible for three seconds @main", async ({ page, request }) => {
  let counted = 0
  page.on("request", (one) => void (counted += one.url().endsWith("/document/view") ? 1 : 0))
  await page.clock.install()
  await open(page, request)
  expect(counted).toBe(0)
  await page.clock.runFor(3_500)
  await expect.poll(() => counted).toBe(1)
  await page.clock.runFor(10_000)
  await settle(page)
  expect(counted).toBe(1)
})

test("watermark and print follow the settings", async ({ page, request }) => {
  const short = await publish(request, ownPdf(`可以打印 ${Date.now().toString(36)}.pdf`, 4))
  const paid = await publish(request, ownPdf(`不能打印 ${Date.now().toString(36)}.pdf`, 4), 5)
  await withSettings(
    request,
    { system: { enable_watermark: "true", watermark: "仅供内部使用" }, display: { enable_print: "true" } },
    async () => {
      await page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute("data-printed", "")
      })
      await page.goto(`/document/${short}`)
      await expect(page.locator(".reader pattern text")).toHaveText("仅供内部使用")
      await expect(page.locator(".sheet .watermark").first()).toHaveCSS("pointer-events", "none")
      await expectAlive(page)
      await page.keyboard.press("Control+p")
      await expect(page.locator("html[data-printed]")).toHaveCount(1)
      await expect(page.locator(".print-page")).toHaveCount(4)
      await page.emulateMedia({ media: "print" })
      await expect(page.locator(".print-page").first()).toBeVisible()
      await expect(page.locator(".print-page .watermark").first()).toBeVisible()
      await expect(page.getByRole("banner")).toBeHidden()
      expect(await page.evaluate(() => document.querySelector(".print-page .watermark rect")!.getAttribute("fill"))).toBe(
        `url(#${await page.locator(".print-pages pattern").getAttribute("id")})`,
      )
      expect(
        ((await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length,
        "one page a sheet",
      ).toBe(4)
      await page.emulateMedia({ media: null })
      await page.goto(`/document/${paid}`)
      await expect(page.getByRole("button", { name: "打印" })).toHaveCount(0)
      await page.emulateMedia({ media: "print" })
      expect(await page.evaluate(() => getComputedStyle(document.body, "::before").content)).toContain("不提供打印")
      await expect(page.locator(".sheet").first()).toBeHidden()
    },
  )
})
