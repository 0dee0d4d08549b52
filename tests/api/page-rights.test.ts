import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createLog } from "../../server/log"
import { createSite } from "../../server/site"
import { libraryOf, type Library } from "../setup/library"
import { readingOf, scriptedConverter } from "../setup/reading"
import { staffWith } from "../setup/staff"
import { testApp, type Person, type TestApp } from "../setup/test-app"

/*
 * Nobody without the right gets a page beyond the limit, its text, its words, the text around a hit in it, the file, or anything
 * of a hidden document, by whatever address. The texts of the pages are marks that appear nowhere else.
 */

let app: TestApp
let library: Library
let read: ReturnType<typeof readingOf>
let server: Server
let base: string
let owner: Person
let other: Person
let admin: Person
let viewer: Person
let reviewer: Person
const scripted = scriptedConverter()

const mark = (n: number) => `密语${n}号`
const pages = [1, 2, 3, 4].map((n) => `${mark(n)} 正文`)
const outline = [1, 2, 3, 4].map((n) => ({ title: `目录${mark(n)}`, page: n, level: 1 }))

beforeAll(async () => {
  app = await testApp({ converter: scripted.converter })
  library = libraryOf(app)
  read = readingOf(app, scripted)
  await app.startWorkers(1)
  ;[owner, other, admin] = [await app.person(), await app.person(), await app.admin()]
  // who may look at every document, and who holds another permission
  viewer = await staffWith(app, "DocumentAPI/GetDocument")
  reviewer = await staffWith(app, "BannerAPI/ListBanner")
  await library.set("system", { domain: "https://wenku.example.org" })
  const site = createSite(app, { trustedProxies: [], pages: null, log: createLog("silent") })
  server = createServer((req, res) => void site(req, res))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

type Asked = { id: number; uuid: string }
/** Everything that says something of a document, as one text with the status of each answer. */
const everything = async ({ id, uuid }: Asked, as?: Person) => {
  const authorization: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {}
  const paths = [
    ...[1, 2, 3, 4, 5].flatMap((n) => [`/view/page/${uuid}/${n}.svg`, `/view/page/${uuid}/${n}.gzip.svg?v=1`, `/view/page/${id}/${n}.svg`]),
    `/view/cover/${uuid}`,
    `/view/cover/${id}?v=1`,
    ...[`uuid=${uuid}`, `id=${id}`].flatMap((key) => [`/api/v1/document?${key}&with_all_content=true&with_author=true`, `/api/v1/document/related?${key}`]),
    ...[1, 2, 3, 4].flatMap((n) => [`/api/v1/document/words?uuid=${uuid}&page=${n}`, `/api/v1/document/text?uuid=${uuid}&page=${n}`]),
    `/api/v1/document/outline?uuid=${uuid}`,
    `/api/v1/document/inside?uuid=${uuid}&wd=${encodeURIComponent("密语")}`,
    `/api/v1/document/inside?uuid=${uuid}&wd=${encodeURIComponent("正文")}`,
    `/api/v1/document/neighbour?uuid=${uuid}`,
    `/api/v1/document/download?id=${id}`,
    `/api/v1/document/version?id=${id}`,
    `/api/v1/document/list?size=24`,
    `/api/v1/document/list?size=24&status=4&status=6&status=7`,
    `/api/v1/document/home?limit=50`,
    `/api/v1/document/search?wd=${encodeURIComponent("权利")}`,
    `/api/v1/document/recycle`,
    `/api/v1/oembed?url=${encodeURIComponent(`https://wenku.example.org/document/${uuid}`)}`,
    `/sitemap.xml`,
  ]
  const replies = new Map<string, { status: number; body: string }>()
  for (const path of paths) {
    const reply = await fetch(base + path, { headers: authorization })
    replies.set(path, { status: reply.status, body: await reply.text() })
  }
  return { of: (part: string) => [...replies].filter(([path]) => path.includes(part)).map(([, reply]) => reply), text: [...replies.values()].map(({ body }) => body).join("\n"), replies }
}
const statuses = (replies: { status: number }[]) => [...new Set(replies.map(({ status }) => status))]
const people = () => [["a stranger", undefined], ["another person", other], ["staff without the right", reviewer], ["the owner", owner], ["the administrator", admin], ["staff who may look at documents", viewer]] as [string, Person | undefined][]
const isInsider = (as?: Person) => as === owner || as === admin || as === viewer

describe("a document of four pages, two of which may be read", () => {
  let document: Asked
  beforeAll(async () => {
    await library.set("converter", { max_preview_percent: 50 })
    document = await read.submit(owner, "权利 预览", { pages, outline })
    await library.set("converter", { max_preview_percent: 100 })
  })

  test.each([0, 1, 2, 3, 4, 5])("person %s", async (n) => {
    const [who, as] = people()[n]!
    const got = await everything(document, as)
    const insider = isInsider(as)
    for (const page of [1, 2]) expect(statuses(got.of(`/${page}.`)), who).toEqual([200])
    for (const page of [3, 4]) {
      expect(statuses(got.of(`/${page}.`)), who).toEqual([insider ? 200 : 403])
      expect(statuses(got.of(`words?uuid=${document.uuid}&page=${page}`)), who).toEqual([insider ? 200 : 403])
    }
    expect(statuses(got.of("/5.")), who).toEqual([404])
    for (const page of [1, 2]) expect(got.text, who).toContain(mark(page))
    for (const page of [3, 4]) {
      if (insider) expect(got.text, who).toContain(mark(page))
      else expect(got.text, who).not.toContain(mark(page))
    }
    expect(got.of("inside").map(({ body }) => (JSON.parse(body) as { total: number; hidden: number }).hidden), who).toEqual(insider ? [0, 0] : [2, 2])
  })
})

describe("a document that costs something", () => {
  test("its words are for owner and staff; what may be read may be searched", async () => {
    const document = await read.submit(owner, "权利 收费", { pages, outline }, { price: 10 })
    for (const [who, as] of people()) {
      const got = await everything(document, as)
      expect(statuses(got.of("/document/words")), who).toEqual([isInsider(as) ? 200 : 403])
      expect(JSON.parse(got.of(`document?uuid=${document.uuid}`)[0]!.body), who).toMatchObject({ has_words: isInsider(as) })
      expect(statuses(got.of("/document/inside")), who).toEqual([200])
      if (!isInsider(as)) expect(got.of("/document/download")[0]!.status, who).toBeGreaterThanOrEqual(400)
    }
  })
})

describe("a document that the public may not see", () => {
  test.each([
    ["in review", "status = 6"],
    ["rejected", "status = 7, reject_reason = '密语理由'"],
    ["disabled", "status = 4"],
  ])("%s: for everybody but owner and staff it does not exist", async (state, values) => {
    const document = await read.submit(owner, `权利 藏起来的${state}`, { pages, outline }, { keywords: "密语关键词" })
    await read.change(document.uuid, values)
    for (const [who, as] of people()) {
      const got = await everything(document, as)
      const own = ["/view/", "/document?", "/document/words", "/document/text", "/document/outline", "/document/inside", "/document/related", "/document/neighbour"]
      for (const part of own) {
        const found = statuses(got.of(part).filter((_, at) => part !== "/view/" || at < 4))
        expect(found, `${who} ${part}`).toEqual([isInsider(as) ? 200 : 404])
      }
      expect(got.of("oembed")[0]!.status, who).toBe(404)
      if (isInsider(as)) continue
      expect(got.text, who).not.toContain("密语")
      expect(got.text, who).not.toContain(`藏起来的${state}`)
      expect(got.of("/document/download")[0]!.status, who).toBeGreaterThanOrEqual(400)
      expect(got.of("/document/version")[0]!.status, who).toBeGreaterThanOrEqual(400)
    }
  })

  test("deleted: nobody, staff neither", async () => {
    const document = await read.submit(owner, "权利 删掉的", { pages, outline })
    await app.call("DELETE /document", { id: [document.id] }, owner)
    for (const [who, as] of people()) {
      const got = await everything(document, as)
      expect(statuses([...got.of("/view/"), ...got.of("/document?"), ...got.of("/document/words"), ...got.of("/document/text"), ...got.of("/document/inside"), ...got.of("/document/outline")]), who).toEqual([404])
      expect(got.text, who).not.toContain(mark(1))
    }
  })
})

describe("a document whose pages nobody has counted yet", () => {
  test("shares drawn pages with another one, and gives none beyond the first away before its own limit is known", async () => {
    const known = await read.submit(owner, "权利 已知", { pages, outline })
    const { sha256, version } = await read.row(known.uuid)
    const waiting = await read.submit(owner, "权利 未知", { pages: ["别的"] })
    await read.change(waiting.uuid, `status = 0, pages = 0, converted_pages = 0, convert_reason = 'need_office', sha256 = '${sha256}', version = ${version}`)
    const got = await everything(waiting, other)
    for (const page of [2, 3, 4]) expect(statuses(got.of(`/${page}.`))).toEqual([202])
    for (const page of [2, 3, 4]) expect(got.text).not.toContain(mark(page))
    expect(statuses(got.of("/document/words"))).toEqual([403])
  })
})
