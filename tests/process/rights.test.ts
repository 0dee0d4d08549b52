import { beforeAll, describe, expect, test } from "vitest"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import {
  attachmentOf,
  bearer,
  call,
  converted,
  cookie,
  login,
  multipart,
  multipartType,
  register,
  send,
  someAddress,
  submit,
  until,
  upload,
  type ClientUser,
  type Submitted,
} from "./support/client"
import { query, saveSetting } from "./support/database"
import { loadedAhead, pagesOf, visit } from "./support/document-pages"
import { ownServer } from "./support/own-server"

const { server, data } = ownServer({ SAMPLES: "false" })
let owner: ClientUser
let other: ClientUser
let admin: ClientUser

beforeAll(async () => {
  owner = await register(server().url, "bookkeeper")
  other = await register(server().url, "other")
  admin = await login(server().url, "admin", data().admin.password)
})

/** Uploads a document of four pages, each with unique content, and waits for its conversion. */
const document = async (title: string): Promise<Submitted> => {
  const content = makePdf(Array.from({ length: 4 }, (_, n) => textPage(`${title} ${n + 1}`)))
  const made = await submit(server().url, owner, attachmentOf(await upload(server().url, owner, `${title}.pdf`, content)), title)
  await converted(server().url, made.uuid)
  return made
}

/** Changes a row as the administration does, and announces it as every use case does. */
const change = async (uuid: string, values: string) => {
  await query(data().path, `update document set ${values} where uuid = $1`, [uuid])
  await query(data().path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what: "document", id: uuid } })])
}

/** The tested visitors and their credentials. */
const visitors = (): [string, Record<string, string>][] => [
  ["a visitor", {}],
  ["a visitor with a made-up cookie", { cookie: "doujia_session=abc.def.ghi" }],
  ["another person by cookie", cookie(other)],
  ["another person by Bearer", bearer(other)],
  ["the owner by cookie", cookie(owner)],
  ["the owner by Bearer", bearer(owner)],
  ["the administrator by cookie", cookie(admin)],
  ["the administrator by Bearer", bearer(admin)],
]
const isInsider = (who: string) => /owner|administrator/.test(who)
const statusesOf = async (path: string) =>
  Object.fromEntries(
    await Promise.all(visitors().map(async ([who, headers]) => [who, (await send(`${server().url}${path}`, { headers })).status] as const)),
  )
const expected = (insider: number, outsider: number) =>
  Object.fromEntries(visitors().map(([who]) => [who, isInsider(who) ? insider : outsider]))
const everybody = (status: number) => expected(status, status)

