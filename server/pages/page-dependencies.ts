import type { ChangeSubject } from "../db/change-log"

/*
 * The cache tags of a page: what it was rendered from, as short strings. "document 3f…" (the page's own document), "beside 3f…" (a
 * document that it also lists), "documents" (any list of documents), "documents of 7", the same for articles, and "user 7". Every page
 * also depends on settings, navigation, categories and the page chrome; such a change invalidates all pages and needs no tag.
 */
export type Dependency = string

const listPages: [RegExp, Dependency[]][] = [
  [/^\/$/, ["home", "documents", "articles"]],
  [/^\/category(\/|$)/, ["documents"]],
  [/^\/article$/, ["articles"]],
  [/^\/search$/, ["documents", "articles"]],
  [/^\/opds\//, ["documents"]],
  [/^\/transparency$/, ["complaints"]],
]

const dependenciesOfUser = (id: string): Dependency[] => [
  `user ${id}`,
  ...["documents", "articles"].flatMap((all) => [`${all} of ${id}`, `${all} of somebody`]),
]

/** Returns the dependencies that follow from a page's address alone, so a 404 page has them too. */
export const dependenciesOfPath = (path: string): Dependency[] => {
  const list = listPages.find(([pattern]) => pattern.test(path))
  if (list) return list[1]
  const feed = /^\/feed\/(?:(category|user)\/(\d+)\/)?[a-z]+\.xml$/.exec(path)
  if (feed) return feed[1] === "user" ? dependenciesOfUser(feed[2]!) : ["documents", "articles"]
  const [, kind, id] = /^\/(document|embed|article|user)\/([^/]+)/.exec(path) ?? []
  if (kind === "user") return dependenciesOfUser(id!)
  return kind ? [`${kind === "embed" ? "document" : kind} ${id}`] : []
}

type Row = Record<string, unknown>
/** The field that identifies a document or an article in its rows. */
const idFields: Record<string, string> = { document: "uuid", article: "identifier" }

/** Returns the dependencies that follow from the answer to an API call of the render: one item, or items next to the page's own. */
export const dependenciesOfAnswer = (key: string, data: unknown): Dependency[] => {
  const [, kind = "", subPath] = /^GET \/(\w+)(\/.+)?$/.exec(key) ?? []
  const idField = idFields[kind]
  if (!idField) return []
  if (subPath) return idsOf(data, idField).map((id) => `beside ${id}`)
  const row = data as Row
  return [`${kind} ${String(row[idField])}`, `user ${String(row.user_id)}`]
}

/** Returns the ids of all rows in an answer. Rows may be nested, like the documents of a category on the home page. */
const idsOf = (value: unknown, idField: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => idsOf(one, idField))
  if (!value || typeof value !== "object") return []
  const id = (value as Row)[idField]
  return typeof id === "string" && id !== "" ? [id] : Object.values(value).flatMap((one) => idsOf(one, idField))
}

/**
 * Returns what a change invalidates: "all", or every page with one of these dependencies. `owner` is the author of the document or article,
 * 0 = unknown.
 */
export const invalidDependencies = (what: ChangeSubject, id: string, owner: number): Dependency[] | "all" => {
  if (what === "document" || what === "article") {
    const all = `${what}s`
    // without an id it may be any item
    if (!id) return "all"
    return [`${what} ${id}`, `beside ${id}`, all, `${all} of ${owner || "somebody"}`]
  }
  if (what === "progress" || what === "arrived" || what === "images") return [`document ${id}`]
  if (what === "home") return ["home"]
  if (what === "complaint") return ["complaints"]
  return what === "user" && id ? [`user ${id}`] : "all"
}

/** Returns the lists that show a new document, or one whose conversion has ended. They may show it with a delay. */
export const listsOfArrival = (owner: number): Dependency[] => ["documents", `documents of ${owner || "somebody"}`]

/** Returns what a change outdates on disk. Pages read from disk get no delay, so the lists of an arrival are included. */
export const staleDependencies = (what: ChangeSubject, id: string, owner: number): Dependency[] | "all" => {
  const invalid = invalidDependencies(what, id, owner)
  return what === "arrived" && invalid !== "all" ? [...invalid, ...listsOfArrival(owner)] : invalid
}
