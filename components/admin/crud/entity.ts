import type { Input, Key, Output, PermissionOf, Result, Right } from "@/lib/contract/types"
import { api, type CallOptions } from "@/lib/api/client"
import type { FieldValues } from "./field"

type Lists = Extract<Key, `GET /${string}/list`>
/** Lists whose path does not end in /list: recycle bins. */
type Bins = Extract<Key, `GET /${string}/recycle`>
/** Paths that have a list call: "/banner", "/user", "/document/recycle". */
export type ListPath = (Lists extends `GET ${infer P}/list` ? P : never) | (Bins extends `GET ${infer P}` ? P : never)
type ListKey<P extends ListPath> = Extract<Key, P extends `${string}/recycle` ? `GET ${P}` | `GET ${P}/list` : `GET ${P}/list`>
type Listed<P extends ListPath> = Output<ListKey<P>>
/** The response field that contains the rows. */
export type ListName<P extends ListPath> = Exclude<keyof Listed<P>, "total"> & string
export type RowOf<P extends ListPath> = Listed<P>[ListName<P>] extends (infer R extends CrudEntry)[] ? R : never
/** The API name in the list call's permission, such as "BannerAPI"; `EntityName` is the name of a row in it, such as "Banner". */
export type ApiOf<P extends ListPath> = PermissionOf<ListKey<P>> extends `${infer A}/List${string}` ? A : never
export type EntityName<P extends ListPath> = PermissionOf<ListKey<P>> extends `${string}/List${infer E}` ? E : never
/** Every method of the entity's API: "CreateBanner", "CheckDocument". */
export type MethodOf<P extends ListPath> = Right extends infer R ? (R extends `${ApiOf<P>}/${infer M}` ? M : never) : never
/** true if the entity is a tree, that is, a call moves its rows */
export type IsTree<P extends ListPath> = [Extract<Key, `PUT ${P}/move`>] extends [never] ? never : true
/** true if a call reads a single row of the entity */
export type Detail<P extends ListPath> = [Extract<Key, `GET ${P}`>] extends [never] ? never : true
type Sent<K extends string> = [Extract<Key, K>] extends [never] ? never : keyof Input<Extract<Key, K>>
type ListField<P extends ListPath> = keyof Input<ListKey<P>>
/** Every field name of the entity's rows, inputs and filters; any other name does not compile. */
export type FieldName<P extends ListPath> = Extract<Sent<`POST ${P}`> | Sent<`PUT ${P}`> | ListField<P> | keyof RowOf<P>, string>

/**
 * An entity as plain data, which keeps the contract's schemas out of the browser bundle. `unit` is the measure word of its
 * rows: 条, 张, 位. `read` is its list call if that is not `GET <path>/list`; `query` is added to every request of the list.
 */
export type Entity<P extends ListPath> = {
  path: P
  list: ListName<P>
  label: string
  api: ApiOf<P>
  entity: EntityName<P>
  unit?: string
  read?: ListKey<P>
  query?: Partial<Input<ListKey<P>>>
}

export type CrudEntry = { id: number } & Record<string, unknown>
export type Verb = "Create" | "Update" | "Delete" | "Get" | "List"
/** The target of a move in a tree: under `parent_id` (0 = top), before the row `before`, or at the end if `before` is 0. */
export type TreePosition = { parent_id: number; before: number }
export type EntryPage = { total: number; rows: CrudEntry[] }

/** The API client for keys composed at run time; the type of `Entity` guarantees that the calls exist. */
const call = api as (key: string, input?: unknown, options?: CallOptions) => Promise<Result<unknown>>

export type EntityCalls = {
  list: (input: FieldValues) => Promise<Result<EntryPage>>
  get: (id: number) => Promise<Result<CrudEntry>>
  create: (values: FieldValues) => Promise<Result<unknown>>
  /** sends `If-Match` with the row's `updated_at`: the server responds with 409 if the row has changed since */
  update: (values: FieldValues, row: CrudEntry) => Promise<Result<unknown>>
  remove: (ids: number[]) => Promise<Result<unknown>>
  move: (id: number, destination: TreePosition) => Promise<Result<unknown>>
}

export const callsOf = ({
  path,
  list,
  read = `GET ${path}/list`,
  query,
}: {
  path: string
  list: string
  read?: string
  query?: object
}): EntityCalls => ({
  list: async (input) => {
    const reply = await call(read, { ...query, ...input })
    if (!reply.ok) return reply
    const data = reply.data as { total?: number } & Record<string, CrudEntry[] | undefined>
    const rows = data[list] ?? []
    return { ok: true, status: 200, data: { total: data.total ?? rows.length, rows } }
  },
  get: async (id) => {
    const reply = await call(`GET ${path}`, { id })
    return reply.ok ? { ...reply, data: reply.data as CrudEntry } : reply
  },
  create: (values) => call(`POST ${path}`, values),
  update: (values, row) =>
    call(`PUT ${path}`, { ...values, id: row.id }, typeof row.updated_at === "string" ? { ifMatch: row.updated_at } : undefined),
  remove: (ids) => call(`DELETE ${path}`, { id: ids }),
  move: (id, destination) => call(`PUT ${path}/move`, { id, ...destination }),
})