describe("page images and covers", () => {
  // one document for all states that can be undone
  let uuid = ""
  beforeAll(async () => void ({ uuid } = await document("预览两页")))

  test("a public document is visible to every visitor and may be cached", async () => {
    expect(await statusesOf(`/view/page/${uuid}/1.svg`)).toEqual(everybody(200))
    expect(await statusesOf(`/view/cover/${uuid}`)).toEqual(everybody(200))
    const reply = await send(`${server().url}/view/page/${uuid}/1.gzip.svg?v=1`, { headers: { "accept-encoding": "gzip" } })
    expect(reply.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, s-maxage=3600, immutable",
      "content-type": "image/svg+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
    })
    expect(String(reply.headers["content-security-policy"])).toContain("sandbox")
    expect(await statusesOf(`/view/page/${uuid}/5.svg`)).toEqual(everybody(404))
    expect(await statusesOf(`/view/page/${uuid}/0.svg`)).toEqual(everybody(404))
  })

  test.each([
    ["in review", "status = 6"],
    ["rejected", "status = 7"],
    ["disabled", "status = 4"],
  ])(
    "%s: only owner and administrator see it, for other users it does not exist, and no shared cache stores it [security: page-image-access]",
    async (_, values) => {
      await change(uuid, values)
      // the owner asks first: their rendering must not be served to the next visitor
      expect((await send(`${server().url}/document/${uuid}`, { headers: cookie(owner) })).status).toBe(200)
      for (const path of [`/view/page/${uuid}/1.svg`, `/view/page/${uuid}/1.gzip.svg?v=1`, `/view/cover/${uuid}`]) {
        expect(await statusesOf(path)).toEqual(expected(200, 404))
        const reply = await send(`${server().url}${path}`, { headers: cookie(owner) })
        expect(String(reply.headers["cache-control"])).toMatch(/^private/)
      }
      // pages identify users by their cookie alone: a browser sends no Bearer header when it opens a URL
      const pages = await statusesOf(`/document/${uuid}`)
      expect(pages).toEqual({ ...expected(200, 404), "the owner by Bearer": 404, "the administrator by Bearer": 404 })
      await change(uuid, "status = 2")
      await until("public again", async () => (await send(`${server().url}/view/page/${uuid}/1.svg`)).status === 200)
    },
  )

  test("a deleted document is not visible to any user", async () => {
    const deleted = await document("删除")
    expect((await call(server().url, `DELETE /document?id=${deleted.id}`, {}, owner)).status).toBe(200)
    expect(await statusesOf(`/view/page/${deleted.uuid}/1.svg`)).toEqual(everybody(404))
    expect(await statusesOf(`/view/cover/${deleted.uuid}`)).toEqual(everybody(404))
    expect(await statusesOf(`/document/${deleted.uuid}`)).toEqual(everybody(410))
  })

  test("beyond the preview only owner and administrator get pages; other users are asked to download [security: page-image-access]", async () => {
    await change(uuid, "status = 2, preview = 2")
    expect(await statusesOf(`/view/page/${uuid}/2.svg`)).toEqual(everybody(200))
    for (const path of [`/view/page/${uuid}/3.svg`, `/view/page/${uuid}/4.gzip.svg`])
      expect(await statusesOf(path)).toEqual(expected(200, 403))
    const ownPage = await send(`${server().url}/view/page/${uuid}/3.svg?v=1`, { headers: cookie(owner) })
    expect(String(ownPage.headers["cache-control"])).toMatch(/^private/)
    const reply = await call(server().url, `GET /document?uuid=${uuid}`, {}, other)
    expect(String(reply.json.content)).not.toContain("预览两页 3")
    expect(reply.json.page_sizes).toHaveLength(2)
  })

  test("invented addresses return 404 [security: hard-not-found]", async () => {
    for (const path of [
      "/view/page/abc/1.svg",
      "/view/page/../../secret/1.svg",
      "/view/page/%2e%2e%2fsecret/1.svg",
      "/view/cover/..%2f..%2fsecret",
      "/view/page/1'/1.svg",
      "/view/page/99999999999999/1.svg",
    ]) {
      expect((await send(`${server().url}${path}`)).status).toBe(404)
    }
  })
})

const isOwnPage = (path: string, uuid: string) => path.includes(uuid)

describe("pages of a document, opened by every kind of user", () => {
  /** Titles and texts are Latin, so that no escaping hides them. One document for all states; the last test deletes it. */
  const title = "HtmlRightsTitle"
  let made: Submitted
  beforeAll(async () => void (made = await document(title)))
  /** Pages identify users by their cookie alone, so one Bearer header stands for all: that of the user with the most rights. */
  const readers = () => visitors().filter(([who]) => !/^(another person|the owner) by Bearer$/.test(who))
  const texts = async (uuid: string) =>
    (
      await Promise.all(
        pagesOf(uuid, owner.id).flatMap(([what, path, headers]) =>
          readers().map(async ([who, readerHeaders]) => ({
            what,
            who,
            path,
            own: readerHeaders,
            reply: await visit(server().url, path, { ...headers, ...readerHeaders }),
          })),
        ),
      )
    ).map(({ reply, ...more }) => ({
      ...more,
      status: reply.status,
      text: reply.body.toString("utf8"),
      cache: String(reply.headers["cache-control"]),
    }))

  test("no page contains text beyond the preview for other users [security: list-leaks]", async () => {
    const { uuid } = made
    const [before] = await query<{ preview: number }>(data().path, "select preview from document where uuid = $1", [uuid])
    await change(uuid, "preview = 2")
    const answers = await texts(uuid)
    for (const { what, who, text } of answers)
      if (!isInsider(who)) for (const n of [3, 4]) expect(text, `${what}, ${who}`).not.toContain(`${title} ${n}`)
    // the test looks in the right place: readable content is present
    expect(answers.some(({ who, text }) => who === "a visitor" && text.includes(title))).toBe(true)
    await change(uuid, `preview = ${before!.preview}`)
  })

  test.each([
    ["in review", "status = 6"],
    ["rejected", "status = 7, reject_reason = 'HtmlRightsReason'"],
    ["disabled", "status = 4"],
    ["deleted", ""],
  ])("%s: no page shows anything of it to other users, whichever user was there before [security: list-leaks]", async (_, values) => {
    const { uuid, id } = made
    await change(uuid, "status = 2, reject_reason = ''")
    await until("the document is public", async () =>
      (await send(`${server().url}/document/${uuid}`)).body.toString("utf8").includes(title),
    )
    // every user has opened it while it was public, so every cache contains it
    await texts(uuid)
    if (values) await change(uuid, values)
    else expect((await call(server().url, `DELETE /document?id=${id}`, {}, owner)).status).toBe(200)
    // a deleted public document is reported as gone; a hidden one is indistinguishable from a URL that never existed
    const absent = values ? 404 : 410
    await until("the pages heard of it", async () => (await send(`${server().url}/document/${uuid}`)).status === absent, 5_000)
    const insiderFirst = await send(`${server().url}/document/${uuid}`, { headers: cookie(owner) })
    expect(insiderFirst.status).toBe(values ? 200 : absent)
    for (const { what, who, path, text, status, cache } of await texts(uuid)) {
      const at = `${what}, ${who}`
      const insider = isInsider(who) && who.endsWith("by cookie")
      // a navigation request returns 200 even if the page inside it is the not-found page
      const whole = !path.includes("_rsc=")
      if (whole && isOwnPage(path, uuid)) expect(status, at).toBe(insider && values && !path.startsWith("/embed/") ? 200 : absent)
      if (insider) {
        // a prefetch contains the page chrome and nothing of the document
        const theirs = values && isOwnPage(path, uuid) && !path.startsWith("/embed/") && what !== loadedAhead
        if (theirs) expect([text.includes(title), cache.startsWith("private")], at).toEqual([true, true])
        continue
      }
      for (const secret of [title, "HtmlRightsReason"]) expect(text, at).not.toContain(secret)
    }
  })
})

