import { beforeAll, describe, expect, test } from "vitest"
import { DocumentVisibility } from "../../../lib/contract/library/document.enums"
import { bearer, md5, send } from "../../process/support/client"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import type { TestUser } from "../../setup/test-app"

/* Every way to read a document, for every visibility and every kind of reader. HTML pages: tests/process/visibility.test.ts. */

const { app, library, read, owner, other, admin } = await readingApp()
await library.set("system", { domain: "https://wenku.example.org" })
await library.set("download", { times_every_day: 1_000, times_every_ip: 1_000, enable_guest_download: true })
await library.set("display", { enable_text_layer: true })
const member = await app.person()
const rights = { enable_upload: true }
const theirs = await library.onlyGroup(member, rights)
await library.onlyGroup(other, rights)
await library.join(owner, theirs)
const staff = await staffWith(app, "DocumentAPI/GetDocument", "DocumentAPI/ListDocument")
app.sessions.forgetAll()
const base = await siteOf(app)

const people: [string, TestUser | null][] = [
  ["a visitor", null],
  ["a member of the group", member],
  ["a member of another group", other],
  ["the owner", owner],
  ["staff who see every document", staff],
  ["the administrator", admin],
]
const { everybody, unlisted, groups, owner: owners } = DocumentVisibility
const isInside = (as: TestUser | null) => as === owner || as === staff || as === admin
const maySee = (visibility: number, as: TestUser | null) =>
  visibility <= unlisted || isInside(as) || (visibility === groups && as === member)

