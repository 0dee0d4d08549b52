import type { Page } from "@playwright/test"
import { load } from "./support/settled"
import { enterAsAdmin, type AdminCaller } from "./support/staff"
import { shiftOf, watchShifts } from "./support/shifts"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

const widths = [768, 820, 991, 992, 1000, 1024, 1152, 1280, 1440, 1920]
const longTitle = "一个名字特别特别长的导航栏目，放不下的部分用省略号表示"

type Row = { title: string; href: string; parent_id?: number }
type NavigationList = { navigation: { id: number; enable: boolean }[] }

/** Replaces the navigation with these rows while `work` runs. Children name their parent by its index. */
const withNavigation = async (call: AdminCaller, rows: Row[], work: () => Promise<void>) => {
  const { navigation } = (await call("get", "/navigation/list?size=1000")) as NavigationList
  const previous = navigation.filter(({ enable }) => enable)
  for (const row of previous) await call("put", "/navigation", { ...row, enable: false })
  const ids: number[] = []
  try {
    for (const [at, { parent_id, ...row }] of rows.entries()) {
      const parent = parent_id === undefined ? {} : { parent_id: ids[parent_id] }
      ids.push(((await call("post", "/navigation", { ...row, ...parent, enable: true, sort: 1000 - at })) as { id: number }).id)
    }
    await work()
  } finally {
    for (const id of ids.reverse()) await call("delete", `/navigation?id=${id}`)
    for (const row of previous) await call("put", "/navigation", { ...row, enable: true })
  }
}

const items = (count: number, title: (at: number) => string): Row[] =>
  Array.from({ length: count }, (_, at) => ({ title: title(at), href: at === 0 ? "/" : at === 1 ? "/category" : `/article/item-${at}` }))

const nav = (page: Page) => page.getByRole("navigation", { name: "主导航" })
const more = (page: Page) => nav(page).getByRole("button", { name: "更多" })

/** Everything in the header stands inside of it and beside, not upon, its neighbours; returns the titles that are visible in it. */
const expectTidy = async (page: Page, where: string): Promise<string[]> => {
  const { boxes, titles } = await page.evaluate(() => {
    const parts = [...document.querySelectorAll(".hd .logo, .nav-top, .hd-search, .hd-end > *")]
    const visible = parts.filter((part) => part.checkVisibility?.() ?? (part as HTMLElement).offsetWidth > 0)
    return {
      boxes: visible.map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return { what: part.textContent, left, right }
      }),
      titles: visible.filter((part) => part.matches(".nav-top")).map((part) => part.textContent ?? ""),
    }
  })
  for (const [at, box] of boxes.entries()) {
    expect(box.left, `${where}: ${box.what}`).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0)
    expect(box.right, `${where}: ${box.what}`).toBeLessThanOrEqual(page.viewportSize()!.width)
  }
  await expectNoSideScroll(page)
  return titles
}

test("items of the header that do not fit move into 更多, at every width, without a layout shift", async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const visitor = await page.context().browser()!.newPage({ baseURL: baseURL! })
  for (const one of [page, visitor]) await watchShifts(one)
  const lists = {
    "3 items": items(3, (at) => `栏目${at}`),
    "6 items": items(6, (at) => `文库栏目${at}`),
    "10 items": items(10, (at) => `文库栏目${at}`),
    "30 items": items(30, (at) => `栏目 ${at}`),
    "10 long titles": items(10, (at) => `${at} ${longTitle}`),
    "10 Latin titles": items(10, (at) => `WOMEN'S Mathematics ${at}`),
  }
  for (const [name, rows] of Object.entries(lists))
    await withNavigation(call, rows, async () => {
      await expect.poll(async () => (await request.get("/category")).text()).toContain(rows.at(-1)!.title)
      for (const one of [page, visitor]) {
        await one.setViewportSize({ width: 1280, height: 800 })
        await load(one, "/category")
        for (const width of widths) {
          await one.setViewportSize({ width, height: 800 })
          const where = `${name}, ${width} px, ${one === page ? "logged in" : "visitor"}`
          const titles = await expectTidy(one, where)
          const visible = titles.filter((title) => title !== "更多")
          expect(visible, `${where}: the first items stay`).toEqual(rows.slice(0, visible.length).map(({ title }) => title))
          expect(visible.length, where).toBeGreaterThan(0)
          expect(titles.includes("更多"), where).toBe(visible.length < rows.length)
          if (rows.length <= 3) expect(visible.length, where).toBe(rows.length)
          if (visible.length === rows.length) continue
          await more(one).click()
          const links = one.getByRole("group", { name: "更多" }).getByRole("link")
          await expect(links, where).toHaveText(rows.slice(visible.length).map(({ title }) => title))
          await expectNoSideScroll(one)
          await one.keyboard.press("Escape")
          await expect(links).toHaveCount(0)
          await expect(more(one)).toBeFocused()
        }
        // each width as the first one that the page is loaded with
        for (const width of [768, 1000, 1440]) {
          await one.setViewportSize({ width, height: 800 })
          await load(one, "/category")
          const { value, shifts } = await shiftOf(one)
          expect(value, `${name} ${width} ${JSON.stringify(shifts)}`).toBeLessThan(0.01)
        }
      }
    })
  await visitor.close()
})

