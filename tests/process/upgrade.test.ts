import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { lockOwner } from "@/server/db/instance-lock"
import { withoutConfiguration } from "../setup/no-configuration"
import { takeBuild, type Build } from "./support/build"
import { call, register, attachmentOf, upload, type ClientUser } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

/* `upgrade` in the folder of a newer version, while the older one runs and people upload. */

const { server, build, data } = ownServer({ SAMPLES: "false" })
let next: Build
let person: ClientUser
const project = join(import.meta.dirname, "../..")

/** Makes the build the newer version `9.9.9`, with one more migration. */
const makeNewer = async ({ root }: Build, statement: string) => {
  await rm(join(root, "package.json"))
  const facts = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as object
  await writeFile(join(root, "package.json"), JSON.stringify({ ...facts, version: "9.9.9" }))
  await rm(join(root, "server"))
  await mkdir(join(root, "server/db"), { recursive: true })
  for (const name of ["ports", "modules"]) await symlink(join(project, "server", name), join(root, "server", name))
  const migrations = join(root, "server/db/migrations")
  await cp(join(project, "server/db/migrations"), migrations, { recursive: true })
  const path = join(migrations, "meta/_journal.json")
  const journal = JSON.parse(await readFile(path, "utf8")) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag: "9999_newer" })
  await writeFile(path, JSON.stringify(journal))
  await writeFile(join(migrations, "9999_newer.sql"), statement)
}

const upgrade = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(next.root, "dist/server/cli.mjs"), "upgrade", "--data", data().path, ...args], {
    env: withoutConfiguration(),
    maxBuffer: 10_000_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  )

/** Uploads until the site stops answering; returns the acknowledged attachments. */
const uploadUntilStopped = async () => {
  const acknowledged: number[] = []
  for (let n = 0; n < 10_000; n++)
    try {
      acknowledged.push(attachmentOf(await upload(server().url, person, `后来${n}.txt`, `后来 ${n} ${Math.random()}`)))
    } catch {
      break
    }
  return acknowledged
}
const attachments = async () =>
  new Set((await query<{ id: string }>(data().path, "select id::text from attachment")).map(({ id }) => Number(id)))
const hasTable = async () =>
  (await query<{ t: string | null }>(data().path, "select to_regclass('public.newer')::text as t"))[0]!.t !== null
const versionHere = async () => (await call(server().url, "GET /settings")).json.system as { version: string }

const stopDetached = async () => {
  const pid = await lockOwner(data().path)
  if (pid === null) return
  process.kill(pid, "SIGTERM")
  while ((await lockOwner(data().path)) === pid) await pause(100)
}

beforeAll(async () => {
  next = await takeBuild()
  await makeNewer(
    next,
    `CREATE TABLE "newer" ("id" bigint);--> statement-breakpoint\nCREATE INDEX "newer_name" ON "attachment" USING btree ("name");`,
  )
  person = await register(server().url, "keeper")
})
afterAll(async () => {
  await stopDetached()
  await next?.remove()
})

test("upgrade --check names versions, room, migrations with rows and locks, and settings; it changes nothing", async () => {
  await query(data().path, "insert into config (category, name, value) values ('system', 'gone', '1'), ('backup', 'keep', 'forever')")
  const { text, code } = await upgrade("--check")
  expect(text, text).toMatch(/从 \d+\.\d+\.\d+ 到 9\.9\.9/)
  expect(text, text).toMatch(/磁盘：剩余 [\d.]+ GB，升级最多要 [\d.]+ GB/)
  expect(text, text).toMatch(/数据库要升级 1 步：\n {2}9999_newer：attachment（.*行.*）建索引，期间不能写/)
  expect(text, text).toContain("设置 system.gone 在新版本里没有了")
  expect(text, text).toMatch(/设置“备份留多久”（backup\.keep）的值新版本不接受/)
  expect(text, text).toContain("✓ 可以升级。")
  expect(code).toBe(0)
  expect(await hasTable()).toBe(false)
  await query(data().path, "delete from config where name in ('gone', 'keep')")
})

test("a broken new version is rolled back: the old one runs again with every acknowledged upload, and the migration is undone", async () => {
  const main = join(next.root, "dist/server/main.mjs")
  // a second try finds it renamed
  if (!existsSync(join(next.root, "dist/server/whole.mjs"))) await rename(main, join(next.root, "dist/server/whole.mjs"))
  // it starts and migrates, but its home page fails
  await writeFile(
    main,
    `import http from "node:http"
import { syncBuiltinESMExports } from "node:module"
const { createServer } = http
http.createServer = (options, listener) => createServer(options, (req, res) => (req.url === "/" ? res.writeHead(500).end() : listener(req, res)))
syncBuiltinESMExports()
await import("./whole.mjs")
`,
  )
  const arriving = uploadUntilStopped()
  const { text, code } = await upgrade()
  const acknowledged = await arriving
  expect(text, text).toContain("新版本没有通过检查：/ 的应答是 500")
  expect(text, text).toMatch(/升级没有成功，\d+\.\d+\.\d+ 又在运行了/)
  expect(code).toBe(1)
  expect(acknowledged.length).toBeGreaterThan(0)
  const remaining = await attachments()
  expect(acknowledged.filter((id) => !remaining.has(id))).toEqual([])
  expect(await hasTable()).toBe(false)
  expect((await versionHere()).version).not.toBe("9.9.9")
  expect((await call(server().url, "GET /user", {}, person)).json).toMatchObject({ username: "keeper" })
  attachmentOf(await upload(server().url, person, "又.txt", "退回以后还能上传"))
  await rename(join(next.root, "dist/server/whole.mjs"), main)
})

test("a new version that loses rows is rolled back", async () => {
  const path = join(next.root, "server/db/migrations/9999_newer.sql")
  const whole = await readFile(path, "utf8")
  const before = await attachments()
  await appendFile(path, `--> statement-breakpoint\nDELETE FROM "attachment" WHERE id = (SELECT max(id) FROM "attachment");`)
  const { text, code } = await upgrade()
  expect(text, text).toMatch(/新版本没有通过检查：表 attachment 从 \d+ 行变成了 \d+ 行/)
  expect(code).toBe(1)
  expect(await attachments()).toEqual(before)
  await writeFile(path, whole)
})

test("a good new version takes over the address with every acknowledged upload", async () => {
  const arriving = uploadUntilStopped()
  const { text, code } = await upgrade()
  const acknowledged = await arriving
  expect(text, text).toMatch(/✓ 9\.9\.9 已经在运行/)
  expect(code).toBe(0)
  const remaining = await attachments()
  expect(acknowledged.filter((id) => !remaining.has(id))).toEqual([])
  expect(await hasTable()).toBe(true)
  expect((await versionHere()).version).toBe("9.9.9")
  attachmentOf(await upload(server().url, person, "新.txt", "升级以后"))
  // the folder of the old version offers nothing older
  const back = await promisify(execFile)(process.execPath, [join(build().root, "dist/server/cli.mjs"), "upgrade", "--data", data().path], {
    env: withoutConfiguration(),
  }).then(
    () => "",
    (error: { stderr: string }) => error.stderr,
  )
  expect(back).toContain("数据库已经由豆架 9.9.9 升级过")
})
