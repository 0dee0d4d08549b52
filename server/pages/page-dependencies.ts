import type { Subject } from "../db/change-log"

/*
 * What a page was drawn from, as short texts: "document 3f…" (the page's own), "beside 3f…" (a document that it lists beside its own),
 * "documents" (any list of documents), "documents of 7", the same of articles, and "user 7". Every page depends on settings, navigation,
 * categories and the frame besides: such a change drops all pages and needs no name.
 */
export type Dependency = string

const listsOf: [RegExp, Dependency[]][] = [
  [/^\/$/, ["home", "documents", "articles"]],
  [/^\/category(\/|$)/, ["documents"]],
  [/^\/article$/, ["articles"]],
  [/^\/search$/, ["documents", "articles"]],
  [/^\/opds\//, ["documents"]],
]

const ofPerson = (id: string): Dependency[] => [
  `user ${id}`,
  ...["documents", "articles"].flatMap((all) => [`${all} of ${id}`, `${all} of somebody`]),
]

/** The dependencies that follow from a page's address, whatever was read for it: also those of a page that is missing. */
export const dependenciesOfPath = (path: string): Dependency[] => {
  const lists = listsOf.find(([one]) => one.test(path))
  if (lists) return lists[1]
  const feed = /^\/feed\/(?:(category|user)\/(\d+)\/)?[a-z]+\.xml$/.exec(path)
  if (feed) return feed[1] === "user" ? ofPerson(feed[2]!) : ["documents", "articles"]
  const [, kind, id] = /^\/(document|embed|article|user)\/([^/]+)/.exec(path) ?? []
  if (kind === "user") return ofPerson(id!)
  return kind ? [`${kind === "embed" ? "document" : kind} ${id}`] : []
}

type Row = Record<string, unknown>
/** The field that names a document or an article in its rows. */
const names: Record<string, string> = { document: "uuid", article: "identifier" }

/** The dependencies that follow from what a call answered to a rendering: one thing, or things beside it. */
export const dependenciesOfAnswer = (key: string, data: unknown): Dependency[] => {
  const [, kind = "", more] = /^GET \/(\w+)(\/.+)?$/.exec(key) ?? []
  const name = names[kind]
  if (!name) return []
  if (more) return named(data, name).map((one) => `beside ${one}`)
  const row = data as Row
  return [`${kind} ${String(row[name])}`, `user ${String(row.user_id)}`]
}

/** The names of all rows in an answer; rows may stand in rows, as the documents of a category on the home page. */
const named = (value: unknown, name: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => named(one, name))
  if (!value || typeof value !== "object") return []
  const own = (value as Row)[name]
  return typeof own === "string" && own !== "" ? [own] : Object.values(value).flatMap((one) => named(one, name))
}

/** What a change drops: "all", or every page with one of these dependencies. `owner` is whose document or article it is, 0 = unknown. */
export const changedDependencies = (what: Subject, id: string, owner: number): Dependency[] | "all" => {
  if (what === "document" || what === "article") {
    const all = `${what}s`
    // without a name it may be any of them
    if (!id) return "all"
    return [`${what} ${id}`, `beside ${id}`, all, `${all} of ${owner || "somebody"}`]
  }
  if (what === "progress" || what === "arrived") return [`document ${id}`]
  if (what === "home") return ["home"]
  return what === "user" && id ? [`user ${id}`] : "all"
}

/** Lists that may show a document that came, or whose pages came, a moment later. */
export const arrivedIn = (owner: number): Dependency[] => ["documents", `documents of ${owner || "somebody"}`]

/** What a page may not depend on that is given out from disk: also what lists in memory may miss for a moment. */
export const outdatedDependencies = (what: Subject, id: string, owner: number): Dependency[] | "all" => {
  const changed = changedDependencies(what, id, owner)
  return what === "arrived" && changed !== "all" ? [...changed, ...arrivedIn(owner)] : changed
}
