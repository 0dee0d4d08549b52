// Compares whole rows before and after a write.

/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {Map<unknown, Fields>} Rows */
/**
 * A table as it was read: its rows by id, in the order of the list. `partial`: it has more rows than were read, the newest ones. `total`: how
 * many rows it has, where the server counts them exactly. `whole`: the rows that were also read one by one. `unread`: why it could not be
 * compared.
 * @typedef {{ rows: Rows, total?: number | undefined, partial?: boolean, whole?: Set<unknown>, unread?: string }} TableState
 */
/**
 * The allowed changes of a write in one table: how many rows it adds, which it removes, which fields of which rows differ (`*`: of any
 * row), and which values they then have.
 * @typedef {{ added?: number, removed?: unknown[], fields?: Record<string, string[]>, to?: Record<string, Fields> }} Allowed
 */

/** Fields that a server changes by itself. */
const volatile = new Set(["updated_at", "view_count", "login_at", "last_login_ip", "operators"])

/** Fields that the converter fills in. */
export const conversionFields = (
  "pages preview width height size cover convert_error convert_warning preview_ext enable_gzip draw_in_review converted_pages version " +
  "content description page_sizes readable_pages has_outline has_links has_sheets has_thumbs has_words no_copy"
).split(" ")

/** Checks whether the server is converting a document or is going to: status 0 or 1; a zero is omitted. @param {string} table @param {Fields} row */
export const isConverting = (table, { status = 0 }) => table === "document" && (status === 0 || status === 1)

/** Orders what has no order: numbers of categories, groups and permissions, and the rows that they name. @param {unknown[]} values */
const inOrder = (values) => values.map((value) => JSON.stringify(value)).toSorted()

/** What is compared of a value: of the user in a row, whose counters change with other rows, only which one it is. @param {string} name @param {unknown} value */
const compared = (name, value) => {
  if (name === "user" && typeof value === "object" && value !== null && "id" in value) return JSON.stringify(value.id)
  return JSON.stringify(Array.isArray(value) ? inOrder(value) : value)
}

/** Returns the fields in which two rows differ, except those that the server changes by itself. Texts are compared byte for byte. */
export const changedFields = (before = {}, after = {}) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !volatile.has(name) && compared(name, before[name]) !== compared(name, after[name]),
  )

/** Returns the rows that are newer than all of `before`: a new row has the largest id. @param {Rows} before @param {Rows} after */
export const newerRows = (before, after) => {
  const newest = [...before.keys()].reduce((/** @type {number} */ largest, id) => Math.max(largest, Number(id)), 0)
  return [...after.values()].filter((row) => Number(row["id"]) > newest)
}

/** Checks how many rows a table has more. @param {string} table @param {TableState} before @param {TableState} after @param {number} added @param {unknown[]} removed */
const countFaults = (table, before, after, added, removed) => {
  const partial = before.partial || after.partial
  const newIds = partial ? newerRows(before.rows, after.rows) : [...after.rows.keys()].filter((id) => !before.rows.has(id))
  const faults = newIds.length === added ? [] : [`${table} 多了 ${newIds.length} 行（应为 ${added}）`]
  const total = (before.total ?? 0) + added - removed.length
  if (partial && before.total && after.total && after.total !== total) faults.push(`${table} 共 ${after.total} 行（应为 ${total}）`)
  return faults
}

/** Returns what differs between two states of a table beyond `allowed`. @param {string} table @param {TableState} before @param {TableState} after @param {Allowed} allowed */
export const faultsOf = (table, before, after, { added = 0, removed = [], fields = {}, to = {} } = {}) => {
  const unread = before.unread ?? after.unread
  if (unread) return [`${table} 没能比较（${unread}）`]
  const isRemoved = (/** @type {unknown} */ id) => removed.some((one) => String(one) === String(id))
  const faults = countFaults(table, before, after, added, removed)
  const ids = [...before.rows.keys()]
  // what is read of a large table: new rows push out as many old ones
  const pushedOut = new Set(before.partial && added ? ids.slice(-added) : [])
  const oldest = after.partial ? Math.min(...[...after.rows.keys()].map(Number)) : 0
  for (const [id, row] of before.rows) {
    const now = after.rows.get(id)
    if (!now) {
      if (!isRemoved(id) && !pushedOut.has(id) && !(Number(id) < oldest)) faults.push(`${table} ${id} 不见了`)
      continue
    }
    if (isRemoved(id)) faults.push(`${table} ${id} 还在`)
    if (before.whole?.has(id) && !after.whole?.has(id)) {
      faults.push(`${table} ${id} 读不到了`)
      continue
    }
    const converted = isConverting(table, row) ? ["status", ...conversionFields] : []
    const own = [...(fields[String(id)] ?? []), ...(fields["*"] ?? []), ...converted]
    for (const name of changedFields(row, now)) if (!own.includes(name)) faults.push(`${table} ${id}: ${name}`)
  }
  for (const [id, values] of Object.entries(to)) {
    const row = [...after.rows].find(([one]) => String(one) === id)?.[1]
    for (const [name, value] of Object.entries(values))
      // zero values are omitted
      if (compared(name, row?.[name] ?? null) !== compared(name, value) && !(isZero(value) && row && row[name] === undefined))
        faults.push(`${table} ${id}: ${name} 应为 ${JSON.stringify(value)}`)
  }
  return faults
}

const isZero = (/** @type {unknown} */ value) => value === 0 || value === "" || value === false || (Array.isArray(value) && !value.length)
