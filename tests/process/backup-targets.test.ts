import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { StoragePort } from "../../server/ports/storage/storage.port"
import { s3Storage } from "../../server/ports/storage/s3.storage"
import { startS3 } from "../setup/s3"
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

/* Backups in a bucket, encrypted, and by the settings. */

const { server, build, data } = ownServer({ SAMPLES: "false" })
let s3: Awaited<ReturnType<typeof startS3>>
let bucket: StoragePort
let folder: DataFolder
let person: ClientUser
let document: Submitted
const passphrase = "一个很长的口令 twelve"
const content = `要留住的秘密 ${"一二三四五六七八九十".repeat(50)}`
const to = "s3://library/nightly"

const command = async (variables: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), ...args], {
    env: { ...withoutConfiguration(), DATA_DIR: data().path, ...variables },
    maxBuffer: 10_000_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  )
const access = () => ({
  BACKUP_S3_ENDPOINT: s3.bucket.endpoint!,
  BACKUP_S3_ACCESS_KEY: s3.bucket.accessKeyId,
  BACKUP_S3_SECRET_KEY: s3.bucket.secretAccessKey,
  BACKUP_S3_PATH_STYLE: "true",
})
const sealed = () => ({ ...access(), BACKUP_PASSPHRASE: passphrase })
const keysOf = async (prefix: string) => {
  const keys: string[] = []
  for await (const key of bucket.list(prefix)) keys.push(key)
  return keys.toSorted()
}

beforeAll(async () => {
  s3 = await startS3()
  bucket = s3Storage({ ...s3.bucket, prefix: "nightly/" }, "/nonexistent")
  folder = await newDataFolder()
  person = await register(server().url, "keeper")
  document = await submit(server().url, person, attachmentOf(await upload(server().url, person, "留住.txt", content)), "留住的文档")
  await converted(server().url, document.uuid, person)
})
afterAll(async () => {
  await folder?.remove()
  await s3?.end()
})

test("an encrypted backup in a bucket tells nothing, a second one copies only what is new, and both are proven [security: backup-encrypted]", async () => {
  const first = await command(sealed(), "backup", "--to", to)
  expect(first.text).toMatch(/✓ 备份 \S+Z：数据库和 \d+ 个文件.+\n  已经加密/)
  expect(first.code).toBe(0)
  const names = await keysOf("objects")
  expect(names.length).toBeGreaterThan(1)
  const hash = createHash("sha256").update(content).digest("hex")
  expect(JSON.stringify(names)).not.toContain(hash)
  for (const key of [...names, ...(await keysOf("backups"))])
    expect((await bucket.read(key))!.subarray(0, 21).toString("utf8"), key).toBe("age-encryption.org/v1")
  const second = await command(sealed(), "backup", "--to", to)
  expect(second.text).toMatch(/其中 0 个是新的/)
  expect(await keysOf("objects")).toEqual(names)
  const proof = await command(sealed(), "restore", to, "--verify")
  expect(proof.text).toMatch(/✓ 备份 \S+ 可以恢复/)
  expect(proof.code).toBe(0)
  expect(await query(data().path, "select kind, ok, target from backup_run order by id")).toEqual([
    { kind: "backup", ok: true, target: to },
    { kind: "backup", ok: true, target: to },
    { kind: "verify", ok: true, target: to },
  ])
})

test("without the passphrase or with another one nothing is restored or added, and the sentence says why [security: backup-encrypted]", async () => {
  const target = await newDataFolder()
  try {
    const none = await command(access(), "restore", to, "--data", target.path)
    expect(none).toMatchObject({ code: 1, text: expect.stringContaining("请设置环境变量 BACKUP_PASSPHRASE") as string })
    const other = await command({ ...sealed(), BACKUP_PASSPHRASE: "另外一个口令 twelve" }, "restore", to, "--data", target.path)
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining("备份的口令不对") as string })
    const more = await command(access(), "backup", "--to", to)
    expect(more).toMatchObject({ code: 1, text: expect.stringContaining("BACKUP_PASSPHRASE") as string })
    const short = await command({ ...access(), BACKUP_PASSPHRASE: "short" }, "backup", "--to", "s3://library/other")
    expect(short).toMatchObject({ code: 1, text: expect.stringContaining("至少要 12 个字符") as string })
    const absent = await command(sealed(), "backup", "--to", "s3://no-such-bucket/x")
    expect(absent).toMatchObject({ code: 1, text: expect.stringMatching(/打不开备份的目标 s3:\/\/no-such-bucket\/x/) as string })
  } finally {
    await target.remove()
  }
})

test("the site restored from the encrypted bucket has every document and file", async () => {
  const target = await newDataFolder()
  try {
    const done = await command(sealed(), "restore", to, "--data", target.path)
    expect(done.text).toMatch(/✓ 恢复了备份/)
    const again = await startSite({ main: build().main, dataDir: target.path, env: { SAMPLES: "false" } })
    try {
      const link = await call(again.url, `GET /document/download?id=${document.id}`, {}, person)
      const file = await send(new URL(String(link.json.url), again.url).href, { headers: bearer(person) })
      expect(file.body.toString("utf8")).toBe(content)
    } finally {
      await again.stop()
    }
  } finally {
    await target.remove()
  }
})

test("--keep deletes expired backups in the bucket, and the contents that only they name", async () => {
  const [name] = await keysOf("backups").then((keys) => keys.map((key) => key.split("/")[1]!))
  const old = "2020-01-01T00-00-00Z"
  for (const key of await keysOf(`backups/${name}`)) await bucket.put(key.replace(name!, old), (await bucket.read(key))!, false)
  await bucket.put("objects/00/0000", Buffer.from("no backup names it"), false)
  const done = await command(sealed(), "backup", "--to", to, "--keep", "1d")
  expect(done.text).toContain(`删除了过期的备份 ${old}`)
  expect(await bucket.size("objects/00/0000")).toBe(null)
  expect((await command(sealed(), "restore", to, "--verify")).code).toBe(0)
})

test("the settings make the backup of every night: target, passphrase and retention", async () => {
  const admin = await login(server().url, data().admin.username, data().admin.password)
  const save = (values: Record<string, string>) =>
    call(
      server().url,
      "PUT /config",
      { config: Object.entries(values).map(([name, value]) => ({ category: "backup", name, value })) },
      admin,
    )
  const relative = await save({ to: "backups" })
  expect(relative).toMatchObject({ status: 400 })
  expect((await save({ to: folder.path, encrypt: "true", keep: "2d" })).status).toBe(200)
  const unset = await command({}, "backup")
  expect(unset).toMatchObject({ code: 1, text: expect.stringContaining("没有填写备份的口令") as string })
  expect((await save({ passphrase })).status).toBe(200)
  const done = await command({}, "backup")
  expect(done.text).toContain("已经加密")
  expect(done.code).toBe(0)
  const files = readdirSync(folder.path, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder.path, name))
    .filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(10)
  for (const path of files) expect(readFileSync(path).subarray(0, 21).toString("utf8"), path).toBe("age-encryption.org/v1")
  const proof = await command({}, "restore", "--verify")
  expect(proof.text).toMatch(/✓ 备份 \S+ 可以恢复/)
  const [last] = await query(data().path, "select ok, error from backup_run where kind = 'backup' and not ok order by id desc limit 1")
  expect(last).toMatchObject({ ok: false, error: expect.stringContaining("没有填写备份的口令") as string })
})
