import type { Page } from "@playwright/test"
import { adPositions } from "../lib/contract/site/advertisement.positions"
import { open } from "./support/reader"
import { withSettings } from "./support/site"
import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { expect, test } from "./support/test"

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
