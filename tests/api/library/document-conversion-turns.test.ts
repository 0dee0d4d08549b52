import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { requeueAbandoned } from "@/server/modules/library/document/conversion.jobs"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* One conversion slot, shared by documents of several users: the order of conversions, and that yielding the slot loses no work. */

/** Rendered pages in order: the first line of the document and the page number. */
let drawn: string[] = []
const fakes = { long: createFakeConverter({ pages: 60 }), short: createFakeConverter({ pages: 3 }) }
/** How long a page takes (ms). */
let pageMs = 10
/** The first word of the content selects the length. */
const slow: ConverterPort = {
  inspect: (file, ext) => fakes.short.inspect(file, ext),
  capabilities: () => fakes.short.capabilities(),
  titleCover: (input) => fakes.short.titleCover(input),
  recropCover: (webp) => fakes.short.recropCover(webp),
  thickenPage: (svg) => fakes.short.thickenPage(svg),
  close: () => fakes.short.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    const { readFile } = await import("node:fs/promises")
    const name = (await readFile(input.file, "utf8")).split("\n", 1)[0]!
    for await (const event of fakes[name.split(" ")[0] as "long" | "short"].convert(input)) {
      if (event.type === "page") {
        await pause(pageMs)
        drawn.push(`${name} ${event.result.page}`)
      }
      yield event
    }
  },
}

let app: TestApp
let base: string
let people: TestUser[]
beforeAll(async () => {
  app = await testApp({ converter: slow })
  base = await siteOf(app)
  await app.startWorkers(1)
  people = [await app.person(), await app.person(), await app.person()]
})
beforeEach(() => {
  drawn = []
})

const submitAll = async (as: TestUser, names: string[], bytes = 0, at = app) => {
  const files = await Promise.all(names.map((name) => at.file(as, `${name}.txt`, `${name}\n${"x".repeat(bytes)}`)))
  const document = files.map((attachment_id, n) => ({ attachment_id, title: names[n]! }))
  const reply = await at.call("POST /document", { document }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document
}
const submit = async (as: TestUser, name: string, bytes = 0) => (await submitAll(as, [name], bytes))[0]!
const row = async (uuid: string) =>
  (
    await app.database.pool.query(
      "select status, converted_pages, convert_deaths, convert_place, lease_until is not null as held from document where uuid = $1",
      [uuid],
    )
  ).rows[0] as { status: number; converted_pages: number; convert_deaths: number; convert_place: number | null; held: boolean }
const settled = (uuid: string) => until(async () => ((now) => now.status === 2 && now)(await row(uuid)), 20_000)
const pagesOf = (name: string) => drawn.flatMap((one) => (one.startsWith(`${name} `) ? [Number(one.split(" ").at(-1))] : []))
const underway = (name: string) => until(async () => pagesOf(name).length > 3)

test("a document without pages is converted before a half rendered one; no page is rendered twice or omitted", async () => {
  const long = await submit(people[0]!, "long 甲")
  await underway("long 甲")
  const before = drawn.length
  const short = await submit(people[1]!, "short 乙")
  await until(async () => (await fetch(`${base}/view/page/${short.uuid}/1.svg`)).status === 200)
  const at = drawn.indexOf("short 乙 1")
  // the page in progress is finished, but no further page
  expect(at - before).toBeLessThan(15)
  expect(at).toBeLessThan(59)
  expect(await settled(short.uuid)).toMatchObject({ converted_pages: 3, convert_deaths: 0, convert_place: null, held: false })
  expect(await settled(long.uuid)).toMatchObject({ converted_pages: 60, convert_deaths: 0, convert_place: null, held: false })
  expect(pagesOf("long 甲")).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  expect(pagesOf("short 乙")).toEqual([1, 2, 3])
})

test("every new document gets its first page before any gets its second; then small documents are finished before large ones", async () => {
  const large = await submit(people[0]!, "long 大", 2_000_000)
  await underway("long 大")
  const small = await submitAll(people[1]!, ["long 小一", "long 小二", "long 小三"])
  for (const { uuid } of small) await settled(uuid)
  expect((await row(large.uuid)).status).toBe(1)
  const firsts = ["小一", "小二", "小三"].map((name) => drawn.indexOf(`long ${name} 1`))
  const seconds = ["小一", "小二", "小三"].map((name) => drawn.indexOf(`long ${name} 2`))
  expect(Math.max(...firsts)).toBeLessThan(Math.min(...seconds))
  await settled(large.uuid)
})

test("in a backlog, every eighth turn finishes a document before the others have their first pages", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `short 积压${n + 1}`)
  for (const { uuid } of await submitAll(people[2]!, names)) await settled(uuid)
  const lastFirstPage = Math.max(...names.map((name) => drawn.indexOf(`${name} 1`)))
  const finishedBefore = names.filter((name) => drawn.indexOf(`${name} 3`) < lastFirstPage)
  expect(finishedBefore).toHaveLength(2)
  for (const name of names) expect(pagesOf(name)).toEqual([1, 2, 3])
})

