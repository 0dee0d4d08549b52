import { beforeAll, describe, expect, test } from "vitest"
import { keys } from "@/lib/contract/contract"
import { pictureKinds } from "@/lib/rules/library/picture-rules"
import { bearer, cookie, multipart, multipartType, send, type ClientAnswer } from "../../process/support/client"
import { libraryOf } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/*
 * Site security (docs/reference/specification.md 6): users kept out by `login_required` and `is_close` only receive what the login pages
 * need.
 */

/** The calls that are allowed while the site is closed. The list is repeated here so that an added call fails a test. */
const allowed = [
  ...["GET /settings", "GET /frame", "GET /navigation/list", "GET /user", "GET /user/permission", "GET /user/group"],
  ...["POST /user/login", "POST /user/login/mobile", "DELETE /user/logout", "POST /user/register", "POST /user/register/mobile"],
  ...["GET /user/captcha", "POST /user/email/code", "POST /sms"],
  ...["POST /user/findpassword/stepone", "PUT /user/findpassword/steptwo", "POST /user/findpassword/mobile"],
  ...["GET /oauth/configs", "POST /oauth/begin", "POST /oauth/login", "POST /oauth/factor", "POST /oauth/bind"],
  ...["POST /user/login/passkey/begin", "POST /user/login/passkey", "POST /user/confirm"],
  "POST /appeal/pass",
  // staff who are required to use a second factor set it up first
  ...["GET /user/factor", "POST /user/totp", "PUT /user/totp", "POST /user/passkey/begin", "POST /user/passkey"],
]
/** Calls about the user's own account, which always require a login. */
const asOneself = [
  ...["GET /user", "GET /user/permission", "GET /user/group", "POST /oauth/bind", "POST /user/confirm"],
  ...["GET /user/factor", "POST /user/totp", "PUT /user/totp", "POST /user/passkey/begin", "POST /user/passkey"],
]
const guarded = keys.filter((key) => !allowed.includes(key))
const closedWords = "网站已关闭，请稍后再来"

let app: TestApp
let library: ReturnType<typeof libraryOf>
let base: string
let reader: TestUser
let staff: TestUser
let passing: TestUser & { group_id: number }
let admin: TestUser
let uuid: string
let id: number
/** A download link that was issued while the site was open. */
let link: string
const security = {
  open: { login_required: false, is_close: false },
  locked: { login_required: true, is_close: false },
  closed: { login_required: false, is_close: true },
}
const switchTo = (state: keyof typeof security) => library.set("security", security[state])

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  await app.startWorkers(1)
  ;[reader, admin, staff] = [await app.person(), await app.admin(), await staffWith(app, "BannerAPI/ListBanner")]
  passing = await staffWith(app, "BannerAPI/ListBanner")
  base = await siteOf(app)
  const made = await library.document(reader, "关起来的文档")
  ;({ uuid, id } = made)
  await until(async () => (await send(`${base}/view/page/${uuid}/1.svg`)).status === 200)
  // the link outlives the tests of this file, however slow the machine is
  await library.set("download", { url_duration: 3_600 })
  const given = await app.call("GET /document/download", { id }, reader)
  if (!given.ok) throw new Error(given.message)
  link = given.data.url
})

const raw = async (key: string, as?: TestUser, input: object = {}) => {
  const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token: as?.token ?? "" })
  return reply.ok ? { status: 200, message: "" } : { status: reply.status, message: reply.body.message }
}

describe("login_required: calls", () => {
  beforeAll(() => switchTo("locked"))
  test("every allowed call is in the contract", () => expect(allowed.filter((key) => !(keys as string[]).includes(key))).toEqual([]))
  test.each(guarded)("%s returns 401 for a visitor", async (key) => expect(await raw(key)).toMatchObject({ status: 401 }))
  test.each(guarded)("%s is allowed with a login", async (key) => expect((await raw(key, admin)).status).not.toBe(401))
  test.each(allowed)("%s is answered while a login is required", async (key) =>
    expect((await raw(key, asOneself.includes(key) ? reader : undefined)).status).not.toBe(401),
  )
  test("the profile of another user is not returned without a login", async () => {
    expect(await raw("GET /user", undefined, { id: reader.id })).toMatchObject({ status: 401 })
    expect(await raw("GET /user", staff, { id: reader.id })).toMatchObject({ status: 200 })
    expect(await raw("GET /user", reader)).toMatchObject({ status: 200 })
  })
})

