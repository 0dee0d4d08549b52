import type { Copy } from "./fixture"
import { callNameOf, type RecordedRequest, type FixtureRow } from "./recording"

/* The clients wrote rows of their own while they were recorded; requests name these by ids that the database does not hold. */

const numbers = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).map(Number).filter((id) => Number.isInteger(id) && id > 0)

/** The table that a call's own `id` names. */
export const tableOf = (path: string) => path.replace("/api/v1/", "").split("/")[0]!

/** Which rows a request names, by table. */
export const namedBy = ({ path, query, body }: Pick<RecordedRequest, "path" | "query" | "body">): { table: string; ids: number[] }[] => {
  const sent = { ...query, ...body }
  const of = (table: string, name: string) => ({ table, ids: numbers(sent[name]) })
  return [
    of(tableOf(path), "id"),
    of(Number(sent.type) === 1 ? "article" : "document", "document_id"),
    of("article", "article_id"),
    ...((sent.document as Record<string, unknown>[] | undefined)?.map((item) => ({
      table: "attachment",
      ids: numbers(item.attachment_id),
    })) ?? []),
  ]
}

/** Fields that must differ from the row that is copied. */
const different: Record<string, (id: number) => FixtureRow> = {
  advertisement: () => ({}),
  article: (id) => ({ identifier: `stand-in-${id}`, user_id: 3 }),
  attachment: () => ({ user_id: 3, type: 2, type_id: 0 }),
  banner: () => ({}),
  category: (id) => ({ title: `分类 ${id}` }),
  comment: () => ({}),
  document: (id) => ({ uuid: `00000000000${id}`, user_id: 3, deleted_at: null, status: 2 }),
  favorite: (id) => ({ user_id: 3, document_id: id - 4 }),
  friendlink: () => ({}),
  group: (id) => ({ title: `用户组 ${id}`, is_default: 0 }) as FixtureRow,
  language: (id) => ({ code: `x-${id}` }),
  navigation: () => ({ fixed: 0 }),
  punishment: () => ({}),
  report: (id) => ({ document_id: id }),
  user: (id) => ({ username: `stand-in-${id}`, email: "", mobile: "" }),
}

/** The rows that the requests name and the database may lack. */
export const standIns = (requests: RecordedRequest[]): Copy[] => {
  const copies = new Map<string, Copy>()
  for (const request of requests.filter(({ status }) => status === 200 || status === 400))
    for (const { table, ids } of namedBy(request))
      for (const id of ids) {
        const more = different[table]?.(id)
        if (more) copies.set(`${table} ${id}`, { table, id, more })
      }
  return [...copies.values()]
}

/** The state that a request needs and that its client had made before. */
export const prepare = ({ method, path, query, body }: RecordedRequest): { text: string; values: unknown[] }[] => {
  const call = callNameOf({ method, path })
  const ids = numbers({ ...query, ...body }.id)
  const documents = (set: string) => [{ text: `update document set ${set} where id = any($1::bigint[])`, values: [ids] }]
  if (["PUT /document/recycle", "DELETE /document/recycle"].includes(call)) return documents("deleted_at = now(), deleted_user_id = 1")
  if (call === "GET /document/download/bereviewed") return documents("status = 6")
  // names that are given once and only sent back
  if (call === "PUT /article")
    return [
      {
        text: "update article set identifier = $2, recommend_at = $3 where id = any($1::bigint[])",
        values: [ids, body!.identifier, body!.recommend_at ?? null],
      },
    ]
  // one that its client had written
  if (call === "GET /article/related")
    return [
      {
        text: "update article set identifier = $1 where id = (select min(id) from article where status = 1 and identifier like 'stand-in-%') and not exists (select 1 from article where identifier = $1)",
        values: [query.identifier],
      },
    ]
  if (call === "PUT /language") return [{ text: "update language set code = $2 where id = any($1::bigint[])", values: [ids, body!.code] }]
  return []
}
