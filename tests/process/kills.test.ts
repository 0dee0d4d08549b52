import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { detectOfficeTools } from "../../server/ports/converter/office/office-detection"
import { makeDocx } from "../../server/ports/converter/testing/office.fixture"
import { takeBuild, type Build } from "./support/build"
import { loginAsFirstAdmin } from "./support/first-admin"
import { attachmentOf, call, register, send, sha256, submit, until, upload, type ClientUser } from "./support/client"
import { query, saveSetting } from "./support/database"
import { postmasterOf, processesAbout } from "./support/processes"
import { seeded } from "./support/random"
import { freePort, type Running } from "../../scripts/lib/server.mjs"
import { descendants, signal } from "../../scripts/lib/processes.mjs"
import { newDataFolder, launchSite, startSite, type DataFolder } from "./support/server"
import { actor, type Acknowledged } from "./support/torture"
import { killChild, type ChildKind } from "./support/victims"

/** DOUJIA_SEED=… repeats the choices of an earlier run (but not its timing, which depends on the machine). */
const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
const random = seeded(seed)
const { office } = await detectOfficeTools(undefined)
/** DOUJIA_KILLS=100 or more: the long form, which `npm run torture -- documents` runs. */
const killCount = Number(process.env.DOUJIA_KILLS ?? 12)
const share = (percent: number) => Math.ceil((killCount * percent) / 100)
/** Each of the `starts` is killed twice: while running, and halfway through the start that follows. */
const kills = {
  firstStarts: share(4),
  starts: share(5),
  running: share(14),
  postmaster: share(4),
  connections: share(4),
  drawing: share(office ? 64 : 76),
  office: office ? share(12) : 0,
}
/** The number of killed processes, by kind. */
const died = { process: 0, drawing: 0, office: 0 }
/** Printed so that the run can be repeated. */
const say = (text: string) => void process.stdout.write(`${text}\n`)
/** A start that takes longer hangs; on a busy machine the usual two seconds become many. */
const comesUpWithinMs = 60_000
/** The number of documents at the end of the test; they arrive evenly, so that there is always something to kill. */
const maxDocuments = Math.max(9, share(60))

let build: Build
let data: DataFolder
let server: Running
const startTimes: number[] = []
const people: ClientUser[] = []
let words = 0
const record: Acknowledged = { attachments: new Map(), documents: new Map(), places: new Set(), resumed: 0, completed: 0 }
const systemTemporary = () => join(data.path, "system-tmp")
/** Lists what programs leave in the system's temporary folder when they are killed; only files of this run are checked. */
const litter = () =>
  readdirSync(tmpdir()).filter((name) => /^(lu\d|OSL_PIPE|soffice|vips|\.cache$|\.config$|doujia-programs.*tmp)|\.tmp$/.test(name))
const litterBefore = litter()

