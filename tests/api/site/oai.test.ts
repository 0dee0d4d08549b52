import { JSDOM } from "jsdom"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { shopOf, type TestShop } from "../../setup/shop"
import { siteOf } from "../../setup/site"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* OAI-PMH 2.0 from the view of a harvester (docs/decisions/105). */

let app: TestApp
let site: string
let shop: TestShop
let author: TestUser
let uuids: string[]
const host = "wenku.example.org"
const oaiId = (uuid: string) => `oai:${host}:${uuid}`

beforeAll(async () => {
  app = await testApp()
  site = await siteOf(app)
  shop = shopOf(app)
  author = await shop.buyer()
  await app.database.pool.query("delete from document")
  for (let n = 0; n < 5; n++) await shop.document(author, `收割 ${n} <&>`, {})
  await app.database.pool.query(
    "update document set status = 2, keywords = '合同，范本', description = '一份合同', ext = '.pdf', pages = 3, updated_at = '2026-01-01T00:00:00.250Z'::timestamptz + (row_number - 1) * interval '1 day' from (select id as n, row_number() over (order by id) from document) o where n = id",
  )
  uuids = (await shop.rows<{ uuid: string }>("select uuid from document order by id", [])).map((row) => row.uuid)
})
beforeEach(async () => {
  await shop.set("system", { domain: `https://${host}`, sitename: "豆架 & 文库" })
  await shop.set("ssr", { enable_oai: true, hide_from_search: false })
})

const ask = async (query: string, form = false) => {
  const reply = form
    ? await fetch(`${site}/oai`, { method: "POST", body: new URLSearchParams(query) })
    : await fetch(`${site}/oai?${query}`)
  expect([query, reply.status, reply.headers.get("content-type")]).toEqual([query, 200, "text/xml; charset=utf-8"])
  return new JSDOM(await reply.text(), { contentType: "text/xml" }).window.document
}
const errorOf = (answer: Document) => answer.querySelector("error")?.getAttribute("code")
const textsOf = (answer: Document | Element, name: string) => [...answer.getElementsByTagName(name)].map((one) => one.textContent)
const list = (more = "") => `verb=ListRecords&metadataPrefix=oai_dc${more}`

test("identifies itself and its format, by GET and by form", async () => {
  for (const form of [false, true]) {
    const me = await ask("verb=Identify", form)
    const said = ["repositoryName", "baseURL", "protocolVersion", "earliestDatestamp", "deletedRecord", "granularity"].map(
      (name) => textsOf(me, name)[0],
    )
    expect(said).toEqual(["豆架 & 文库", `https://${host}/oai`, "2.0", "2026-01-01T00:00:00Z", "transient", "YYYY-MM-DDThh:mm:ssZ"])
    expect(textsOf(me, "adminEmail")[0]).toMatch(/^[^@]+@[^@]+$/)
  }
  expect(textsOf(await ask("verb=ListMetadataFormats"), "metadataPrefix")).toEqual(["oai_dc"])
  expect(textsOf(await ask(`verb=ListMetadataFormats&identifier=${oaiId(uuids[0]!)}`), "metadataPrefix")).toEqual(["oai_dc"])
})

test("returns a record in Dublin Core", async () => {
  const answer = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${oaiId(uuids[0]!)}`)
  // what the schemas of the protocol and of its Dublin Core require
  const root = answer.documentElement
  expect([root.namespaceURI, root.localName, ...[...root.children].map(({ localName }) => localName)]).toEqual([
    "http://www.openarchives.org/OAI/2.0/",
    "OAI-PMH",
    "responseDate",
    "request",
    "GetRecord",
  ])
  expect(textsOf(answer, "responseDate")[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const dc = answer.getElementsByTagName("oai_dc:dc")[0]!
  expect([dc.namespaceURI, dc.parentElement!.localName]).toEqual(["http://www.openarchives.org/OAI/2.0/oai_dc/", "metadata"])
  const places = [root, dc].map((one) => one.getAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "schemaLocation")!.split(" ")[1])
  expect(places).toEqual(["http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd", "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"])
  expect(answer.querySelector("request")?.getAttribute("identifier")).toBe(oaiId(uuids[0]!))
  expect(textsOf(answer, "datestamp")).toEqual(["2026-01-01T00:00:00Z"])
  expect(["dc:title", "dc:creator", "dc:description", "dc:publisher", "dc:identifier"].map((name) => textsOf(answer, name)[0])).toEqual([
    "收割 0 <&>",
    author.username,
    "一份合同",
    "豆架 & 文库",
    `https://${host}/document/${uuids[0]!}`,
  ])
  expect(textsOf(answer, "dc:subject")).toEqual(expect.arrayContaining(["合同", "范本"]))
  expect(textsOf(answer, "dc:format")).toEqual(["application/pdf", "3 页"])
})

