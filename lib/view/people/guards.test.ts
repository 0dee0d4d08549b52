import { describe, expect, test } from "vitest"
import { allowedPagesOf, mayOpen } from "../../rules/people/admin-access"
import { guardPage } from "./guards"
import { ownPath } from "../../rules/path"

const open = { login_required: false, is_close: false }
const locked = { ...open, login_required: true }
const closed = { ...open, is_close: true }
const reader = { id: 7 }
const staff = { id: 9 }
const banner = ["/admin/banner"]

test("staff without the required second factor are sent to its setup, and nowhere else", () => {
  const visit = { search: "", person: staff, allowedPages: [], isStaff: false, factorMissing: true }
  expect(guardPage({ ...visit, path: "/admin/banner", security: open })).toBe("/me/security")
  expect(guardPage({ ...visit, path: "/", security: closed })).toBe("/me/security")
  expect(guardPage({ ...visit, path: "/me/security", security: closed })).toBeNull()
})

describe("guards", () => {
  test.each([
    ["an open page lets everybody pass", "/", null, [], open, null],
    ["/me asks for a login and remembers where to", "/me/document", null, [], open, "/login?redirect=%2Fme%2Fdocument"],
    ["/me lets a person pass", "/me", reader, [], open, null],
    ["/message is not /me", "/message", null, [], open, null],
    ["/admin sends a visitor home", "/admin", null, [], open, "/"],
    ["/admin sends a reader home", "/admin/banner", reader, [], open, "/"],
    ["/admin lets staff pass", "/admin", staff, banner, open, null],
    ["the dashboard is for all staff", "/admin/dashboard", staff, banner, open, null],
    ["an allowed page, with a slash", "/admin/banner/", staff, banner, open, null],
    ["another page goes to /admin", "/admin/user/list", staff, banner, open, "/admin"],
    ["login_required sends visitors to login", "/category/3", null, [], locked, "/login?redirect=%2Fcategory%2F3"],
    ["login_required leaves account pages open", "/findpassword", null, [], locked, null],
    ["login_required leaves mobile recovery open", "/findpassword-mobile", null, [], locked, null],
    ["login_required leaves oauth open", "/oauth/github", null, [], locked, null],
    ["login_required lets a reader pass", "/", reader, [], locked, null],
    ["a closed site sends visitors to login", "/register", null, [], closed, "/login"],
    ["a closed site has no third-party login either", "/oauth/github", null, [], closed, "/login"],
    ["a closed site sends readers to login too", "/", reader, [], closed, "/login"],
    ["a closed site keeps a reader on the login page", "/login", reader, [], closed, null],
    ["a closed site sends a reader from register to login", "/register", reader, [], closed, "/login"],
    ["a closed site leaves the login page open", "/login", null, [], closed, null],
    ["a closed site lets staff pass", "/", staff, banner, closed, null],
    ["a logged-in person leaves the login page", "/login", reader, [], open, "/user/7"],
    ["and the register page", "/register", reader, [], open, "/user/7"],
    ["staff of a closed site leave it too", "/login", staff, banner, closed, "/user/9"],
    ["a logged-in person needs no recovery", "/findpassword", reader, [], open, "/me"],
    ["binding an account needs the oauth page", "/oauth/github", reader, [], open, null],
    ["unreadable settings close nothing", "/", null, [], null, null],
  ] as const)("%s", (_, path, person, allowedPages, security, expected) => {
    expect(guardPage({ path, search: "", person, allowedPages, isStaff: allowedPages.length > 0, security })).toBe(expected)
  })
})

describe("pages of /admin", () => {
  const row = (id: number, path: string, method = "GRPC") => ({ id, method, path: `/api.v1.${path}` })
  test("a list call opens its pages, and nothing else does", () => {
    expect(allowedPagesOf([row(3, "BannerAPI/ListBanner")])).toEqual(["/admin/banner"])
    expect(allowedPagesOf([row(3, "BannerAPI/CreateBanner")])).toEqual([])
    expect(allowedPagesOf([row(0, "BannerAPI/ListBanner")])).toEqual([])
    expect(allowedPagesOf([row(3, "BannerAPI/ListBanner", "GET")])).toEqual([])
  })
  test("one permission opens every settings page; parents are included with their children", () => {
    expect(allowedPagesOf([row(1, "ConfigAPI/ListConfig")])).toContain("/admin/config/oauth")
    expect(allowedPagesOf([row(1, "SmsAPI/ListSms")])).toEqual(["/admin/user", "/admin/user/sms"])
  })
  test("a user without a permitted page cannot open the dashboard", () => {
    expect(mayOpen("/admin", [])).toBe(false)
    expect(mayOpen("/admin/", ["/admin/banner"])).toBe(true)
  })
})

describe("the return address after a login", () => {
  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/oauth/qq",
    "/login?redirect=/x",
    "",
    null,
    "/\u0000x",
    "/a\nb",
    "\\\\evil",
    "/%5cevil.example/..//",
    "//",
    "///evil.example",
    "/\t/evil.example",
    "http:evil.example",
    " /evil",
    "/register",
    "data:text/html,x",
  ])("%j is not followed", (redirect) => {
    expect(["/me", redirect]).toContain(ownPath(redirect))
    const target = new URL(ownPath(redirect), "https://site.example")
    expect(target.origin).toBe("https://site.example")
  })
  test.each(["/document/0a1b?x=1#page=3", "/me/document", "/search?wd=%E4%B8%AD"])("%s is followed", (redirect) => {
    expect(ownPath(redirect)).toBe(redirect)
  })
})
