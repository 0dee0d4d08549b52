import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { randomBytes } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Subject } from "../db/change-log"
import { compress } from "../wire/compressed"
import { createPageCache } from "./page-cache"
import { createPageValidity } from "../wire/page-validity"
import { createValidityAfterRestart } from "../wire/page-validity-after-restart"
import { createPageDisk, type PageDisk } from "./page-disk"
import type { AskedPage } from "./public-pages"

let folder = ""
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "page-disk-"))))
// a page may still be on its way to the disk
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

const failures: unknown[] = []
const diskOf = (options: Partial<Parameters<typeof createPageDisk>[0]> = {}) =>
  createPageDisk({ folder, generation: "g1", megabytes: 64, reserve: 0, onError: (error) => void failures.push(error), ...options })
const text = (title: string) => `<html>${title}${"正文".repeat(2_000)}</html>`
const pageOf = async (title: string, dependencies: string[] = []) => ({
  page: await compress(200, { "content-type": "text/html" }, Buffer.from(text(title))),
  drawn: Date.now(),
  stamp: 700,
  until: Date.now() + 60_000,
  dependencies,
})
const files = async () => {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

test("a page comes back as it was sent: headers, ETag, both encodings and the plain text", async () => {
  const disk = diskOf()
  const kept = await pageOf("一", ["document a1"])
  await disk.keep("/document/a1 ", kept)
  const { page, copy, release, ...rest } = (await disk.find("/document/a1 "))!
  expect(rest).toEqual({ drawn: kept.drawn, stamp: 700, until: kept.until, dependencies: ["document a1"] })
  expect({ ...page.gzip!.headers }).toEqual({ ...kept.page.gzip!.headers })
  expect(page.br!.body.equals(kept.page.br!.body)).toBe(true)
  expect(page.br!.headers).toEqual(kept.page.br!.headers)
  expect(page.plain.body.toString()).toBe(text("一"))
  expect(page.plain.headers).toEqual(kept.page.plain.headers)
  expect(page.etag).toBe(kept.page.etag)
  const own = copy()
  release()
  await disk.keep("/document/b1 ", await pageOf("二"))
  await disk.find("/document/b1 ")
  expect(own.page.br!.body.equals(kept.page.br!.body)).toBe(true)
  expect(await disk.find("/document/a2 ")).toBe(null)
})

test("a key never leaves the folder [security: page-disk-keys]", async () => {
  const disk = diskOf()
  for (const key of ["../../../outside", "/document/..%2f..%2fx", "\0", "a".repeat(5_000), "/etc/passwd"]) {
    await disk.keep(key, await pageOf(key))
    expect(await disk.find(key)).not.toBe(null)
  }
  const names = (await files()).map((path) => path.slice(folder.length))
  expect(names).toHaveLength(5)
  for (const name of names) expect(name).toMatch(/^\/g1\/[0-9a-f]{2}\/[0-9a-f]{40}$/)
})

test("a torn, changed or foreign file is no page", async () => {
  const disk = diskOf()
  await disk.keep("one", await pageOf("一"))
  const [path] = (await files()) as [string]
  const whole = await readFile(path)
  await truncate(path, whole.length - 100)
  expect(await disk.find("one")).toBe(null)
  await truncate(path, whole.length) // the end is zeros, as after a crash of the machine
  expect(await disk.find("one")).toBe(null)
  for (const content of [Buffer.alloc(0), Buffer.from("DJP1"), randomBytes(300)]) {
    await writeFile(path, content)
    expect(await disk.find("one")).toBe(null)
  }
  await writeFile(path, whole)
  expect(await disk.find("one")).not.toBe(null)
  // the whole page of another key
  await disk.keep("two", await pageOf("二"))
  const [other] = (await files()).filter((one) => one !== path) as [string]
  await writeFile(other, whole)
  expect(await disk.find("two")).toBe(null)
})

test("the folder is bounded, the oldest pages go first, and drafts of dead processes go", async () => {
  const disk = diskOf({ megabytes: 1 })
  const page = await pageOf("")
  const noise = await compress(200, {}, Buffer.from(randomBytes(600).toString("hex")))
  const size = (sum: number, one: number) => sum + one
  for (let n = 0; n < 1_000; n++) await disk.keep(`page ${n}`, { ...page, page: noise })
  const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size))
  expect(sizes.reduce(size, 0)).toBeLessThan(1024 * 1024)
  expect(sizes.length).toBeGreaterThan(150)
  const found = async (from: number) => {
    const there = await Promise.all(Array.from({ length: 200 }, (_, n) => disk.find(`page ${from + n}`)))
    return there.filter(Boolean).length
  }
  expect(await found(800)).toBeGreaterThan(await found(0))
})

