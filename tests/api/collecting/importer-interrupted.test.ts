import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { expect, test, vi } from "vitest"
import { generatedSite } from "../../../scripts/import/generated-site.mjs"
import { createCtx } from "@/server/context"
import { openSource, type SourceDatabase, type SourceOptions } from "@/server/db/mariadb"
import { sourcePatience } from "@/server/db/mariadb-connection"
import { takeOver } from "@/server/modules/collecting/importer/takeover.usecases"
import { startAilingProxy } from "../../setup/ailing-proxy"
import { startMariaDb } from "../../setup/mariadb"
import { closeAtTheEnd } from "../../setup/opened"
import { testApp } from "../../setup/test-app"

/* The connection to the source breaks, is reset or stays silent in the middle of an import. */

const root = join(import.meta.dirname, "../../..")
const maria = await startMariaDb()
const theirs = await maria.connect()
closeAtTheEnd(async () => theirs.destroy())
await theirs.query("create database family character set utf8mb4")
await theirs.changeUser({ database: "family" })
await theirs.query(gunzipSync(await readFile(join(root, "tests/import/database.sql.gz"))).toString("utf8"))
for (const statement of generatedSite(2_000)) await theirs.query(statement)
const password = "p@s/s#w:%?1"
await theirs.query(`create user 'reader'@'localhost' identified by '${password}'; grant select on family.* to 'reader'@'localhost'`)

const socket = new URL(maria.address("family")).searchParams.get("socket")!
const proxy = await startAilingProxy(socket)
const quick = { silentMs: 800, pausesMs: [20, 40, 60] }
const opened = async (options: SourceOptions = {}): Promise<SourceDatabase> => {
  const source = await openSource(proxy.address("root", "family"), { offset: "+00:00", patience: quick, ...options })
  closeAtTheEnd(() => source.close())
  return source
}
/** The ids of a table's rows in the order in which they arrive. */
const idsOf = async (source: SourceDatabase, table: string, onRow: (n: number) => void = () => undefined) => {
  const ids: number[] = []
  for await (const { id } of source.rows(table, 0)) {
    ids.push(id)
    onRow(ids.length)
    // gives the network its turn
    if (ids.length % 50 === 0) await new Promise(setImmediate)
  }
  return ids
}
const all = (most: number) => Array.from({ length: most }, (_, n) => n + 1)

test("a connection that is reset in the middle of a result goes on after its last row", async () => {
  const lost: string[] = []
  const source = await opened({ onLost: (sentence) => lost.push(sentence) })
  const ids = await idsOf(source, "attachment_content", (n) => {
    if (n % 500 === 100) proxy.cut()
  })
  expect(ids).toEqual(all(2_000))
  expect(lost.length).toBeGreaterThan(0)
  expect(lost[0]).toMatch(/^和原来的数据库断开了（.+），0\.02 秒后再连，第 1 次，共 3 次。$/)
})

test("a connection that the source's administrator kills goes on after its last row", async () => {
  const source = await opened()
  let killed = 0
  const rows: number[] = []
  for await (const { id } of source.rows("attachment_content", 0)) {
    rows.push(id)
    if (rows.length % 700 !== 300) continue
    const [list] = (await theirs.query(
      "select id from information_schema.processlist where id <> connection_id() and db = 'family'",
    )) as unknown as [{ id: number }[]]
    for (const one of list)
      await theirs.query(`kill ${one.id}`).then(
        () => killed++,
        () => undefined,
      )
  }
  expect(rows).toEqual(all(2_000))
  expect(killed).toBeGreaterThan(0)
})

test("a source that stays silent is reported in a sentence after three attempts; the defaults give up within a minute", async () => {
  const lost: string[] = []
  const source = await opened({ onLost: (sentence) => lost.push(sentence) })
  const attempt = idsOf(source, "attachment_content", (n) => {
    if (n === 100) proxy.silence(true)
  })
  await expect(attempt).rejects.toMatchObject({
    sentence: expect.stringMatching(/^和原来的数据库断开了（对方没有应答），又连了 3 次都没有成功。.*再运行一次/),
  })
  expect(lost).toHaveLength(3)
  await expect(source.count("document", 0)).rejects.toThrow("又连了 3 次都没有成功")
  proxy.silence(false)
  expect(await idsOf(source, "document")).toEqual(all(2_000))
  const { silentMs, pausesMs } = sourcePatience
  expect(pausesMs).toHaveLength(3)
  expect(pausesMs.reduce((sum, ms) => sum + ms + silentMs, silentMs)).toBeLessThan(50_000)
})