beforeAll(async () => {
  say(`seed ${seed}`)
  build = await takeBuild()
  data = await newDataFolder()
  mkdirSync(systemTemporary())
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

/** Kills a start halfway through, whatever it is doing then. */
const killWhileStarting = async (port: number, withinMs: number) => {
  const { child, exited } = await launchSite({ main: build.main, dataDir: data.path, port, env: { TMPDIR: systemTemporary() } })
  await pause(random.below(withinMs))
  child.kill("SIGKILL")
  died.process += 1
  await exited
}

const start = async (port: number): Promise<Running> => {
  const next = await startSite({
    main: build.main,
    dataDir: data.path,
    port,
    withinMs: comesUpWithinMs,
    env: { TMPDIR: systemTemporary() },
  })
  startTimes.push(next.startedMs)
  return next
}

const killServer = async () => {
  await server.kill()
  died.process += 1
}

/** Waits for a child of the given kind and kills it; without LibreOffice, a page-rendering child instead. */
const killWorker = async (kind: ChildKind) => {
  if (kind === "office") await sendWord()
  // a Word file waits for the documents before it
  for (const end = Date.now() + (kind === "office" ? 60_000 : 10_000); Date.now() < end; await pause(15)) {
    if (!killChild(server.pid, kind, random)) continue
    died[kind] += 1
    return
  }
  if (kind === "office") await killWorker("drawing")
}

/** Sends a Word file, so that there is a LibreOffice to kill. The server may still be recovering from the kill before. */
const sendWord = () =>
  until("a Word file is accepted", async () => {
    const name = `公文 ${(words += 1)}.docx`
    const content = makeDocx([`# ${name} ${seed}`, "正文"])
    try {
      const id = attachmentOf(await upload(server.url, people[0]!, name, content))
      record.attachments.set(id, { sha256: sha256(content), ext: ".docx" })
      record.documents.set((await submit(server.url, people[0]!, id, name)).uuid, id)
      return true
    } catch {
      return false
    }
  })

const killPostmaster = async () => {
  const pid = postmasterOf(data.path)
  if (pid) signal(pid, "SIGKILL")
  // the backends of the killed postmaster still answer for a moment: only a new postmaster counts
  await until(
    "the API answers again",
    async () => ![0, pid].includes(postmasterOf(data.path)) && (await send(`${server.url}/readyz`).catch(() => null))?.status === 200,
    comesUpWithinMs,
  )
}

const countSamples = () =>
  query(data.path, "select count(*)::int as samples, count(distinct title)::int as titles from document where user_id = 1")

/**
 * Deletes the samples after the first starts have created each of them once: converting them takes minutes, and the documents of the users
 * are converted in the same way.
 */
const removeSamples = async () => {
  expect(await countSamples()).toEqual([{ samples: 12, titles: 12 }])
  const admin = await loginAsFirstAdmin({ main: build.main, dataDir: data.path, url: server.url })
  expect((await call(server.url, "DELETE /samples", {}, admin)).status).toBe(200)
}

/** The kinds of kills, each with the longest pause before it: children are killed at short intervals. */
const actions: Record<Exclude<keyof typeof kills, "firstStarts">, { pauseMs: number; run: (port: number) => Promise<unknown> }> = {
  starts: {
    pauseMs: 1_500,
    run: async (port) => {
      await killServer()
      await killWhileStarting(port, 1_500)
      server = await start(port)
    },
  },
  running: {
    pauseMs: 1_500,
    run: async (port) => {
      await killServer()
      server = await start(port)
    },
  },
  postmaster: { pauseMs: 1_500, run: killPostmaster },
  connections: {
    pauseMs: 500,
    run: () =>
      query(data.path, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'doujia' and pid <> pg_backend_pid()"),
  },
  drawing: { pauseMs: 500, run: () => killWorker("drawing") },
  office: { pauseMs: 1_000, run: () => killWorker("office") },
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? (readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)) as string[])
    : []

test(
  "killing processes at random moments neither loses, duplicates nor blocks acknowledged uploads and documents [security: torture]",
  { timeout: 1_500_000 },
  async () => {
    const port = await freePort()
    for (let n = 0; n < kills.firstStarts; n++) await killWhileStarting(port, 5_000)
    server = await start(port)
    await removeSamples()
    for (let n = 0; n < 4; n++) people.push(await register(server.url, `torture${n}`))
    // four users send as much as many would, and leave many uploads unfinished
    for (const name of ["uploads_per_hour", "max_unfinished_uploads"]) await saveSetting(data.path, "security", name, "0")
    const programme = (Object.keys(actions) as (keyof typeof actions)[])
      .flatMap((kind) => Array.from({ length: kills[kind] }, () => ({ kind, order: random.next() })))
      .sort((a, b) => a.order - b.order)
    let running = true
    let done = 0
    const documentsByNow = () => 6 + (maxDocuments - 6) * (done / programme.length)
    const actors = people.map((person, n) =>
      actor({
        url: () => `http://127.0.0.1:${port}`,
        person,
        random: seeded(seed + n + 1),
        record,
        maxDocuments: documentsByNow,
        running: () => running,
      }),
    )
    const work = Promise.all(actors)
    work.catch(() => undefined)
    const spent: Record<string, number> = {}
    try {
      for (const { kind } of programme) {
        const { pauseMs, run } = actions[kind]
        const begun = performance.now()
        await pause(random.below(pauseMs))
        await run(port)
        spent[kind] = (spent[kind] ?? 0) + performance.now() - begun
        done += 1
      }
      await pause(500)
    } finally {
      running = false
    }
    await work
    await killServer()
    server = await start(port)
    const total = died.process + died.drawing + died.office
    say(
      `seed ${seed}: ${total} SIGKILLs (${died.process} of the process, ${died.drawing} of drawing children, ${died.office} of LibreOffice); seconds spent: ${Object.entries(
        spent,
      )
        .map(([kind, ms]) => `${kind} ${Math.round(ms / 1000)}`)
        .join(", ")}`,
    )
    say(
      `seed ${seed}: ${record.attachments.size} uploads, ${record.documents.size} documents, ${record.resumed} resumed, ${record.completed} completed by HEAD; starts ${Math.min(...startTimes)}–${Math.max(...startTimes)} ms`,
    )
    expect(total).toBeGreaterThanOrEqual(killCount)
    expect(died.office).toBeGreaterThanOrEqual(kills.office / 3)
    expect(Math.max(...startTimes)).toBeLessThan(comesUpWithinMs)
    expect(record.attachments.size).toBeGreaterThan(maxDocuments / 2)
    expect(record.documents.size).toBeGreaterThan(maxDocuments / 2)
  },
)

test("every acknowledged file exists, byte for byte [security: torture, write-order]", async () => {
  const rows = await query<{ id: string; sha256: string; path: string }>(
    data.path,
    "select id, sha256, path from attachment where deleted_at is null",
  )
  const attachments = new Map(rows.map((row) => [Number(row.id), row]))
  const lost: string[] = []
  for (const [id, { sha256: expected, ext }] of record.attachments) {
    const row = attachments.get(id)
    const content = row ? await readFile(join(data.path, row.path)).catch(() => null) : null
    if (!row || !content || row.sha256 !== expected || sha256(content) !== expected || !row.path.endsWith(ext))
      lost.push(`attachment ${id}`)
  }
  expect(lost).toEqual([])
})

test("every acknowledged document is converted or has failed with a reason", { timeout: 900_000 }, async () => {
  type Row = { uuid: string; status: number; convert_error: string; convert_deaths: number; attachment_id: string; pages: number }
  const all = () =>
    query<Row>(data.path, "select uuid, status, convert_error, convert_deaths, attachment_id, pages from document where deleted_at is null")
  const rows = await until(
    "all documents settled",
    async () => {
      const documents = await all()
      return documents.every((row) => row.status === 2 || row.status === 3) && documents
    },
    280_000,
  )
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  expect([...record.documents].filter(([uuid, attachment]) => Number(byUuid.get(uuid)?.attachment_id) !== attachment)).toEqual([])
  // these files are valid: a document is only marked as failed after three child processes died working on it, never because its process
  // died
  const failed = rows.filter((row) => row.status === 3)
  const byProcess = failed.filter((row) => row.convert_deaths >= 3)
  const byChildren = failed.filter((row) => row.convert_deaths < 3)
  say(`given up: ${byProcess.length} after three deaths of the process, ${byChildren.length} after three of their children`)
  expect(byProcess).toEqual([])
  expect(byChildren.filter((row) => row.convert_error !== "文档过于复杂")).toEqual([])
  expect(byChildren.length).toBeLessThanOrEqual((died.drawing + died.office) / 3)
  // two conversions run at a time: a kill must not count against the other document
  expect(rows.reduce((sum, row) => sum + row.convert_deaths, 0)).toBeLessThanOrEqual(
    2 * (died.process + kills.postmaster + kills.connections),
  )
  // a page whose rendering was killed is rendered again and not left out
  expect(await query(data.path, "select sha256, page from page where kind = 'placeholder'")).toEqual([])
  const unreadable: string[] = []
  for (const row of rows.filter(({ status }) => status === 2)) {
    for (const page of new Set([1, row.pages]))
      if ((await send(`${server.url}/view/page/${row.uuid}/${page}.svg`)).status !== 200) unreadable.push(`${row.uuid}/${page}`)
    if ((await send(`${server.url}/view/cover/${row.uuid}`)).status !== 200) unreadable.push(`${row.uuid}/cover`)
  }
  expect(unreadable).toEqual([])
})

test("no document, sample or initial row exists twice [security: kill-anywhere]", async () => {
  expect(await query(data.path, "select attachment_id from document group by attachment_id having count(*) > 1")).toEqual([])
  expect(await query(data.path, "select identifier from article group by identifier having count(*) > 1")).toEqual([])
  expect(await query(data.path, "select title, parent_id from category group by title, parent_id, type having count(*) > 1")).toEqual([])
  // the samples were deleted, and no later start has created them again
  expect(await countSamples()).toEqual([{ samples: 0, titles: 0 }])
  const [counts] = await query<{ people: number; groups: number; navigation: number }>(
    data.path,
    `select (select count(*)::int from "user") people, (select count(*)::int from "group") groups, (select count(*)::int from navigation) navigation`,
  )
  expect(counts).toEqual({ people: 5, groups: 3, navigation: 3 })
  const wrong = await query(
    data.path,
    `select u.id, u.doc_count, count(d.id) from "user" u left join document d on d.user_id = u.id and d.deleted_at is null group by u.id having u.doc_count <> count(d.id)`,
  )
  expect(wrong).toEqual([])
})

test("no temporary folder, partial file or process is left behind", async () => {
  for (const folder of ["incoming", "storing"]) expect(filesBelow(join(data.path, "tmp", folder)), folder).toEqual([])
  const converting = join(data.path, "tmp", "convert")
  await expect.poll(() => (existsSync(converting) ? filesBelow(converting) : []), { timeout: 100_000 }).toEqual([])
  // each idle child has its own empty folder
  const waiting = descendants(server.pid).filter(({ command }) => command.includes("pdfium-child")).length
  const folders = existsSync(converting) ? readdirSync(converting) : []
  expect(folders.filter((name) => !name.startsWith("converter-child-"))).toEqual([])
  expect(folders.length).toBeLessThanOrEqual(waiting)
  expect(["files", "pages"].flatMap((folder) => filesBelow(join(data.path, folder))).filter((path) => path.endsWith(".tmp"))).toEqual([])
  expect(readdirSync(data.path).filter((name) => /\.lock\./.test(name))).toEqual([])
  // unfinished resumable uploads are kept for a day, acknowledged ones are not
  expect(filesBelow(join(data.path, "tmp", "tus")).filter((path) => record.places.has(basename(path).replace(/\.json$/, "")))).toEqual([])
  const serverPids = new Set([server.pid, ...descendants(server.pid).map(({ pid }) => pid)])
  expect(processesAbout(data.path).filter(({ pid }) => !serverPids.has(pid))).toEqual([])
  expect(processesAbout(build.root).filter(({ pid }) => !serverPids.has(pid))).toEqual([])
  expect(readdirSync(systemTemporary())).toEqual([])
  await until("nothing of LibreOffice's in the system's folder", async () => litter().every((name) => litterBefore.includes(name)))
})

test("a day later, after the next start, there is no temporary file at all", async () => {
  const port = server.port
  await killServer()
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const path of filesBelow(join(data.path, "tmp", "tus"))) utimesSync(path, yesterday, yesterday)
  server = await start(port)
  expect(filesBelow(join(data.path, "tmp"))).toEqual([])
})
