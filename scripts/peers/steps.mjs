// Makes a call through our site and compares the rows of the server itself before and after it.
import { faultsOf, readTable } from "./rows.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {import("./client.mjs").Reply} Reply */
/** @typedef {import("./rows.mjs").Allowed} Allowed */
/** @typedef {import("./rows.mjs").Rows} Rows */
/** @typedef {{ site: Client, peer: Client, absent: Set<string>, report: import("./report.mjs").Report }} Walk */

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

/** Reads the tables of `allowed`. @param {Client} client @param {Record<string, Allowed>} allowed */
const readTables = async (client, allowed) => {
  /** @type {Map<string, Rows>} */
  const tables = new Map()
  for (const table of Object.keys(allowed)) tables.set(table, await readTable(client, table))
  return tables
}

/**
 * Makes a call; in each named table only the allowed changes may happen. A call that the server lacks must answer 404.
 * @param {Walk} walk
 * @param {string} key
 * @param {Fields} input
 * @param {Record<string, Allowed>} allowed
 * @param {Client} [reads] who lists the tables; default the administrator
 */
export const step = async (walk, key, input, allowed, reads = walk.peer) => {
  if (walk.absent.has(key)) {
    const { status } = await walk.site.call(key, input)
    walk.report.add(key, status === 404 ? "没有此功能" : "坏了", status === 404 ? "" : String(status))
    return null
  }
  const before = await readTables(reads, allowed)
  return report(
    walk,
    key,
    () => walk.site.call(key, input),
    async () => {
      const after = await readTables(reads, allowed)
      return [...before].flatMap(([table, rows]) => faultsOf(table, rows, after.get(table) ?? new Map(), allowed[table]))
    },
  )
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
  const before = await readTables(walk.peer, allowed)
  return report(
    walk,
    key,
    async () => {
      const reply = await walk.site.upload(path, name, content)
      const { errno, msg } = reply.data
      return errno ? { ...reply, status: 400, message: String(msg) } : reply
    },
    async () => {
      const after = await readTables(walk.peer, allowed)
      return [...before].flatMap(([table, rows]) => faultsOf(table, rows, after.get(table) ?? new Map(), allowed[table]))
    },
  )
}

/** Returns the rows of a table that were not there before. @param {Walk} walk @param {string} table @param {Rows} before */
export const newRows = async ({ peer }, table, before) =>
  [...(await readTable(peer, table)).values()].filter((row) => !before.has(row["id"]))

/** The values that a server omits from its answers, by the type of the field. */
const zeros = { number: 0, boolean: false, string: "" }

/** Changes one field of the first row, compares every row of the list and restores the field. @param {Walk} walk */
export const changeOne = async (walk, table, field, value, pick = (/** @type {Fields} */ { id }) => Boolean(id)) => {
  const key = `PUT /${table}`
  const row = [...(await readTable(walk.peer, table)).values()].find(pick)
  if (!row) return walk.report.add(key, "没有动", "没有这样的数据")
  const id = String(row["id"])
  const former = row[field] ?? zeros[/** @type {keyof typeof zeros} */ (typeof value)]
  await step(walk, key, { id: row["id"], [field]: value }, { [table]: { fields: { [id]: [field] }, to: { [id]: { [field]: value } } } })
  // the second call must undo exactly what the first one did
  await step(walk, key, { id: row["id"], [field]: former }, { [table]: { fields: { [id]: [field] }, to: { [id]: { [field]: former } } } })
}

/** Creates a row and deletes it again. The list must be the same as before. @param {Walk} walk @param {string} table @param {Fields} input */
export const makeAndDelete = async (walk, table, input) => {
  const before = await readTable(walk.peer, table)
  const [made] = await makeRows(walk, table, [input])
  if (!made) return walk.report.add(`DELETE /${table}`, "坏了", "没有找到刚加的")
  await step(walk, `DELETE /${table}`, { id: made["id"] }, { [table]: { removed: [made["id"]] } })
  const left = faultsOf(table, before, await readTable(walk.peer, table))
  if (left.length) walk.report.add(`DELETE /${table}`, "改多了", left.join(" "))
}

/** Creates rows and returns those that were stored; reports values that were not. @param {Walk} walk @param {string} table @param {Fields[]} inputs */
export const makeRows = async (walk, table, inputs) => {
  /** @type {Fields[]} */
  const made = []
  for (const input of inputs) {
    const before = await readTable(walk.peer, table)
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
