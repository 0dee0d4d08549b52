import { join } from "node:path"
import pg from "pg"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { rowsOf } from "./rows.mjs"

/**
 * Fills the tables of `rowsOf` in a running site. It bypasses the site's rules, so rows that they would reject are not checked.
 * @param {string} dataDir @param {number} count @param {(n: number) => string} [nameOf]
 */
export async function fillRows(dataDir, count, nameOf) {
  const { readPostmasterFile } = await importTypeScript("server/db/embedded-orphans.ts")
  const { socketDir: host, port } = readPostmasterFile(join(dataDir, "postgres"))
  const client = new pg.Client({ host, port, user: "doujia", database: "doujia" })
  await client.connect()
  try {
    await client.query("set session_replication_role = replica")
    for (const [table, rows] of rowsOf(count, nameOf)) {
      const names = Object.keys(rows[0] ?? {})
        .filter((name) => rows[0]?.[name] !== undefined && !(table === "user_group" && name === "created_at"))
        .map((name) => `"${name}"`)
        .join()
      await client.query(`insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1::json)`, [
        JSON.stringify(rows),
      ])
      if (rows[0] && "id" in rows[0])
        await client.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`)
    }
    await client.query("analyze")
  } finally {
    await client.end()
  }
}
