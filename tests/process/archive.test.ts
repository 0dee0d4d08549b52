import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutConfiguration } from "../setup/no-configuration"
import { attachmentOf, register, send, sha256, submit, until, upload, type ClientUser } from "./support/client"
import { query, saveSetting } from "./support/database"
import { ownServer } from "./support/own-server"
import { newDataFolder, siteFails, startSite, type DataFolder } from "./support/server"

/* Recovery of the embedded database to a moment, while the site is used and killed. */

const { server, build, data, start } = ownServer({ SAMPLES: "false" })
let archive: DataFolder
let person: ClientUser
const archiving = (more: Record<string, string> = {}) => ({ ARCHIVE_TO: archive.path, ...more })

const command = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), ...args], {
    env: withoutConfiguration(),
    maxBuffer: 10_000_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  )
const runs = (kind: string) => query<{ ok: boolean }>(data().path, "select ok from backup_run where kind = $1 order by id", [kind])
const waiting = async () =>
  (await query<{ n: number }>(data().path, "select count(*)::int as n from pg_ls_archive_statusdir() where name like '%.ready'"))[0]!.n
/** Finishes the current segment of the WAL. */
const finishSegment = () => query(data().path, "select pg_switch_wal() from pg_logical_emit_message(true, 'test', 'a record')")

beforeAll(async () => {
  archive = await newDataFolder()
  person = await register(server().url, "keeper")
  for (const name of ["uploads_per_hour", "max_unfinished_uploads"]) await saveSetting(data().path, "security", name, "0")
  await server().stop()
  await start(undefined, archiving())
})
afterAll(() => archive?.remove())

/** What a site has at a moment: numbers of rows, the ledger, and the files of its attachments. */
const stateOf = async (path: string) => {
  const [counts] = await query<Record<string, number>>(
    path,
    `select (select count(*)::int from "user") as users, (select count(*)::int from document) as documents,
      (select count(*)::int from attachment) as attachments, (select count(*)::int from ledger_entry) as entries,
      (select coalesce(sum(amount), 0)::int from ledger_entry) as sum`,
  )
  const files = await query<{ sha256: string; ext: string }>(path, "select sha256, ext from attachment where type = 2 order by id")
  return { counts, files }
}

/** Returns a moment around which nothing changes, with the state at it. */
const stillMoment = async (path: string) => {
  for (;;) {
    const state = await stateOf(path)
    await pause(300)
    const [clock] = await query<{ at: Date }>(path, "select clock_timestamp() as at")
    await pause(300)
    if (JSON.stringify(await stateOf(path)) === JSON.stringify(state)) return { at: clock!.at.toISOString(), state }
  }
}

/** Keeps uploading and submitting until `stop`, whatever happens to the server. `rest` waits until no request is under way. */
const makeLoad = () => {
  const control = { running: true, paused: false, serial: 0 }
  const acknowledged: string[] = []
  let idle = 0
  const one = async () => {
    while (control.running) {
      if (control.paused) {
        idle += 1
        while (control.paused && control.running) await pause(20)
        idle -= 1
        continue
      }
      const content = `第 ${(control.serial += 1)} 份 ${"字".repeat(500)} ${Math.random()}`
      try {
        const id = attachmentOf(await upload(server().url, person, `第${control.serial}份.txt`, content))
        acknowledged.push(sha256(content))
        await submit(server().url, person, id, `第 ${control.serial} 份`)
      } catch {
        await pause(100) // killed: only what it acknowledged counts
      }
      await pause(50)
    }
  }
  const workers = Promise.all([one(), one(), one()])
  return {
    acknowledged,
    rest: async () => {
      control.paused = true
      await until("no request is under way", async () => idle === 3, 60_000)
    },
    goOn: () => void (control.paused = false),
    stop: async () => {
      control.running = false
      await workers
    },
  }
}