describe("pages while site security restricts access", () => {
  const switchTo = async (name: "login_required" | "is_close", value: boolean) => saveSetting(data().path, "security", name, String(value))
  const outside = (headers: Record<string, string>, uuid: string) =>
    Promise.all(
      [
        ...pagesOf(uuid, owner.id),
        ["articles", "/article", {}] as const,
        ["categories", "/category", {}] as const,
        ["a name with a dot", `/document/${uuid}.html`, {}] as const,
        ["an address of the build", `/_next/data/x/document/${uuid}.json`, {}] as const,
      ].map(async ([what, path, more]) => ({
        what,
        reply: await visit(server().url, path, { ...more, ...headers }),
      })),
    )

  test("login_required: visitors without a session see nothing of the library; is_close: neither do users without permissions", async () => {
    const { uuid } = await document("HtmlRightsClosed")
    expect((await send(`${server().url}/document/${uuid}`)).body.toString("utf8")).toContain("HtmlRightsClosed")
    const privateHeaders: Record<"login_required" | "is_close", Record<string, string>[]> = {
      // only the server itself may set the header for shared pages
      login_required: [{}, { cookie: "doujia_session=abc.def.ghi" }, { "x-for-everybody": "1" }],
      is_close: [{}, cookie(other), cookie(owner)],
    }
    for (const setting of ["login_required", "is_close"] as const) {
      await switchTo(setting, true)
      await until("the site is closed", async () => (await send(`${server().url}/`)).status === 307, 5_000)
      for (const headers of privateHeaders[setting]) {
        for (const { what, reply } of await outside(headers, uuid)) {
          expect([307, 401, 403, 404], `${setting}: ${what}`).toContain(reply.status)
          expect(reply.body.toString("utf8"), `${setting}: ${what}`).not.toContain("HtmlRightsClosed")
          if (reply.status === 307) expect(String(reply.headers.location), what).toMatch(/\/login(\?|$)/)
        }
      }
      const inside = await send(`${server().url}/document/${uuid}`, { headers: cookie(admin) })
      expect([inside.status, inside.headers["cache-control"]]).toEqual([200, "private, no-store"])
      expect(inside.body.toString("utf8")).toContain("HtmlRightsClosed")
      await switchTo(setting, false)
      await until("the site is open again", async () => (await send(`${server().url}/`)).status === 200, 5_000)
    }
  })
})