test("the document with a waiting reader is converted first", async () => {
  const large = await submit(people[0]!, "long 丙", 2_000_000)
  await underway("long 丙")
  const small = await submit(people[0]!, "long 丁")
  await underway("long 丁")
  const before = pagesOf("long 丙")
  expect((await fetch(`${base}/view/page/${large.uuid}/40.svg`)).status).toBe(200)
  expect(pagesOf("long 丙").slice(0, before.length + 1)).toEqual([...before, 40])
  expect((await row(small.uuid)).status).toBe(1)
  await Promise.all([settled(large.uuid), settled(small.uuid)])
})

test("a document waiting for its slot is held without a worker: a crash of the process must not count against it", async () => {
  const large = await submit(people[0]!, "long 戊", 2_000_000)
  await underway("long 戊")
  const small = await submit(people[1]!, "long 己")
  const parked = await until(async () => ((now) => now.convert_place === null && now)(await row(large.uuid)))
  expect(parked).toMatchObject({ status: 1, held: true })
  await until(async () => (await row(small.uuid)).convert_place !== null)
  // the sweep does not take it away from this process either
  await requeueAbandoned(createCtx(app))
  await Promise.all([settled(large.uuid), settled(small.uuid)])
  expect(pagesOf("long 戊")).toHaveLength(60)
})

test("at shutdown running and waiting conversions return to the queue", async () => {
  pageMs = 200
  const first = await submit(people[0]!, "long 庚", 2_000_000)
  await underway("long 庚")
  const second = await submit(people[1]!, "long 辛")
  await until(async () => (await row(first.uuid)).convert_place === null)
  await app.rest(20)
  for (const { uuid } of [first, second])
    expect(await row(uuid)).toMatchObject({ status: 0, held: false, convert_place: null, convert_deaths: 0 })
})

test("a document that is claimed while the shutdown begins also returns to the queue, without rendered pages", async () => {
  const other = await testApp({ converter: slow })
  // a claim that takes a second
  await other.database.pool.query(`
    create function slow_claim() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end';
    create trigger slow_claim before update on document for each row
      when (old.lease_until is null and new.lease_until is not null) execute function slow_claim()`)
  const claiming = async () =>
    (
      await other.database.pool.query(
        "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database() and pid <> pg_backend_pid()",
      )
    ).rowCount === 1
  await other.startWorkers(1)
  const { uuid } = (await submitAll(await other.person(), ["short 壬"], 0, other))[0]!
  await until(claiming)
  await other.rest(20)
  const { rows } = await other.database.pool.query(
    "select status, lease_until, convert_deaths, converted_pages from document where uuid = $1",
    [uuid],
  )
  expect(rows).toEqual([{ status: 0, lease_until: null, convert_deaths: 0, converted_pages: 0 }])
})