test("a slow reader is not a silent source", async () => {
  const source = await opened({ onLost: (sentence) => expect.fail(sentence) })
  const ids: number[] = []
  for await (const { id } of source.rows("document", 0)) {
    ids.push(id)
    if (ids.length === 500) await new Promise((done) => setTimeout(done, 3 * quick.silentMs))
  }
  expect(ids).toEqual(all(2_000))
})

test("a signal ends the wait for a silent source at once", async () => {
  const controller = new AbortController()
  const source = await opened({ signal: controller.signal, patience: { silentMs: 60_000, pausesMs: [] } })
  const attempt = idsOf(source, "attachment_content", (n) => {
    if (n !== 100) return
    proxy.silence(true)
    setTimeout(() => controller.abort(), 50)
  })
  await expect(attempt).rejects.toThrow("已经停下")
  proxy.silence(false)
})

test("an import whose source breaks off and falls silent resumes and loses nothing", async () => {
  // the driver prints a trace when a packet ends in the middle
  vi.spyOn(console, "trace").mockImplementation(() => undefined)
  const app = await testApp()
  const run = async (onStep: () => void) => {
    const source = await opened()
    return takeOver(createCtx(app), {
      source,
      folder: join(root, "tests/import/site"),
      samples: join(root, "server/modules/site/samples/content"),
      dry: false,
      batch: 100,
      onStep,
    }).finally(() => source.close())
  }
  let steps = 0
  const failing = run(() => {
    steps += 1
    if (steps % 10 === 5) proxy.cut()
    if (steps === 45) proxy.silence(true)
  })
  await expect(failing).rejects.toThrow("和原来的数据库断开了")
  proxy.silence(false)
  await run(() => undefined)
  for (const name of ["user", "document", "attachment", "document_category", "comment", "favorite", "download", "dynamic"]) {
    const [counted] = (await theirs.query(`select count(*) as n from mnt_${name}`)) as unknown as [{ n: number }[]]
    const { rows } = await app.database.pool.query(`select count(*)::int as n from "${name}"`)
    expect(rows, name).toEqual([{ n: counted[0]!.n }])
  }
})

test("a password of any characters works in the address and beside it; a wrong one is named", async () => {
  const at = (user: string) => proxy.address(user, "family")
  for (const [address, beside] of [
    [at(`reader:${password}`), undefined],
    [at("reader"), password],
  ] as const) {
    const source = await openSource(address, { password: beside })
    expect(await source.count("document", 0)).toBe(2_000)
    await source.close()
  }
  await expect(openSource(at("reader"))).rejects.toThrow(/用户名或密码不对.*IMPORT_PASSWORD/)
  await expect(openSource("mysql://reader@nowhere.invalid/family")).rejects.toThrow(/nowhere\.invalid.*找不到这个主机/)
})

test("a table that the user may not read, and one that has gone, end the import with a sentence and no further attempt", async () => {
  await theirs.query(`create user 'partly'@'localhost';
    grant select on family.mnt_user to 'partly'@'localhost'; grant select on family.mnt_document to 'partly'@'localhost';
    grant select on family.mnt_config to 'partly'@'localhost'; grant insert on family.mnt_comment to 'partly'@'localhost';
    create table mnt_fleeting (id bigint primary key)`)
  const lost: string[] = []
  const options = { offset: "+00:00", patience: quick, onLost: (sentence: string) => lost.push(sentence) }
  const partly = await openSource(proxy.address("partly", "family"), options)
  await expect(partly.count("comment", 0)).rejects.toMatchObject({
    sentence: expect.stringMatching(/^原来的数据库拒绝了读取：这个用户不能读其中的一张表。.*再运行一次/),
  })
  await partly.close()
  const source = await opened(options)
  await theirs.query("drop table mnt_fleeting")
  await expect(idsOf(source, "fleeting")).rejects.toMatchObject({ sentence: expect.stringContaining("有一张表已经不在了") })
  expect(lost).toEqual([])
})