type Made = { id: number; uuid: string; title: string; text: string; hash: string; attachment_id: number; copy: number; category: number }
let shelves = 0
const make = async (title: string, visibility: number): Promise<Made> => {
  const text = `密语${[...title].reverse().join("")}`
  const category = await library.category(`书架${++shelves}`)
  const made = await read.submit(owner, title, { pages: [text, text] }, { keywords: `${title}词`, category_id: [category] })
  const { sha256, ext } = await read.row(made.uuid)
  const content = (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!
  const copy = await app.file(other, "同一份.txt", content)
  const input = { document_id: [made.id], visibility, group_id: visibility === groups ? [theirs] : [] }
  expect(await app.call("PUT /document/visibility", input, owner)).toMatchObject({ ok: true })
  return { ...made, title, text, hash: md5(content), copy, category }
}

/**
 * `own`: the address of one document; `list`: an answer about many; `hash`: an address by the content of the file; `echo`: an answer that
 * repeats the address.
 */
type Kind = "own" | "list" | "hash" | "echo"
type Row = { kind: Kind; path: (document: Made) => string; login?: true }
const api = (path: string) => `/api/v1${path}`
const enc = encodeURIComponent
const ways: [string, Row][] = [
  ...[".svg", ".gzip.svg?v=1"].map((ext): [string, Row] => [
    `page${ext}`,
    { kind: "own", path: ({ uuid }) => `/view/page/${uuid}/1${ext}` },
  ]),
  ["page by id", { kind: "own", path: ({ id }) => `/view/page/${id}/2.svg` }],
  ["page by the file's MD5", { kind: "hash", path: ({ hash }) => `/view/page/${hash}/1.svg` }],
  ["thumbnail", { kind: "own", path: ({ uuid }) => `/view/thumb/${uuid}/1?v=1` }],
  ["cover", { kind: "own", path: ({ uuid }) => `/view/cover/${uuid}?v=1` }],
  ["cover as JPEG", { kind: "own", path: ({ uuid }) => `/view/cover/${uuid}.jpg?v=1` }],
  ["cover by id", { kind: "own", path: ({ id }) => `/view/cover/${id}` }],
  ["the document", { kind: "own", path: ({ uuid }) => api(`/document?uuid=${uuid}&with_all_content=true`) }],
  ["the document by id", { kind: "own", path: ({ id }) => api(`/document?id=${id}&with_author=true`) }],
  ["words", { kind: "own", path: ({ uuid }) => api(`/document/words?uuid=${uuid}&page=1`) }],
  ["text", { kind: "own", path: ({ uuid }) => api(`/document/text?uuid=${uuid}&page=1`) }],
  ["blocks", { kind: "own", path: ({ uuid }) => api(`/document/blocks?uuid=${uuid}&page=1`) }],
  ["links", { kind: "own", path: ({ uuid }) => api(`/document/links?uuid=${uuid}&page=1`) }],
  ["table of contents", { kind: "own", path: ({ uuid }) => api(`/document/outline?uuid=${uuid}`) }],
  ["search inside", { kind: "own", path: ({ uuid }) => api(`/document/inside?uuid=${uuid}&wd=${enc("密语")}`) }],
  ["related documents", { kind: "own", path: ({ uuid }) => api(`/document/related?uuid=${uuid}`) }],
  ["neighbours", { kind: "own", path: ({ uuid }) => api(`/document/neighbour?uuid=${uuid}`) }],
  ["reading position", { kind: "own", login: true, path: ({ uuid }) => api(`/document/position?uuid=${uuid}`) }],
  ["download", { kind: "own", path: ({ id }) => api(`/document/download?id=${id}`) }],
  ["list", { kind: "list", path: () => api("/document/list?size=24") }],
  ["list of a visibility", { kind: "list", path: () => api("/document/list?size=24&visibility=1&visibility=2&visibility=3") }],
  ["list of a category", { kind: "list", path: ({ category }) => api(`/document/list?category_id=${category}`) }],
  ["list of the owner's", { kind: "list", path: () => api(`/document/list?size=24&user_id=${owner.id}`) }],
  ["home", { kind: "list", path: () => api("/document/home?limit=50") }],
  ["search", { kind: "list", path: ({ title }) => api(`/document/search?wd=${enc(title)}`) }],
  ["search everything", { kind: "list", path: ({ title }) => api(`/search?wd=${enc(title)}`) }],
  ["search for its keyword", { kind: "list", path: ({ title }) => api(`/document/search?wd=${enc(`${title}词`)}`) }],
  ["search for its text", { kind: "list", path: ({ text }) => api(`/document/search?wd=${enc(text)}`) }],
  ["suggestions", { kind: "list", path: ({ title }) => api(`/search/suggest?wd=${enc(title.slice(0, 5))}`) }],
  ["is the file known", { kind: "list", login: true, path: ({ hash }) => api(`/document/exist?hash=${hash}`) }],
  ["latest comments", { kind: "list", path: () => api("/comment/list?with_document_title=true") }],
  ["OAI records", { kind: "list", path: () => "/oai?verb=ListRecords&metadataPrefix=oai_dc" }],
  [
    "OAI record",
    { kind: "echo", path: ({ uuid }) => `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:wenku.example.org:${uuid}` },
  ],
  ["site map", { kind: "list", path: () => "/sitemap.xml" }],
]

const ask = async (path: string, as: TestUser | null) => {
  const { status, headers, body } = await send(base + path, { headers: bearer(as) })
  return { status, headers, text: body.toString("utf8") }
}

describe.each(DocumentVisibility.options.map(({ value, label }) => [label, value] as const))(
  "a document that is %s",
  (label, visibility) => {
    let made: Made
    let unknown: Made
    beforeAll(async () => {
      made = await make(`文献 ${label}`, visibility)
      unknown = { ...made, id: 987_654, uuid: "f".repeat(made.uuid.length), hash: "e".repeat(32) }
      const comment = `insert into comment (document_id, type, user_id, content, status) values ($1, 0, $2, $3, 1)`
      await library.rows(comment, [made.id, owner.id, `评论${label}`])
    })

    test.each(ways)("%s [security: 8.2.2, list-leaks, page-image-access]", async (_, row) => {
      for (const [who, as] of people) {
        const { status, headers, text } = await ask(row.path(made), as)
        const sees = maySee(visibility, as)
        expect(status, who).toBeLessThan(500)
        if (row.kind === "own") expect(status, who).toBe(row.login && !as ? 401 : sees ? 200 : 404)
        if (row.kind === "hash") expect(status, who).toBe(visibility === everybody ? 200 : 404)
        // not even the existence of a document that a reader may not see, and only owner and staff are shown unlisted ones
        const hidden = !sees || (row.kind !== "own" && visibility === unlisted && !isInside(as))
        if (hidden)
          for (const secret of [made.title, made.text, ...(row.kind === "echo" ? [] : [made.uuid])]) expect(text, who).not.toContain(secret)
        if (visibility !== everybody && row.kind !== "list")
          expect(String(headers["cache-control"] ?? ""), who).not.toMatch(/public|s-maxage/)
        if (row.kind === "list" || row.kind === "echo" || sees) continue
        const missing = await ask(row.path(unknown), as)
        expect([status, text], who).toEqual([missing.status, missing.text])
        for (const one of [headers, missing.headers]) for (const name of ["date", "x-request-id"]) delete one[name]
        expect(headers, who).toEqual(missing.headers)
      }
    })

    test("the public lists name it if it is for everybody", async () => {
      const named = async (path: string) => (await ask(path, null)).text.includes(made.uuid)
      for (const path of ["/document/list?size=24", `/document/list?category_id=${made.category}`, "/document/home?limit=50"])
        expect(await named(api(path)), path).toBe(visibility === everybody)
      expect(await library.categoryCounts(made.category)).toEqual([visibility === everybody ? 1 : 0])
    })

    test("its owner and staff list it with its groups, other users see none", async () => {
      for (const [who, as] of people) {
        const list = await ask(api(`/document/list?size=24&user_id=${owner.id}&visibility=${visibility}`), as)
        const rows = (JSON.parse(list.text) as { document: { uuid: string; visibility: number; group_id: number[] }[] }).document
        const row = rows.find(({ uuid }) => uuid === made.uuid)
        if (isInside(as)) expect(row, who).toMatchObject({ visibility, group_id: visibility === groups ? [theirs] : [] })
        else expect(row?.group_id, who).toEqual(visibility === everybody ? [] : undefined)
      }
    })

    test("oEmbed answers for what everybody may see, whoever asks", async () => {
      for (const [who, as] of people) {
        const { status } = await ask(api(`/oembed?url=${enc(`https://wenku.example.org/document/${made.uuid}`)}`), as)
        expect(status, who).toBe(visibility <= unlisted ? 200 : 404)
      }
    })

    test("readers who see it may collect and comment on it, others are told that there is none", async () => {
      for (const [who, as] of people) {
        if (!as) continue
        const favourite = await app.call("POST /favorite", { document_id: made.id }, as)
        expect(favourite.ok || favourite.status, who).toBe(maySee(visibility, as) || 404)
        const report = await app.call("POST /report", { document_id: made.id, reason: 1 }, as)
        expect(report.ok, who).toBe(maySee(visibility, as))
      }
      const comments = await ask(api(`/comment/list?document_id=${made.id}`), null)
      expect(comments.text.includes(`评论${label}`)).toBe(visibility <= unlisted)
    })

    test("uploading the same file reveals it to nobody who does not find it on the site", async () => {
      const { text } = await ask(api(`/document/suggest?attachment_id=${made.copy}`), other)
      expect(text.includes(made.uuid)).toBe(visibility === everybody)
      const stranger = await app.person()
      const file = { hash: made.hash, size: Number((await read.row(made.uuid)).size), name: "x.txt" }
      const claim = await app.call("POST /upload/claim", file, stranger)
      expect(claim.ok && claim.data.id !== "").toBe(visibility === everybody)
    })
  },
)

test("a change takes effect at the next request, in both directions", async () => {
  const { id, uuid } = await make("来回", everybody)
  const set = async (visibility: number, group_id: number[] = []) =>
    expect(await app.call("PUT /document/visibility", { document_id: [id], visibility, group_id }, owner)).toMatchObject({ ok: true })
  const state = async (as: TestUser | null) => [
    (await ask(`/view/page/${uuid}/1.svg`, as)).status,
    (await ask(api(`/document?uuid=${uuid}`), as)).status,
    (await ask(api("/document/list?size=24"), as)).text.includes(uuid),
  ]
  expect(await state(null)).toEqual([200, 200, true])
  await set(owners)
  expect(await state(null)).toEqual([404, 404, false])
  await set(groups, [theirs])
  expect([await state(null), await state(member)]).toEqual([
    [404, 404, false],
    [200, 200, false],
  ])
  await set(unlisted)
  expect(await state(null)).toEqual([200, 200, false])
  await set(everybody)
  expect(await state(null)).toEqual([200, 200, true])
})

test("a member who leaves the group loses the document and the link to its file", async () => {
  const { id, uuid } = await make("离开", groups)
  const leaver = await app.person()
  await library.join(leaver, theirs)
  app.sessions.forgetAll()
  const reply = await app.call("GET /document/download", { id }, leaver)
  if (!reply.ok) throw new Error(reply.message)
  expect((await ask(reply.data.url, null)).status).toBe(200)
  await library.rows("delete from user_group where user_id = $1 and group_id = $2", [leaver.id, theirs])
  app.sessions.forgetAll()
  expect((await ask(reply.data.url, null)).status).not.toBe(200)
  expect((await ask(`/view/page/${uuid}/1.svg`, leaver)).status).toBe(404)
})

describe("setting the visibility", () => {
  test("is for the owner and staff with the permission, with groups that they may name", async () => {
    const { id } = await make("谁来改", everybody)
    const set = async (as: TestUser | undefined, input: object) => {
      const reply = await app.call("PUT /document/visibility", { document_id: [id], ...input }, as)
      return reply.ok ? 200 : reply.status
    }
    const editor = await staffWith(app, "DocumentAPI/SetDocumentsVisibility")
    expect(await set(undefined, { visibility: owners })).toBe(401)
    expect(await set(other, { visibility: owners })).toBe(403)
    expect(await set(staff, { visibility: owners })).toBe(403)
    expect(await set(owner, { visibility: 4 })).toBe(400)
    expect(await set(owner, { visibility: groups })).toBe(400)
    expect(await set(owner, { visibility: groups, group_id: [other.id + 9_999] })).toBe(400)
    expect(await set(editor, { visibility: groups, group_id: [editor.group_id] })).toBe(200)
    // what staff chose may stay
    expect(await set(owner, { visibility: groups, group_id: [editor.group_id, theirs] })).toBe(200)
    expect(await set(owner, { visibility: everybody })).toBe(200)
    expect(await set(owner, { visibility: groups, group_id: [editor.group_id] })).toBe(400)
  })

  test("an upload takes the choice, else the stricter of the category's and the groups' default", async () => {
    const uploader = await app.person()
    const group = await library.onlyGroup(uploader, rights)
    const category = await library.category("内部书架")
    app.sessions.forgetAll()
    const upload = async (more: object) => {
      const { id } = await library.document(uploader, `上传 ${Math.random()}`, more)
      const [row] = await library.rows<{ visibility: number; groups: number[] | null }>(
        "select visibility, (select array_agg(group_id::int) from document_group where document_id = d.id) as groups from document d where id = $1",
        [id],
      )
      return [row!.visibility, row!.groups ?? []]
    }
    expect(await upload({})).toEqual([everybody, []])
    expect(await upload({ visibility: unlisted })).toEqual([unlisted, []])
    expect(await upload({ visibility: groups, group_id: [group] })).toEqual([groups, [group]])
    await library.rows("update category set document_visibility = $2 where id = $1", [category, unlisted])
    expect(await upload({ category_id: [category] })).toEqual([unlisted, []])
    expect(await upload({ category_id: [category], visibility: everybody })).toEqual([everybody, []])
    await library.rows(`update "group" set document_visibility = $2 where id = $1`, [group, groups])
    expect(await upload({ category_id: [category] })).toEqual([groups, [group]])
    expect(await app.call("GET /document/visibility", {}, uploader)).toMatchObject({
      ok: true,
      data: { visibility: groups, group: [{ id: group }] },
    })
    await library.join(uploader, theirs)
    expect(await upload({}), "one group with the mildest default suffices").toEqual([everybody, []])
  })

  test("an upload that is not for everybody is rewarded when it becomes so, once", async () => {
    await library.set("score", { upload_document: 7, upload_document_limit: 100 })
    const uploader = await app.person()
    await library.onlyGroup(uploader, rights)
    app.sessions.forgetAll()
    const before = await library.credits(uploader)
    const { id } = await library.document(uploader, "先藏着", { visibility: owners })
    expect(await library.credits(uploader)).toBe(before)
    for (const visibility of [everybody, owners, everybody])
      await app.call("PUT /document/visibility", { document_id: [id], visibility }, uploader)
    expect(await library.credits(uploader)).toBe(before + 7)
    await library.expectLedgerHolds()
  })
})
