import { expect, test } from "vitest"
import { renderingMs } from "../../server/pages/rendering"
import { attachmentOf, call, send, until, upload } from "./support/client"
import { visibleText } from "./support/html"
import { expectCalm, ownFront, page, theirPerson, uncached } from "./support/remote"
import type { BackendFault } from "./support/small-backend"
import { tusCreate } from "./support/tus"
import { patience } from "../setup/patience"

/* Pages that run on their own in front of another compatible server, which omits zero values, lacks calls, and fails. */

const { small, front, start } = ownFront({ ...uncached, TRUSTED_PROXIES: "" })

test("responses without zero values give complete pages", async () => {
  for (const [path, words] of [
    ["/", "零值省略的文档"],
    ["/", "邻居的站"],
    ["/category", "教育"],
    ["/search?wd=无", ""],
    ["/document/0a1b2c3d4e5f6071", "正文的文字"],
    ["/article", "关于本站"],
    ["/article/about", "本站的由来"],
  ] as const) {
    const reply = await page(front().url, encodeURI(path))
    expect({ path, status: reply.status }).toEqual({ path, status: 200 })
    const text = visibleText(reply.body.toString("utf8"))
    expect({ path, found: text.includes(words), odd: /undefined|NaN|Invalid Date|0001/.exec(text)?.[0] }).toEqual({
      path,
      found: true,
      odd: undefined,
    })
  }
  expect((await page(front().url, "/no/such/page")).status).toBe(404)
})

test("its responses are completed for this client; its errors keep their message and get the correct status", async () => {
  const list = await call(front().url, "GET /document/list")
  expect((list.json.document as object[])[0]).toMatchObject({ id: 41, price: 0, is_vip: false, description: "", user: null })
  expect(await call(front().url, "GET /user/permission")).toMatchObject({ status: 403, json: { message: "您没有权限访问" } })
  expect(await call(front().url, "GET /no/such/call")).toMatchObject({ status: 404, json: { message: "内容不存在" } })
})

test("logging in sets the cookie of this site although that server has none, and pages send its token", async () => {
  const reply = await call(front().url, "POST /user/login", { username: "lin", password: "whatever" })
  expect(String(reply.headers["set-cookie"])).toMatch(/^doujia_session=a-token-of-another-server; .*HttpOnly/)
  const secure = await call(front().url, "POST /user/login", { username: "lin", password: "whatever" }, null, {
    "x-forwarded-proto": "https",
  })
  expect(String(secure.headers["set-cookie"])).toMatch(/^__Host-doujia_session=a-token-of-another-server; .*; Secure$/)
  small().requests.length = 0
  expect((await page(front().url, "/me", { cookie: "doujia_session=a-token-of-another-server" })).status).toBe(200)
  expect(small().requests.some(({ headers }) => headers.authorization === "Bearer a-token-of-another-server")).toBe(true)
  expect(small().requests.some(({ headers }) => headers.cookie)).toBe(false)
})

test("forged headers of a visitor are not forwarded to the server [security: remote-walls]", async () => {
  small().requests.length = 0
  await call(front().url, "GET /stats", {}, null, { "x-forwarded-for": "203.0.113.9" })
  expect(small().requests.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1"])
})

test("a deletion with JSON input, which keeps a password out of addresses, is forwarded in the format of that server", async () => {
  small().requests.length = 0
  await send(`${front().url}/api/v1/user`, {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: [2, 3], password: "a secret & more" }),
  })
  await send(`${front().url}/api/v1/favorite?id=7`, { method: "DELETE" })
  expect(small().requests.map(({ method, path, query, headers }) => [method, path, query, headers["content-length"]])).toEqual([
    ["DELETE", "/api/v1/user", "?id=2&id=3&password=a%20secret%20%26%20more", undefined],
    ["DELETE", "/api/v1/favorite", "?id=7", undefined],
  ])
})