test("更多 works with the keyboard, is accessible, and marks the current item inside of it", async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const rows = [
    ...items(9, (at) => `文库栏目${at}`),
    { title: "无地址的上级", href: "" },
    { title: "它的下级", href: "/joinvip", parent_id: 9 },
    { title: "文章", href: "/article" },
  ]
  await withNavigation(call, rows, async () => {
    await expect.poll(async () => (await request.get("/article")).text()).toContain("无地址的上级")
    await page.setViewportSize({ width: 1000, height: 800 })
    await load(page, "/article")
    await more(page).focus()
    await page.keyboard.press("Enter")
    const group = page.getByRole("group", { name: "更多" })
    await expect(group).toBeVisible()
    await expect(more(page)).toHaveAttribute("aria-expanded", "true")
    await expectAccessible(page)
    await page.keyboard.press("Enter")
    await expect(group).toHaveCount(0)
    await page.keyboard.press("ArrowDown")
    await expect(group.getByRole("link").first()).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(group.getByRole("link").nth(1)).toBeFocused()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(more(page)).toBeFocused()
    // a heading, not a link, with its child below it
    await expect(group.getByText("无地址的上级")).toBeVisible()
    await expect(group.getByRole("link", { name: "无地址的上级" })).toHaveCount(0)
    await expect(group.getByRole("link", { name: "文章", exact: true })).toHaveAttribute("aria-current", "page")
    await expect(page.locator(".hd [aria-current]").filter({ visible: true })).toHaveCount(1)
    expect(await page.locator(".nav-more i").evaluate((line) => getComputedStyle(line, "::after").height)).toBe("2px")
    await group.getByRole("link", { name: "它的下级" }).click()
    await page.waitForURL("/joinvip")
    await expect(group).toHaveCount(0)
  })
})

test("an item without an address opens its children and links to nothing; only the most specific item is current", async ({
  page,
  request,
  baseURL,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const rows = [
    { title: "首页", href: "/" },
    { title: "上级", href: "" },
    { title: "下级", href: "/category/2", parent_id: 1 },
    { title: "没有下级", href: "" },
    { title: "文库", href: "/category" },
    { title: "文库一", href: "/category/1" },
  ]
  await withNavigation(call, rows, async () => {
    await expect.poll(async () => (await request.get("/")).text()).toContain("没有下级")
    for (const [path, current] of [
      ["/", "首页"],
      ["/category", "文库"],
      ["/category/1", "文库一"],
      ["/category/2", ""],
    ] as const) {
      await load(page, path)
      await expect(page.locator(".hd [aria-current]")).toHaveText(current ? [current] : [])
    }
    await expect(nav(page).getByRole("link", { name: "上级", exact: true })).toHaveCount(0)
    await expect(nav(page).getByRole("link", { name: "没有下级" })).toHaveCount(0)
    const parent = nav(page).getByRole("button", { name: "上级", exact: true })
    await parent.click()
    const child = page.getByRole("group", { name: "上级" }).getByRole("link", { name: "下级" })
    await expect(child).toBeVisible()
    await expect(page.locator(".hd [aria-current]")).toHaveText(["下级"])
    await expect(page).toHaveURL("/category/2")
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole("button", { name: "打开菜单" }).click()
    const drawer = page.getByRole("dialog", { name: "菜单" })
    await expect(drawer.getByText("没有下级")).toBeVisible()
    await expect(drawer.getByRole("link", { name: "没有下级" })).toHaveCount(0)
  })
})
