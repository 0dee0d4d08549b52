import { getTableConfig } from "drizzle-orm/pg-core"
import { expect, test } from "vitest"
import { mappings } from "@/server/modules/collecting/importer/mappings.usecases"
import { openSources } from "../../setup/source-sites"
import { libraryOf } from "../../setup/library"
import { testApp } from "../../setup/test-app"

/* What holds for the rows of every table of a source. */

const { theirs, sourceSite, importFrom, there } = await openSources()

const listThere = async <T extends object>(statement: string): Promise<T[]> => ((await theirs.query(statement)) as unknown as [T[]])[0]
/** Returns the columns of a source table. */
const columnsThere = async (table: string) =>
  (await listThere<{ Field: string }>(`show columns from mnt_${table}`)).map(({ Field }) => Field)
const lastThere = async (table: string): Promise<number> =>
  Number((await listThere<{ id: number | null }>(`select max(id) as id from mnt_${table}`))[0]!.id ?? 0)
const targetOf = (source: string): string => getTableConfig(mappings.find((mapping) => mapping.source === source)!.target).name
const columnsHere = (source: string): string[] =>
  getTableConfig(mappings.find((mapping) => mapping.source === source)!.target).columns.map(({ name }) => name)

/** Fills the tables that the recorded site leaves empty. */
const fillThere = async () => {
  const user = await there.user("每张表的人")
  const document = await there.document("每张表的文档", user)
  await there.comment("每张表的评论", user, document)
  await there.favourite(user, document)
  await theirs.query(`insert into mnt_friendlink (title, link, enable) values ('友链', 'https://example.org', 1);
    insert into mnt_report (document_id, user_id, reason, status) values (${document}, ${user}, 1, 0);
    insert into mnt_download (document_id, user_id) values (${document}, ${user});
    insert into mnt_document_score (document_id, user_id, score) values (${document}, ${user}, 400)`)
}

test("a row that is only marked as deleted does not come back to life, and leaves when it is marked later", async () => {
  await sourceSite("marked")
  await fillThere()
  const app = await testApp()
  const { rows } = libraryOf(app)
  const marked: [table: string, id: number][] = []
  for (const { source, uses = [] } of mappings) {
    const columns = await columnsThere(source)
    // these have the mark, or their marked rows stay as closed accounts
    if (columnsHere(source).includes("deleted_at") || uses.includes("deleted_at")) continue
    expect(columns, source).not.toContain("deleted_at")
    await theirs.query(`alter table mnt_${source} add column deleted_at datetime`)
    const id = await lastThere(source)
    if (!id) continue
    await theirs.query(`update mnt_${source} set deleted_at = '2025-05-05' where id = ?`, [id])
    marked.push([source, id])
  }
  expect(marked.length).toBeGreaterThan(14)
  const { lines: foretold } = await importFrom(app, "marked", { dry: true })
  const { lines } = await importFrom(app, "marked")
  expect(foretold).toEqual(lines)
  for (const [table, id] of marked) {
    expect(lines, table).toContain(`${table} 0\t1 条没有带过来：在那边已经删除（${id} 号）`)
    expect(await rows("select id from import_row where source = $1 and id = $2 and digest <> ''", [table, id]), table).toEqual([])
  }
  expect(lines.filter((line) => line.includes("deleted_at"))).toEqual([])

  const [{ id: link } = { id: 0 }] = await listThere<{ id: number }>("select min(id) as id from mnt_comment where deleted_at is null")
  const here = () =>
    rows("select c.id from comment c join import_row i on i.source = 'comment' and i.target_id = c.id where i.id = $1", [link])
  expect(await here()).toHaveLength(1)
  await theirs.query("update mnt_comment set deleted_at = '2025-05-06' where id = ?", [link])
  await importFrom(app, "marked")
  expect(await here()).toEqual([])
})

test("no row without a time is as new as the run, in any table, and a later run changes none", async () => {
  await sourceSite("times")
  await fillThere()
  const app = await testApp()
  const { rows } = libraryOf(app)
  const start = new Date()
  await theirs.query("set session sql_mode = ''")
  const timed: string[] = []
  for (const { source, key } of mappings) {
    const times = (await columnsThere(source)).filter((name) => /^(?:created|updated)_at$/.test(name))
    if (!times.includes("created_at") || key || !columnsHere(source).includes("created_at")) continue
    const id = await lastThere(source)
    if (!id) continue
    await theirs.query(`update mnt_${source} set ${times.map((name) => `${name} = '0000-00-00 00:00:00'`).join(", ")} where id = ?`, [id])
    timed.push(source)
  }
  expect(timed.length).toBeGreaterThan(9)
  await importFrom(app, "times")
  const listTimes = () =>
    Promise.all(
      timed.map(async (source) => [
        source,
        await rows<{ id: string; created_at: Date }>(
          `select t.id, t.created_at from "${targetOf(source)}" t join import_row i on i.source = $1 and i.target_id = t.id order by t.id`,
          [source],
        ),
      ]),
    ) as Promise<[string, { id: string; created_at: Date }[]][]>
  const before = await listTimes()
  for (const [source, all] of before)
    expect(
      all.filter(({ created_at }) => created_at >= start),
      source,
    ).toEqual([])
  await importFrom(app, "times")
  expect(await listTimes()).toEqual(before)
})

