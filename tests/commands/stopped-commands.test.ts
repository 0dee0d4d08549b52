import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { build } from "esbuild"
import { strToU8, zipSync } from "fflate"
import { afterEach, beforeAll, expect, test } from "vitest"
import { serverBundle } from "../../scripts/lib/bundle.mjs"
import { root } from "../../scripts/lib/project.mjs"
import { findOrphanedDatabase, startEmbeddedDatabase } from "../../server/db/embedded"
import { migrateSite } from "../../server/db/migrate"
import { startAilingProxy } from "../setup/ailing-proxy"
import { startMariaDb } from "../setup/mariadb"
import { withoutConfiguration } from "../setup/no-configuration"
import { closeAtTheEnd } from "../setup/opened"
import { patience } from "../setup/patience"

/* A command that is stopped or killed leaves no database behind that needs a repair. */

const folder = mkdtempSync(join(tmpdir(), "doujia-stopped-"))
closeAtTheEnd(async () => rmSync(folder, { recursive: true, force: true }))
const program = join(folder, "program")
const siteData = join(folder, "site")
const empty = join(folder, "empty")
const running = new Set<ReturnType<typeof start>>()
let from = ""
let direct = ""
let socket = ""
let onRows = () => {}
let proxy: Awaited<ReturnType<typeof startAilingProxy>>

beforeAll(async () => {
  await build({
    ...serverBundle(),
    entryPoints: [
      ...["cli", "import"].map((name) => ({ in: `server/programs/${name}.ts`, out: name })),
      { in: "server/security/hashing.worker.ts", out: "hashing.worker" },
    ],
    outdir: join(program, "dist/server"),
    sourcemap: false,
  })
  symlinkSync(join(root, "node_modules"), join(program, "node_modules"))
  cpSync(join(root, "package.json"), join(program, "package.json"))
  for (const path of ["server/db/migrations", "server/modules/site/samples/content"])
    cpSync(join(root, path), join(program, path), { recursive: true })
  mkdirSync(empty)
  const database = await startEmbeddedDatabase({ dataDir: siteData, log: () => undefined })
  await migrateSite(database.connection, join(root, "server/db/migrations"))
  await database.stop()
  const maria = await startMariaDb()
  const theirs = await maria.connect()
  await theirs.query("create database family character set utf8mb4; use family")
  await theirs.query(gunzipSync(await readFile(join(root, "tests/import/database.sql.gz"))).toString("utf8"))
  await theirs.query("create user 'reader'@'localhost' identified by 'sesame'; grant select on family.* to 'reader'@'localhost'")
  theirs.destroy()
  socket = new URL(maria.address("family")).searchParams.get("socket")!
  // The import waits for its first rows while its database is running.
  proxy = await startAilingProxy(socket, (text) => {
    if (!text.includes("select * from")) return
    proxy.silence(true)
    onRows()
  })
  from = proxy.address("root", "family")
  direct = maria.address("family")
}, 60_000 * patience)

const start = (name: string, args: string[]) => {
  const child = spawn(process.execPath, [join(program, `dist/server/${name}.mjs`), ...args, "--data", siteData], {
    env: { ...withoutConfiguration(), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => void (output += chunk.toString()))
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }))
  const one = { child, ended }
  running.add(one)
  return one
}
const run = (name: string, ...args: string[]) => start(name, args).ended

/** Starts an import and returns it when it waits for rows. */
const startImport = async (address = from) => {
  proxy.silence(false)
  const waiting = new Promise<void>((done) => (onRows = done))
  const one = start("import", ["--from", address, "--files", join(root, "tests/import/site"), "--timezone", "+00:00", "--accept-missing"])
  const early = await Promise.race([waiting, one.ended])
  expect(early, "the import ended before it read rows").toBeUndefined()
  return one
}
const databasePid = () => Number(readFileSync(join(siteData, "postgres/postmaster.pid"), "utf8").split("\n")[0])
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL")
    await ended
  }
  running.clear()
})

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s stops an import and its database in order", async (signal, expected) => {
  const { child, ended } = await startImport()
  const pid = databasePid()
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  const { code, output } = await ended
  expect({ code, output }).toEqual({ code: expected, output: expect.stringContaining("再运行一次会从停下的地方接着") })
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(siteData, "postgres/postmaster.pid"))).toBe(false)
})

test("a second import is refused and says who holds the site", async () => {
  const { child } = await startImport()
  const { code, output } = await run("import", "--folder", empty)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/另一个导入正在往这个网站写（PID \d+，.+ 开始）/) })
  expect(output).toContain(`PID ${child.pid}，`)
})