describe("downloads", () => {
  // one document: the last test deletes it
  let uuid = ""
  let id = 0
  beforeAll(async () => void ({ uuid, id } = await document("下载")))
  const link = (id: number, headers: Record<string, string>) =>
    send(`${server().url}/api/v1/document/download?id=${id}`, { headers: { ...headers, "x-forwarded-for": someAddress() } })
  const statuses = async (id: number) =>
    Object.fromEntries(
      await Promise.all(
        visitors()
          .filter(([, headers]) => !headers.cookie)
          .map(async ([who, headers]) => [who, (await link(id, headers)).status] as const),
      ),
    )

  test("a link cannot be changed into one for another file, and a session token is not a link [security: download-mismatch, token-kinds, 9.2.2]", async () => {
    const given = String((await link(id, bearer(other))).json.url)
    for (const wrong of [`${given}x`, given.slice(0, -3), "/download/", "/download/..%2f..%2fsecret", `/download/${other.token}`]) {
      expect((await send(`${server().url}${wrong}`)).status).toBe(400)
    }
  })

  test("a download link ends when its document is no longer public [security: download-mismatch]", async () => {
    const given = String((await link(id, bearer(other))).json.url)
    expect((await send(`${server().url}${given}`)).status).toBe(200)
    await change(uuid, "status = 4")
    expect((await send(`${server().url}${given}`)).status).toBe(400)
    await change(uuid, "status = 6")
    const ownLink = String((await link(id, bearer(owner))).json.url)
    expect((await send(`${server().url}${ownLink}`)).status).toBe(200)
    expect((await send(`${server().url}${given}`)).status).toBe(400)
  })

  test("download links: access to one for a public, a pending and a deleted document", async () => {
    await change(uuid, "status = 2")
    expect(await statuses(id)).toEqual({
      "a visitor": 401,
      "another person by Bearer": 200,
      "the owner by Bearer": 200,
      "the administrator by Bearer": 200,
    })
    await change(uuid, "status = 6")
    expect(await statuses(id)).toEqual({
      "a visitor": 401,
      "another person by Bearer": 404,
      "the owner by Bearer": 200,
      "the administrator by Bearer": 200,
    })
    await change(uuid, "status = 2")
    const given = String((await link(id, bearer(other))).json.url)
    expect((await send(`${server().url}${given}`)).status).toBe(200)
    expect((await call(server().url, `DELETE /document?id=${id}`, {}, owner)).status).toBe(200)
    expect(await statuses(id)).toEqual({
      "a visitor": 401,
      "another person by Bearer": 404,
      "the owner by Bearer": 404,
      "the administrator by Bearer": 404,
    })
    expect((await send(`${server().url}${given}`)).status).toBe(400)
  })

  test("stored files cannot be requested directly [security: uploads-inline, 5.3.1]", async () => {
    const [row] = await query<{ path: string }>(data().path, "select path from attachment limit 1")
    for (const path of [
      row!.path,
      `/uploads${row!.path}`,
      `/data${row!.path}`,
      "/data/secret",
      "/..%2fdata/secret",
      "/_next/static/..%2f..%2f..%2fpackage.json",
      "/.env",
      "/package.json",
    ]) {
      expect((await send(`${server().url}${path}`)).status).toBe(404)
    }
  })
})

describe("a cookie alone does not authorize changes", () => {
  test.each(["POST /document", "DELETE /document?id=1", "PUT /document/retry", "GET /user/group"])(
    "%s with only the session cookie returns 401 [security: 3.5.1, get-side-effects]",
    async (key) => {
      expect(await call(server().url, key, { id: 1, document: [{ attachment_id: 1, title: "a" }] }, null, cookie(owner))).toMatchObject({
        status: 401,
      })
    },
  )

  test("uploads with only the session cookie return 401 [security: 3.5.1]", async () => {
    const reply = await send(`${server().url}/api/v1/upload/document`, {
      method: "POST",
      headers: { "content-type": multipartType, ...cookie(owner) },
      body: multipart([{ content: "a" }]),
    })
    expect(reply.status).toBe(401)
  })

  test("the session cookie is HttpOnly and SameSite [security: 3.3.2]", async () => {
    const reply = await call(server().url, "POST /user/login", { username: "admin", password: data().admin.password }, null, {
      "x-forwarded-for": someAddress(),
    })
    const cookies = [reply.headers["set-cookie"] ?? []].flat()
    for (const name of ["doujia_session", "doujia_device"])
      expect(cookies.find((one) => one.startsWith(`${name}=`))).toMatch(/^[a-z_]+=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    // the cookie that scripts can read only indicates that a session exists
    expect(cookies.filter((one) => !one.includes("HttpOnly"))).toEqual([
      expect.stringMatching(/^doujia_in=1; Path=\/; SameSite=Lax; Max-Age=\d+$/),
    ])
  })

  test("logging out invalidates the token at once, in header and cookie [security: 7.4.1]", async () => {
    const person = await register(server().url, "leaver")
    await call(server().url, "DELETE /user/logout", {}, person)
    expect((await call(server().url, "GET /user", {}, person)).status).toBe(401)
    expect((await send(`${server().url}/me`, { headers: cookie(person) })).status).toBe(307)
  })
})

test("changed preview settings apply to later conversions", async () => {
  await saveSetting(data().path, "converter", "max_preview", "2")
  const { uuid } = await document("只画两页")
  expect((await call(server().url, `GET /document?uuid=${uuid}`)).json).toMatchObject({ pages: 4, preview: 2 })
  expect((await send(`${server().url}/view/page/${uuid}/3.svg`)).status).toBe(403)
})