test("every counter that has rows is counted, whatever the source says", async () => {
  await sourceSite("counted")
  await fillThere()
  const app = await testApp()
  const { rows } = libraryOf(app)
  const counters: Record<string, string[]> = {
    document: ["comment_count", "favorite_count", "score_count"],
    article: ["comment_count", "favorite_count"],
    user: ["doc_count", "article_count", "comment_count", "favorite_count"],
    comment: ["comment_count"],
    category: ["doc_count"],
  }
  for (const [table, names] of Object.entries(counters))
    await theirs.query(`update mnt_${table} set ${names.map((name) => `${name} = 99915`).join(", ")}`)
  await theirs.query("update mnt_document set download_count = 99915 where id = 3")
  const { lines } = await importFrom(app, "counted")
  for (const [table, names] of Object.entries(counters))
    for (const name of names) expect(await rows(`select id from "${table}" where ${name} > 9000`), `${table}.${name}`).toEqual([])
  expect(
    await rows(
      `select k.id from category k where type = 1 and doc_count <> (select count(*) from article_category l join article a on a.id = l.article_id
       where l.category_id = k.id and a.deleted_at is null and a.status = 1)`,
    ),
  ).toEqual([])
  expect(
    await rows(
      `select u.id from "user" u where doc_count <> (select count(*) from document d where d.user_id = u.id and d.deleted_at is null)
       or favorite_count <> (select count(*) from favorite f where f.user_id = u.id)
       or comment_count <> (select count(*) from comment c where c.user_id = u.id and c.status = 1)`,
    ),
  ).toEqual([])
  expect(
    await rows("select d.id from document d where score_count <> (select count(*) from document_score s where s.document_id = d.id)"),
  ).toEqual([])
  // one rating of four stars, against five virtual ones of three
  expect(await rows("select score, score_count, download_count from document where title = '每张表的文档'")).toEqual([
    { score: 317, score_count: 1, download_count: 1 },
  ])
  // records of downloads may have been deleted there: the number stays, and is reported once
  expect(await rows("select download_count from document where id = 3")).toEqual([{ download_count: 99915 }])
  const more = /^document 0\t\d+ 条文档的下载次数比带过来的下载记录多，按原来的次数保留了（(?:例如 )?3[、 ]/
  expect(lines).toContainEqual(expect.stringMatching(more))
  await theirs.query("update mnt_document set keywords = '改了' where id = 3")
  expect((await importFrom(app, "counted")).lines.filter((line) => more.test(line))).toEqual([])
})

test("times of joins and records arrive, or the report names them", async () => {
  await sourceSite("join_times")
  await fillThere()
  await theirs.query(
    "insert into mnt_search_record (user_id, keywords, created_at, updated_at) values (2, '词', '2020-02-03 04:05:06', '2020-02-03 04:05:07')",
  )
  const app = await testApp()
  const { rows } = libraryOf(app)
  const { lines } = await importFrom(app, "join_times")
  const joins = ["user_group", "document_category", "article_category", "favorite", "sign", "search_record", "document_score", "download"]
  let compared = 0
  for (const source of joins) {
    const columns = (await columnsThere(source)).filter((name) => /^(?:created|updated)_at$/.test(name)).toSorted()
    expect(columns, source).toEqual(["created_at", "updated_at"])
    // nothing is lost with the columns of an empty table
    if (!(await lastThere(source))) continue
    for (const name of columns) {
      if (!columnsHere(source).includes(name)) {
        expect(lines, source).toContainEqual(expect.stringMatching(new RegExp(`^${source} 0\t这些列没有带过来：.*${name}`)))
        continue
      }
      const theirTimes = await listThere<{ id: number; stamp: string }>(
        `select id, date_format(${name}, '%Y-%m-%d %H:%i:%s') as stamp from mnt_${source} where ${name} is not null order by id`,
      )
      const ourTimes = await rows<{ id: string; stamp: string }>(
        `select i.id, to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as stamp from "${targetOf(source)}" t
         join import_row i on i.source = $1 and i.target_id = t.id`,
        [source],
      )
      const byId = new Map(ourTimes.map(({ id, stamp }) => [Number(id), stamp]))
      for (const { id, stamp } of theirTimes) expect(byId.get(Number(id)), `${source} ${id} ${name}`).toBe(stamp)
      compared += theirTimes.length
    }
  }
  expect(compared).toBeGreaterThan(10)
})
