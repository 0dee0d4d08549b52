import { gunzipSync } from "node:zlib"
import { beforeAll, describe, expect, test } from "vitest"
import { DocumentVisibility } from "../../lib/contract/library/document.enums"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import {
  attachmentOf,
  call,
  converted,
  cookie,
  login,
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
import { ownServer } from "./support/own-server"

/* Pages, embeds, feeds and catalogues of the built site for every visibility, on two web processes; the API: tests/api/library/document-visibility.test.ts. */

const domain = "https://wenku.example.org"
const { server, data } = ownServer({ SAMPLES: "false", WEB_CONCURRENCY: "2", RENDERINGS_PER_SECOND: "1000" })
let owner: ClientUser
let member: ClientUser
let other: ClientUser
let admin: ClientUser
let group = 0
let made: Submitted & { title: string }

const { everybody, unlisted, groups, owner: owners } = DocumentVisibility
const labels = ["everybody", "unlisted", "groups", "owner"]

const publish = async (title: string): Promise<Submitted & { title: string }> => {
  const file = makePdf([textPage(`${title} 1`), textPage(`${title} 2`)])
  const document = await submit(server().url, owner, attachmentOf(await upload(server().url, owner, `${title}.pdf`, file)), title)
  await converted(server().url, document.uuid)
  return { ...document, title }
}
const set = async (id: number, visibility: number) => {
  const input = { document_id: [id], visibility, group_id: visibility === groups ? [group] : [] }
  expect((await call(server().url, "PUT /document/visibility", input, owner)).status).toBe(200)
}
const get = (path: string, as: ClientUser | null = null) =>
  send(`${server().url}${path}`, { headers: { "x-forwarded-for": someAddress(), ...(as ? cookie(as) : {}) } })

beforeAll(async () => {
  owner = await register(server().url, "keeper")
  member = await register(server().url, "member")
  other = await register(server().url, "other")
  admin = await login(server().url, "admin", data().admin.password)
  await saveSetting(data().path, "system", "domain", domain)
  const reply = await call(server().url, "POST /group", { title: "读书会" }, admin)
  group = Number(reply.json.id)
  for (const person of [owner, member]) {
    const [row] = await query<{ id: string }>(data().path, `select id from "user" where username = $1`, [person.username])
    await query(data().path, "insert into user_group (user_id, group_id) values ($1, $2)", [Number(row!.id), group])
  }
  await query(data().path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "rights", event: {} })])
  made = await publish("琥珀的来历")
})

