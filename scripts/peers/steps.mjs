// Makes a call through our site and compares the rows of the server itself before and after it.
import { faultsOf, newerRows } from "./rows.mjs"
import { readTable, readWhole } from "./tables.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {import("./client.mjs").Reply} Reply */
/** @typedef {import("./rows.mjs").Allowed} Allowed */
/** @typedef {import("./rows.mjs").TableState} TableState */
/** @typedef {import("./tables.mjs").Peer & { site: Client, absent: Set<string>, report: import("./report.mjs").Report }} Walk */

export const stamp = Date.now().toString(36)

/**
 * Makes a call and reports its outcome. `check` returns the changes that the call should not have made.
 * @param {Walk} walk
 * @param {string} key
 * @param {() => Promise<Reply>} make
 * @param {() => Promise<string[]>} check
 */
const report = async ({ report: lines }, key, make, check) => {
  const reply = await make()
  const more = reply.status === 200 ? await check() : []
  const outcome = reply.status !== 200 ? "坏了" : more.length ? "改多了" : "正常"
  lines.add(key, outcome, reply.status !== 200 ? `${reply.status} ${reply.message}` : more.join(" "))
  return reply
}

/** Returns the ids that a step may change. @param {Allowed} allowed */
const namedBy = ({ fields = {}, to = {}, removed = [] }) => [...Object.keys(fields), ...Object.keys(to), ...removed]

/**
 * Reads the tables of `allowed`, and returns a function that reads them again and returns what differs beyond `allowed`.
 * @param {Walk} walk
 * @param {Record<string, Allowed>} allowed
 */
const watch = async (walk, allowed) => {
  /** @type {[string, Allowed, TableState][]} */
  const tables = []
  for (const [table, changes] of Object.entries(allowed)) {
    const before = await readWhole(walk, table, namedBy(changes))
    walk.report.compared(table, before)
    tables.push([table, changes, before])
  }
  return async () => {
    const faults = []
    for (const [table, changes, before] of tables)
      faults.push(...faultsOf(table, before, await readWhole(walk, table, [], before.whole), changes))
    return faults
  }
}

/**
 * Makes a call; in each named table only the allowed changes may happen. A call that the server lacks must answer 404.
 * @param {Walk} walk
 * @param {string} key
 * @param {Fields} input
 * @param {Record<string, Allowed>} allowed
 */
export const step = async (walk, key, input, allowed) => {
  if (walk.absent.has(key)) {
    const { status } = await walk.site.call(key, input)
    walk.report.add(key, status === 404 ? "没有此功能" : "坏了", status === 404 ? "" : String(status))
    return null
  }
  const check = await watch(walk, allowed)
  return report(walk, key, () => walk.site.call(key, input), check)
}

/**
 * Uploads a file; `upload` says whether the server took it, as not all do that by the status.
 * @param {Walk} walk
 * @param {string} path
 * @param {{ name: string, content: Uint8Array<ArrayBuffer> }} file
 * @param {Record<string, Allowed>} allowed
 */
export const uploadStep = async (walk, path, { name, content }, allowed) => {
  const key = `POST ${path.split("?")[0]}`
  const check = await watch(walk, allowed)
  const make = async () => {
    const reply = await walk.site.upload(path, name, content)
    const { errno, msg } = reply.data
    return errno ? { ...reply, status: 400, message: String(msg) } : reply
  }
  return report(walk, key, make, check)
}

/**
 * Deletes a row and restores it: it must be what it was, its text included.
 * @param {Walk} walk
 * @param {string} table
 * @param {unknown} id
 * @param {{ remove: [string, Fields, Record<string, Allowed>], restore: [string, Fields, Record<string, Allowed>] }} steps
 */
export const removeAndRestore = async (walk, table, id, { remove, restore }) => {
  const before = await readWhole(walk, table, [id])
  await step(walk, ...remove)
  await step(walk, ...restore)
  const faults = faultsOf(table, before, await readWhole(walk, table, [], before.whole))
  if (faults.length) walk.report.add(restore[0], "改多了", faults.join(" "))
}

/** Returns the rows of a table that were not there before. @param {Walk} walk @param {string} table @param {TableState} before */
export const newRows = async (walk, table, before) => newerRows(before.rows, (await readTable(walk, table)).rows)

/** The values that a server omits from its answers, by the type of the field. */
const zeros = { number: 0, boolean: false, string: "" }

/** Changes one field of the first row, compares every row of the list and restores the field. @param {Walk} walk */
export const changeOne = async (walk, table, field, value, pick = (/** @type {Fields} */ { id }) => Boolean(id)) => {
  const key = `PUT /${table}`
  const row = [...(await readTable(walk, table)).rows.values()].find(pick)
  if (!row) return walk.report.add(key, "没有动", "没有这样的数据")
  const id = String(row["id"])
  const former = row[field] ?? zeros[/** @type {keyof typeof zeros} */ (typeof value)]
  await step(walk, key, { id: row["id"], [field]: value }, { [table]: { fields: { [id]: [field] }, to: { [id]: { [field]: value } } } })
  // the second call must undo exactly what the first one did
  await step(walk, key, { id: row["id"], [field]: former }, { [table]: { fields: { [id]: [field] }, to: { [id]: { [field]: former } } } })
}

/** Creates a row and deletes it again. The list must be the same as before. @param {Walk} walk @param {string} table @param {Fields} input */
export const makeAndDelete = async (walk, table, input) => {
  const before = await readTable(walk, table)
  const [made] = await makeRows(walk, table, [input])
  if (!made) return walk.report.add(`DELETE /${table}`, "坏了", "没有找到刚加的")
  await step(walk, `DELETE /${table}`, { id: made["id"] }, { [table]: { removed: [made["id"]] } })
  const left = faultsOf(table, before, await readTable(walk, table))
  if (left.length) walk.report.add(`DELETE /${table}`, "改多了", left.join(" "))
}

/** Creates rows and returns those that were stored; reports values that were not. @param {Walk} walk @param {string} table @param {Fields[]} inputs */
export const makeRows = async (walk, table, inputs) => {
  /** @type {Fields[]} */
  const made = []
  for (const input of inputs) {
    const before = await readTable(walk, table)
    await step(walk, `POST /${table}`, input, { [table]: { added: 1 } })
    const [row] = await newRows(walk, table, before)
    if (!row) continue
    made.push(row)
    const wrong = Object.entries(input).filter(
      ([field, value]) => row[field] !== undefined && JSON.stringify(row[field]) !== JSON.stringify(value),
    )
    if (wrong.length) walk.report.add(`POST /${table}`, "坏了", `没有存下 ${wrong.map(([field]) => field).join(" ")}`)
  }
  return made
}
