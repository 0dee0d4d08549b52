// Inserts 100,000 rows into every table that a list of /admin displays. The database itself generates them.

/** Tables in the order of their references to each other. */
const tables = [
  "attachment",
  "document",
  "article",
  "document_category",
  "article_category",
  "comment",
  "report",
  "punishment",
  "search_record",
  "advertisement",
  "banner",
  "friendlink",
  "language",
  "sms",
  "download_code_batch",
  "order",
  "user_vip",
  "audit",
  "spider_url",
  "spider_document",
]

const quoted = (/** @type {string} */ name) => `"${name}"`

/** Values that no type-based rule generates. `n` is the row number. */
const chosen = /** @type {Record<string, string>} */ ({
  uuid: "substr(md5(n::text), 1, 16)",
  identifier: "substr(md5('a' || n), 1, 16)",
  sha256: "md5(n::text) || md5((n + 1)::text)",
  hash: "md5(n::text)",
  ext: "(array['.pdf', '.docx', '.txt', '.epub'])[1 + n % 4]",
  language: "(array['zh-CN', 'en', 'ja'])[1 + n % 3]",
  ip: "'203.0.113.' || (n % 250)",
  mobile: "'138' || lpad(n::text, 8, '0')",
  title: "'资料 ' || n || ' 的说明'",
  username: "'读者' || n",
  keywords: "'词 ' || (n % 5000)",
  "audit.changes": "'[]'",
  deleted_at: "case when n % 20 = 0 then now() - n * interval '1 minute' end",
  recommend_at: "case when n % 50 = 0 then now() - n * interval '1 minute' end",
})
/** Values of enumeration columns. */
const words = /** @type {Record<string, string>} */ ({ status: "n % 4", type: "n % 3" })

/** @typedef {{ table: string, column: string, type: string, length: number | null, nullable: boolean }} Column */

/** @param {Column} column */
const valueOf = ({ table, column, type, length, nullable }) => {
  const chosenValue = chosen[`${table}.${column}`] ?? chosen[column]
  if (chosenValue && !(column === "language" && table === "language")) return chosenValue
  if (words[column] && type.startsWith("int")) return words[column]
  if (column.endsWith("_id") && type.startsWith("int")) return "1 + (n * 7919) % 100000"
  if (type === "bool") return "n % 3 = 0"
  if (/^(int|float|numeric)/.test(type)) return "n % 1000"
  if (type.startsWith("timestamp"))
    return nullable ? "case when n % 2 = 0 then now() - n * interval '1 minute' end" : "now() - n * interval '1 minute'"
  if (type === "date") return "current_date - (n % 365)"
  if (type.startsWith("json")) return "'{}'"
  if (type === "uuid") return "gen_random_uuid()"
  if (type === "bytea") return "decode(md5(n::text), 'hex')"
  if (type.startsWith("_")) return "'{}'"
  return `left('${column.slice(0, 3)}' || n, ${Math.min(length ?? 64, 64)})`
}

/**
 * Fills the tables up to `rows` rows each, without their constraints (`session_replication_role`): no list reads what these would reject.
 * @param {import("pg").Client} client @param {number} rows
 */
export async function fillAdminTables(client, rows) {
  const { rows: columns } = await client.query(
    `select table_name as "table", column_name as "column", udt_name as type, character_maximum_length as length, is_nullable = 'YES' as nullable
     from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'id' order by ordinal_position`,
  )
  await client.query("set session_replication_role = replica")
  for (const name of ["user", ...tables]) {
    const tableColumns = columns.filter(({ table }) => table === name)
    if (!tableColumns.length) throw new Error(`no table ${name}`)
    const [{ count }] = (await client.query(`select count(*)::int from ${quoted(name)}`)).rows
    const names = tableColumns.map(({ column }) => quoted(column)).join()
    await client.query(
      `insert into ${quoted(name)} (${names}) select ${tableColumns.map(valueOf).join()} from generate_series(1, ${rows - count}) as n on conflict do nothing`,
    )
  }
  await client.query("set session_replication_role = origin")
  await client.query("analyze")
}
