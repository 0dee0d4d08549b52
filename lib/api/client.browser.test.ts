import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { rememberAbsent } from "./absent"
import { api } from "./client"
import { onConfirmation } from "./confirmation"
import { onSecondFactor } from "./second-factor"
import { clearSession, readToken, readUser, writeSession } from "./token"

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
afterAll(() => server.close())
beforeEach(() => localStorage.clear())
afterEach(() => server.resetHandlers())

const on = (method: "get" | "post" | "delete", path: string, answer: (request: Request) => Response | Promise<Response>) =>
  server.use(http[method](`*/api/v1${path}`, ({ request }) => answer(request)))

describe("calling the API from a browser", () => {
  test("GET sends its input as a query, lists as repeated keys, and no token without a session", async () => {
    let seen: Request | undefined
    on("get", "/category/list", (request) => {
      seen = request
      return HttpResponse.json({ category: [] })
    })
    expect(await api("GET /category/list", { type: [0, 1], parent_id: [3] })).toEqual({ ok: true, status: 200, data: { category: [] } })
    expect(new URL(seen!.url).search).toBe("?type=0&type=1&parent_id=3")
    expect(seen!.headers.get("authorization")).toBeNull()
  })

  test("calls that the back end lacks are not made", async () => {
    rememberAbsent(["GET /user/credit", "POST /comment page"])
    expect(await api("GET /user/credit")).toEqual({ ok: false, status: 404, message: "这个站点没有此功能", code: 12 })
    on("post", "/comment", () => HttpResponse.json({}))
    expect((await api("POST /comment", { document_id: 1, content: "好" })).ok).toBe(true)
    rememberAbsent([])
  })

  test("a stored token is sent as Bearer, and POST sends JSON", async () => {
    writeSession("abc.def.ghi", { id: 7 })
    let body: unknown
    on("post", "/user/login", async (request) => {
      expect(request.headers.get("authorization")).toBe("Bearer abc.def.ghi")
      body = await request.json()
      return HttpResponse.json({ token: "t", user: {} })
    })
    await api("POST /user/login", { username: "林", password: "secret" })
    expect(body).toEqual({ username: "林", password: "secret" })
  })

  test("DELETE sends a query, but passwords as JSON: they appear in no address", async () => {
    const seen: { search: string; body: string }[] = []
    const keep = async (request: Request) => {
      seen.push({ search: new URL(request.url).search, body: await request.text() })
      return HttpResponse.json({})
    }
    on("delete", "/favorite", keep)
    on("delete", "/user", keep)
    await api("DELETE /favorite", { id: [7, 8] })
    await api("DELETE /user", { id: [2, 3], password: "a secret" })
    expect(seen).toEqual([
      { search: "?id=7&id=8", body: "" },
      { search: "", body: '{"id":[2,3],"password":"a secret"}' },
    ])
  })

  test.each([
    [400, { code: 3, message: "用户名或密码错误" }, "用户名或密码错误"],
    [500, {}, "500"],
    [201, { id: 1 }, "201"],
  ])("status %d is a result with the server's message, never an exception", async (status, body, words) => {
    on("post", "/user/login", () => HttpResponse.json(body, { status }))
    const reply = await api("POST /user/login", { username: "a", password: "b" })
    expect(reply).toMatchObject({ ok: false, status })
    expect(!reply.ok && reply.message).toContain(words)
  })

  test("an error names the input field, if the server does", async () => {
    on("post", "/user/register", () => HttpResponse.json({ code: 6, message: "用户名已存在", field: "username" }, { status: 409 }))
    const reply = await api("POST /user/register", { username: "a", password: "long enough 8", email: "a@example.com" })
    expect(reply).toEqual({ ok: false, status: 409, code: 6, message: "用户名已存在", field: "username" })
  })

  describe("a login that requires a second factor", () => {
    const refusal = { code: 17, message: "请输入两步验证的验证码", field: "otp" }
    const logIn = () => api("POST /user/login", { username: "a", password: "long enough 8", captcha: "c", captcha_id: "i" })
    const bodies: unknown[] = []
    beforeEach(() => {
      bodies.length = 0
      server.use(
        http.post("*/api/v1/user/login", async ({ request }) => {
          const body = (await request.json()) as { otp?: string }
          bodies.push(body)
          return body.otp === "123456" ? HttpResponse.json({ token: "t" }) : HttpResponse.json(refusal, { status: 400 })
        }),
      )
    })

    test("is repeated with the user's second factor until it is correct", async () => {
      const refusals: (string | null)[] = []
      const stop = onSecondFactor(async (attempt) => {
        for (const otp of ["000000", "123456"]) refusals.push(await attempt({ otp }))
      })
      expect(await logIn()).toMatchObject({ ok: true, data: { token: "t" } })
      expect(refusals).toEqual([refusal.message, null])
      const login = { username: "a", password: "long enough 8", captcha: "c", captcha_id: "i" }
      expect(bodies).toEqual([login, { ...login, otp: "000000" }, { ...login, otp: "123456" }])
      stop()
    })

    test("stays rejected when the user cancels, and without a prompt", async () => {
      const stop = onSecondFactor(async () => undefined)
      expect(await logIn()).toEqual({ ok: false, status: 400, ...refusal })
      stop()
      expect(await logIn()).toEqual({ ok: false, status: 400, ...refusal })
      expect(bodies).toHaveLength(2)
    })
  })

  describe("a call that requires a password confirmation", () => {
    const refusal = { code: 9, message: "请确认登录密码" }
    const grant = () => api("PUT /group/permission", { group_id: 2, permission_id: [3] })
    const refuseFirst = (times: number) => {
      const bodies: unknown[] = []
      server.use(
        http.put("*/api/v1/group/permission", async ({ request }) => {
          bodies.push(await request.json())
          return bodies.length > times ? HttpResponse.json({}) : HttpResponse.json(refusal, { status: 403 })
        }),
      )
      return bodies
    }

    test("is repeated unchanged after the confirmation; parallel calls ask once", async () => {
      const bodies = refuseFirst(2)
      let confirmations = 0
      const stop = onConfirmation(async () => ++confirmations > 0)
      expect((await Promise.all([grant(), grant()])).map(({ ok }) => ok)).toEqual([true, true])
      expect([confirmations, bodies.length, new Set(bodies.map((body) => JSON.stringify(body))).size]).toEqual([1, 4, 1])
      stop()
    })

    test("stays rejected when the user cancels, when it is rejected again, and without a prompt", async () => {
      refuseFirst(9)
      let confirmations = 0
      for (const answer of [false, true]) {
        const stop = onConfirmation(async () => (confirmations++, answer))
        expect(await grant()).toEqual({ ok: false, status: 403, ...refusal })
        stop()
      }
      expect(await grant()).toEqual({ ok: false, status: 403, ...refusal })
      expect(confirmations).toBe(2)
    })
  })

  test("a response that is not JSON still has a message", async () => {
    on("get", "/settings", () => new Response("Bad Gateway", { status: 502, statusText: "Bad Gateway" }))
    expect(await api("GET /settings")).toEqual({
      ok: false,
      status: 502,
      message: "502 Bad Gateway Bad Gateway",
      detail: "502 Bad Gateway",
    })
  })

  test("a server that does not answer within 30 seconds is not called a lost network", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      vi.stubGlobal(
        "fetch",
        (_: string, { signal }: RequestInit) =>
          new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
      )
      const reply = api("GET /settings")
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await reply).toEqual({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "GET" })
    } finally {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  test("a network failure is a message", async () => {
    on("get", "/settings", () => HttpResponse.error())
    expect(await api("GET /settings")).toEqual({ ok: false, status: 0, message: "网络没有连上，请检查后重试" })
  })
})

describe("browser storage", () => {
  test("logout clears everything except the theme", () => {
    localStorage.setItem("theme", "dark")
    writeSession("abc", { id: 7, username: "林" })
    expect([readToken(), readUser()]).toEqual(["abc", { id: 7, username: "林" }])
    clearSession()
    expect([readToken(), readUser(), localStorage.length]).toEqual(["", null, 1])
  })
  test("a corrupt entry counts as logged out", () => {
    localStorage.setItem("user", "{")
    expect(readUser()).toBeNull()
  })
})
