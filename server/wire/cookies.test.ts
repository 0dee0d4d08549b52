import type { IncomingMessage } from "node:http"
import { describe, expect, test } from "vitest"
import { deviceOf, deviceSetCookie, hintSetCookie, sessionOf, sessionSetCookie } from "./cookies"

const request = (cookie: string, proto?: string) =>
  ({ headers: { cookie, ...(proto && { "x-forwarded-proto": proto }) }, socket: {} }) as unknown as IncomingMessage

describe("over https", () => {
  test("every cookie is bound to this host [security: 3.3.1, 3.3.3]", () => {
    expect([sessionSetCookie("t", true), hintSetCookie(true, true), deviceSetCookie("m", true), sessionSetCookie(null, true)]).toEqual([
      "__Host-doujia_session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure",
      "__Host-doujia_in=1; Path=/; SameSite=Lax; Max-Age=31536000; Secure",
      "__Host-doujia_device=m; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure",
      "__Host-doujia_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure",
    ])
  })

  test("a cookie that a neighbouring host or a plain connection could have set is ignored [security: 3.3.1, 3.3.3]", () => {
    expect(sessionOf(request("doujia_session=planted", "https"))).toBe("")
    expect(deviceOf(request("doujia_device=planted", "https"))).toBe("")
    expect(sessionOf(request("doujia_session=planted; __Host-doujia_session=own", "https"))).toBe("own")
    expect(deviceOf(request("doujia_device=planted; __Host-doujia_device=own", "https"))).toBe("own")
  })
})

test("over http cookie names have no prefix, because browsers reject prefixed names there", () => {
  expect(sessionSetCookie("t", false)).toBe("doujia_session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
  expect(sessionOf(request("a=b; doujia_session=own"))).toBe("own")
  expect(deviceOf(request("doujia_device=own", "http"))).toBe("own")
  expect(sessionOf(request("xdoujia_session=other"))).toBe("")
})
