import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { generatedSite } from "../../../scripts/import/generated-site.mjs"
import { createCtx } from "@/server/context"
import { openSource, type SourceDatabase } from "@/server/db/mariadb"
import { checkLedger } from "@/server/modules/money/ledger/check.usecases"
import { readUnfinished, takeOver, type TableReport } from "@/server/modules/collecting/importer/takeover.usecases"
import { openDifferences } from "@/server/programs/import/differences"
import { closeAtTheEnd } from "../../setup/opened"
import { startMariaDb } from "../../setup/mariadb"
import { siteOf } from "../../setup/site"
import { testApp } from "../../setup/test-app"

const recorded = join(import.meta.dirname, "../../import")
const samples = join(import.meta.dirname, "../../../server/modules/site/samples/content")
const folder = await mkdtemp(join(tmpdir(), "import-"))
closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
await cp(join(recorded, "site"), folder, { recursive: true })
const maria = await startMariaDb()
const theirs = await maria.connect()
closeAtTheEnd(async () => theirs.destroy())
await theirs.query("create database family character set utf8mb4")
await theirs.changeUser({ database: "family" })
await theirs.query(gunzipSync(await readFile(join(recorded, "database.sql.gz"))).toString("utf8"))

const opened = async (): Promise<SourceDatabase> => {
  const source = await openSource(maria.address("family"), { offset: "+00:00" })
  closeAtTheEnd(() => source.close())
  return source
}
const source = await opened()
const app = await testApp()
const differences: string[] = []
const run = async (options: { dry?: boolean } = {}) => {
  differences.length = 0
  const report = await takeOver(createCtx(app), {
    source,
    folder,
    samples,
    dry: options.dry ?? false,
    onDifference: (line) => differences.push(line),
  })
  return Object.fromEntries(report.map((one): [string, TableReport] => [one.source, one]))
}
const ours = async (statement: string) => (await app.database.pool.query<Record<string, unknown>>(statement)).rows

test("a dry run counts and writes nothing", async () => {
  const report = await run({ dry: true })
  expect(report.document).toMatchObject({ read: 10, added: 10 })
  expect(report.user).toMatchObject({ read: 16, added: 16 })
  expect(await ours(`select id from "user" where id > 1`)).toEqual([])
  expect(await ours("select * from import_row")).toEqual([])
})

test("everything is imported with ids, times and counters; differences are reported", async () => {
  const report = await run()
  for (const one of Object.values(report)) {
    if (["config", "group_permission"].includes(one.source)) continue
    expect(one.read - one.added - one.changed, one.source).toBe(0)
  }
  expect(report.document).toMatchObject({ read: 10, added: 10, changed: 0, removed: 0, skipped: 0 })
  expect(differences.filter((line) => line.startsWith("attachment")).sort()).toEqual([
    expect.stringMatching(/^attachment 5\t没有找到文件 \/documents\/b\/7/),
    expect.stringMatching(/^attachment 8\t没有找到文件 \/documents\/f\/d/),
  ])
  const [document] = await ours("select id, uuid, view_count, deleted_at, created_at from document where id = 1")
  expect(document).toEqual({
    id: "1",
    uuid: "13d0ff809154768f",
    view_count: 1,
    deleted_at: new Date("2026-11-22T15:54:51Z"),
    created_at: new Date("2026-11-22T15:54:50Z"),
  })
  expect(await ours("select doc_count from category where id in (1, 2) order by id")).toEqual([{ doc_count: 2 }, { doc_count: 1 }])
  expect((await checkLedger(app.database.db)).faults).toEqual([])
  expect(await ours(`select credit_count from "user" where id = 2`)).toEqual([{ credit_count: 15 }])
})

test("users log in with their old passwords, which are then stored with a better hash; user 1 is the imported one", async () => {
  const login = await app.call("POST /user/login", { username: "王晓明", password: "reader-0" })
  expect(login).toMatchObject({ ok: true, data: { user: { id: 2 } } })
  expect((await ours(`select password from "user" where id = 2`))[0]!.password).toMatch(/^\$argon2/)
  expect(await app.call("POST /user/login", { username: "admin", password: "mnt.ltd" })).toMatchObject({
    ok: true,
    data: { user: { id: 1 } },
  })
})

