import { expect, test } from "vitest"
import { fitNavigation } from "./navigation-fit"

const system = { sitename: "豆架", logo: "", show_name_with_logo: false }
const items = (...titles: string[]) => titles.map((title, id) => ({ id, title, href: `/x/${id}`, target: "", color: "", children: [] }))
const fits = (titles: string[], site = system) => fitNavigation(items(...titles), site).map(({ fit }) => fit)
/** The narrowest window (px) that displays an item, among those above 991 px. */
const desktopStep = (fit: string) => Number(/fit-d(\d+)/.exec(fit)?.[1] ?? 0)
const many = (count: number, title = "文库栏目") => Array.from({ length: count }, () => title)

test("three short items fit in every window", () => {
  expect(fits(["首页", "文库资料", "文章资讯"])).toEqual(["", "", ""])
  expect(fits([])).toEqual([])
})

test("the last items move first, and the later an item the wider the window that it needs", () => {
  for (const titles of [many(6), many(10), many(30), many(10, "一个特别特别特别长的名字"), many(8, "Mathematics")]) {
    const steps = fits(titles).map(desktopStep)
    expect(steps).toEqual([...steps].sort((one, other) => one - other))
    expect(steps[0], titles[0]).toBe(0)
  }
  // 60 px each with 24 px between them: six of them and 更多 take 558 of the 633 px that a window of 1,280 px has
  expect(fits(many(30)).map(desktopStep)).toEqual([0, 0, 0, 1, 4, 7, ...many(24).map(() => 10)])
})

test("an item in the middle never needs more than all items together: 更多 is gone once everything fits", () => {
  const [first, last] = fits([...many(6), "书"])
    .slice(-2)
    .map(desktopStep)
  expect(first).toBeLessThanOrEqual(last!)
  expect(fits([...many(3), "书"]).at(-1)).toBe(fits([...many(3), "书"]).at(-2))
})

test("a long site name and a logo leave less space", () => {
  const more = fits(many(30), { ...system, sitename: "一个名字很长的文库网站" }).filter((fit) => desktopStep(fit) < 10)
  const less = fits(many(30)).filter((fit) => desktopStep(fit) < 10)
  expect(more.length).toBeLessThan(less.length)
  const widths = [false, true].map((show_name_with_logo) => {
    const site = { sitename: "山海文库资料馆", logo: "/uploads/logo.png", show_name_with_logo }
    return fits(many(30), site).filter((fit) => desktopStep(fit) < 10).length
  })
  expect(widths[0]).toBeLessThan(less.length)
  expect(widths[1], "with the name beside it").toBeLessThan(widths[0]!)
})
