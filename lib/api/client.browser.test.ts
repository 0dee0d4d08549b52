import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { rememberAbsent } from "./absent"
import { api } from "./client"
import { clearSession, readToken, readUser, writeSession } from "./token"

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
afterAll(() => server.close())
beforeEach(() => localStorage.clear())
afterEach(() => server.resetHandlers())

const on = (method: "get" | "post" | "delete", path: string, answer: (request: Request) => Response | Promise<Response>) =>
  server.use(http[method](`*/api/v1${path}`, ({ request }) => answer(request)))

describe("calling the API from a browser", () => {
  test("GET sends its input as a query, lists as repeated keys, and no token when there is none", async () => {
    let seen: Request | undefined
    on("get", "/category/list", (request) => {
      seen = request
      return HttpResponse.json({ category: [] })
    })
    expect(await api("GET /category/list", { type: [0, 1], parent_id: [3] })).toEqual({ ok: true, status: 200, data: { category: [] } })
    expect(new URL(seen!.url).search).toBe("?type=0&type=1&parent_id=3")
    expect(seen!.headers.get("authorization")).toBeNull()
  })

  test("what the server does not have is not asked for", async () => {
    rememberAbsent(["GET /user/credit", "POST /comment page"])
    expect(await api("GET /user/credit")).toEqual({ ok: false, status: 404, message: "这个站点没有此功能" })
    on("post", "/comment", () => HttpResponse.json({}))
    expect((await api("POST /comment", { document_id: 1, content: "好" })).ok).toBe(true)
    rememberAbsent([])
  })

  test("a stored token goes along as Bearer, and POST sends JSON", async () => {
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

  test("DELETE sends a query, and what carries a password as JSON: it stands in no address", async () => {
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
  ])("status %d is a result with the server's words, never an exception", async (status, body, words) => {
    on("post", "/user/login", () => HttpResponse.json(body, { status }))
    const reply = await api("POST /user/login", { username: "a", password: "b" })
    expect(reply).toMatchObject({ ok: false, status })
    expect(!reply.ok && reply.message).toContain(words)
  })

  test("a refusal says which input it is about, where the server says so", async () => {
    on("post", "/user/register", () => HttpResponse.json({ code: 6, message: "用户名已存在", field: "username" }, { status: 409 }))
    const reply = await api("POST /user/register", { username: "a", password: "long enough 8", email: "a@example.com" })
    expect(reply).toEqual({ ok: false, status: 409, message: "用户名已存在", field: "username" })
  })

  test("an answer that is no JSON still has words", async () => {
    on("get", "/settings", () => new Response("Bad Gateway", { status: 502, statusText: "Bad Gateway" }))
    expect(await api("GET /settings")).toEqual({ ok: false, status: 502, message: "502 Bad Gateway Bad Gateway" })
  })

  test("a lost network is a message", async () => {
    on("get", "/settings", () => HttpResponse.error())
    expect(await api("GET /settings")).toEqual({ ok: false, status: 0, message: "网络没有连上，请检查后重试" })
  })
})

describe("what the browser keeps", () => {
  test("logout clears all of it but the choice of light or dark", () => {
    localStorage.setItem("theme", "dark")
    writeSession("abc", { id: 7, username: "林" })
    expect([readToken(), readUser()]).toEqual(["abc", { id: 7, username: "林" }])
    clearSession()
    expect([readToken(), readUser(), localStorage.length]).toEqual(["", null, 1])
  })
  test("a spoilt entry is nobody", () => {
    localStorage.setItem("user", "{")
    expect(readUser()).toBeNull()
  })
})
