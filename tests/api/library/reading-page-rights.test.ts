import { beforeAll, describe, expect, test } from "vitest"
import { bearer, md5, send } from "../../process/support/client"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import type { TestUser } from "../../setup/test-app"

/*
 * Users without permission never receive a page beyond the limit, its text, its words, the text around a match in it, the file, or anything
 * of a hidden document, at any URL.
 * The texts of the pages are marks that appear nowhere else. URLs of HTML pages are tested in tests/process/rights.test.ts, on the built
 * site.
 */

const { app, library, read, owner, other, admin } = await readingApp()
// one may view every document, the other holds an unrelated permission
const viewer = await staffWith(app, "DocumentAPI/GetDocument")
const clerk = await staffWith(app, "BannerAPI/ListBanner")
await library.set("system", { domain: "https://wenku.example.org" })
await library.set("download", { times_every_day: 1_000, times_every_ip: 1_000 })
const base = await siteOf(app)

const people: [string, TestUser | null][] = [
  ["a visitor", null],
  ["another person", other],
  ["staff without the right", clerk],
  ["staff who may look at documents", viewer],
  ["the owner", owner],
  ["the administrator", admin],
]
const isInsider = (as: TestUser | null) => as === owner || as === admin || as === viewer

const mark = (n: number) => `密语${n}号`
const marksIn = (text: string) => [1, 2, 3, 4].filter((n) => text.includes(mark(n))).join("")
const pages = [1, 2, 3, 4].map((n) => `${mark(n)} 正文`)
const outline = [1, 2, 3, 4].map((n) => ({ title: `目录${mark(n)}`, page: n, level: 1 }))

/** Every page links to a URL that names it, and to the next page. */
const box = { x: 50.5, y: 60.1, width: 90, height: 19.2, down: 12.5 }
const links = Object.fromEntries(
  [1, 2, 3, 4].map((n) => [
    n,
    [
      { ...box, to: 0, url: `https://example.org/${mark(n)}` },
      { ...box, to: (n % 4) + 1, url: "" },
    ],
  ]),
)

