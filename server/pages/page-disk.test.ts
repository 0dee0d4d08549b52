import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { randomBytes } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { ChangeSubject } from "../db/change-log"
import { compress } from "../wire/compressed"
import { createPageCache } from "./page-cache"
import { createPageValidity } from "./page-validity"
import { createValidityAfterRestart } from "./page-validity-after-restart"
import { createPageDisk, type PageDisk } from "./page-disk"
import type { PageRequest } from "./public-pages"

let folder = ""
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "page-disk-"))))
// a write may still be in progress
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

const failures: unknown[] = []
const diskOf = (options: Partial<Parameters<typeof createPageDisk>[0]> = {}) =>
  createPageDisk({ folder, generation: "g1", megabytes: 64, reserve: 0, onError: (error) => void failures.push(error), ...options })
const text = (title: string) => `<html>${title}${"正文".repeat(2_000)}</html>`
const pageOf = async (title: string, dependencies: string[] = []) => ({
  page: await compress(200, { "content-type": "text/html" }, Buffer.from(text(title))),
  renderedAt: Date.now(),
  snapshotXmin: 700,
  freshUntil: Date.now() + 60_000,
  dependencies,
})
const files = async () => {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

test("a page comes back as it was sent: headers, ETag, both encodings and the plain text", async () => {
  const disk = diskOf()
  const entry = await pageOf("一", ["document a1"])
  await disk.keep("/document/a1 ", entry)
  const { page, copy, release, ...rest } = (await disk.find("/document/a1 "))!
  expect(rest).toEqual({ renderedAt: entry.renderedAt, snapshotXmin: 700, freshUntil: entry.freshUntil, dependencies: ["document a1"] })
  expect({ ...page.gzip!.headers }).toEqual({ ...entry.page.gzip!.headers })
  expect(page.br!.body.equals(entry.page.br!.body)).toBe(true)
  expect(page.br!.headers).toEqual(entry.page.br!.headers)
  expect(page.plain.body.toString()).toBe(text("一"))
  expect(page.plain.headers).toEqual(entry.page.plain.headers)
  expect(page.etag).toBe(entry.page.etag)
  const ownCopy = copy()
  release()
  await disk.keep("/document/b1 ", await pageOf("二"))
  await disk.find("/document/b1 ")
  expect(ownCopy.page.br!.body.equals(entry.page.br!.body)).toBe(true)
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

test("a damaged, changed or foreign file counts as missing", async () => {
  const disk = diskOf()
  await disk.keep("one", await pageOf("一"))
  const [path] = (await files()) as [string]
  const whole = await readFile(path)
  await truncate(path, whole.length - 100)
  expect(await disk.find("one")).toBe(null)
  await truncate(path, whole.length) // a machine crash can leave zeros at the end
  expect(await disk.find("one")).toBe(null)
  for (const content of [Buffer.alloc(0), Buffer.from("DJP1"), randomBytes(300)]) {
    await writeFile(path, content)
    expect(await disk.find("one")).toBe(null)
  }
  await writeFile(path, whole)
  expect(await disk.find("one")).not.toBe(null)
  // the complete page of another key
  await disk.keep("two", await pageOf("二"))
  const [other] = (await files()).filter((one) => one !== path) as [string]
  await writeFile(other, whole)
  expect(await disk.find("two")).toBe(null)
})

test("the folder has a size limit: the oldest pages are removed first", async () => {
  const disk = diskOf({ megabytes: 1 })
  const page = await pageOf("")
  const noise = await compress(200, {}, Buffer.from(randomBytes(600).toString("hex")))
  const size = (sum: number, one: number) => sum + one
  for (let n = 0; n < 1_000; n++) await disk.keep(`page ${n}`, { ...page, page: noise })
  const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size))
  expect(sizes.reduce(size, 0)).toBeLessThan(1024 * 1024)
  expect(sizes.length).toBeGreaterThan(150)
  const countHits = async (from: number) => {
    const there = await Promise.all(Array.from({ length: 200 }, (_, n) => disk.find(`page ${from + n}`)))
    return there.filter(Boolean).length
  }
  expect(await countHits(800)).toBeGreaterThan(await countHits(0))
})

test("on a full disk nothing is written and nothing fails", async () => {
  const disk = diskOf({ reserve: 1_000, free: async () => 999 })
  await disk.keep("one", await pageOf("一"))
  expect(await files()).toEqual([])
  expect(failures).toEqual([])
})

test("another build finds no page and removes the files of the previous one", async () => {
  await diskOf().keep("one", await pageOf("一"))
  const next = diskOf({ generation: "g2" })
  expect(await next.find("one")).toBe(null)
  await next.removeOtherGenerations()
  expect(await files()).toEqual([])
})

test("a page is current until something that it shows changes; a page from before the process start is not current", () => {
  const validity = createPageValidity(1_000, 3)
  const page = { renderedAt: 2_000, snapshotXmin: 0, dependencies: ["document a1", "user 7"] }
  expect(validity.isCurrent(page)).toBe(true)
  expect(validity.isCurrent({ ...page, renderedAt: 1_000 })).toBe(false)
  expect(validity.isCurrent({ ...page, renderedAt: Date.now() + 60_000 })).toBe(false)
  validity.record("user", "8", 0, 3_000)
  expect(validity.isCurrent(page)).toBe(true)
  validity.record("user", "7", 0, 3_000)
  expect(validity.isCurrent(page)).toBe(false)
  expect(validity.isCurrent({ ...page, renderedAt: 3_001 })).toBe(true)
  // a new document: lists in memory may omit it for a moment, lists from disk may not
  const list = { renderedAt: 3_100, snapshotXmin: 0, dependencies: ["documents of 7"] }
  validity.record("arrived", "c3", 8, 3_200)
  expect(validity.isCurrent(list)).toBe(true)
  validity.record("arrived", "c3", 7, 3_200)
  expect(validity.isCurrent(list)).toBe(false)
  // every page older than a forgotten change is outdated
  const other = { snapshotXmin: 0, dependencies: [] }
  for (const id of ["1", "2", "3"]) validity.record("user", id, 0, 4_000)
  expect(validity.isCurrent({ ...other, renderedAt: 3_000 })).toBe(false)
  validity.record("settings", "", 0, 5_000)
  expect(validity.isCurrent({ ...other, renderedAt: 4_999 })).toBe(false)
})

const now = Date.now()
const change = (what: ChangeSubject, id: string, transaction: number) => ({ what, id, owner: 0, transaction })

test("a page of an earlier process is current if its snapshot contains every change of its contents", () => {
  const past = createValidityAfterRestart(
    { changes: [change("user", "7", 100), change("document", "b2", 300)], starts: [], completeAbove: 50 },
    now,
  )
  const page = (snapshotXmin: number, dependencies: string[]) => past.isCurrent({ renderedAt: now - 1_000, snapshotXmin, dependencies })
  expect(page(101, ["user 7"])).toBe(true)
  // the render began while that transaction was running
  expect(page(100, ["user 7"])).toBe(false)
  expect(page(299, ["beside b2"])).toBe(false)
  expect(page(299, ["document a1"])).toBe(true)
  // changes that the log has lost may affect any page
  expect(page(50, ["document a1"])).toBe(false)
  expect(page(0, [])).toBe(false)
  expect(past.isCurrent({ renderedAt: now - 8 * 86_400_000, snapshotXmin: 400, dependencies: [] })).toBe(false)
  const all = createValidityAfterRestart({ changes: [change("settings", "", 200)], starts: [], completeAbove: 0 }, now)
  expect(all.isCurrent({ renderedAt: now - 1_000, snapshotXmin: 200, dependencies: [] })).toBe(false)
  expect(all.isCurrent({ renderedAt: now - 1_000, snapshotXmin: 201, dependencies: [] })).toBe(true)
})

test("after a database restore a page from the lost time is not current, although its number is high", () => {
  const past = createValidityAfterRestart({ changes: [], starts: [{ at: now - 5_000, transaction: 500 }], completeAbove: 0 }, now)
  expect(past.isCurrent({ renderedAt: now - 9_000, snapshotXmin: 499, dependencies: [] })).toBe(true)
  expect(past.isCurrent({ renderedAt: now - 9_000, snapshotXmin: 501, dependencies: [] })).toBe(false)
  expect(past.isCurrent({ renderedAt: now - 1_000, snapshotXmin: 501, dependencies: [] })).toBe(true)
})

test("a change that a process receives also invalidates pages of earlier processes", async () => {
  const validity = createPageValidity(Date.now())
  const old = { renderedAt: Date.now() - 1_000, snapshotXmin: 10, dependencies: ["user 7"] }
  expect(validity.isCurrent(old)).toBe(false)
  validity.acceptEarlierPages(createValidityAfterRestart({ changes: [], starts: [], completeAbove: 0 }, Date.now()))
  expect(validity.isCurrent(old)).toBe(true)
  validity.record("user", "7")
  expect(validity.isCurrent(old)).toBe(false)
})

/** A cache without memory unless `megabytes` is given, and a renderer that counts. */
const processOf = (disk: PageDisk, itemSeconds = 3_600, settleMs = 0, megabytes = 0) => {
  const rendered: string[] = []
  const counted: string[] = []
  const cache = createPageCache({
    megabytes,
    listSeconds: () => 30,
    itemSeconds: () => itemSeconds,
    disk,
    snapshotXmin: async () => 700,
    settleMs,
    count: (result) => void counted.push(result),
    render: async (path) => {
      rendered.push(path)
      const status = path.includes("gone") ? 404 : 200
      return {
        status,
        type: "text/html",
        headers: {},
        body: Buffer.from(text(`${path} ${rendered.length}`)),
        incomplete: false,
        dependencies: ["user 7"],
      }
    },
  })
  const ask = (path: string): PageRequest => ({ key: `${path} `, path, url: path, headers: {} })
  const visit = async (path: string) => {
    const page = (await cache.lookup(ask(path), () => true))!
    return gunzipSync(page.gzip!.body).toString()
  }
  return { ...cache, visit, rendered, counted }
}
const written = (path: string, disk: PageDisk) => expect.poll(() => disk.find(`${path} `)).not.toBe(null)
const tick = () => new Promise((done) => setTimeout(done, 5))

test("every process serves an evicted page from disk without a render, until it changes", async () => {
  await tick()
  const [one, other] = [processOf(diskOf()), processOf(diskOf())]
  await tick()
  const first = await one.visit("/document/a1")
  await written("/document/a1", diskOf())
  for (const cache of [one, other, one]) expect(await cache.visit("/document/a1")).toBe(first)
  expect([one.rendered.length, other.rendered.length]).toEqual([1, 0])
  expect(other.counted).toEqual(["disk"])
  await tick()
  for (const cache of [one, other]) cache.invalidate("user", "7")
  await tick()
  expect(await other.visit("/document/a1")).not.toBe("")
  expect(other.rendered).toHaveLength(1)
})

test("the second disk hit promotes a page to memory, so a crawler evicts nothing", async () => {
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

test("a new process serves pages of earlier ones only after it has read the change log, and only unchanged ones", async () => {
  await tick()
  const earlier = processOf(diskOf())
  await tick()
  const first = await earlier.visit("/document/a1")
  await earlier.visit("/document/b2")
  for (const path of ["/document/a1", "/document/b2"]) await written(path, diskOf())
  await tick()
  const starting = processOf(diskOf())
  expect(await starting.visit("/document/b2")).not.toBe("")
  expect(starting.rendered).toEqual(["/document/b2"])
  await tick()
  const later = processOf(diskOf())
  later.acceptEarlierPages(
    createValidityAfterRestart({ changes: [change("document", "b2", 700)], starts: [], completeAbove: 0 }, Date.now()),
  )
  expect(await later.visit("/document/a1")).toBe(first)
  expect(later.rendered).toEqual([])
  await later.visit("/document/b2")
  expect(later.rendered).toEqual(["/document/b2"])
})

test("a page that becomes outdated before it is written is not written", async () => {
  await tick()
  const cache = processOf(diskOf(), 3_600, 100)
  await tick()
  await cache.visit("/document/a1")
  cache.invalidate("user", "7")
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

test("a stale page from disk is served and revalidated, even without memory", async () => {
  await tick()
  const cache = processOf(diskOf(), 0)
  await tick()
  const first = await cache.visit("/document/a1")
  await written("/document/a1", diskOf())
  await tick()
  expect(await cache.visit("/document/a1")).toBe(first)
  await expect.poll(() => cache.rendered.length).toBe(2)
  await expect.poll(() => cache.visit("/document/a1")).not.toBe(first)
  expect(cache.counted.slice(0, 2)).toEqual(["miss", "stale"])
})
