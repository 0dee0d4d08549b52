import { describe, expect, test } from "vitest"
import { copyrightYears, footerArticle, footerHref } from "./copyright"

describe("the footer", () => {
  test("a range of years, or a single year", () => {
    expect(copyrightYears("2021", 2026)).toBe("2021 - 2026")
    expect(copyrightYears("2026", 2026)).toBe("2026")
    expect(copyrightYears("", 2026)).toBe("2026")
  })
  test("a setting holds an address or the identifier of an article", () => {
    expect(footerHref("about")).toBe("/article/about")
    expect(footerHref("https://example.com/x")).toBe("https://example.com/x")
  })

  test.each([
    ["/article/about", "about"],
    ["contact", "contact"],
    ["/article/%E5%85%B3%E4%BA%8E", "关于"],
    ["/article/%E5%8", ""],
    ["/article", ""],
    ["/document/about", ""],
    ["https://example.com/article/about", ""],
    ["", ""],
  ])("%j opens the article %j", (value, identifier) => {
    expect(footerArticle(value)).toBe(identifier)
  })
})
