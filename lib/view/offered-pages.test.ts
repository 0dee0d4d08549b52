import { expect, test } from "vitest"
import { isMissingPage, withoutMissing } from "./offered-pages"

const absent = ["GET /user/order", "GET /notification/list", "GET /document/recycle own", "GET /oauth/configs"]

test("a page is missing if the server lacks what it reads; so are its parts and its links with a query", () => {
  const missing = (href: string) => isMissingPage(href, { absent })
  for (const href of [
    "/me/order",
    "/me/order?status=1",
    "/me/notification",
    "/me/notification/preference",
    "/me/document?tab=recycle",
    "/oauth/",
    "/oauth/qq",
  ])
    expect([href, missing(href)]).toEqual([href, true])
  for (const href of ["/me", "/me/orders", "/me/document", "/me/document?page=2", "/me/vip", "/"])
    expect([href, missing(href)]).toEqual([href, false])
})
test("no page is missing on a server that lacks nothing, or that ignores another filter of the same list", () => {
  expect(isMissingPage("/me/order", { absent: [] })).toBe(false)
  expect(isMissingPage("/me/order", { absent: ["GET /user/order wd"] })).toBe(false)
  expect(withoutMissing([{ href: "/me/order" }, { href: "/me/vip" }], { absent })).toEqual([{ href: "/me/vip" }])
})