test("a file is sent to it in one request; calls that it lacks return 404, which pages handle", async () => {
  for (const key of ["GET /upload/limit", "POST /upload/claim", "GET /document/suggest?attachment_id=77"])
    expect({ key, status: (await call(front().url, key, {}, theirPerson)).status }).toEqual({ key, status: 404 })
  expect((await tusCreate(front().url, theirPerson, 5, { filename: "讲义.txt" })).status).toBe(404)
  expect(attachmentOf(await upload(front().url, theirPerson, "讲义.txt", "正文"))).toBe(77)
  expect(await call(front().url, "POST /document", { document: [{ attachment_id: 77, title: "讲义" }] }, theirPerson)).toMatchObject({
    status: 200,
    json: { document: [] },
  })
})

test("files pass through unchanged", async () => {
  expect(await page(front().url, "/view/page/00112233445566778899aabbccddeeff/1.svg")).toMatchObject({
    status: 200,
    headers: { "content-type": "image/svg+xml" },
  })
  expect((await page(front().url, "/download/some.token?filename=a.pdf")).body.toString()).toBe("%PDF-")
})

test.each<BackendFault>(["text 200", "text 500", "json 500", "null", "cut"])(
  "with the fault %s pages report at once that the server is unavailable, no user is sent to the login, calls have a message [security: 16.5.2]",
  async (kind) => {
    small().fault(kind)
    try {
      for (const path of ["/", "/category", "/document/0a1b2c3d4e5f6071", "/article"]) {
        const reply = await page(front().url, path)
        expectCalm(path, reply)
      }
      const reply = await call(front().url, "GET /settings")
      expect(reply).toMatchObject({ status: 502, json: { message: "后端暂时没有回应，请稍后再试" } })
      const session = { cookie: "doujia_session=a-token-of-another-server" }
      expectCalm("/me", await page(front().url, "/me", session))
    } finally {
      small().fault(null)
    }
    await until("all well again", async () => (await page(front().url, "/")).status === 200, 15_000)
  },
)

test("while that server does not answer, the login page keeps the site's name and its rules", async () => {
  const names = { sitename: "另一种后端", title: "另一种后端的首页" }
  const read = async () => {
    const { status, body } = await page(front().url, "/login")
    const text = visibleText(body.toString("utf8"))
    return { status, name: text.includes("登录另一种后端"), ours: /豆架/.exec(text)?.[0], closed: text.includes("本站暂未开放注册") }
  }
  try {
    for (const isOpen of [true, false]) {
      small().answer("GET /settings", { system: names, ...(isOpen && { security: { enable_register: true } }) })
      const before = await read()
      expect(before).toMatchObject({ status: 200, name: true, closed: !isOpen })
      for (const kind of ["json 500", "null", "cut"] as const) {
        small().fault(kind)
        expect({ kind, ...(await read()) }).toEqual({ kind, ...before })
        small().fault(null)
      }
    }
  } finally {
    small().fault(null)
    small().answer("GET /settings", { system: names })
  }
})

test("if that server hangs, a page waits for one timeout and not for each part [security: 16.5.2]", async () => {
  small().fault("hang")
  try {
    for (const path of ["/", "/category"]) {
      small().requests.length = 0
      expectCalm(path, await page(front().url, path))
      // sequential requests would continue after the first timeout
      const [first] = small().requests
      expect(small().requests.filter(({ at }) => at > first!.at + renderingMs)).toEqual([])
    }
  } finally {
    small().fault(null)
  }
  await until("all well again", async () => (await page(front().url, "/")).status === 200, 15_000)
})

test("without the server every page is an error page at once, calls have a message, and /healthz responds", async () => {
  const { url } = await start("http://127.0.0.1:9")
  for (const path of ["/", "/category", "/document/0a1b2c3d4e5f6071"]) {
    const begun = performance.now()
    const reply = await page(url, path)
    expectCalm(path, reply)
    expect(performance.now() - begun).toBeLessThan(5_000 * patience)
  }
  expect(await call(url, "GET /settings")).toMatchObject({
    status: 502,
    json: { message: "后端暂时没有回应，请稍后再试" },
  })
  expect((await page(url, "/healthz")).status).toBe(200)
})
