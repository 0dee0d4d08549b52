import { assert, array, constantFrom, property } from "fast-check"
import robotsParser from "robots-parser"
import { describe, expect, test } from "vitest"
import { mayCrawl, maxAddress, readRobots } from "./robots"

const origin = "https://example.org"
const isAllowed = (text: string, path: string) => mayCrawl(readRobots(text, "doujia"), origin + path)
const reference = (text: string, path: string) => robotsParser(`${origin}/robots.txt`, text).isAllowed(origin + path, "doujia")

describe("an ordinary robots.txt", () => {
  test.each([
    ["User-agent: *\nDisallow: /private", "/private/x", false],
    ["User-agent: *\nDisallow: /private", "/public", true],
    ["User-agent: *\nDisallow: /\nUser-agent: doujia\nAllow: /", "/x", true],
    ["User-agent: doujia/2.0\nDisallow: /a*b$", "/axxb", false],
    ["User-agent: doujia\nDisallow: /a*b$", "/axxbc", true],
    ["User-agent: doujia\nDisallow: /a*b*$", "/axxbc", false],
    ["User-agent: one\nUser-agent: two\nDisallow: /\n\nUser-agent: *\nDisallow: /cgi", "/x", true],
    ["User-agent: one\nUser-agent: doujia\nDisallow: /", "/x", false],
    ["User-agent: *\nAllow: /a/b\nDisallow: /a # comment", "/a/b/c", true],
    ["User-agent: *\nDisallow: /中*文", "/%e4%b8%adx%E6%96%87", false],
    ["User-agent: *\nDisallow: /\nUser-agent: doujia\nDisallow:", "/x", true],
    ["", "/x", true],
  ])("%j decides about %s as the reference does", (text, path, allowed) => {
    expect([reference(text, path), isAllowed(text, path)]).toEqual([allowed, allowed])
  })

  test("patterns and addresses of any shape are decided as the reference does", () => {
    const piece = constantFrom("a", "b", "ab", "*", "$", "/", "aa", "%41")
    const pattern = array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join("")}`)
    const rule = array(pattern, { minLength: 1, maxLength: 3 }).map((patterns) =>
      patterns.map((one, n) => `${n % 2 ? "Allow" : "Disallow"}: ${one}`).join("\n"),
    )
    const path = array(constantFrom("a", "b", "/", "%41"), { maxLength: 9 }).map((parts) => `/${parts.join("")}`)
    assert(
      property(rule, path, (rules, address) => {
        const text = `User-agent: *\n${rules}`
        expect(isAllowed(text, address)).toBe(reference(text, address))
      }),
      { numRuns: 3_000 },
    )
  })

  test("keeps its delay", () => {
    expect(readRobots("User-agent: *\nCrawl-delay: 3\nSitemap: https://example.org/s.xml", "doujia").delay).toBe(3)
  })

  test("rules for other programs, however many, do not displace ours", () => {
    expect(isAllowed(`User-agent: other\n${"Disallow: /a\n".repeat(9_000)}User-agent: *\nDisallow: /private`, "/private")).toBe(false)
  })
})

describe("a hostile robots.txt [security: robots-linear]", () => {
  const size = 200_000
  const filled = (line: string) => `User-agent: *\n${`${line}\n`.repeat(Math.floor(size / (line.length + 1)))}`
  test.each([
    ["wildcards without end", filled(`Disallow: /${"*a".repeat(5_000)}b`), "a"],
    ["many rules with wildcards", filled(`Disallow: *${"a".repeat(20)}b`), "a"],
    ["long repeated pieces", filled(`Disallow: /*${"a".repeat(900)}b*${"a".repeat(900)}c`), "a"],
    ["encoded letters", filled(`Disallow: /${"*中".repeat(200)}z$`), "中"],
    ["many rules for many programs", `${"User-agent: *\n".repeat(7_000)}${"Disallow: *a*b\n".repeat(7_000)}`, "a"],
    ["one line", `User-agent: *\nDisallow: ${"*a".repeat(95_000)}b`, "a"],
  ])("%s is decided quickly", (_, text, letter) => {
    const path = new URL(`${origin}/${letter.repeat(maxAddress)}`).pathname.slice(0, maxAddress)
    const begun = performance.now()
    isAllowed(text, path)
    // the machine of the tests may be busy; before, such files took seconds
    expect(performance.now() - begun).toBeLessThan(600)
  })
})

test("a rule with too many others before it forbids more, never less", () => {
  const others = "Disallow: /other*x\n".repeat(1_000)
  expect(isAllowed(`User-agent: *\n${others}Disallow: /a*z`, "/abc")).toBe(false)
  expect(isAllowed(`User-agent: *\nDisallow: /\n${others}Allow: /a*c`, "/abc")).toBe(false)
})