describe.each([
  [everybody, [200, 200, 200, 200, 200]],
  [unlisted, [200, 200, 200, 200, 200]],
  [groups, [404, 404, 200, 200, 200]],
  [owners, [404, 404, 404, 200, 200]],
] as const)("visibility %i", (visibility, expected) => {
  const readers = () => [null, other, member, owner, admin]
  beforeAll(() => set(made.id, visibility))

  test("its page is there for those who may see it, at once and on every process", async () => {
    for (let round = 0; round < 2; round++)
      for (const [n, as] of readers().entries())
        expect((await get(`/document/${made.uuid}`, as)).status, `${labels[visibility]} ${n}`).toBe(expected[n])
  })

  test("what is not for everybody is neither stored by caches nor indexed, and a 404 equals that of an unknown address", async () => {
    const page = await get(`/document/${made.uuid}`)
    const html = page.body.toString("utf8")
    const cache = String(page.headers["cache-control"])
    if (visibility === everybody) expect([cache.startsWith("public"), /name="robots" content="noindex/.test(html)]).toEqual([true, false])
    if (visibility === unlisted) expect([cache, /name="robots" content="noindex/.test(html)]).toEqual(["private, no-store", true])
    if (visibility <= unlisted) return
    const missing = await get(`/document/${"f".repeat(made.uuid.length)}`)
    expect(html.replaceAll(made.uuid, "")).toBe(missing.body.toString("utf8").replaceAll("f".repeat(made.uuid.length), ""))
    expect(html).not.toContain(made.title)
    for (const as of [member, owner, admin]) {
      const answer = await get(`/document/${made.uuid}`, as)
      if (answer.status === 200) expect(answer.headers["cache-control"]).toBe("private, no-store")
    }
  })

  test("it is embedded only if everybody may see it, whoever asks", async () => {
    for (const as of readers()) expect((await get(`/embed/${made.uuid}`, as)).status).toBe(visibility <= unlisted ? 200 : 404)
  })

  test("home, lists, search, the owner's page, feeds and catalogues name it only if it is for everybody", async () => {
    const [row] = await query<{ user_id: string }>(data().path, "select user_id from document where id = $1", [made.id])
    const paths = [
      ...["/", "/category", `/search?wd=${encodeURIComponent(made.title)}`, `/user/${row!.user_id}`],
      ...[
        "/feed/rss.xml",
        "/feed/atom.xml",
        `/feed/user/${row!.user_id}/rss.xml`,
        "/opds/new.xml",
        "/oai?verb=ListRecords&metadataPrefix=oai_dc",
      ],
    ]
    const names = (path: string, as: ClientUser | null) => get(path, as).then(({ body }) => body.toString("utf8").includes(made.uuid))
    if (visibility === everybody)
      await until("the lists", async () =>
        (await Promise.all(["/category", "/feed/rss.xml"].map((path) => names(path, null)))).every(Boolean),
      )
    else for (const path of paths) for (const as of [null, member]) expect(await names(path, as), path).toBe(false)
  })
})

/** Follows every link of this site from these addresses; returns the text of each page. */
const crawl = async (from: string[], most = 120): Promise<Map<string, string>> => {
  const pages = new Map<string, string>()
  const queue = [...from]
  for (let path = queue.shift(); path !== undefined && pages.size < most; path = queue.shift()) {
    if (pages.has(path)) continue
    const { body } = await get(path)
    const text = (path.endsWith(".gz") ? gunzipSync(body) : body).toString("utf8")
    pages.set(path, text)
    for (const [, link = ""] of text.matchAll(/(?:href="|<loc>|<link>)([^"<\s]+)/g)) {
      const address = URL.canParse(link, domain) ? new URL(link.replaceAll("&amp;", "&"), domain) : null
      const next = address?.origin === domain ? `${address.pathname}${address.search}` : ""
      if (next && !/^\/(_next|admin|login|register|api|view)/.test(next) && !pages.has(next)) queue.push(next)
    }
  }
  return pages
}

test("a crawler that starts at / and /sitemap.xml meets nothing that is not for everybody", async () => {
  const hidden = [await publish("只给自己看"), await publish("只给小组看"), await publish("只给知道的看")]
  for (const [n, visibility] of [owners, groups, unlisted].entries()) await set(hidden[n]!.id, visibility)
  await set(made.id, everybody)
  await call(server().url, "PUT /sitemap", {}, admin)
  await until("the site map", async () => {
    const part = await get("/sitemap/documents-1.xml.gz")
    return part.status === 200 && gunzipSync(part.body).toString("utf8").includes(made.uuid)
  })
  const pages = await crawl(["/", "/sitemap.xml", "/sitemap/documents-1.xml.gz", "/robots.txt", "/feed/rss.xml", "/opds/index.xml"])
  expect([...pages.keys()]).toContain(`/document/${made.uuid}`)
  for (const [path, text] of pages)
    for (const { uuid, title } of hidden) expect([text.includes(uuid), text.includes(title)], path).toEqual([false, false])
})

/** A pseudo-random sequence that is identical in every run. */
const chance = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

test(
  "after each of 200 random changes under load the next request obeys it, and a crawler meets nothing hidden",
  { timeout: 400_000 },
  async () => {
    const random = chance(20261130)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const documents = [made, await publish("雨水甲"), await publish("雨水乙"), await publish("雨水丙")]
    const now = new Map(documents.map(({ id }) => [id, everybody as number]))
    for (const { id } of documents) await set(id, everybody)
    const lists = ["/", "/category", `/search?wd=${encodeURIComponent("雨水")}`, "/feed/rss.xml", "/opds/newest.xml"]
    const addresses = [...lists, ...documents.map(({ uuid }) => `/document/${uuid}`)]
    let running = true
    const load = Array.from({ length: 4 }, async (_, reader) => {
      for (let n = reader; running; n += 1) await get(addresses[n % addresses.length]!)
    })
    const faults: string[] = []
    for (let n = 0; n < 200; n += 1) {
      const { id, uuid } = pick(documents)
      const visibility = pick([everybody, unlisted, groups, owners])
      await set(id, visibility)
      now.set(id, visibility)
      const { status } = await get(`/document/${uuid}`, random() < 0.5 ? null : other)
      if (status !== (visibility <= unlisted ? 200 : 404)) faults.push(`${n}: /document is ${status} for ${labels[visibility]}`)
      const path = pick(lists)
      if (visibility !== everybody && (await get(path)).body.toString("utf8").includes(uuid)) faults.push(`${n}: ${path} names it`)
    }
    running = false
    await Promise.all(load)
    expect(faults).toEqual([])
    await set(made.id, everybody)
    await call(server().url, "PUT /sitemap", {}, admin)
    const hidden = documents.filter(({ id }) => id !== made.id && now.get(id) !== everybody)
    expect(hidden.length).toBeGreaterThan(0)
    const partText = async () => gunzipSync((await get("/sitemap/documents-1.xml.gz")).body).toString("utf8")
    await until("the site map", async () => {
      const text = await partText()
      return text.includes(made.uuid) && !hidden.some(({ uuid }) => text.includes(uuid))
    })
    const pages = await crawl(["/", "/sitemap.xml", "/sitemap/documents-1.xml.gz", "/feed/rss.xml", "/opds/index.xml"])
    for (const [path, text] of pages)
      for (const { uuid, title } of hidden) expect([text.includes(uuid), text.includes(title)], path).toEqual([false, false])
  },
)
