import { expect, test } from "vitest"
import { refusedRobotsRules } from "../../contract/site/sitemap.robots"
import { robotsText } from "./robots"

const plain = { hide_from_search: false, robots_rules: "", crawl_delay: 0, refuse_ai_crawlers: false }

test("personal and staff pages are excluded; the site map needs the domain", () => {
  const text = robotsText(plain, "")
  for (const path of ["/admin", "/me/", "/login", "/oauth", "/api/", "/download/"]) expect(text).toContain(`\nDisallow: ${path}\n`)
  // page images and other images are part of public pages
  for (const path of ["/view", "/uploads", "/document", "/category"]) expect(text).not.toContain(`Disallow: ${path}`)
  expect(text).not.toMatch(/Sitemap|Crawl-delay/)
  expect(robotsText(plain, "https://wenku.example.org")).toMatch(/\n\nSitemap: https:\/\/wenku\.example\.org\/sitemap\.xml\n$/)
})

test("custom rules join the group of all crawlers until they name a crawler, including the delay", () => {
  const rules = "# 内部\nDisallow: /article/internal\r\n\r\nUser-agent: GPTBot\r\nDisallow: /"
  const text = robotsText({ ...plain, robots_rules: rules, crawl_delay: 5 }, "https://a.example")
  const [everybody, bot, map] = text.split("\n\n")
  expect(everybody).toMatch(/^User-agent: \*\n/)
  expect(everybody).toMatch(/\n# 内部\nDisallow: \/article\/internal\nCrawl-delay: 5$/)
  expect([bot, map]).toEqual(["User-agent: GPTBot\nDisallow: /", "Sitemap: https://a.example/sitemap.xml\n"])
})

test("crawlers for language models are asked to leave, all others stay", () => {
  const [everybody, ai] = robotsText({ ...plain, refuse_ai_crawlers: true }, "").split("\n\n")
  expect(everybody).toMatch(/^User-agent: \*\n/)
  expect(everybody).not.toMatch(/Disallow: \/$/m)
  expect(ai).toMatch(/^User-agent: AI2Bot\n[^]*\nUser-agent: GPTBot\n[^]*\nDisallow: \/\n?$/)
  expect(robotsText(plain, "")).not.toContain("GPTBot")
})

test("a site hidden from search engines contains no other rules", () => {
  expect(robotsText({ ...plain, hide_from_search: true, robots_rules: "Allow: /", crawl_delay: 3 }, "https://a.example")).toBe(
    "User-agent: *\nDisallow: /\n",
  )
})

test.each([
  ["", null],
  [
    "# 说明\n\nUser-agent: Bytespider\nDisallow: /\nAllow: /$\nDisallow:\nSitemap: https://a.example/more.xml\nClean-param: ref /article/",
    null,
  ],
  ["Disallow: /a\n<script>alert(1)</script>", 2],
  ["Disallow: relative", 1],
  ["禁止: /", 1],
])("rules %j are rejected at line %s", (text, line) => {
  const refusal = refusedRobotsRules(text)
  if (line === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(`第 ${line} 行`)
})
