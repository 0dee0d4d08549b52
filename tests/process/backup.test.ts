import { execFile } from "node:child_process"
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutConfiguration } from "../setup/no-configuration"
import {
  attachmentOf,
  bearer,
  call,
  converted,
  login,
  register,
  send,
  submit,
  upload,
  type ClientUser,
  type Submitted,
} from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"
import { newDataFolder, startSite, type DataFolder } from "./support/server"

const { server, build, data } = ownServer({ SAMPLES: "false" })
let backups: DataFolder
let person: ClientUser
let document: Submitted
const content = `要留住的内容 ${"一二三四五六七八九十".repeat(50)}`

const command = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), ...args], {
    env: { ...withoutConfiguration(), DATA_DIR: data().path },
    maxBuffer: 10_000_000,
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  )
const objectsIn = (folder: string): string[] =>
  readdirSync(join(folder, "objects"), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, "objects", name))
    .filter((path) => statSync(path).isFile())

beforeAll(async () => {
  backups = await newDataFolder()
  person = await register(server().url, "keeper")
  document = await submit(server().url, person, attachmentOf(await upload(server().url, person, "留住.txt", content)), "留住的文档")
  await converted(server().url, document.uuid, person)
})
afterAll(() => backups?.remove())

/** Documents whose upload was acknowledged before the backup began, while others keep arriving. */
const acknowledged: number[] = []

test("a backup of the running site is consistent, a second one copies only what is new, and it can be proven", async () => {
  let running = true
  const arriving = (async () => {
    for (let n = 0; running; n++)
      acknowledged.push(attachmentOf(await upload(server().url, person, `后来${n}.txt`, `后来 ${n} ${Math.random()}`)))
  })()
  const before = [...acknowledged]
  const first = await command("backup", "--to", backups.path)
  running = false
  await arriving
  expect(first.text).toMatch(/✓ 备份 \S+Z：数据库和 \d+ 个文件/)
  expect(first.code).toBe(0)
  const [name] = readdirSync(join(backups.path, "backups"))
  const manifest = JSON.parse(readFileSync(join(backups.path, "backups", name!, "manifest.json"), "utf8")) as {
    missing: string[]
    tables: { name: string; rows: number }[]
  }
  expect(manifest.missing).toEqual([])
  expect(manifest.tables.find((table) => table.name === "attachment")!.rows).toBeGreaterThanOrEqual(before.length + 1)
  const second = await command("backup", "--to", backups.path)
  expect(second.code).toBe(0)
  const third = await command("backup", "--to", backups.path)
  expect(third.text).toMatch(/其中 0 个是新的/)
  const proof = await command("restore", backups.path, "--verify")
  expect(proof.text).toMatch(/✓ 备份 \S+ 可以恢复/)
  expect(proof.code).toBe(0)
  const runs = await query(data().path, "select kind, ok from backup_run order by id")
  expect(runs).toEqual([...Array.from({ length: 3 }, () => ({ kind: "backup", ok: true })), { kind: "verify", ok: true }])
})

test("the restored site has every user, document, page, file and setting, and it refuses a folder that is not empty", async () => {
  const page = await send(`${server().url}/view/page/${document.uuid}/1.svg`)
  const counts = (path: string) =>
    query(
      path,
      `select (select count(*)::int from "user") as users, (select count(*)::int from document) as documents,
      (select count(*)::int from attachment) as attachments, (select coalesce(sum(amount), 0)::int from ledger_entry) as sum`,
    )
  const expected = await counts(data().path)
  const occupied = await command("restore", backups.path, "--data", data().path)
  expect(occupied.code).toBe(1)
  const restored = await newDataFolder()
  try {
    const done = await command("restore", backups.path, "--data", restored.path)
    expect(done.text).toMatch(/✓ 恢复了备份/)
    const again = await startSite({ main: build().main, dataDir: restored.path, env: { SAMPLES: "false" } })
    try {
      expect(await counts(restored.path)).toEqual(expected)
      // sessions are still valid, and passwords are unchanged
      expect((await call(again.url, "GET /user", {}, person)).json).toMatchObject({ username: "keeper" })
      expect((await login(again.url, data().admin.username, data().admin.password)).id).toBe(1)
      expect((await send(`${again.url}/view/page/${document.uuid}/1.svg`)).body.equals(page.body)).toBe(true)
      const link = await call(again.url, `GET /document/download?id=${document.id}`, {}, person)
      const file = await send(new URL(String(link.json.url), again.url).href, { headers: bearer(person) })
      expect(file.body.toString("utf8")).toBe(content)
      // new rows do not collide with restored ones
      const next = await submit(again.url, person, attachmentOf(await upload(again.url, person, "新.txt", "恢复以后的")), "恢复以后")
      expect(next.id).toBeGreaterThan(document.id)
    } finally {
      await again.stop()
    }
  } finally {
    await restored.remove()
  }
})

test("a flipped byte in a backup, and a backup of a newer version, are refused with a sentence", async () => {
  const object = objectsIn(backups.path).find((path) => readFileSync(path).includes(Buffer.from("要留住的内容")))!
  const bytes = readFileSync(object)
  bytes[5]! ^= 1
  rmSync(object)
  writeFileSync(object, bytes)
  const flipped = await command("restore", backups.path, "--verify")
  expect(flipped).toMatchObject({ code: 1, text: expect.stringMatching(/备份里的文件 objects\/.+已损坏/) as string })
  bytes[5]! ^= 1
  writeFileSync(object, bytes)
  const name = readdirSync(join(backups.path, "backups")).toSorted().at(-1)!
  const path = join(backups.path, "backups", name, "manifest.json")
  const manifest = readFileSync(path, "utf8")
  writeFileSync(
    path,
    manifest.replace(/"last_step": \d+/, '"last_step": 99999999999999').replace(/"version": "[^"]+"/, '"version": "9.8.7"'),
  )
  const older = await command("restore", backups.path, "--verify")
  expect(older).toMatchObject({ code: 1, text: expect.stringContaining("9.8.7") as string })
  writeFileSync(path, manifest)
  expect(await query(data().path, "select ok from backup_run where kind = 'verify' order by id desc limit 2")).toEqual([
    { ok: false },
    { ok: false },
  ])
})

test("one flipped byte in a stored file or page is found by its hash and healed, the file from the backup, the page by conversion", async () => {
  await command("backup", "--to", backups.path)
  const [row] = await query<{ path: string; sha256: string; version: number }>(
    data().path,
    `select a.path, d.sha256, d.version from document d join attachment a on a.id = d.attachment_id where d.uuid = '${document.uuid}'`,
  )
  const original = join(data().path, row!.path)
  const page = join(data().path, `pages/${row!.sha256.slice(0, 2)}/${row!.sha256}/v${row!.version}/1.gzip.svg`)
  for (const path of [original, page]) {
    const bytes = readFileSync(path)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    writeFileSync(path, bytes)
  }
  const doctor = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), "doctor", "files", "--hash", ...args], {
      env: { ...withoutConfiguration(), DATA_DIR: data().path, BACKUP_TO: backups.path },
    }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
  const report = await doctor()
  expect(report).toMatch(/✗ 文件已损坏 files\//)
  expect(report).toMatch(/✗ 页面已损坏 pages\//)
  const healed = await doctor("--fix")
  expect(healed).toContain("已经从备份恢复")
  expect(healed).toContain("已经排进转换队列")
  expect(readFileSync(original).toString("utf8")).toBe(content)
})