describe("lists", () => {
  test("contain changes within the bounds, which are inclusive days or seconds", async () => {
    const ids = async (more: string) =>
      textsOf(await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc${more}`), "identifier").map((id) => uuids.indexOf(id!.split(":")[2]!))
    expect(await ids("")).toEqual([0, 1, 2, 3, 4])
    expect(await ids("&from=2026-01-02&until=2026-01-03")).toEqual([1, 2])
    expect(await ids("&from=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z")).toEqual([1, 2])
    expect(await ids("&from=2026-01-02T00:00:01Z")).toEqual([2, 3, 4])
    expect(errorOf(await ask(list("&from=2027-01-01")))).toBe("noRecordsMatch")
  })

  test("are returned in parts, each record once", async () => {
    await app.database.pool.query(
      `insert into document (uuid, title, user_id, attachment_id, sha256, status, updated_at)
       select 'part' || n, '分页 ' || n, $1, 0, repeat('0', 64), 2, '2025-06-01T00:00:00Z'::timestamptz + (n / 50) * interval '1 second' from generate_series(1, 250) n`,
      [author.id],
    )
    const seen: string[] = []
    const sizes: number[] = []
    for (let next: string | undefined = list("&until=2025-12-31"); next;) {
      const answer: Document = await ask(next)
      const identifiers = textsOf(answer, "identifier").map(String)
      seen.push(...identifiers)
      sizes.push(identifiers.length)
      const token: string | undefined = textsOf(answer, "resumptionToken")[0] || undefined
      next = token && `verb=ListRecords&resumptionToken=${token}`
    }
    expect(sizes).toEqual([100, 100, 50])
    expect(new Set(seen).size).toBe(250)
    await app.database.pool.query("delete from document where uuid like 'part%'")
  })

  test("contain deleted records, and nothing that was never public", async () => {
    const headers = async () =>
      [...(await ask(list("&from=2026-01-05"))).querySelectorAll("record")].map((record) => [
        uuids.indexOf(record.querySelector("identifier")!.textContent!.split(":")[2]!),
        record.querySelector("header")!.getAttribute("status"),
        record.querySelector("metadata") !== null,
      ])
    const set = (column: string, at: number) => app.database.pool.query(`update document set ${column} where uuid = $1`, [uuids[at]])
    await set("deleted_at = '2026-02-01T00:00:00Z'", 0)
    await set("deleted_at = '2026-02-02T00:00:00Z', status = 6", 1)
    expect(await headers()).toEqual([
      [4, null, true],
      [0, "deleted", false],
    ])
    expect(errorOf(await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${oaiId(uuids[1]!)}`))).toBe("idDoesNotExist")
    await set("deleted_at = null", 0)
    await set("deleted_at = null", 1)
    expect(await headers()).toEqual([[4, null, true]])
    await set("status = 2", 1)
  })
})

const wrong: [string, string][] = [
  ["", "badVerb"],
  ["verb=Nothing", "badVerb"],
  ["verb=toString", "badVerb"],
  ["verb=Identify&verb=Identify", "badVerb"],
  ["verb=Identify&from=2026-01-01", "badArgument"],
  ["verb=ListRecords", "badArgument"],
  ["verb=GetRecord&metadataPrefix=oai_dc", "badArgument"],
  [list("&from=2026-01-01&from=2026-01-02"), "badArgument"],
  [list("&from=gestern"), "badArgument"],
  [list("&from=2026-02-30"), "badArgument"],
  [list("&from=2026-01-02&until=2026-01-01"), "badArgument"],
  [list("&from=2026-01-02&until=2026-01-03T00:00:00Z"), "badArgument"],
  [list("&resumptionToken=x"), "badArgument"],
  ["verb=ListRecords&metadataPrefix=marc21", "cannotDisseminateFormat"],
  ["verb=ListRecords&resumptionToken=x", "badResumptionToken"],
  [
    `verb=ListRecords&resumptionToken=${Buffer.from('[null,null,"2026-01-01T00:00:00.000Z",1e400]').toString("base64url")}`,
    "badResumptionToken",
  ],
  ["verb=ListSets", "noSetHierarchy"],
  [list("&set=a"), "noSetHierarchy"],
  ["verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:example.com:x", "idDoesNotExist"],
  [`verb=GetRecord&metadataPrefix=oai_dc&identifier=${encodeURIComponent(`oai:${host}:' or 1=1`)}`, "idDoesNotExist"],
]
test.each(wrong)("%s is rejected with the error of the protocol: %s", async (query, code) => {
  expect(errorOf(await ask(query))).toBe(code)
})

test("does not exist without a domain, if staff disable it, or if the site is hidden from search engines", async () => {
  const status = async () => (await fetch(`${site}/oai?verb=Identify`)).status
  expect(await status()).toBe(200)
  for (const [group, values] of [
    ["ssr", { enable_oai: false }],
    ["ssr", { enable_oai: true, hide_from_search: true }],
    ["system", { domain: "" }],
  ] as const) {
    await shop.set(group, values)
    expect(await status()).toBe(404)
  }
  expect((await fetch(`${site}/oai`, { method: "POST", body: "x".repeat(20_000) })).status).toBe(413)
})
