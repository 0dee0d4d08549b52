import type { TestApp, TestUser } from "../setup/test-app"
import { libraryOf } from "../setup/library"

/* A person with content of every kind, who does nothing while others send requests. */

/** Tables whose rows about a person others may add: what they did to the person's content, and attempts to get in. */
const touchedByOthers = new Set([
  "dynamic",
  "notification",
  "security_event",
  "ledger_account",
  "verification",
  "captcha",
  "document_visit",
])
/** Columns that change by themselves, or count what others do; `quality` is computed from such counts. */
const volatile = /(_count|_at|_hour|_pages)$|^(score|quality|version|lease_until|convert_.*|words|hash|sha256)$/

/** Private texts of the victim: none of them may appear in an answer to others. */
export const secrets = {
  email: "secret-mail-7c1@example.org",
  mobile: "13900007153",
  realname: "密名七一",
  identity: "11010119900307715X",
  address: "密址七一号",
  register_ip: "203.0.113.171",
  folder: "密夹七一",
  draft: "密稿七一",
  hidden: "密档七一",
  remark: "密注七一",
  order: "20260101000000715171",
  share: "sharekey7c4sharekey7c4",
}

/** Texts that only staff with the permission of their call may read. */
export const staffTexts = { description: "密注七二友链", webhook: "https://example.org/hook-7c2" }

/** Texts that no answer contains, not even one to user 1. */
export const siteSecrets = { "mail password": "mail-secret-7c3", "password hash": "$argon2" }

/** Plants the texts that only staff, or nobody, may read. */
export const plantSiteTexts = async (app: TestApp) => {
  const { rows, set } = libraryOf(app)
  await rows("insert into friendlink (title, link, description, enable) values ('友链', 'https://example.org', $1, true)", [
    staffTexts.description,
  ])
  await rows("insert into webhook (title, url, enable) values ('推送', $1, false)", [staffTexts.webhook])
  await set("email", { password: siteSecrets["mail password"] })
}

export const createVictim = async (app: TestApp) => {
  const victim = await app.person("quiet")
  const library = libraryOf(app)
  const { rows } = library
  await rows(`update "user" set email = $2, mobile = $3, realname = $4, identity = $5, address = $6, register_ip = $7 where id = $1`, [
    victim.id,
    secrets.email,
    secrets.mobile,
    secrets.realname,
    secrets.identity,
    secrets.address,
    secrets.register_ip,
  ])
  const shelf = await library.category("安静的分类")
  const open = await library.document(victim, "公开的文档", { price: 0, category_id: [shelf] })
  const priced = await library.document(victim, "收费的文档", { price: 10 })
  const hidden = await library.document(victim, secrets.hidden)
  await rows("update document set status = 4, reject_reason = $2 where id = $1", [hidden.id, secrets.remark])
  const article = await library.article(victim, "公开的文章")
  const draft = await library.article(victim, secrets.draft)
  await rows("update article set status = 2 where id = $1", [(draft as { id: number }).id]).catch(() => undefined)
  await app.call("POST /favorite/folder", { title: secrets.folder }, victim)
  await app.call("POST /favorite", { document_id: open.id, type: 0 }, victim)
  await app.call("PUT /document/position", { uuid: open.uuid, page: 2 }, victim)
  await rows("insert into share_link (key, document_id, user_id) values ($1, $2, $3)", [secrets.share, priced.id, victim.id])
  await app.call("POST /comment", { document_id: open.id, type: 0, content: "安静的评论" }, victim)
  await rows(`insert into "order" (order_no, user_id, order_type, status, product_id, price, amount) values ($1, $2, 1, 1, $3, 10, 10)`, [
    secrets.order,
    victim.id,
    priced.id,
  ])
  return { victim, ids: { document: [open, priced, hidden], article: [article, draft] } }
}

/** Tables that belong to a person's documents and articles, which name their owner: only the owner and staff change these rows. */
const contentTables = [
  ["document_category", "document"],
  ["document_group", "document"],
  ["document_content", "document"],
  ["document_version", "document"],
  ["article_category", "article"],
] as const

/** Reads everything that belongs to the person and that nobody else may change, as text by table. */
export const stateOf = async (app: TestApp, { id }: TestUser): Promise<Record<string, string[]>> => {
  const { pool } = app.database
  const { rows: tables } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' and table_name not in (select viewname from pg_views) order by table_name`,
  )
  const state: Record<string, string[]> = {}
  const read = async (table: string, condition: string) => {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from "${table}" where ${condition}`, [id])
    state[table] = rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !volatile.test(name)))).toSorted()
  }
  await read("user", "id = $1")
  for (const { table_name } of tables) if (!touchedByOthers.has(table_name)) await read(table_name, "user_id = $1")
  for (const [table, content] of contentTables) await read(table, `${content}_id in (select id from ${content} where user_id = $1)`)
  return state
}
