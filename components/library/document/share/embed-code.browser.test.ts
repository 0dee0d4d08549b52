import { describe, expect, it } from "vitest"
import { embedCode, linkOf } from "./embed-code"

describe("share links", () => {
  const shared = { origin: "https://a.example", path: "/document/abc", title: '一 "二" <三>', page: 7 }
  it("the link opens at the page", () => {
    expect(linkOf(shared)).toBe("https://a.example/document/abc#page=7")
    expect(linkOf({ ...shared, page: 1 })).toBe("https://a.example/document/abc")
  })
  it("the embed code is an iframe whose title is escaped", () => {
    const holder = document.createElement("div")
    holder.innerHTML = embedCode(shared)
    expect(holder.children).toHaveLength(1)
    expect(holder.querySelector("iframe")?.title).toBe(shared.title)
    expect(holder.querySelector("iframe")?.getAttribute("src")).toBe("https://a.example/embed/abc#page=7")
  })
})
