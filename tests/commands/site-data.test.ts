import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import { serverBundle } from "../../scripts/lib/bundle.mjs"
import { root } from "../../scripts/lib/project.mjs"
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../server/db/embedded"
import { migrateSite } from "../../server/db/migrate"
import { rememberSite } from "../../server/programs/site-folder"
import { withoutConfiguration } from "../setup/no-configuration"

/* Which site a command works on: the one of --data, or the running one. It never creates a database and never prints SQL. */

const folder = mkdtempSync(join(tmpdir(), "doujia-commands-"))
const program = join(folder, "program")
const siteData = join(folder, "site")
let database: EmbeddedDatabase

beforeAll(async () => {
  await build({
    ...serverBundle(),
    entryPoints: ["server/programs/cli.ts", "server/programs/import.ts"],
    outdir: join(program, "dist/server"),
    sourcemap: false,
  })
  symlinkSync(join(root, "node_modules"), join(program, "node_modules"))
  cpSync(join(root, "package.json"), join(program, "package.json"))
  cpSync(join(root, "server/db/migrations"), join(program, "server/db/migrations"), { recursive: true })
  database = await startEmbeddedDatabase({ dataDir: siteData, log: () => undefined })
  await migrateSite(database.connection, join(root, "server/db/migrations"))
}, 120_000)
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string; errors: string }>((done) => {
    const options = { env: { ...withoutConfiguration(), ...env } as NodeJS.ProcessEnv, timeout: 60_000 }
    execFile(process.execPath, [join(program, `dist/server/${name}.mjs`), ...args], options, (error, output, errors) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
    )
  })

const commands: [name: string, ...args: string[]][] = [
  ["cli", "reset-password"],
  ["cli", "reset-two-factor", "nobody"],
  ["cli", "ledger", "check"],
  ["cli", "audit", "check"],
  ["cli", "doctor", "files"],
  ["import", "--folder", folder],
]

test.each(commands)("%s %s refuses a folder without a site, and leaves it as it is", async (name, ...args) => {
  const { code, errors } = await run(name, [...args, "--data", join(folder, "nothing")])
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("没有网站的数据") })
  expect(errors.trim().split("\n")).toHaveLength(1)
  expect(existsSync(join(folder, "nothing"))).toBe(false)
  expect(existsSync(join(program, "data"))).toBe(false)
})

test("a command takes --data in both spellings", async () => {
  for (const data of [["--data", siteData], [`--data=${siteData}`]]) {
    const { code, output } = await run("cli", ["ledger", "check", ...data])
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("每一笔都平") })
  }
  expect((await run("cli", ["ledger", "check", "--data"])).errors).toBe("--data 后面要写网站的数据目录。\n")
})

test("a command without --data finds the running site and names its folder", async () => {
  rememberSite(program, { dataDir: siteData, external: false, pid: process.pid })
  const { code, output, errors } = await run("cli", ["ledger", "check"])
  expect({ code, errors }).toEqual({ code: 0, errors: `网站的数据目录：${siteData}\n` })
  expect(output).toContain("每一笔都平")
  // a stopped site is no candidate while another runs; a deleted one is forgotten
  const stopped = join(folder, "stopped")
  mkdirSync(stopped)
  for (const dataDir of [stopped, join(folder, "gone")]) rememberSite(program, { dataDir, external: false, pid: process.pid })
  expect((await run("cli", ["ledger", "check"])).code).toBe(0)
  expect(readdirSync(join(program, "dist/sites"))).toHaveLength(2)
  rmSync(join(program, "dist/sites"), { recursive: true })
})

test("a command asks which of several sites is meant", async () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")]
  for (const dataDir of [one, two]) {
    mkdirSync(dataDir)
    rememberSite(program, { dataDir, external: false, pid: process.pid })
  }
  const { code, errors } = await run("cli", ["ledger", "check"])
  expect(code).toBe(1)
  expect(errors).toContain(`--data ${one}`)
  expect(errors).toContain(`--data ${two}`)
  rmSync(join(program, "dist/sites"), { recursive: true })
})

test("a command of a site on DATABASE_URL asks for that address", async () => {
  rememberSite(program, { dataDir: siteData, external: true, pid: process.pid })
  const { code, errors } = await run("cli", ["ledger", "check"])
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("DATABASE_URL") })
  rmSync(join(program, "dist/sites"), { recursive: true })
})

test("the audit is not checked with a new secret", async () => {
  const { code, errors } = await run("cli", ["audit", "check", "--data", siteData])
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("没有网站的密钥") })
  expect(existsSync(join(siteData, "secret"))).toBe(false)
})

test("a database without our tables, and one that does not answer, is reported in one sentence without SQL", async () => {
  const { host, user } = database.connection
  const empty = `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}`
  for (const args of [["reset-password"], ["ledger", "check"], ["doctor", "files"]]) {
    const { code, errors } = await run("cli", args, { DATABASE_URL: empty })
    expect(code).toBe(1)
    expect(errors).not.toMatch(/select|update|Failed query|\n\s+at /i)
    expect(errors.trim().split("\n")).toHaveLength(1)
  }
  const { errors } = await run("cli", ["reset-password"], { DATABASE_URL: "postgresql://127.0.0.1:1/none" })
  expect(errors).toBe("连不上数据库，请检查它是否在运行。\n")
})

test("the file of a database that died with its machine is not taken for a running one", async () => {
  const cluster = join(folder, "dead", "postgres")
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, "postmaster.pid"), [process.pid, cluster, 0, 5432, "/nowhere", "", "", "ready   "].join("\n"))
  const { findRunningDatabase } = await import("../../server/db/embedded")
  expect(await findRunningDatabase(join(folder, "dead"))).toBeNull()
  expect(await findRunningDatabase(siteData)).toEqual(database.connection)
})
