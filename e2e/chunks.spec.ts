import type { Page } from "@playwright/test"
import { load } from "./support/settled"
import { expect, test } from "./support/test"

/** Breaks every script that is loaded from now on: after a release, old pages request old files. */
const breakScripts = (page: Page) => page.route("**/_next/static/chunks/**", (route) => route.abort())

test("a page whose code does not load reloads once, and the second time says so in Chinese, with a red bar and a way home", async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/Failed to load|chunk|net::ERR_FAILED/i)
  await load(page, "/category")
  // the one reload of this minute is over
  await page.evaluate(() => sessionStorage.setItem("doujia:reloaded-at", String(Date.now())))
  await breakScripts(page)
  // visible for two seconds, although the file of the bar itself does not load either
  const redBar = page.locator(".progress-failed #nprogress .bar").waitFor()
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "文章资讯" }).click()
  await redBar
  await expect(page.getByText("页面没有载入完整，请刷新")).toBeVisible()
  await expect(page.getByText(/chunk|module/i)).toHaveCount(0)
  await page.unroute("**/_next/static/chunks/**")
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(page).toHaveURL("/")
})

test("the first failure of a page's code leads to where the click wanted", async ({ page, consoleGuard }) => {
  consoleGuard.allow(/Failed to load|chunk|net::ERR_FAILED/i)
  await load(page, "/category")
  let broken = true
  await page.route("**/_next/static/chunks/**", (route) => (broken ? route.abort() : route.fallback()))
  // the reload gets the files of the new release
  page.on("request", (request) => {
    if (request.isNavigationRequest()) broken = false
  })
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "文章资讯" }).click()
  await expect(page).toHaveURL(/\/article$/)
  await expect(page.locator("main").getByRole("heading").first()).toBeVisible()
  await expect(page.getByText("页面没有载入完整，请刷新")).toHaveCount(0)
  expect(broken).toBe(false)
})