test("pages, covers, images, documents and articles are at their old addresses at once", async () => {
  const site = await siteOf(app)
  const page = await fetch(`${site}/view/page/38bfbf4e1da81204619537767f5812cf/3.webp`)
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"])
  expect(await page.text()).toMatch(/^<svg [^>]*viewBox="0 0 596 843"[^>]*><image [^>]*href="data:image\/webp;base64,/)
  const cover = await fetch(`${site}/view/cover/38bfbf4e1da81204619537767f5812cf`)
  expect([cover.status, cover.headers.get("content-type")]).toEqual([200, "image/webp"])
  const jpeg = await fetch(`${site}/view/cover/38bfbf4e1da81204619537767f5812cf.jpg`)
  expect([jpeg.status, jpeg.headers.get("content-type")]).toEqual([200, "image/jpeg"])
  expect(
    Buffer.from(await jpeg.arrayBuffer())
      .subarray(0, 2)
      .toString("hex"),
  ).toBe("ffd8")
  const path = "/uploads/7/a/a/4/b/7aa4bb1ea3d831f2fe08287a198803dd.jpg"
  const picture = await fetch(`${site}${path}`)
  expect([picture.status, picture.headers.get("content-type"), (await picture.arrayBuffer()).byteLength]).toEqual([
    200,
    "image/jpeg",
    55_124,
  ])
  expect((await fetch(`${site}/uploads/0/0/0/0/0/${"0".repeat(32)}.jpg`)).status).toBe(404)
  expect(await app.call("GET /document", { uuid: "75d728a620c53275" })).toMatchObject({ ok: true, data: { id: 3, pages: 6, status: 2 } })
  // and is converted again
  expect(await ours("select status, version from document where id = 3")).toEqual([{ status: 5, version: 1 }])
  expect(await app.call("GET /article", { identifier: "guide-0" })).toMatchObject({ ok: true, data: { id: 7 } })
  expect(await app.call("GET /settings")).toMatchObject({ ok: true, data: { system: { sitename: "样例文库" } } })
  const staff = await app.call("POST /user/login", { username: "admin", password: "mnt.ltd" })
  if (!staff.ok || !("token" in staff.data)) throw new Error("no login")
  await app.database.pool.query("update attachment set enable = false where hash = '4ab4a7f5e7e3505d18f5f7d926557354'")
  expect((await fetch(`${site}/uploads/4/a/b/4/a/4ab4a7f5e7e3505d18f5f7d926557354.png`)).status).toBe(404)
  await app.database.pool.query("update attachment set enable = true")
})

test("the text of a file is distributed over its pages, and missing text is marked", async () => {
  const pages = await ours(
    "select text from page join attachment a on a.sha256 = page.sha256 where a.hash = '38bfbf4e1da81204619537767f5812cf' order by page",
  )
  expect(pages).toHaveLength(6)
  expect(pages[0]!.text).toMatch(/^第 1 节/)
  expect(pages.every(({ text }) => String(text).length > 20)).toBe(true)
  expect(await ours("select status, convert_error from document where id = 5")).toEqual([
    { status: 3, convert_error: expect.stringContaining("没有找到这份文档的文件") },
  ])
  expect(await ours("select description from attachment where id = 5")).toEqual([{ description: "从原来的网站转入时没有找到文件" }])
  expect(await ours("select words, title, href from dynamic where id = 24")).toEqual([
    { words: "上传了文档《{title}》，获得了 5 学豆奖励", title: "bad-truncated", href: "/document/13d0ff809154768f" },
  ])
})

test("a second run imports only what is new, changed or deleted at the source", async () => {
  const again = await run()
  expect(
    // including rows that are checked again every time, such as those without a file
    Object.values(again).map(({ source, added, changed, removed }) => [source, added, removed, changed]),
  ).toEqual(Object.keys(again).map((name) => [name, 0, 0, 0]))
  expect(differences.filter((line) => line.startsWith("attachment")).sort()).toEqual([
    expect.stringMatching(/^attachment 5\t没有找到文件 \/documents\/b\/7/),
    expect.stringMatching(/^attachment 8\t没有找到文件 \/documents\/f\/d/),
  ])
  await theirs.query(`update mnt_user set credit_count = credit_count + 7, signature = '新的签名' where id = 3;
    update mnt_user set credit_count = 0 where id = 4;
    update mnt_document set title = '新的标题', view_count = 99 where id = 3;
    delete from mnt_comment where id = 1;
    delete from mnt_document_category where id = 8;
    insert into mnt_favorite (id, user_id, document_id, type, created_at) values (70, 4, 3, 0, '2026-11-23 00:00:00');
    update mnt_config set value = '改过的名字' where name = 'sitename'`)
  // the file is available now
  await mkdir(join(folder, "documents/b/7/0/5/4"), { recursive: true })
  await writeFile(join(folder, "documents/b/7/0/5/4/b705437f5008fb9fb389957369ab1216.docx"), "another content")
  const report = await run()
  expect(report.comment).toMatchObject({ added: 0, changed: 0, removed: 1 })
  expect(report.favorite).toMatchObject({ added: 1, changed: 0 })
  expect(report.document_category).toMatchObject({ removed: 1 })
  expect(report.user).toMatchObject({ added: 0, changed: 2 })
  expect(differences).toContainEqual(expect.stringMatching(/^attachment 5\t文件和校验值不一致/))
  expect(report.attachment).toMatchObject({ damaged: 1 })
  expect(await ours("select title, view_count, converted_pages, status from document where id = 3")).toEqual([
    { title: "新的标题", view_count: 99, converted_pages: 6, status: 5 },
  ])
  expect(await ours("select status from document where id = 5")).toEqual([{ status: 0 }])
  expect(await ours(`select credit_count from "user" where id in (3, 4) order by id`)).toEqual([{ credit_count: 23 }, { credit_count: 0 }])
  expect(
    await ours("select amount from ledger_entry e join ledger_account a on a.id = account_id where user_id = 3 order by e.id"),
  ).toEqual([{ amount: "16" }, { amount: "7" }])
  expect((await checkLedger(app.database.db)).faults).toEqual([])
  expect(await app.call("GET /settings")).toMatchObject({ ok: true, data: { system: { sitename: "改过的名字" } } })
})

test("a site with users or documents of its own is rejected", async () => {
  const other = await testApp()
  await other.person()
  const attempt = takeOver(createCtx(other), { source, folder, samples, dry: false })
  await expect(attempt).rejects.toThrow("已经有 1 位用户，只能转入一个空的网站")
})

test("an import that is interrupted repeatedly within batches loses and duplicates nothing, and reports all differences once", async () => {
  await theirs.query("create database large character set utf8mb4")
  await theirs.changeUser({ database: "large" })
  await theirs.query(gunzipSync(await readFile(join(recorded, "database.sql.gz"))).toString("utf8"))
  for (const statement of generatedSite(400)) await theirs.query(statement)
  const other = await testApp()
  const foretold: string[] = []
  const whole = await openSource(maria.address("large"), { offset: "+00:00" })
  const options = { folder, samples, batch: 50 }
  await takeOver(createCtx(other), { source: whole, ...options, dry: true, onDifference: (line) => foretold.push(line) })
  await whole.close()
  // every seventh time that rows or the position are recorded, the transaction fails
  await other.database.pool.query(`create sequence cuts;
    create function cut() returns trigger language plpgsql as $$ begin
      if nextval('cuts') % 7 = 0 then raise exception 'cut off'; end if; return null; end $$;
    create trigger cut after insert on import_row for each statement execute function cut();
    create trigger cut after insert on config for each statement execute function cut()`)
  let cuts = 0
  const logOf = (attempt: number) => join(folder, `differences-${attempt}.txt`)
  for (let done = false; !done;) {
    const large = await openSource(maria.address("large"), { offset: "+00:00" })
    const log = logOf(cuts)
    const { note, close } = openDifferences(log, await readUnfinished(createCtx(other)))
    done = await takeOver(createCtx(other), { source: large, ...options, dry: false, log, onDifference: note }).then(
      () => true,
      (error: Error) => {
        if (!String(error.cause).includes("cut off")) throw error
        cuts += 1
        return false
      },
    )
    close()
    await large.close()
  }
  expect(cuts).toBeGreaterThan(5)
  const lines = (await readFile(logOf(cuts), "utf8")).split("\n").slice(0, -1)
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.toSorted()).toEqual(foretold.toSorted())
  for (const name of ["user", "document", "attachment", "document_category", "comment", "favorite", "download", "dynamic", "user_group"]) {
    const [counted] = (await theirs.query(`select count(*) as n from mnt_${name}`)) as unknown as [{ n: number }[]]
    expect(await other.database.pool.query(`select count(*)::int as n from "${name}"`).then((result) => result.rows), name).toEqual([
      { n: counted[0]!.n },
    ])
  }
  const { faults, transactions } = await checkLedger(other.database.db)
  expect(faults).toEqual([])
  expect(transactions).toBeGreaterThan(0)
  const [credits] = (await theirs.query("select sum(credit_count) as n from mnt_user")) as unknown as [{ n: string }[]]
  expect((await other.database.pool.query(`select sum(credit_count)::int as n from "user"`)).rows).toEqual([{ n: Number(credits[0]!.n) }])
})
