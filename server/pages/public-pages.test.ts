import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { resolvePage, unknownPage, type PageRequest } from "./public-pages"

const routes = ["/", "/category", "/login", "/user", "/me/index"]
const ask = (address: string, headers: Record<string, string> = {}) => {
  const [path = "", query = ""] = address.split("?")
  return resolvePage({ headers } as unknown as IncomingMessage, path, query, (one) => routes.includes(one) || one.startsWith("/user/"))
}
const urlOf = (address: string) => (ask(address) as PageRequest).url

test.each([
  ["/category?page=2&utm_source=x", "/category?page=2"],
  ["/category?page=1", "/category"],
  ["/category/3?page=0&page=x", "/category/3"],
  ["/category?page=10000&sort=view", "/category?sort=view"],
  ["/category?sort=a%20b", "/category"],
  ["/search?wd=%E8%AF%8D&page=3&order=made-up", "/search?wd=%E8%AF%8D&page=3"],
  ["/search?type=0&wd=a&category_id=x&duration=week&pages=11-50&language=zh-CN", "/search?wd=a&language=zh-CN&pages=11-50&duration=week"],
  ["/search?type=-1&wd=a&category_id=7", "/search?wd=a&type=-1&category_id=7"],
  ["/category/3?sub=2&fee_type=free&pages=a", "/category/3?fee_type=free&sub=2"],
  ["/user/7?page=2", "/user/7?page=2"],
  ["/user/7/article", "/user/7/article"],
])("%s is cached as %s", (address, url) => expect(urlOf(address)).toBe(url))

test.each([
  ["/category/", "/category"],
  ["/category/3/?page=2&utm_source=x", "/category/3?page=2&utm_source=x"],
  ["/document/0123456789abcdef/", "/document/0123456789abcdef"],
])("%s redirects permanently to %s", (address, location) => expect(ask(address)).toEqual({ location, isPermanent: true }))

test.each([
  "/category//",
  "/user/7/anything",
  "/user/7/document/2",
  "/user/x",
  "/category/1/2",
  "/article/a/b",
  "/document/a%20b",
  "/nothing",
  "/search/x",
  "/_next/x",
])("%s is no page: one 404 for all such addresses [security: rendering-limited]", (address) => expect(ask(address)).toBe(unknownPage))

test("anonymous visitors share one login page per return address", () => {
  for (const path of ["/login", "/register", "/findpassword", "/findpassword-mobile"])
    expect(ask(`${path}?utm_source=x`)).toEqual({ key: `${path} `, path, url: path, headers: {}, anonymousOnly: true })
  expect(urlOf("/login?redirect=%2Fdocument%2Fa1&x=1")).toBe("/login?redirect=%2Fdocument%2Fa1")
  // rendered for each request and never cached
  for (const target of ["//evil.example", "/me?tab=2", "/a b", `/${"x".repeat(200)}`])
    expect(ask(`/login?redirect=${encodeURIComponent(target)}`), target).toBe(null)
  for (const path of ["/findpassword?token=secret", "/findpassword?email=a%40example.com"]) expect(ask(path), path).toBe(null)
  expect(ask("/login", { "user-agent": "Mozilla/5.0 MicroMessenger/8.0" })).toBe(null)
})

test.each(["/me/index", "/user"])("%s depends on the user", (address) => expect(ask(address)).toBe(null))

test("a client-side navigation and the page itself are cached separately", () => {
  const navigation = ask("/category?_rsc=", { rsc: "1" }) as PageRequest
  expect(navigation).toMatchObject({ url: "/category?_rsc=", headers: { rsc: "1" } })
  expect(navigation.key).not.toBe((ask("/category") as PageRequest).key)
  expect(ask("/category?page=2", { rsc: "1" })).toEqual({ location: "/category?page=2&_rsc=" })
})
