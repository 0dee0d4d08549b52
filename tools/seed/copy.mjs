// Writes many rows quickly: uses COPY and builds the indexes afterwards.
import { finished } from "node:stream/promises"
import copy from "pg-copy-streams"
import { columns } from "./rows.mjs"

/** @typedef {import("pg").Client} Client */
/** @typedef {import("./rows.mjs").Value} Value */

/** @param {string} name */
const quoted = (name) => `"${name}"`

/** Formats a value in COPY's text format. @param {Value} value */
const copied = (value) =>
  value === null
    ? "\\N"
    : typeof value === "string"
      ? value.replace(/[\\\t\n\r]/g, escaped)
      : typeof value === "boolean"
        ? value
          ? "t"
          : "f"
        : String(value)
/** @type {Record<string, string>} */
const escapes = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }
/** @param {string} char */
const escaped = (char) => escapes[char] ?? char

/** @param {Client} client @param {keyof typeof columns} table @param {Value[][]} rows */
export const copyRows = async (client, table, rows) => {
  if (!rows.length) return
  const names = columns[table].split(" ").map(quoted).join(",")
  const stream = client.query(copy.from(`copy ${quoted(table)} (${names}) from stdin`))
  stream.end(rows.map((row) => `${row.map(copied).join("\t")}\n`).join(""))
  await finished(stream)
}

/** The tables that are filled, in the order of their references to each other. */
export const tables = /** @type {(keyof typeof columns)[]} */ (Object.keys(columns))

/**
 * Drops the indexes of these tables, and the primary keys without references to them. Returns a function that rebuilds both. Updating them
 * row by row would take most of the time.
 * @param {Client} client
 */
export const setIndexesAside = async (client) => {
  const { rows: keys } = await client.query(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint one
     where contype = 'p' and conrelid = any($1::regclass[]) and not exists (select from pg_constraint where contype = 'f' and confrelid = one.conrelid)`,
    [tables.map(quoted)],
  )
  const { rows: indexes } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = any($1)
     and not exists (select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)`,
    [tables],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  return async () => {
    await client.query("set maintenance_work_mem = '512MB'")
    for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const { definition } of indexes) await client.query(definition)
  }
}