/** `hash` is the MD5 of its file; `copy` is the same content uploaded by another user. */
type RightsDocument = { id: number; uuid: string; attachment_id: number; title: string; hash: string; copy: number }
/** Creates a document of four pages, two of which are readable. */
const documentOf = async (title: string, more: object = {}): Promise<RightsDocument> => {
  await library.set("converter", { max_preview_percent: 50 })
  const made = await read.submit(owner, title, { pages, outline, links, sheets: pages }, { keywords: `${title}的关键词`, ...more })
  await library.set("converter", { max_preview_percent: 100 })
  const { sha256, ext } = await read.row(made.uuid)
  const content = (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!
  return { ...made, title, hash: md5(content), copy: await app.file(other, "同一份.txt", content) }
}
const changed = (values: string) => async (title: string) => {
  const made = await documentOf(title)
  await read.change(made.uuid, values)
  return made
}
const taken = (purge: boolean) => async (title: string) => {
  const made = await documentOf(title)
  expect(await app.call("DELETE /document", { id: [made.id] }, owner)).toMatchObject({ ok: true })
  if (purge) expect(await app.call("DELETE /document/recycle", { id: [made.id] }, owner)).toMatchObject({ ok: true })
  return made
}

type State = "limited" | "priced" | "hidden" | "disabled" | "gone"
const states: [string, State, (title: string) => Promise<RightsDocument>][] = [
  ["two pages of which may be read", "limited", (title) => documentOf(title)],
  ["that costs something", "priced", (title) => documentOf(title, { price: 10 })],
  ["in review", "hidden", changed("status = 6")],
  ["rejected", "hidden", changed("status = 7, reject_reason = '密语理由'")],
  ["disabled", "disabled", changed("status = 4")],
  ["in the recycle bin", "gone", taken(false)],
  ["purged", "gone", taken(true)],
]

/** The expected status by kind of URL and state of the document: for others / for owner and staff. */
type Kind = "within" | "beyond" | "words" | "insiders" | "never" | "oembed" | "download" | "review" | "lists"
const answers: Record<Exclude<Kind, "download" | "review" | "lists">, Record<State, [outsider: number, insider: number]>> = {
  within: { limited: [200, 200], priced: [200, 200], hidden: [404, 200], disabled: [404, 200], gone: [404, 404] },
  beyond: { limited: [403, 200], priced: [403, 200], hidden: [404, 200], disabled: [404, 200], gone: [404, 404] },
  words: { limited: [200, 200], priced: [403, 200], hidden: [404, 200], disabled: [404, 200], gone: [404, 404] },
  insiders: { limited: [404, 200], priced: [404, 200], hidden: [404, 200], disabled: [404, 200], gone: [404, 404] },
  // embedded content is the same for all users
  oembed: { limited: [200, 200], priced: [200, 200], hidden: [404, 404], disabled: [404, 404], gone: [404, 404] },
  never: { limited: [404, 404], priced: [404, 404], hidden: [404, 404], disabled: [404, 404], gone: [404, 404] },
}
/**
 * Expected status of the file: reviewers get it by a call of its own, staff pay a price too, and a disabled document cannot be downloaded.
 */
const download = (state: State, as: TestUser | null): number => {
  if (state === "gone" || state === "disabled") return 404
  if (state === "hidden") return isInsider(as) ? 200 : 404
  return state === "priced" && as !== owner ? 403 : 200
}
const review = (state: State, as: TestUser | null): number => (as !== admin ? 403 : state === "hidden" || state === "disabled" ? 200 : 404)

/** `shows`: the marks of the pages that a response contains, for others and for owner and staff; `login`: a visitor is asked to log in. */
type Row = { kind: Kind; path: (document: RightsDocument) => string; shows?: [string, string]; login?: true; method?: "HEAD" }
const api = (path: string) => `/api/v1${path}`
const enc = encodeURIComponent
const addresses: [string, Row][] = [
  ...(
    [
      ["1", "within"],
      ["2", "within"],
      ["3", "beyond"],
      ["4", "beyond"],
      ["003", "beyond"],
      ["0", "never"],
      ["5", "never"],
    ] as const
  ).flatMap(([page, kind]) =>
    [".svg", ".gzip.svg", ".gzip.svg?v=1"].flatMap((ext): [string, Row][] => [
      [`page ${page}${ext} by uuid`, { kind, path: ({ uuid }) => `/view/page/${uuid}/${page}${ext}` }],
      [`page ${page}${ext} by id`, { kind, path: ({ id }) => `/view/page/${id}/${page}${ext}` }],
      [`page ${page}${ext} by the file's MD5`, { kind, path: ({ hash }) => `/view/page/${hash}/${page}${ext}` }],
    ]),
  ),
  ["the head of page 3", { kind: "beyond", method: "HEAD", path: ({ uuid }) => `/view/page/${uuid}/3.svg` }],
  ...["3.png", "3.webp", "3.jpg", "3", "3.svg.gz", "3.words.gz", "3.svg/", "%33.svg", "meta.json", "text.json.gz", "cover.webp"].map(
    (name): [string, Row] => [`page as ${name}`, { kind: "never", path: ({ uuid }) => `/view/page/${uuid}/${name}` }],
  ),
  ...(
    [
      ["1", "within"],
      ["2", "within"],
      ["3", "beyond"],
      ["4", "beyond"],
      ["003", "beyond"],
      ["0", "never"],
      ["5", "never"],
    ] as const
  ).flatMap(([page, kind]): [string, Row][] => [
    [`thumbnail ${page} by uuid`, { kind, path: ({ uuid }) => `/view/thumb/${uuid}/${page}?v=1` }],
    [`thumbnail ${page} by id`, { kind, path: ({ id }) => `/view/thumb/${id}/${page}` }],
  ]),
  ...["3.webp", "3.thumb.webp", "3.svg", "%33", "3/"].map((name): [string, Row] => [
    `thumbnail as ${name}`,
    { kind: "never", path: ({ uuid }) => `/view/thumb/${uuid}/${name}` },
  ]),
  ["cover by uuid", { kind: "within", path: ({ uuid }) => `/view/cover/${uuid}?v=1` }],
  ["cover as JPEG", { kind: "within", path: ({ uuid }) => `/view/cover/${uuid}.jpg?v=1` }],
  ["cover by id", { kind: "within", path: ({ id }) => `/view/cover/${id}` }],
  ["page 3 by the file's MD5 as webp", { kind: "beyond", path: ({ hash }) => `/view/page/${hash}/3.webp` }],
  ["thumbnail 3 by the file's MD5", { kind: "beyond", path: ({ hash }) => `/view/thumb/${hash}/3` }],
  ["cover by the file's MD5", { kind: "within", path: ({ hash }) => `/view/cover/${hash}` }],
  [
    "the document by uuid, with all its text",
    { kind: "within", path: ({ uuid }) => api(`/document?uuid=${uuid}&with_all_content=true&with_author=true`), shows: ["12", "12"] },
  ],
  [
    "the document by id, with all its text",
    { kind: "within", path: ({ id }) => api(`/document?id=${id}&with_all_content=true`), shows: ["12", "12"] },
  ],
  ["words of page 1", { kind: "words", path: ({ uuid }) => api(`/document/words?uuid=${uuid}&page=1`), shows: ["1", "1"] }],
  ["words of page 3", { kind: "beyond", path: ({ uuid }) => api(`/document/words?uuid=${uuid}&page=3`), shows: ["", "3"] }],
  ["text from page 1", { kind: "words", path: ({ uuid }) => api(`/document/text?uuid=${uuid}&page=1&size=20`), shows: ["12", "1234"] }],
  ["text from page 3", { kind: "words", path: ({ uuid }) => api(`/document/text?uuid=${uuid}&page=3`), shows: ["", "34"] }],
  ["blocks from page 1", { kind: "words", path: ({ uuid }) => api(`/document/blocks?uuid=${uuid}&page=1&size=20`), shows: ["12", "1234"] }],
  ["blocks from page 3", { kind: "words", path: ({ uuid }) => api(`/document/blocks?uuid=${uuid}&page=3`), shows: ["", "34"] }],
  ["links of page 1", { kind: "within", path: ({ uuid }) => api(`/document/links?uuid=${uuid}&page=1`), shows: ["12", "1234"] }],
  ["links of page 3", { kind: "beyond", path: ({ uuid }) => api(`/document/links?uuid=${uuid}&page=3`), shows: ["", "34"] }],
  ["sheets", { kind: "words", path: ({ uuid }) => api(`/document/sheets?uuid=${uuid}`), shows: ["1", "13"] }],
  ["rows of block 1", { kind: "words", path: ({ uuid }) => api(`/document/rows?uuid=${uuid}&block=1`), shows: ["1", "1"] }],
  ["rows of block 2", { kind: "words", path: ({ uuid }) => api(`/document/rows?uuid=${uuid}&block=2`), shows: ["2", "2"] }],
  ["rows of block 3", { kind: "beyond", path: ({ uuid }) => api(`/document/rows?uuid=${uuid}&block=3`), shows: ["", "3"] }],
  ["rows of block 4", { kind: "beyond", path: ({ uuid }) => api(`/document/rows?uuid=${uuid}&block=4`), shows: ["", "4"] }],
  ["rows as a page", { kind: "never", path: ({ uuid }) => `/view/page/${uuid}/3.rows.gz` }],
  ["table of contents", { kind: "within", path: ({ uuid }) => api(`/document/outline?uuid=${uuid}`), shows: ["12", "1234"] }],
  ["search inside", { kind: "within", path: ({ uuid }) => api(`/document/inside?uuid=${uuid}&wd=${enc("密语")}`), shows: ["12", "1234"] }],
  [
    "search inside for what stands beyond",
    { kind: "within", path: ({ uuid }) => api(`/document/inside?uuid=${uuid}&wd=${enc(mark(3))}`), shows: ["", "3"] },
  ],
  ["related documents", { kind: "within", path: ({ uuid }) => api(`/document/related?uuid=${uuid}`), shows: ["", ""] }],
  ["neighbours", { kind: "within", path: ({ uuid }) => api(`/document/neighbour?uuid=${uuid}`), shows: ["", ""] }],
  ["where one has read to", { kind: "within", login: true, path: ({ uuid }) => api(`/document/position?uuid=${uuid}`), shows: ["", ""] }],
  ["versions", { kind: "insiders", login: true, path: ({ id }) => api(`/document/version?id=${id}`), shows: ["", ""] }],
  [
    "oEmbed",
    { kind: "oembed", path: ({ uuid }) => api(`/oembed?url=${enc(`https://wenku.example.org/document/${uuid}`)}`), shows: ["", ""] },
  ],
  ["download", { kind: "download", login: true, path: ({ id }) => api(`/document/download?id=${id}`) }],
  ["download for review", { kind: "review", login: true, path: ({ id }) => api(`/document/download/bereviewed?id=${id}`) }],
  ["list", { kind: "lists", path: () => api("/document/list?size=24") }],
  ["list of what is hidden", { kind: "lists", path: () => api("/document/list?size=24&status=4&status=6&status=7") }],
  ["list of the owner's", { kind: "lists", path: () => api(`/document/list?size=24&user_id=${owner.id}`) }],
  ["home", { kind: "lists", path: () => api("/document/home?limit=50") }],
  ["search", { kind: "lists", path: ({ title }) => api(`/document/search?wd=${enc(title)}`) }],
  ["search for what stands beyond", { kind: "lists", path: () => api(`/document/search?wd=${enc(mark(3))}`) }],
  ["search for its keyword", { kind: "lists", path: ({ title }) => api(`/document/search?wd=${enc(`${title}的关键词`)}`) }],
  ["recycle bin", { kind: "lists", login: true, path: () => api("/document/recycle") }],
  ["is the file known", { kind: "lists", login: true, path: ({ hash }) => api(`/document/exist?hash=${hash}`) }],
  [
    "suggestions for the owner's file",
    { kind: "lists", login: true, path: ({ attachment_id }) => api(`/document/suggest?attachment_id=${attachment_id}`) },
  ],
  ["comments", { kind: "lists", path: ({ id }) => api(`/comment/list?document_id=${id}`) }],
  ["favourites", { kind: "lists", login: true, path: () => api("/favorite/list") }],
  ["one's score", { kind: "lists", login: true, path: ({ id }) => api(`/document/score?document_id=${id}`) }],
  ["the owner's page", { kind: "lists", path: () => api(`/user?id=${owner.id}`) }],
  ["one's own doings", { kind: "lists", login: true, path: () => api("/user/dynamic") }],
  ["one's own downloads", { kind: "lists", login: true, path: () => api("/user/download") }],
  ["site map", { kind: "lists", path: () => "/sitemap.xml" }],
]

const ask = async (path: string, as: TestUser | null, method?: string) => {
  const { status, body } = await send(base + path, { method, headers: bearer(as) })
  return { status, text: body.toString("utf8") }
}
/** Asks as everybody at the same time. */
const askAll = (path: string, method?: string) =>
  Promise.all(people.map(async ([who, as]) => ({ who, as, ...(await ask(path, as, method)) })))
const statusOf = ({ kind, login }: Row, state: State, as: TestUser | null): number | null => {
  if (login && !as) return 401
  if (kind === "download") return download(state, as)
  if (kind === "review") return review(state, as)
  return kind === "lists" ? null : answers[kind][state][isInsider(as) ? 1 : 0]
}

describe.each(states)("a document %s [security: 8.2.2, list-leaks, page-image-access]", (name, state, make) => {
  let document: RightsDocument
  const open = state === "limited" || state === "priced"
  beforeAll(async () => {
    document = await make(`权利之书 ${name}`)
  })

  test.each(addresses)("%s", async (_, row) => {
    const path = row.path(document)
    for (const { who, as, status, text } of await askAll(path, row.method)) {
      const expected = statusOf(row, state, as)
      if (expected !== null) expect(status, who).toBe(expected)
      expect(status, who).toBeLessThan(500)
      const insider = isInsider(as)
      if (row.shows) expect(marksIn(text), who).toBe(status === 200 ? row.shows[insider ? 1 : 0] : "")
      if (insider) continue
      // at any URL: nothing beyond the limit, and not even the existence of a hidden document
      expect(text, who).not.toContain(mark(3))
      expect(text, who).not.toContain(mark(4))
      if (open) continue
      for (const secret of [document.title, document.uuid, "密语理由"]) expect(text, who).not.toContain(secret)
    }
  })

  test("a download link returns only the file of its document [security: download-mismatch]", async () => {
    for (const { who, status, text } of await askAll(api(`/document/download?id=${document.id}`))) {
      if (status !== 200) continue
      const file = await ask((JSON.parse(text) as { url: string }).url, null)
      expect([file.status, md5(file.text)], who).toEqual([200, document.hash])
    }
  })

  test("uploading the same file does not reveal hidden documents [security: list-leaks]", async () => {
    const { status, text } = await ask(api(`/document/suggest?attachment_id=${document.copy}`), other)
    expect(status).toBe(200)
    expect((JSON.parse(text) as { duplicates: { uuid: string }[] }).duplicates.map(({ uuid }) => uuid).includes(document.uuid)).toBe(open)
    if (!open) expect(text).not.toContain(document.title)
  })

  test("matches beyond the limit are not counted [security: hidden-matches]", async () => {
    for (const [who, as] of people) {
      const { status, text } = await ask(api(`/document/inside?uuid=${document.uuid}&wd=${enc("正文")}`), as)
      if (status === 200) expect(JSON.parse(text), who).toMatchObject({ total: isInsider(as) ? 4 : 2 })
      const beyond = await ask(api(`/document/inside?uuid=${document.uuid}&wd=${enc(mark(4))}`), as)
      if (beyond.status === 200 && !isInsider(as)) expect(JSON.parse(beyond.text), who).toEqual({ total: 0, hits: [] })
    }
    const { status, text } = await ask(api(`/document?uuid=${document.uuid}`), other)
    if (status === 200)
      expect(JSON.parse(text)).toMatchObject({ page_sizes: [expect.anything(), expect.anything()], has_words: state === "limited" })
  })
})

test("a document with an unknown page count and shared pages shows only the first page until its limit is known", async () => {
  const convertedDocument = await read.submit(owner, "权利 已知", { pages, outline })
  const { sha256, version } = await read.row(convertedDocument.uuid)
  const waiting = await read.submit(owner, "权利 未知", { pages: ["别的"] })
  await read.change(
    waiting.uuid,
    `status = 0, pages = 0, converted_pages = 0, convert_reason = 'need_office', sha256 = '${sha256}', version = ${version}`,
  )
  for (const page of [2, 3, 4]) {
    for (const ext of [".svg", ".gzip.svg"]) expect((await ask(`/view/page/${waiting.uuid}/${page}${ext}`, other)).status).toBe(202)
    expect((await ask(api(`/document/words?uuid=${waiting.uuid}&page=${page}`), other)).status).toBe(403)
  }
  for (const path of [
    `/document/text?uuid=${waiting.uuid}&page=1`,
    `/document/inside?uuid=${waiting.uuid}&wd=${enc("密语")}`,
    `/document?uuid=${waiting.uuid}&with_all_content=true`,
  ])
    expect(marksIn((await ask(api(path), other)).text), path).not.toMatch(/[234]/)
})
