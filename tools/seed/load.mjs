// Fills the tables of a site in one transaction, so that either all rows or none are written.
import { say } from "../../scripts/lib/project.mjs"
import { copyRows, setIndexesAside, tables } from "./copy.mjs"
import { articleRows, documentRows, userRows } from "./rows.mjs"
import { fields } from "./vocabulary.mjs"

/** @typedef {import("pg").Client} Client */
/** @typedef {import("./rows.mjs").World} World */
/** @typedef {{ documents: number, articles: number, users: number, pictures: number }} Wanted */
/** A document whose pages get pictures. @typedef {{ sha256: string, pages: string[] }} Drawn */

/** Number of rows that are held in memory at once. */
const batch = 4_000

/** Counts the documents and articles, without the footer articles. @param {Client} client */
export const countContents = async (client) => {
  const { rows } = await client.query("select (select count(*) from document)::int + (select count(*) from article_category)::int as count")
  return /** @type {number} */ (rows[0].count)
}

/** @param {Client} client @param {string} table @returns {Promise<number>} */
const lastId = async (client, table) => Number((await client.query(`select coalesce(max(id), 0) as id from "${table}"`)).rows[0].id)

/** @param {Client} client @param {number} type @param {string} title @param {number} parent @param {number} sort */
const category = async (client, type, title, parent = 0, sort = 0) => {
  await client.query("insert into category (type, title, parent_id, sort) values ($1, $2, $3, $4) on conflict do nothing", [
    type,
    title,
    parent,
    sort,
  ])
  const { rows } = await client.query("select id from category where type = $1 and title = $2 and parent_id = $3", [type, title, parent])
  return Number(rows[0].id)
}

/** @param {Client} client @returns {Promise<World["categories"]>} */
const addCategories = async (client) => {
  const documents = []
  const articles = []
  for (const [index, field] of fields.entries()) {
    const root = await category(client, 0, field.title, 0, 100 - index)
    const children = []
    for (const title of field.children) children.push(await category(client, 0, title, root))
    documents.push({ root, children })
    articles.push(await category(client, 1, field.title, 0, 100 - index))
  }
  return { documents, articles }
}

/**
 * Calls `make` for 0 to `count` - 1 and writes the rows in batches. @param {Client} client @param {string} title @param {number} count
 * @param {(n: number) => import("./rows.mjs").Rows} make
 */
const inBatches = async (client, title, count, make) => {
  const started = Date.now()
  for (let from = 0; from < count; from += batch) {
    const parts = Array.from({ length: Math.min(batch, count - from) }, (_, n) => make(from + n))
    for (const table of tables)
      await copyRows(
        client,
        table,
        parts.flatMap((part) => part[table] ?? []),
      )
    if ((from / batch) % 25 === 24) say(`${title} ${from + parts.length}，${((Date.now() - started) / 1000).toFixed(0)} 秒`)
  }
}

/** @param {Client} client @param {World} world @param {Wanted} amounts @returns {Promise<Drawn[]>} the newest documents that everybody may read */
const addDocuments = async (client, world, amounts) => {
  const [first, firstFile] = [(await lastId(client, "document")) + 1, (await lastId(client, "attachment")) + 1]
  /** @type {Drawn[]} */
  const newest = []
  await inBatches(client, "文档", amounts.documents, (n) => {
    const { rows, status, deleted, sha256, pages, categories } = documentRows(world, first + n, firstFile + n, n + 1, amounts.documents)
    if (status === 2 && !deleted && amounts.documents - n <= amounts.pictures) newest.push({ sha256, pages })
    return { ...rows, document_category: categories.map((id) => [first + n, id]) }
  })
  return newest
}

/** Updates the values derived from the rows: the counts of categories and users, and the id sequences. */
const derived = [
  `update category set doc_count = (select count(*) from document_category join document on document.id = document_id
     where category_id = category.id and deleted_at is null) where type = 0`,
  `update category set doc_count = (select count(*) from article_category join article on article.id = article_id
     where category_id = category.id and deleted_at is null) where type = 1`,
  `update "user" set doc_count = counted.count from (select user_id, count(*) from document where deleted_at is null group by 1) counted where user_id = "user".id`,
  `update "user" set article_count = counted.count from (select user_id, count(*) from article where deleted_at is null group by 1) counted where user_id = "user".id`,
  ...["document", "attachment", "article", "user"].map(
    (table) => `select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`,
  ),
]

/** @param {Client} client @param {Wanted} amounts */
const fill = async (client, amounts) => {
  // the rows satisfy the foreign keys by construction; only the superuser of the site's private database may switch the checks off
  const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user")
  if (rows[0]?.rolsuper) await client.query("set local session_replication_role = replica")
  const categories = await addCategories(client)
  const groups = await client.query('select id from "group" where is_default order by id limit 1')
  const now = Date.now()
  const world = { categories, now, users: { first: (await lastId(client, "user")) + 1, count: amounts.users } }
  const buildIndexes = await setIndexesAside(client)
  await inBatches(client, "用户", amounts.users, (n) => userRows(world.users.first + n, Number(groups.rows[0].id), now))
  const newest = await addDocuments(client, world, amounts)
  const firstArticle = (await lastId(client, "article")) + 1
  await inBatches(client, "文章", amounts.articles, (n) => articleRows(world, firstArticle + n, n + 1, amounts.articles).rows)
  say("正在建立索引…")
  await buildIndexes()
  for (const statement of derived) await client.query(statement)
  // pages in the site's disk cache are now stale
  await client.query("insert into change_log (what) values ('*')")
  return newest
}

/** Adds the requested rows and returns the newest documents, which get pictures. @param {Client} client @param {Wanted} amounts */
export const loadRows = async (client, amounts) => {
  await client.query("begin")
  try {
    const newest = await fill(client, amounts)
    await client.query("commit")
    await client.query("vacuum analyze")
    return newest
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    throw error
  }
}
