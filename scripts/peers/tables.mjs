// Reads the rows of a table: by its list, and one by one where a single read returns more.
import { rowsOf } from "./client.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {import("./rows.mjs").TableState} TableState */
/** `sameProgram`: the server is another site of this program, which lacks no call. @typedef {{ peer: Client, sameProgram: boolean }} Peer */

/** The groups of settings that every server of the family has. */
export const configGroups = ["system", "footer", "security", "display", "captcha", "converter", "score", "download", "email"]

/**
 * The calls that list a table, the name of its rows, their id and the input; by default those of its own name.
 * @type {Record<string, { list: string, name: string, input?: Fields, idOf?: (row: Fields) => unknown }>}
 */
const lists = {
  user: { list: "GET /user/list", name: "user", input: { sort: "id desc" } },
  recycle: { list: "GET /document/recycle", name: "document" },
  article_recycle: { list: "GET /article/recycle/list", name: "article" },
  search_record: { list: "GET /searchrecord/list", name: "search_record" },
  config: {
    list: "GET /config/list",
    name: "config",
    input: { category: configGroups },
    idOf: ({ category, name }) => `${category}.${name}`,
  },
}

/**
 * The calls that return more of a row than its list: the text of an article or a document, the permissions of a group. Other single reads
 * return what the list returns, or less (`GET /user`). A server may fill in a missing description when a document is read, so documents
 * without one are read only if a step names them.
 * @type {Record<string, { callOf: (peer: Peer) => string, input?: Fields, without?: string[], isLeftOut?: (row: Fields) => boolean }>}
 */
const singles = {
  // our own program has the stored text in a call of its own; `version` is the time of the last change
  article: { callOf: ({ sameProgram }) => (sameProgram ? "GET /article/source" : "GET /article"), without: ["version", "display"] },
  document: { callOf: () => "GET /document", input: { with_all_content: true }, isLeftOut: ({ description }) => !description },
  group: { callOf: () => "GET /group/permission" },
}

/** Rows of a page of a list. */
const size = 100
/** A table of up to this many pages is read whole; of a larger one, the newest rows. */
const mostPages = 50
const newestPages = 10
/** Up to this many rows are read one by one; of more, those that a step names, the rows beside them and the newest. */
const mostSingles = 200
const newestSingles = 100

/**
 * Reads the list of a table, with at most 50 requests; 10 where it has more than 5,000 rows.
 * @param {Peer} server @param {string} table @returns {Promise<TableState>}
 */
export const readTable = async ({ peer, sameProgram }, table) => {
  const { list, name, input, idOf = (/** @type {Fields} */ row) => row["id"] } = lists[table] ?? { list: `GET /${table}/list`, name: table }
  const state = { rows: new Map(), total: /** @type {number | undefined} */ (undefined), partial: false }
  for (let page = 1; ; page += 1) {
    const reply = await peer.call(list, { ...input, page, size, order: "id desc" })
    const pageRows = rowsOf(reply, name)
    if (reply.status !== 200) return { ...state, unread: `${list}：${reply.status} ${reply.message}` }
    // our own program estimates large totals
    if (page === 1 && !sameProgram) state.total = Number(reply.data["total"]) || undefined
    const before = state.rows.size
    for (const row of pageRows) state.rows.set(idOf(row), row)
    // a list without pages returns the same rows again
    if (pageRows.length < size || state.rows.size === before) return state
    const isLarge = Number(reply.data["total"] ?? 0) > mostPages * size
    if (page >= (isLarge ? newestPages : mostPages)) return { ...state, partial: state.total !== state.rows.size }
  }
}

/** Returns the ids of the rows that are read one by one. @param {TableState} state @param {string[]} named @param {(row: Fields) => boolean} isLeftOut */
const sampleOf = ({ rows }, named, isLeftOut) => {
  const ids = [...rows.keys()]
  const isNamed = (/** @type {number} */ at) => named.includes(String(ids[at]))
  const isChosen = (/** @type {number} */ at) =>
    ids.length <= mostSingles || at < newestSingles || [at - 1, at + 1].some((beside) => isNamed(beside))
  return ids.filter((id, at) => isNamed(at) || (isChosen(at) && !isLeftOut(rows.get(id) ?? {})))
}

/**
 * Reads a table and, where single reads return more than the list, at most 200 rows one by one: those of `named` in any case.
 * @param {Peer} server
 * @param {string} table
 * @param {unknown[]} named ids
 * @param {Iterable<unknown>} [ids] the rows to read one by one, so that the same ones are compared before and after
 * @returns {Promise<TableState>}
 */
export const readWhole = async (server, table, named = [], ids) => {
  const state = await readTable(server, table)
  const single = singles[table]
  if (!single) return state
  const { callOf, input, without = [], isLeftOut = () => false } = single
  const whole = new Set()
  for (const id of ids ?? sampleOf(state, named.map(String), isLeftOut)) {
    const row = state.rows.get(id)
    if (!row) continue
    const { status, data, message } = await server.peer.call(callOf(server), { id, ...input })
    if (status !== 200) {
      if (named.some((one) => String(one) === String(id))) state.unread = `${callOf(server)} ${id}：${status} ${message}`
      continue
    }
    whole.add(id)
    const more = Object.fromEntries(Object.entries(data).filter(([name]) => !without.includes(name)))
    // a list may have the field of the text, but empty
    state.rows.set(id, { ...more, ...row, ...("content" in more && { content: more["content"] }) })
  }
  return { ...state, whole }
}
