// Compares whole rows before and after a write.
import { rowsOf } from "./client.mjs"
import { changedFields } from "./report.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {Map<unknown, Fields>} Rows */
/**
 * The allowed changes of a write in one table: how many rows it adds, which it removes, which fields of which rows differ (`*`: of any
 * row), and which values they then have.
 * @typedef {{ added?: number, removed?: unknown[], fields?: Record<string, string[]>, to?: Record<string, Fields> }} Allowed
 */

/** The calls that list a table, and the name of its rows; by default those of its own name. */
const lists = {
  recycle: { list: "GET /document/recycle", name: "document" },
  article_recycle: { list: "GET /article/recycle/list", name: "article" },
  search_record: { list: "GET /searchrecord/list", name: "search_record" },
}

const size = 100
const mostPages = 50

/** Reads all rows of a table by id. @param {Client} client @param {string} table @param {string} [name] @returns {Promise<Rows>} */
export const readTable = async (client, table, name) => {
  const list = lists[/** @type {keyof typeof lists} */ (table)] ?? { list: `GET /${table}/list`, name: table }
  /** @type {Rows} */
  const rows = new Map()
  for (let page = 1; page <= mostPages; page += 1) {
    const pageRows = rowsOf(await client.call(list.list, { page, size }), name ?? list.name)
    const before = rows.size
    for (const row of pageRows) rows.set(row["id"], row)
    // a list without pages returns the same rows again
    if (pageRows.length < size || rows.size === before) break
  }
  return rows
}

/** Returns what differs between two states of a table beyond `allowed`. @param {string} table @param {Rows} before @param {Rows} after @param {Allowed} allowed */
export const faultsOf = (table, before, after, { added = 0, removed = [], fields = {}, to = {} } = {}) => {
  const isRemoved = (/** @type {unknown} */ id) => removed.some((one) => String(one) === String(id))
  const newIds = [...after.keys()].filter((id) => !before.has(id))
  const faults = newIds.length === added ? [] : [`${table} 多了 ${newIds.length} 行（应为 ${added}）`]
  for (const [id, row] of before) {
    const now = after.get(id)
    if (!now) {
      if (!isRemoved(id)) faults.push(`${table} ${id} 不见了`)
      continue
    }
    if (isRemoved(id)) faults.push(`${table} ${id} 还在`)
    const own = [...(fields[String(id)] ?? []), ...(fields["*"] ?? [])]
    for (const name of changedFields(row, now)) if (!own.includes(name)) faults.push(`${table} ${id}: ${name}`)
  }
  for (const [id, values] of Object.entries(to)) {
    const row = [...after].find(([one]) => String(one) === id)?.[1]
    for (const [name, value] of Object.entries(values))
      // zero values are omitted
      if (JSON.stringify(row?.[name] ?? null) !== JSON.stringify(value) && !(isZero(value) && row && row[name] === undefined))
        faults.push(`${table} ${id}: ${name} 应为 ${JSON.stringify(value)}`)
  }
  return faults
}

const isZero = (/** @type {unknown} */ value) => value === 0 || value === "" || value === false
