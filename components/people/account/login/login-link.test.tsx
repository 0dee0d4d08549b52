import { fireEvent, render, screen } from "@testing-library/react"
import { afterEach, expect, it, vi } from "vitest"
import { LoginLink } from "./login-link"

const now = vi.hoisted(() => ({ pathname: "/" }))
vi.mock("next/navigation", () => ({ usePathname: () => now.pathname }))
afterEach(() => window.history.replaceState(null, "", "/"))

const hrefAt = (address: string) => {
  window.history.replaceState(null, "", address)
  now.pathname = window.location.pathname
  const view = render(<LoginLink className="">登录</LoginLink>)
  const href = screen.getByRole("link").getAttribute("href")
  view.unmount()
  return href
}

it.each([
  ["/", "/login"],
  ["/upload", "/login?redirect=%2Fupload"],
  ["/search?wd=a&type=0", "/login?redirect=%2Fsearch%3Fwd%3Da%26type%3D0"],
  ["/login?redirect=%2Fupload", "/login?redirect=%2Fupload"],
  ["/register", "/login"],
  ["/oauth/github?code=1", "/login"],
])("at %s it links to %s", (address, href) => expect(hrefAt(address)).toBe(href))

it("reads the address again before a click: filters change it without a navigation", () => {
  window.history.replaceState(null, "", "/category")
  now.pathname = "/category"
  render(<LoginLink className="">登录</LoginLink>)
  window.history.replaceState(null, "", "/category?sort=latest")
  fireEvent.pointerDown(screen.getByRole("link"))
  expect(screen.getByRole("link").getAttribute("href")).toBe("/login?redirect=%2Fcategory%3Fsort%3Dlatest")
})