describe("is_close: calls", () => {
  beforeAll(() => switchTo("closed"))
  test.each(guarded)("%s returns 401 for a visitor, 403 for a user without permissions", async (key) => {
    expect(await raw(key)).toEqual({ status: 401, message: closedWords })
    expect(await raw(key, reader)).toEqual({ status: 403, message: closedWords })
  })
  // the administrator, because one permission only allows one call
  test.each(guarded)("%s is allowed for staff", async (key) => {
    const { status, message } = await raw(key, admin)
    expect(status).not.toBe(401)
    expect(message).not.toBe(closedWords)
  })
  test.each(allowed)("%s is answered while the site is closed", async (key) => {
    for (const as of [undefined, reader])
      if (key !== "DELETE /user/logout" || !as) expect((await raw(key, as)).message).not.toBe(closedWords)
  })
  test("one permission is enough for access; the profile of another user is not returned before", async () => {
    expect(await raw("GET /document/list", staff)).toMatchObject({ status: 200 })
    expect(await raw("GET /user", reader, { id: admin.id })).toEqual({ status: 403, message: closedWords })
    expect(await raw("GET /user", reader)).toMatchObject({ status: 200 })
    expect(await raw("GET /user", staff, { id: reader.id })).toMatchObject({ status: 200 })
  })
  test("a user who loses the last permission is denied at once", async () => {
    expect(await raw("GET /document/list", passing)).toMatchObject({ status: 200 })
    expect(await app.call("PUT /group/permission", { group_id: passing.group_id, permission_id: [] }, admin)).toMatchObject({ ok: true })
    expect(await raw("GET /document/list", passing)).toEqual({ status: 403, message: closedWords })
  })
})

/** The back end's paths outside the contract: name, request, expected response for permitted users. */
type SiteRequest = {
  method?: string
  path: () => string
  headers?: Record<string, string>
  body?: Buffer | string
  stream?: boolean
  insider: number
}
const tus = { "tus-resumable": "1.0.0" }
const someUpload = "/api/v1/upload/tus/0123456789abcdef0123456789abcdef"
const addresses: [string, SiteRequest][] = [
  ...[".svg", ".gzip.svg", ".gzip.svg?v=1"].flatMap((ext): [string, SiteRequest][] => [
    [`page image by uuid, ${ext}`, { path: () => `/view/page/${uuid}/1${ext}`, insider: 200 }],
    [`page image by id, ${ext}`, { path: () => `/view/page/${id}/1${ext}`, insider: 200 }],
  ]),
  ["a page's head", { method: "HEAD", path: () => `/view/page/${uuid}/1.svg`, insider: 200 }],
  ["cover", { path: () => `/view/cover/${uuid}?v=1`, insider: 200 }],
  ["an address below /view that is nothing", { path: () => "/view/nothing", insider: 404 }],
  ["site map", { path: () => "/sitemap.xml", insider: 200 }],
  ["a link to a file, given out before", { path: () => link, insider: 200 }],
  ["a made-up link", { path: () => "/download/abc", insider: 400 }],
  ["progress of conversions", { path: () => "/api/v1/document/progress", stream: true, insider: 200 }],
  [
    "upload",
    {
      method: "POST",
      path: () => "/api/v1/upload/document",
      headers: { "content-type": multipartType },
      body: multipart([{ name: "a.txt", content: "内容" }]),
      insider: 200,
    },
  ],
  ...pictureKinds.map((kind): [string, SiteRequest] => [
    `picture of ${kind}`,
    {
      method: "POST",
      path: () => `/api/v1/upload/${kind}`,
      headers: { "content-type": multipartType },
      body: multipart([{ name: "a.png", content: "no picture" }]),
      insider: 400,
    },
  ]),
  [
    "resumable upload: begin",
    {
      method: "POST",
      path: () => "/api/v1/upload/tus",
      headers: { ...tus, "upload-length": "9", "upload-metadata": `filename ${Buffer.from("a.txt").toString("base64")}` },
      insider: 201,
    },
  ],
  ["resumable upload: what is offered", { method: "OPTIONS", path: () => "/api/v1/upload/tus", headers: tus, insider: 204 }],
  ...["HEAD", "PATCH", "DELETE", "GET"].map((method): [string, SiteRequest] => [
    `resumable upload: ${method}`,
    {
      method,
      path: () => someUpload,
      headers: { ...tus, ...(method === "PATCH" ? { "upload-offset": "0", "content-type": "application/offset+octet-stream" } : {}) },
      insider: 404,
    },
  ]),
]
/** Only these also accept the cookie; calls that change data accept the Bearer header only. */
const byCookie = (path: string) => !path.startsWith("/api/")
const ask = async (
  { method, path, headers, body, stream }: SiteRequest,
  who: Record<string, string>,
): Promise<Pick<ClientAnswer, "status" | "headers">> => {
  if (!stream) return send(`${base}${path()}`, { method, headers: { ...headers, ...who }, body })
  const leave = new AbortController()
  const reply = await fetch(`${base}${path()}`, { headers: who, signal: leave.signal })
  leave.abort()
  return { status: reply.status, headers: Object.fromEntries(reply.headers) }
}

