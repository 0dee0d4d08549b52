import robotsParser from "robots-parser"
import { describe, expect, test } from "vitest"
import { boundedRobots } from "./robots.rules"

const origin = "https://example.org"
const isAllowed = (text: string, path: string) => robotsParser(`${origin}/robots.txt`, text).isAllowed(origin + path, "doujia")
const both = (text: string, path: string) => [isAllowed(text, path), isAllowed(boundedRobots(text, "doujia"), path)]

describe("an ordinary robots.txt", () => {
  test.each([
    ["User-agent: *\nDisallow: /private", "/private/x", false],
    ["User-agent: *\nDisallow: /private", "/public", true],
    ["User-agent: *\nDisallow: /\nUser-agent: doujia\nAllow: /", "/x", true],
    ["User-agent: doujia/2.0\nDisallow: /a*b$", "/axxb", false],
    ["User-agent: doujia\nDisallow: /a*b$", "/axxbc", true],
    ["User-agent: one\nUser-agent: two\nDisallow: /\n\nUser-agent: *\nDisallow: /cgi", "/x", true],
    ["User-agent: one\nUser-agent: doujia\nDisallow: /", "/x", false],
    ["User-agent: *\nAllow: /a/b\nDisallow: /a # comment", "/a/b/c", true],
    ["", "/x", true],
  ])("%j says the same about %s", (text, path, allowed) => expect(both(text, path)).toEqual([allowed, allowed]))

  test("keeps its delay", () => {
    const bounded = boundedRobots("User-agent: *\nCrawl-delay: 3\nSitemap: https://example.org/s.xml", "doujia")
    expect(robotsParser(`${origin}/robots.txt`, bounded).getCrawlDelay("doujia")).toBe(3)
  })
})

describe("a hostile robots.txt", () => {
  const patternsOf = (text: string) =>
    boundedRobots(text, "doujia")
      .split("\n")
      .flatMap((line) => /^(?:dis)?allow: (.*)/.exec(line)?.[1] ?? [])

  test.each([
    ["wildcards without end", `User-agent: *\n${`Disallow: /${"*a".repeat(5_000)}\n`.repeat(20)}`],
    ["many long rules", `User-agent: *\n${`Disallow: /${"a".repeat(190)}*\n`.repeat(1_000)}`],
    ["many rules for many programs", `${"User-agent: *\n".repeat(5_000)}${"Disallow: /a\n".repeat(5_000)}`],
    ["one line", `User-agent: *\nDisallow: ${"*".repeat(190_000)}`],
  ])("%s is bounded", (_, text) => {
    const patterns = patternsOf(text)
    expect(patterns.length).toBeLessThanOrEqual(500)
    expect(patterns.join("").length).toBeLessThanOrEqual(20_000)
    for (const pattern of patterns) expect(pattern.split("*").length).toBeLessThanOrEqual(10)
  })

  test("a shortened rule forbids more, never less", () => {
    const text = `User-agent: *\nDisallow: /${"a*".repeat(20)}z$`
    expect(isAllowed(boundedRobots(text, "doujia"), `/${"ax".repeat(20)}`)).toBe(false)
    const allowing = `User-agent: *\nDisallow: /\nAllow: /${"a*".repeat(20)}`
    expect(isAllowed(boundedRobots(allowing, "doujia"), `/${"ax".repeat(30)}`)).toBe(false)
  })
})
