"use client"

import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import type { Result, Right } from "@/lib/contract/types"
import {
  callsOf,
  type EntityCalls,
  type Entity,
  type CrudEntry,
  type ListPath,
  type MethodOf,
  type EntryPage,
  type RowOf,
  type Verb,
} from "./entity"
import type { FieldValues } from "./field"
import { forgetChoices } from "./reference"
import { useListState, type CrudListState } from "./list-state"
import { refusalText } from "@/lib/api/result"

/** Returns the input of the list call: the state of the URL without empty values. */
export const inputOf = ({ page, size, order, wd, filters }: CrudListState): FieldValues => ({
  page,
  size,
  ...(order ? { order } : {}),
  ...(wd ? { wd } : {}),
  ...Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0)),
})

/** `M` are the methods of the entity's API. */
export type Crud<R, M extends string = string> = {
  state: CrudListState
  change: (part: Partial<CrudListState>) => void
  rows: R[]
  total: number
  status: "loading" | "ready" | "failed"
  /** the reason if `status` is "failed" */
  message: string
  reload: () => void
  selected: R[]
  select: (rows: CrudEntry[]) => void
  /** whether the user has the permission for a verb of this entity or for another method of its API */
  may: (verb: Verb | M) => boolean
  /** reads one row in full */
  get: (id: number) => Promise<Result<CrudEntry>>
  /** creates a row, or updates `row` unless another user has changed it (409); reloads the list */
  save: (values: FieldValues, row?: CrudEntry | null) => Promise<Result<unknown>>
  /** creates a row without reloading the list */
  add: EntityCalls["create"]
  /** the row from the latest load of the list */
  find: (id: number) => CrudEntry | null
  /** reloads the list and returns one row of it */
  refresh: (id: number) => Promise<CrudEntry | null>
  /** deletes without confirmation or reload; `act` handles both */
  remove: (ids: number[]) => Promise<Result<unknown>>
  /** moves a row of a tree without reload; `act` handles it */
  move: EntityCalls["move"]
  /** reads the list with other filters or pages, such as for an export */
  read: (input: FieldValues) => Promise<Result<EntryPage>>
}

/** Interval between reloads of a list whose rows are changing (ms). */
export const liveMs = 5_000

/** Page size of a tree, which is read in one request. */
const wholeTree = 10_000

const verbs: readonly string[] = ["Create", "Update", "Delete", "Get", "List"] satisfies Verb[]
const isVerb = (word: string): word is Verb => verbs.includes(word)

/**
 * The state of an entity's list, without any view: reads the rows for the URL, keeps the selection, writes and reloads.
 * `filters` are the names of the filters that the URL may contain; `rights` maps verbs to methods whose name differs.
 * While `live` is true for a visible row, the list is reloaded every `liveMs`.
 */
export const useCrud = <P extends ListPath>(
  entity: Entity<P>,
  filters: readonly string[],
  rights: Partial<Record<Verb, MethodOf<P>>> = {},
  { live, tree = false }: { live?: (row: RowOf<P>) => boolean; tree?: boolean } = {},
): Crud<RowOf<P>, MethodOf<P>> => {
  // as plain strings: a template literal type over the types of all entities would cost the compiler 2 s
  const { api, entity: name }: { api: string; entity: string } = entity
  const methods: Partial<Record<Verb, string>> = rights
  const calls = useMemo(() => callsOf(entity), [entity])
  const { state, change } = useListState(filters)
  const [page, setPage] = useState<EntryPage>({ total: 0, rows: [] })
  const [status, setStatus] = useState<Crud<CrudEntry>["status"]>("loading")
  const [message, setMessage] = useState("")
  const [selected, setSelected] = useState<CrudEntry[]>([])
  const mayCall = useMay()
  /** number of the latest request; responses to earlier ones are discarded */
  const latestRequest = useRef(0)
  const loadedRows = useRef<CrudEntry[]>([])

  /** `silent`: no loading state, failures are ignored, and the selection stays. */
  const load = useCallback(
    async (silent = false) => {
      const mine = ++latestRequest.current
      if (!silent) setStatus("loading")
      const reply = await calls.list(tree ? { ...inputOf(state), page: 1, size: wholeTree } : inputOf(state))
      if (mine !== latestRequest.current) return
      if (!reply.ok) {
        if (silent) return
        setMessage(refusalText(reply, "列表没有读到"))
        return setStatus("failed")
      }
      // the page is beyond the last one, such as after deleting its only row: go to the last page
      if (reply.data.rows.length === 0 && reply.data.total > 0 && state.page > 1)
        return change({ page: Math.ceil(reply.data.total / state.size) })
      loadedRows.current = reply.data.rows
      setPage(reply.data)
      setSelected((chosen) => (silent ? reply.data.rows.filter((row) => chosen.some((one) => one.id === row.id)) : []))
      setStatus("ready")
    },
    [calls, state, change, tree],
  )
  useEffect(() => void load(), [load])

  const moving = live !== undefined && status === "ready" && page.rows.some((row) => live(row as RowOf<P>))
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => document.visibilityState === "visible" && void load(true), liveMs)
    return () => clearInterval(timer)
  }, [moving, load])

  const save = async (values: FieldValues, row?: CrudEntry | null) => {
    const result = await (row ? calls.update(values, row) : calls.create(values))
    if (result.ok) forgetChoices(entity.path)
    if (result.ok) await load()
    return result
  }
  const find = (id: number) => loadedRows.current.find((row) => row.id === id) ?? null

  return {
    state,
    change,
    rows: page.rows as RowOf<P>[],
    total: page.total,
    status,
    message,
    reload: () => void load(),
    selected: selected as RowOf<P>[],
    select: setSelected,
    may: (verb) => mayCall(`${api}/${isVerb(verb) ? (methods[verb] ?? `${verb}${name}`) : verb}` as Right),
    get: calls.get,
    save,
    add: async (values) => {
      const result = await calls.create(values)
      if (result.ok) forgetChoices(entity.path)
      return result
    },
    find,
    refresh: (id) => load(true).then(() => find(id)),
    remove: async (ids) => {
      const result = await calls.remove(ids)
      if (result.ok) forgetChoices(entity.path)
      return result
    },
    move: calls.move,
    read: calls.list,
  }
}