describe.each(["locked", "closed"] as const)("%s: addresses outside the API", (state) => {
  beforeAll(() => switchTo(state))
  const refused = (as: TestUser | null) => (as === null ? 401 : state === "locked" ? null : 403)
  test.each(addresses)("%s", async (_, request) => {
    const credentials = byCookie(request.path()) ? [bearer, cookie] : [bearer]
    for (const [who, as] of [
      ["a visitor", null],
      ["a person", reader],
      ["staff", admin],
    ] as const) {
      for (const by of credentials) {
        const { status, headers } = await ask(request, by(as))
        const expected = who === "staff" ? request.insider : refused(as)
        if (expected !== null) expect(status, who).toBe(expected)
        else expect([401, 503], who).not.toContain(status)
        // no shared cache may store it for users without access
        expect(String(headers["cache-control"] ?? ""), who).not.toMatch(/public/)
      }
    }
    if (!byCookie(request.path())) expect((await ask(request, cookie(admin))).status, "a cookie alone").toBe(401)
  })

  test("health checks answer and reveal nothing of the library [security: 13.4.5]", async () => {
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: "ok" })
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
  })

  test("unknown addresses are rejected as well", async () => {
    for (const path of ["/api/v1/nothing", "/api/v1/upload/tusk", "/api/v2/document/list", "/API/v1/document/list"])
      expect([401, 404], path).toContain((await fetch(base + path)).status)
  })
})

describe("after the site is open again", () => {
  beforeAll(() => switchTo("open"))
  test("a sitemap that repeats the Host of the request is not cached, one with the configured domain is cached by all [security: private-sitemap]", async () => {
    const cacheControl = async () => (await fetch(`${base}/sitemap.xml`)).headers.get("cache-control")
    expect(await cacheControl()).toBe("private, no-store")
    await library.set("system", { domain: "https://library.example" })
    expect(await cacheControl()).toBe("public, max-age=3600")
    await library.set("system", { domain: "" })
  })
  test("every visitor can read, and shared caches may store the response", async () => {
    const reply = await fetch(`${base}/view/page/${uuid}/1.gzip.svg?v=1`)
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, s-maxage=3600, immutable"])
    expect((await fetch(base + link)).status).toBe(200)
    expect(await raw("GET /document/list")).toMatchObject({ status: 200 })
  })
})
