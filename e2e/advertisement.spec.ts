import type { Page } from "@playwright/test"
import { adPositions } from "../lib/contract/site/advertisement.positions"
import { open } from "./support/reader"
import { sample, visit } from "./support/sample"
import { load, settle } from "./support/settled"
import { expectNoShift, watchShifts } from "./support/shifts"
import { withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

/** Compares each advertisement with the container of its position: its content box, or the page's column (`wrap`) inside of it. */
const narrowAds = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = []
    const positions = new Set<string>()
    for (const aside of document.querySelectorAll<HTMLElement>("aside.ads")) {
      if (aside.offsetWidth === 0) continue
      const style = getComputedStyle(aside.parentElement!)
      const inside = aside.parentElement!.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      const margin = window.innerWidth < 768 ? 32 : window.innerWidth < 992 || window.innerWidth > 1_599 ? 48 : 104
      const width = aside.classList.contains("wrap") ? Math.min(1_200, inside - margin) : inside
      for (const ad of aside.querySelectorAll<HTMLElement>(".ad")) {
        const position = ad.querySelector("b")!.title
        positions.add(position)
        for (const [what, box] of [
          ["box", aside],
          ["advertisement", ad],
        ] as const)
          if (Math.abs(box.getBoundingClientRect().width - width) > 1)
            problems.push(`${position}: the ${what} is ${box.getBoundingClientRect().width} of ${width} px wide`)
      }
    }
    return { problems, positions: [...positions] }
  })

test("an advertisement fills the width of its container at every position, on both home pages and at every width", async ({
  page,
  request,
  baseURL,
  browser,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const made: number[] = []
  for (const position of adPositions)
    made.push(
      (
        (await call("post", "/advertisement", {
          position,
          title: position,
          content: `<b title="${position}">广告</b>`,
          height_desktop: 24,
          height_phone: 24,
        })) as { id: number }
      ).id,
    )
  const visitor = await browser.newPage({ baseURL: baseURL!, reducedMotion: "reduce" })
  try {
    for (const width of [1440, 1000, 768, 375]) {
      await visitor.setViewportSize({ width, height: 900 })
      const filled = new Set<string>()
      const check = async (where: string) => {
        await expect(visitor.locator("aside.ads b").first()).toBeAttached()
        const { problems, positions } = await narrowAds(visitor)
        expect(problems, `${where} ${width} px`).toEqual([])
        for (const position of positions) filled.add(position)
      }
      for (const home_version of ["v1", "v2"])
        await withSettings(request, { display: { home_version } }, async () => {
          await load(visitor, "/")
          await check(`/ ${home_version}`)
        })
      for (const address of ["/category", "/user/1", "/search?wd=豆架"]) {
        await load(visitor, address)
        await check(address)
      }
      await open(visitor, request)
      await visitor.locator(".doc-talk").scrollIntoViewIfNeeded()
      await check("document")
      // a busy machine renders the pages later than the wheel turns: back to the start until one of them carries an advertisement
      await expect(async () => {
        await visitor.evaluate(() => scrollY + innerHeight > document.body.scrollHeight - 10 && window.scrollTo(0, 0))
        await visitor.mouse.move(width / 2, 450)
        await visitor.mouse.wheel(0, 800)
        await expect(visitor.locator(".page-ad .ad").first()).toBeAttached({ timeout: 100 })
      }).toPass({ intervals: [0] })
      await check("pages")
      const hidden = width < 992 ? ["search_right"] : []
      expect([...filled].sort(), `${width} px`).toEqual(adPositions.filter((position) => !hidden.includes(position)).sort())
    }
  } finally {
    await visitor.close()
    for (const id of made) await call("delete", `/advertisement?id=${id}`)
  }
})

test("advertisements appear at their positions, run no scripts, take no space when empty, and shift no content [security: 3.2.1]", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const document = await sample(request)
  const made: number[] = []
  const add = async (position: string, content: string, heights: { height_desktop?: number; height_phone?: number } = {}) =>
    made.push(((await call("post", "/advertisement", { position, title: position, content, ...heights })) as { id: number }).id)
  await add("document_top", `<a href="https://example.org" onclick="window.ran = 1">开学季文具</a>`)
  await add("global_bottom", "<b>全站页脚</b>")
  try {
    const adRequests: string[] = []
    page.on("request", (one) => one.url().includes("/advertisement/position") && adRequests.push(one.url()))
    await visit(page, document.uuid)
    await expect(page.getByRole("complementary", { name: "广告" }).filter({ hasText: "开学季文具" })).toBeVisible()
    await expect(page.getByRole("complementary", { name: "广告" })).toHaveCount(2)
    expect(adRequests).toHaveLength(1)
    expect(await page.evaluate(() => "ran" in window)).toBe(false)
    await page.getByRole("link", { name: "开学季文具" }).dispatchEvent("click")
    expect(await page.evaluate(() => "ran" in window)).toBe(false)
    await expectAccessible(page)

    await test.step("advertisements shift nothing on the page", async () => {
      for (const position of ["global_top", "index_banner_bottom", "list_nav_bottom", "list_document_top", "search_top", "document_top"])
        await add(position, `<p style="height:96px">${position}</p>`, { height_desktop: 96, height_phone: 96 })
      const [article] = ((await (await request.get("/api/v1/article/list?page=1&size=1")).json()) as { article: { identifier: string }[] })
        .article
      const stranger = await page.context().browser()!.newContext({ baseURL: baseURL! })
      const visitor = await stranger.newPage()
      consoleGuard.watch(visitor)
      await watchShifts(visitor)
      for (const width of [1280, 375]) {
        await visitor.setViewportSize({ width, height: 812 })
        for (const address of ["/", "/category", "/search?wd=豆", `/document/${document.uuid}`, `/article/${article!.identifier}`]) {
          await load(visitor, address)
          await expect(visitor.getByText("global_top", { exact: true })).toBeVisible()
          await visitor.mouse.wheel(0, 600)
          await settle(visitor)
          await expectNoShift(visitor, `${address} ${width}`)
        }
      }
      await stranger.close()
      // staff: the article's admin buttons load late
      await watchShifts(page)
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 812 })
        await load(page, `/article/${article!.identifier}`)
        await expect(page.getByRole("group", { name: "管理文章" }).getByRole("button", { name: /^(设为|取消)推荐$/ })).toBeVisible()
        await expectNoShift(page, `staff, article ${width}`)
      }
    })
  } finally {
    for (const id of made) await call("delete", `/advertisement?id=${id}`)
  }
})