test("without room on the disk nothing is written, and nothing fails", async () => {
  const disk = diskOf({ reserve: 1_000, free: async () => 999 })
  await disk.keep("one", await pageOf("一"))
  expect(await files()).toEqual([])
  expect(failures).toEqual([])
})

test("another build finds nothing, and removes what the last one left", async () => {
  await diskOf().keep("one", await pageOf("一"))
  const next = diskOf({ generation: "g2" })
  expect(await next.find("one")).toBe(null)
  await next.removeOthers()
  expect(await files()).toEqual([])
})

test("a page is true until something that it shows changes, and not before the process heard of changes", () => {
  const changes = createPageValidity(1_000, 3)
  const page = { drawn: 2_000, stamp: 0, dependencies: ["document a1", "user 7"] }
  expect(changes.isTrue(page)).toBe(true)
  expect(changes.isTrue({ ...page, drawn: 1_000 })).toBe(false)
  expect(changes.isTrue({ ...page, drawn: Date.now() + 60_000 })).toBe(false)
  changes.note("user", "8", 0, 3_000)
  expect(changes.isTrue(page)).toBe(true)
  changes.note("user", "7", 0, 3_000)
  expect(changes.isTrue(page)).toBe(false)
  expect(changes.isTrue({ ...page, drawn: 3_001 })).toBe(true)
  // a document that came: lists in memory may miss it for a moment, from disk they are drawn anew
  const list = { drawn: 3_100, stamp: 0, dependencies: ["documents of 7"] }
  changes.note("arrived", "c3", 8, 3_200)
  expect(changes.isTrue(list)).toBe(true)
  changes.note("arrived", "c3", 7, 3_200)
  expect(changes.isTrue(list)).toBe(false)
  // forgotten ones count for all pages that are as old
  const other = { stamp: 0, dependencies: [] }
  for (const id of ["1", "2", "3"]) changes.note("user", id, 0, 4_000)
  expect(changes.isTrue({ ...other, drawn: 3_000 })).toBe(false)
  changes.note("settings", "", 0, 5_000)
  expect(changes.isTrue({ ...other, drawn: 4_999 })).toBe(false)
})

const now = Date.now()
const change = (what: Subject, id: string, transaction: number) => ({ what, id, owner: 0, transaction })

test("a page of an earlier process is true if its drawing saw every change of what it shows", () => {
  const past = createValidityAfterRestart(
    { changes: [change("user", "7", 100), change("document", "b2", 300)], starts: [], complete: 50 },
    now,
  )
  const page = (stamp: number, dependencies: string[]) => past.isTrue({ drawn: now - 1_000, stamp, dependencies })
  expect(page(101, ["user 7"])).toBe(true)
  // the drawing began while that transaction ran
  expect(page(100, ["user 7"])).toBe(false)
  expect(page(299, ["beside b2"])).toBe(false)
  expect(page(299, ["document a1"])).toBe(true)
  // what the log no longer says may have been anything
  expect(page(50, ["document a1"])).toBe(false)
  expect(page(0, [])).toBe(false)
  expect(past.isTrue({ drawn: now - 8 * 86_400_000, stamp: 400, dependencies: [] })).toBe(false)
  const all = createValidityAfterRestart({ changes: [change("settings", "", 200)], starts: [], complete: 0 }, now)
  expect(all.isTrue({ drawn: now - 1_000, stamp: 200, dependencies: [] })).toBe(false)
  expect(all.isTrue({ drawn: now - 1_000, stamp: 201, dependencies: [] })).toBe(true)
})

test("a database that was put back uses numbers again: a page from the time that is lost is not true", () => {
  const past = createValidityAfterRestart({ changes: [], starts: [{ at: now - 5_000, transaction: 500 }], complete: 0 }, now)
  expect(past.isTrue({ drawn: now - 9_000, stamp: 499, dependencies: [] })).toBe(true)
  expect(past.isTrue({ drawn: now - 9_000, stamp: 501, dependencies: [] })).toBe(false)
  expect(past.isTrue({ drawn: now - 1_000, stamp: 501, dependencies: [] })).toBe(true)
})

test("what changes while a process runs also counts for pages from before it", async () => {
  const changes = createPageValidity(Date.now())
  const old = { drawn: Date.now() - 1_000, stamp: 10, dependencies: ["user 7"] }
  expect(changes.isTrue(old)).toBe(false)
  changes.recall(createValidityAfterRestart({ changes: [], starts: [], complete: 0 }, Date.now()))
  expect(changes.isTrue(old)).toBe(true)
  changes.note("user", "7")
  expect(changes.isTrue(old)).toBe(false)
})