test(
  "a site that is used and killed is recovered to three moments: rows, ledger and files are those of then [security: point-in-time-recovery]",
  { timeout: 1_500_000 },
  async () => {
    await until("the first base copy", async () => (await runs("base")).some(({ ok }) => ok), 120_000)
    const load = makeLoad()
    const moments: { at: string; state: Awaited<ReturnType<typeof stateOf>> }[] = []
    for (let n = 0; n < 3; n++) {
      await pause(3_000)
      if (n === 2) {
        await server().kill()
        await start(undefined, archiving())
        await pause(2_000)
      }
      await load.rest()
      moments.push(await stillMoment(data().path))
      load.goOn()
    }
    await pause(2_000)
    await load.stop()
    await finishSegment()
    await until("everything is archived", async () => (await waiting()) === 0, 60_000)
    await until(
      "every file is archived",
      async () => load.acknowledged.every((hash) => existsSync(join(archive.path, "objects", hash.slice(0, 2), hash))),
      60_000,
    )
    expect(new Set(moments.map(({ state }) => state.counts!["attachments"])).size).toBe(3)
    for (const { at, state } of moments) {
      const recovered = await newDataFolder()
      try {
        const done = await command("restore", archive.path, "--until", at, "--data", recovered.path)
        expect(done.text).toMatch(/✓ 恢复到 .+（北京时间）：\d+ 个用户/)
        expect(done.text).not.toContain("✗")
        expect(done.code).toBe(0)
        const again = await startSite({ main: build().main, dataDir: recovered.path, env: { SAMPLES: "false" } })
        try {
          expect(await stateOf(recovered.path)).toEqual(state)
          expect(state.counts!["sum"]).toBe(0)
          for (const { sha256: hash, ext } of state.files)
            expect(sha256(readFileSync(join(recovered.path, "files", hash.slice(0, 2), `${hash}${ext}`)))).toBe(hash)
          // it is a whole site: the session is valid, and new rows do not collide
          await submit(again.url, person, attachmentOf(await upload(again.url, person, "新.txt", `恢复以后 ${at}`)), "恢复以后")
        } finally {
          await again.stop()
        }
        for (const what of ["ledger", "audit"]) expect((await command(what, "check", "--data", recovered.path)).code).toBe(0)
      } finally {
        await recovered.remove()
      }
    }
  },
)

test("a moment outside of the archive, and one that cannot be read, are refused with a sentence", async () => {
  const target = await newDataFolder()
  try {
    const restore = (moment: string) => command("restore", archive.path, "--until", moment, "--data", target.path)
    expect(await restore("昨天")).toMatchObject({ code: 1, text: expect.stringContaining("看不懂 --until 昨天") as string })
    expect(await restore("2001-01-01 12:00")).toMatchObject({ code: 1, text: expect.stringContaining("不能恢复到更早的时刻") as string })
    expect(await restore("2099-01-01 12:00")).toMatchObject({ code: 1, text: expect.stringContaining("--until latest") as string })
    const empty = await command("restore", target.path, "--until", "latest", "--data", join(target.path, "new"))
    expect(empty).toMatchObject({ code: 1, text: expect.stringContaining("没有归档") as string })
  } finally {
    await target.remove()
  }
})

test("an archive in the data folder, or for another database, is refused at the start", async () => {
  const options = { main: build().main, dataDir: data().path }
  await server().stop()
  expect((await siteFails({ ...options, env: { ARCHIVE_TO: join(data().path, "archive") } })).output).toContain("不能放在网站的数据目录里")
  const external = { ARCHIVE_TO: archive.path, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }
  expect((await siteFails({ ...options, env: external })).output).toContain("ARCHIVE_TO 只归档内置的数据库")
})

test(
  "an archive that does not answer never fills the disk: it stops with an alarm, and begins again with a new base copy",
  { timeout: 1_500_000 },
  async () => {
    const target = join(archive.path, "unreachable")
    writeFileSync(target, "a file where a folder should be")
    await start(undefined, archiving({ ARCHIVE_TO: target, ARCHIVE_BACKLOG_MB: "64" }))
    const copies = (await runs("base")).filter(({ ok }) => ok).length
    for (let n = 0; n < 6; n++) await finishSegment()
    await until("the archive has stopped", async () => (await runs("archive")).at(-1)?.ok === false, 60_000)
    for (let n = 0; n < 6; n++) await finishSegment()
    await until("what waits is given up", async () => (await waiting()) === 0, 60_000)
    const [size] = await query<{ bytes: number }>(data().path, "select sum(size)::float as bytes from pg_ls_waldir()")
    expect(size!.bytes).toBeLessThan(1_200 * 1024 ** 2)
    const alarm = () => query<{ active: boolean; text: string }>(data().path, "select active, text from alarm where kind = 'archive'")
    await until("the alarm", async () => (await alarm()).some(({ active, text }) => active && text.includes("已经停下")), 180_000)
    for (const path of ["/", "/readyz"]) expect((await send(`${server().url}${path}`)).status).toBe(200)
    rmSync(target)
    mkdirSync(target)
    await until("a new base copy", async () => (await runs("base")).filter(({ ok }) => ok).length > copies, 180_000)
    await until("the archive goes on", async () => (await runs("archive")).at(-1)?.ok === true, 60_000)
  },
)
