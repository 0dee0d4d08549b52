import { existsSync, readdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import { register, send, sha256, until, type Person } from "./support/client"
import { query } from "./support/database"
import { isAlive, postmasterOf, processesAbout, tree } from "./support/processes"
import { seeded } from "./support/random"
import { dataFolder, freePort, launch, startServer, type Running } from "./support/server"
import { actor, type Acknowledged } from "./support/torture"

/** DOUJIA_SEED=… repeats the choices of an earlier run (not its timing, which is the machine's). */
const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
const random = seeded(seed)
const kills = { firstStarts: 5, starts: 6, running: 34, postmaster: 4, child: 6, connections: 4 }
/** For the person who has to repeat a run. */
const say = (text: string) => void process.stdout.write(`${text}\n`)
const comesUpWithinMs = 15_000

let build: Build
let data: Awaited<ReturnType<typeof dataFolder>>
let server: Running
const startTimes: number[] = []
const record: Acknowledged = { attachments: new Map(), documents: new Map(), resumed: 0, completed: 0 }

beforeAll(async () => {
  say(`seed ${seed}`)
  build = await takeBuild()
  data = await dataFolder()
}, 150_000)
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

/** Kills a start half way, whatever it is doing then. */
const killWhileStarting = async (port: number, withinMs: number) => {
  const { child, exited } = await launch({ main: build.main, dataDir: data.path, port })
  await pause(random.below(withinMs))
  child.kill("SIGKILL")
  await exited
}

const start = async (port: number): Promise<Running> => {
  const next = await startServer({ main: build.main, dataDir: data.path, port, withinMs: comesUpWithinMs })
  startTimes.push(next.startedMs)
  return next
}

type Part = "postmaster" | "child" | "connections"
const isPart = (kind: string): kind is Part => kind === "postmaster" || kind === "child" || kind === "connections"

/** The database, its connections or the drawing child die alone; the server must find its own way back. */
const killPart = async (part: Part) => {
  if (part === "connections") return void (await query(data.path, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'doujia' and pid <> pg_backend_pid()"))
  if (part === "postmaster") {
    const pid = postmasterOf(data.path)
    if (pid) process.kill(pid, "SIGKILL")
    await until("the API answers again", async () => (await send(`${server.url}/readyz`).catch(() => null))?.status === 200 && postmasterOf(data.path) !== pid, comesUpWithinMs)
    return
  }
  const child = tree(server.pid).find(({ command }) => command.includes("pdfium.child"))
  if (child && isAlive(child.pid)) process.kill(child.pid, "SIGKILL")
}

const filesBelow = (folder: string): string[] => (existsSync(folder) ? (readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) as string[]) : [])

test("nothing that was acknowledged is lost, doubled or stuck, however often and whenever the processes are killed", { timeout: 330_000 }, async () => {
  const port = await freePort()
  for (let n = 0; n < kills.firstStarts; n++) await killWhileStarting(port, 5_000)
  server = await start(port)
  const people: Person[] = []
  for (let n = 0; n < 4; n++) people.push(await register(server.url, `torture${n}`))
  let running = true
  const actors = people.map((person, n) => actor({ url: () => `http://127.0.0.1:${port}`, person, random: seeded(seed + n + 1), record, mostDocuments: 100, running: () => running }))
  const work = Promise.all(actors)
  work.catch(() => undefined)

  const programme = (Object.entries(kills) as [keyof typeof kills, number][]).flatMap(([kind, times]) => (kind === "firstStarts" ? [] : Array.from({ length: times }, () => ({ kind, order: random.next() }))))
  for (const { kind } of programme.sort((a, b) => a.order - b.order)) {
    await pause(random.below(1_500))
    if (isPart(kind)) {
      await killPart(kind)
      continue
    }
    await server.kill()
    if (kind === "starts") await killWhileStarting(port, 1_500)
    server = await start(port)
  }
  await pause(500)
  running = false
  await work
  await server.kill()
  server = await start(port)
  say(`seed ${seed}: ${record.attachments.size} uploads, ${record.documents.size} documents, ${record.resumed} resumed, ${record.completed} completed by HEAD; starts ${Math.min(...startTimes)}–${Math.max(...startTimes)} ms`)
  expect(Math.max(...startTimes)).toBeLessThan(comesUpWithinMs)
  expect(record.attachments.size).toBeGreaterThan(50)
  expect(record.documents.size).toBeGreaterThan(30)
})

test("every acknowledged file is there, byte for byte", async () => {
  const rows = await query<{ id: string; sha256: string; path: string }>(data.path, "select id, sha256, path from attachment where deleted_at is null")
  const known = new Map(rows.map((row) => [Number(row.id), row]))
  const lost: string[] = []
  for (const [id, { sha256: expected, ext }] of record.attachments) {
    const row = known.get(id)
    const content = row ? await readFile(join(data.path, row.path)).catch(() => null) : null
    if (!row || !content || row.sha256 !== expected || sha256(content) !== expected || !row.path.endsWith(ext)) lost.push(`attachment ${id}`)
  }
  expect(lost).toEqual([])
})

test("every acknowledged document is converted, or failed with a reason; none waits for ever", { timeout: 120_000 }, async () => {
  type Row = { uuid: string; status: number; convert_error: string; convert_deaths: number; attachment_id: string; pages: number }
  const all = () => query<Row>(data.path, "select uuid, status, convert_error, convert_deaths, attachment_id, pages from document where deleted_at is null")
  const rows = await until("all documents settled", async () => {
    const found = await all()
    return found.every((row) => row.status === 2 || row.status === 3) && found
  }, 100_000)
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  expect([...record.documents].filter(([uuid, attachment]) => Number(byUuid.get(uuid)?.attachment_id) !== attachment)).toEqual([])
  // these files are sound: one may be given up that was blamed for many deaths, or for that of the drawing child while it opened the file
  const failed = rows.filter((row) => row.status === 3)
  expect(failed.filter((row) => !row.convert_error)).toEqual([])
  const blamed = failed.filter((row) => row.convert_deaths < 3)
  expect(blamed.filter((row) => row.convert_error !== "文档过于复杂")).toEqual([])
  expect(blamed.length).toBeLessThanOrEqual(kills.child)
  const unreadable: string[] = []
  for (const row of rows.filter(({ status }) => status === 2)) {
    for (const page of new Set([1, row.pages])) if ((await send(`${server.url}/view/page/${row.uuid}/${page}.svg`)).status !== 200) unreadable.push(`${row.uuid}/${page}`)
    if ((await send(`${server.url}/view/cover/${row.uuid}`)).status !== 200) unreadable.push(`${row.uuid}/cover`)
  }
  expect(unreadable).toEqual([])
})

test("nothing exists twice: documents of one file, samples, first data", async () => {
  expect(await query(data.path, "select attachment_id from document group by attachment_id having count(*) > 1")).toEqual([])
  expect(await query(data.path, `select d.title from document d join "user" u on u.id = d.user_id where u.id = 1 group by d.title having count(*) > 1`)).toEqual([])
  expect(await query(data.path, "select identifier from article group by identifier having count(*) > 1")).toEqual([])
  expect(await query(data.path, "select title, parent_id from category group by title, parent_id, type having count(*) > 1")).toEqual([])
  expect(kills.firstStarts + 2 * kills.starts + kills.running).toBeGreaterThanOrEqual(50)
  const [counts] = await query<{ samples: number; people: number; groups: number; navigation: number }>(
    data.path,
    `select (select count(*)::int from document where user_id = 1) samples, (select count(*)::int from "user") people, (select count(*)::int from "group") groups, (select count(*)::int from navigation) navigation`,
  )
  expect(counts).toEqual({ samples: 6, people: 5, groups: 2, navigation: 3 })
  const wrong = await query(data.path, `select u.id, u.doc_count, count(d.id) from "user" u left join document d on d.user_id = u.id and d.deleted_at is null group by u.id having u.doc_count <> count(d.id)`)
  expect(wrong).toEqual([])
})

test("no rubbish is left: temporary folders, half-written files, processes", async () => {
  expect(filesBelow(join(data.path, "tmp", "incoming"))).toEqual([])
  await until("conversion folders gone", async () => !existsSync(join(data.path, "tmp", "convert")) || readdirSync(join(data.path, "tmp", "convert")).length === 0)
  expect(["files", "pages"].flatMap((folder) => filesBelow(join(data.path, folder))).filter((path) => path.endsWith(".tmp"))).toEqual([])
  expect(readdirSync(data.path).filter((name) => /\.lock\./.test(name))).toEqual([])
  const own = new Set([server.pid, ...tree(server.pid).map(({ pid }) => pid)])
  expect(processesAbout(data.path).filter(({ pid }) => !own.has(pid))).toEqual([])
  expect(processesAbout(build.root).filter(({ pid }) => !own.has(pid))).toEqual([])
})
