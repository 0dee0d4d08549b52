import type { Input, Key, Output, Result } from "@/lib/contract/types"
import { api } from "@/lib/api/client"

type Lists = Extract<Key, `GET /${string}/list`>
/** Addresses that have a list call: "/banner", "/user". */
export type ListPath = Lists extends `GET ${infer P}/list` ? P : never
type Listed<P extends ListPath> = Output<Extract<Key, `GET ${P}/list`>>
/** The list's name in its answer. */
export type ListName<P extends ListPath> = Exclude<keyof Listed<P>, "total"> & string
export type RowOf<P extends ListPath> = Listed<P>[ListName<P>] extends (infer R)[] ? R : never
type Sent<K extends string> = [Extract<Key, K>] extends [never] ? never : keyof Input<Extract<Key, K>>
/** Every name that the entity's calls know: of its rows, of its forms, of its filters. Anything else does not compile. */
export type FieldName<P extends ListPath> = Extract<Sent<`POST ${P}`> | Sent<`PUT ${P}`> | Sent<`GET ${P}/list`> | keyof RowOf<P>, string>

/** An entity, plainly: nothing of the contract's schemas reaches a browser. `unit` counts its rows: 条, 张, 位. */
export type Entity<P extends ListPath> = { path: P; list: ListName<P>; label: string; api: `${string}API`; entity: string; unit?: string }

export type Entry = { id: number } & Record<string, unknown>
export type Values = Record<string, unknown>
export type Verb = "Create" | "Update" | "Delete" | "Get" | "List"
export type Page = { total: number; rows: Entry[] }

/** The same client with the key put together while running; the typed description vouches for it. */
const call = api as (key: string, input?: unknown) => Promise<Result<unknown>>

export type Calls = {
  list: (input: Values) => Promise<Result<Page>>
  create: (values: Values) => Promise<Result<unknown>>
  update: (values: Values) => Promise<Result<unknown>>
  remove: (ids: number[]) => Promise<Result<unknown>>
}

export const callsOf = ({ path, list }: { path: string; list: string }): Calls => ({
  list: async (input) => {
    const reply = await call(`GET ${path}/list`, input)
    if (!reply.ok) return reply
    const data = reply.data as { total?: number } & Record<string, Entry[] | undefined>
    const rows = data[list] ?? []
    return { ok: true, status: 200, data: { total: data.total ?? rows.length, rows } }
  },
  create: (values) => call(`POST ${path}`, values),
  update: (values) => call(`PUT ${path}`, values),
  remove: (ids) => call(`DELETE ${path}`, { id: ids }),
})