test(
  "the database of a killed import is found and stopped by the doctor, and is used by no command",
  async () => {
    const { child, ended } = await startImport()
    const pid = databasePid()
    child.kill("SIGKILL")
    await ended
    expect(isAlive(pid)).toBe(true)
    expect(await findOrphanedDatabase(siteData)).toBe(pid)
    const { output } = await run("cli", "doctor")
    expect(output).toContain(`停掉了上次没有正常退出时留下的（PID ${pid}）`)
    expect(isAlive(pid)).toBe(false)
    expect(await findOrphanedDatabase(siteData)).toBeNull()
    expect(existsSync(join(siteData, "postgres/postmaster.pid"))).toBe(false)
  },
  60_000 * patience,
)

/** Every command that opens the database of a stopped site, and what it prints once the database has recovered. */
const openingCommands: [title: string, name: "cli" | "import", args: () => string[], printed: RegExp][] = [
  ["ledger check", "cli", () => ["ledger", "check"], /每一笔都平/],
  ["audit check", "cli", () => ["audit", "check"], /每一条都和前一条接得上/],
  ["reset-password", "cli", () => ["reset-password"], /admin 的新密码/],
  ["reset-two-factor", "cli", () => ["reset-two-factor", "admin"], /admin 的两步验证已经取消/],
  ["doctor", "cli", () => ["doctor"], /账本 \d+ 笔交易都平/],
  ["doctor files", "cli", () => ["doctor", "files"], /看了 \d+ 个文件/],
  ["backup", "cli", () => ["backup", "--to", join(folder, "backups")], /✓ 备份 /],
  ["restore --verify", "cli", () => ["restore", join(folder, "backups"), "--verify"], /可以恢复/],
  ["upgrade --check", "cli", () => ["upgrade", "--check"], /✓ 可以升级|处要先处理/],
  ["import --folder", "import", () => ["--folder", empty, "--dry-run"], /0 个文件/],
  [
    "import --from",
    "import",
    () => ["--from", direct, "--files", join(root, "tests/import/site"), "--dry-run", "--accept-missing"],
    /用浏览器打开/,
  ],
]

/** Commands whose exit code also depends on the machine. */
const examining = new Set(["doctor", "doctor files", "upgrade --check"])

test.each(openingCommands)(
  "after an import and its database were killed together, %s opens the database again",
  async (title, name, args, printed) => {
    const { child, ended } = await startImport()
    const pid = databasePid()
    child.kill("SIGKILL")
    process.kill(pid, "SIGKILL")
    await ended
    expect(existsSync(join(siteData, "postgres/postmaster.pid"))).toBe(true)
    const { code, output } = await run(name, ...args())
    expect(output).toMatch(printed)
    if (!examining.has(title)) expect({ code, output }).toEqual({ code: 0, output })
    expect(output).not.toMatch(/数据库无法启动|连不上数据库/)
    rmSync(join(siteData, "import-report.html"), { force: true })
  },
  60_000 * patience,
)

test("the commands that open the database are all of them", () => {
  const text = readFileSync(join(root, "server/programs/cli.ts"), "utf8")
  const begin = text.indexOf("const commands: ")
  const table = text.slice(begin, text.indexOf("\n}", begin))
  const names = [...table.matchAll(/^ {2}"?([a-z][\w-]*)"?[:,]/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(7)
  const opening = new Set(openingCommands.filter(([, name]) => name === "cli").map(([, , args]) => args()[0]))
  // copies files between the folder and a bucket, and reads no table
  expect(names.filter((name) => !opening.has(name))).toEqual(["storage"])
})

test(
  "an import that loses its source for good ends with a sentence and exit code 1 within a minute, and its database with it",
  async () => {
    let leave = () => {}
    const dying = await startAilingProxy(socket, (text) => {
      if (text.includes("select * from")) leave()
    })
    leave = dying.leave
    const startedAt = Date.now()
    const files = ["--files", join(root, "tests/import/site"), "--timezone", "+00:00", "--accept-missing"]
    const { code, output } = await run("import", "--from", dying.address("root", "family"), ...files)
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/又连了 3 次都没有成功。.*再运行一次，会从断开的地方接着。/),
    })
    expect(output.match(/秒后再连/g)).toHaveLength(3)
    expect(Date.now() - startedAt).toBeLessThan(60_000 * patience)
    expect(existsSync(join(siteData, "postgres/postmaster.pid"))).toBe(false)
  },
  90_000 * patience,
)

test("a password in the address is announced as visible and leaves the list of processes", async () => {
  const { child, ended } = await startImport(proxy.address("reader:sesame", "family"))
  expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).not.toContain("mysql://")
  child.kill("SIGINT")
  expect((await ended).output).toContain("能在进程列表里看到")
})