/** A process whose memory holds nothing, unless it is given `megabytes`, in front of pages that count their renderings. */
const processOf = (disk: PageDisk, ownSeconds = 3_600, settleMs = 0, megabytes = 0) => {
  const drawn: string[] = []
  const counted: string[] = []
  const cache = createPageCache({
    megabytes,
    seconds: () => 30,
    ownSeconds: () => ownSeconds,
    disk,
    stamp: async () => 700,
    settleMs,
    count: (result) => void counted.push(result),
    render: async (path) => {
      drawn.push(path)
      const status = path.includes("gone") ? 404 : 200
      return { status, type: "text/html", headers: {}, body: Buffer.from(text(`${path} ${drawn.length}`)), ill: false, reads: ["user 7"] }
    },
  })
  const ask = (path: string): AskedPage => ({ key: `${path} `, path, url: path, headers: {} })
  const visit = async (path: string) => {
    const page = (await cache.page(ask(path), () => true))!
    return gunzipSync(page.gzip!.body).toString()
  }
  return { ...cache, visit, drawn, counted }
}
const written = (path: string, disk: PageDisk) => expect.poll(() => disk.find(`${path} `)).not.toBe(null)
const tick = () => new Promise((done) => setTimeout(done, 5))

test("what memory forgets comes from disk without a rendering, to every process, until it changes", async () => {
  await tick()
  const [one, other] = [processOf(diskOf()), processOf(diskOf())]
  await tick()
  const first = await one.visit("/document/a1")
  await written("/document/a1", diskOf())
  for (const cache of [one, other, one]) expect(await cache.visit("/document/a1")).toBe(first)
  expect([one.drawn.length, other.drawn.length]).toEqual([1, 0])
  expect(other.counted).toEqual(["disk"])
  await tick()
  for (const cache of [one, other]) cache.drop("user", "7")
  await tick()
  expect(await other.visit("/document/a1")).not.toBe("")
  expect(other.drawn).toHaveLength(1)
})

test("a page from disk goes to memory when it is asked for again: one walk through everything pushes nothing out", async () => {
  const disk = diskOf()
  const reader = processOf(disk, 3_600, 0, 1)
  const writer = processOf(disk)
  await tick()
  for (const path of ["/document/a", "/document/b"]) {
    await writer.visit(path)
    await written(path, disk)
  }
  for (const path of ["/document/a", "/document/b", "/document/a", "/document/a"]) await reader.visit(path)
  expect(reader.counted).toEqual(["disk", "disk", "disk", "hit"])
  expect(reader.size()).toBe(1)
})

test("a process that starts finds the pages of earlier ones, except those that have changed since, and none while it does not know", async () => {
  await tick()
  const earlier = processOf(diskOf())
  await tick()
  const first = await earlier.visit("/document/a1")
  await earlier.visit("/document/b2")
  for (const path of ["/document/a1", "/document/b2"]) await written(path, diskOf())
  await tick()
  const ignorant = processOf(diskOf())
  expect(await ignorant.visit("/document/b2")).not.toBe("")
  expect(ignorant.drawn).toEqual(["/document/b2"])
  await tick()
  const later = processOf(diskOf())
  later.recall(createValidityAfterRestart({ changes: [change("document", "b2", 700)], starts: [], complete: 0 }, Date.now()))
  expect(await later.visit("/document/a1")).toBe(first)
  expect(later.drawn).toEqual([])
  await later.visit("/document/b2")
  expect(later.drawn).toEqual(["/document/b2"])
})

test("a page that turns out to be outdated before it is written is not written", async () => {
  await tick()
  const cache = processOf(diskOf(), 3_600, 100)
  await tick()
  await cache.visit("/document/a1")
  cache.drop("user", "7")
  await tick()
  await cache.visit("/document/b2")
  await written("/document/b2", diskOf())
  expect(await diskOf().find("/document/a1 ")).toBe(null)
})

test("lists, missing pages and redirects are never written", async () => {
  const cache = processOf(diskOf())
  for (const path of ["/", "/category", "/search", "/document/gone", "/user/gone"]) await cache.visit(path)
  await cache.visit("/document/a1")
  await written("/document/a1", diskOf())
  expect(await files()).toHaveLength(1)
})

test("a page from disk that is no longer fresh is given out once more and rendered again, though memory keeps nothing", async () => {
  await tick()
  const cache = processOf(diskOf(), 0)
  await tick()
  const first = await cache.visit("/document/a1")
  await written("/document/a1", diskOf())
  await tick()
  expect(await cache.visit("/document/a1")).toBe(first)
  await expect.poll(() => cache.drawn.length).toBe(2)
  await expect.poll(() => cache.visit("/document/a1")).not.toBe(first)
  expect(cache.counted.slice(0, 2)).toEqual(["miss", "stale"])
})
