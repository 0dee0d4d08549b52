import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, test, vi } from "vitest"
import { leaveByLink, leaveByRouter, quietPages } from "./site/analytics"

const open = (html: string) => (document.body.innerHTML = html)
const running = '<script data-analytics="">0</script>'
afterEach(() => open(""))

/** Clicks the link and returns whether the click reaches the router. */
const presses = (href: string, html = running): boolean => {
  open(`${html}<a href="${href}"><b>去</b></a>`)
  const seen = vi.fn((event: Event) => event.preventDefault())
  document.querySelector("a")!.addEventListener("click", seen)
  window.addEventListener("click", leaveByLink, { capture: true })
  // jsdom cannot leave a page, so the default action is prevented on the window
  const stay = (event: Event) => event.preventDefault()
  window.addEventListener("click", stay, { capture: true })
  document.querySelector("b")!.click()
  window.removeEventListener("click", leaveByLink, { capture: true })
  window.removeEventListener("click", stay, { capture: true })
  return seen.mock.calls.length > 0
}

describe("where analytics code runs, quiet pages are opened by a full page load [security: analytics-pages]", () => {
  test.each([...quietPages, "/me/profile?tab=oauth", "/admin/config/email"])("%s by a link [security: analytics-pages]", (path) => {
    expect(presses(path)).toBe(false)
    expect(presses(path, "")).toBe(true)
  })
  test.each(["/", "/category/1", "/meeting", "/document/abc", "https://example.org/me"])("%s is not a quiet page", (path) => {
    expect(presses(path)).toBe(true)
  })

  test("by the router", () => {
    const left: string[] = []
    const go = (url: string) => leaveByRouter(url, (target) => left.push(target))
    go("/login?redirect=%2F")
    open(running)
    for (const url of ["/login?redirect=%2F", "/search?wd=x", "/me"]) go(url)
    expect(left).toEqual(["/login?redirect=%2F", "/me"])
  })
})

test("no quiet page is inside the layout that renders analytics code [security: analytics-pages]", () => {
  const below = readdirSync(join(process.cwd(), "app/(site)")).map((name) => `/${name}`)
  expect(below.filter((path) => quietPages.includes(path))).toEqual([])
})