test("a takeover that finds less than half of the files ends with 2 where nobody can answer; otherwise it leaves a page with its report", async () => {
  const report = join(siteData, "import-report.html")
  const takeOver = (files: string, ...more: string[]) => run("import", "--from", direct, "--files", files, "--dry-run", ...more)
  const refused = await takeOver(empty)
  expect({ ...refused }).toEqual({ code: 2, output: expect.stringContaining("大半文件没有找到") })
  expect(existsSync(report)).toBe(false)
  const accepted = await takeOver(empty, "--accept-missing")
  expect({ ...accepted }).toEqual({ code: 0, output: expect.stringMatching(/原来的 \d+ 个文件，在 .+ 找到 0 个/) })
  expect(readFileSync(report, "utf8")).toMatch(/转入预演报告[\s\S]*个文件没有找到[\s\S]*没有找到文件/)
  const right = await takeOver(join(root, "tests/import/site"))
  expect({ ...right }).toEqual({ code: 0, output: expect.stringContaining(`报告：${report}`) })
  expect(right.output).toMatch(/文件：原来的 \d+ 个，找到 \d+ 个，没有找到 \d+ 个。/)
  const damaged = join(folder, "damaged")
  cpSync(join(root, "tests/import/site"), damaged, { recursive: true })
  writeFileSync(join(damaged, "documents/3/8/b/f/b/38bfbf4e1da81204619537767f5812cf.txt"), "另外的内容")
  expect((await takeOver(damaged)).output).toMatch(/找到的里有 1 个和原来的校验值不一致。/)
  expect(readFileSync(report, "utf8")).toMatch(/有 1 个文件和原来的校验值不一致，可能损坏了[\s\S]*文件和校验值不一致 \/documents\/3\/8/)
  expect((await takeOver(empty, "--prefer", "both")).output).toContain("--prefer 应为 here 或 there")
})

// the last tests: they may leave documents, and a takeover needs an empty site
test("a signal ends the watch of a folder while it imports a file, and its database with it", async () => {
  const watched = join(folder, "watched")
  mkdirSync(watched)
  writeFileSync(join(watched, "一份.txt"), "内容")
  const { child, ended } = start("import", ["--folder", watched, "--watch", "--interval", "0.1"])
  const pidFile = join(siteData, "postgres/postmaster.pid")
  const isOver = ended.then(() => true)
  while (!existsSync(pidFile) && !(await Promise.race([isOver, pause(20, false)])));
  const pid = existsSync(pidFile) ? databasePid() : 0
  child.kill("SIGTERM")
  const { code, output } = await ended
  expect({ code, output }).toEqual({ code: 143, output: expect.stringContaining("做完这一个文件就停下") })
  expect(pid).toBeGreaterThan(0)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(pidFile)).toBe(false)
})

/** The files of an import that is stopped in the middle: more than it can do until the signal arrives. */
const manyFiles = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`第 ${n} 份.txt`, `第 ${n} 份的内容`]))

test.each([
  [
    "a folder",
    (at: string) => {
      mkdirSync(at)
      for (const [name, content] of Object.entries(manyFiles)) writeFileSync(join(at, name), content)
      return ["--folder", at]
    },
  ],
  [
    "a zip file",
    (at: string) => {
      const entries = Object.entries(manyFiles).map(([name, content]) => [name, strToU8(`包里的${content}`)] as const)
      writeFileSync(`${at}.zip`, zipSync(Object.fromEntries(entries)))
      return ["--zip", `${at}.zip`]
    },
  ],
])("a signal ends the import of %s after the file in hand, and its database with it", async (kind, prepare) => {
  const at = join(folder, kind.replaceAll(" ", "-"))
  const report = `${at}.csv`
  const { child, ended } = start("import", [...prepare(at), "--report", report])
  const linesOf = () => (existsSync(report) ? readFileSync(report, "utf8").trim().split("\r\n").length - 1 : 0)
  const isOver = ended.then(() => true)
  while (linesOf() < 1 && !(await Promise.race([isOver, pause(20, false)])));
  expect(await Promise.race([ended, pause(0)]), "the import ended before the signal").toBeUndefined()
  const pid = databasePid()
  expect(isAlive(pid)).toBe(true)
  child.kill("SIGTERM")
  const { code, output } = await ended
  expect({ code, output }).toEqual({ code: 143, output: expect.stringContaining("没有做完。再运行一次会接着。") })
  expect(output).toContain("做完这一个文件就停下")
  expect(linesOf()).toBeLessThan(Object.keys(manyFiles).length)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(siteData, "postgres/postmaster.pid"))).toBe(false)
})
