import { describe, expect, test } from "vitest"
import { guardPage } from "./guards"
import { ownPath } from "./path"

const open = { login_required: false, is_close: false }
const reader = { id: 7 }
const staff = { id: 1 }

describe("guards (spec §6)", () => {
  test.each([
    ["an open page lets everybody pass", "/", null, 0, open, null],
    ["/me asks for a login and remembers where to", "/me/document", null, 0, open, "/login?redirect=%2Fme%2Fdocument"],
    ["/me lets a person pass", "/me", reader, 0, open, null],
    ["/message is not /me", "/message", null, 0, open, null],
    ["/admin sends a stranger home", "/admin", null, 0, open, "/"],
    ["/admin sends a reader home", "/admin/banner", reader, 0, open, "/"],
    ["/admin lets staff pass", "/admin", staff, 3, open, null],
    ["login_required sends strangers to login", "/category/3", null, 0, { ...open, login_required: true }, "/login?redirect=%2Fcategory%2F3"],
    ["login_required leaves account pages open", "/findpassword", null, 0, { ...open, login_required: true }, null],
    ["login_required lets a reader pass", "/", reader, 0, { ...open, login_required: true }, null],
    ["a closed site sends readers to login too", "/", reader, 0, { ...open, is_close: true }, "/login"],
    ["a closed site leaves the login page open", "/login", null, 0, { ...open, is_close: true }, null],
    ["a closed site lets staff pass", "/", staff, 1, { ...open, is_close: true }, null],
    ["unreadable settings close nothing", "/", null, 0, null, null],
  ] as const)("%s", (_, path, person, allowedPages, security, expected) => {
    expect(guardPage({ path, search: "", person, allowedPages, security })).toBe(expected)
  })
})

describe("where a login leads back to", () => {
  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/oauth/qq", "/login?redirect=/x", "", null, "/\u0000x", "/a\nb"])("%j is not followed", (redirect) => {
    expect(ownPath(redirect)).toBe("/me")
  })
  test.each(["/document/0a1b?x=1#page=3", "/me/document", "/search?wd=%E4%B8%AD"])("%s is", (redirect) => {
    expect(ownPath(redirect)).toBe(redirect)
  })
})
