import type { CallKey } from "../../../lib/contract/area"
import { invalid, notFound } from "../../errors"
import { offered, RemoteRefusal, type AskRemote, type OfferedCall } from "../dialect"
import type { Fields } from "../messages"
import { rowBy, rowsOf } from "../whole-row"

/** The calls of a tree: the list of all its rows in their order, one row, and its change. */
type TreeCalls = { list: CallKey; name: string; row: CallKey; change: CallKey; query?: Fields }
type Node = { id: number; parent_id: number; sort: number; type: unknown }
type Position = { id: number; parent_id: number; before?: number }

const nodesOf = async (ask: AskRemote, { list, name, query }: TreeCalls): Promise<Node[]> => {
  const reply = await ask(list, { ...query, page: 1, size: 10_000 })
  if (reply.status !== 200) throw new RemoteRefusal(reply)
  return rowsOf(reply.data, name).map(({ id, parent_id, sort, type }) => ({
    id: Number(id),
    parent_id: Number(parent_id ?? 0),
    sort: Number(sort ?? 0),
    type: type ?? 0,
  }))
}

const isBelow = (rows: Node[], id: number, above: number): boolean => {
  const seen = new Set<number>()
  for (let at = rows.find((row) => row.id === id); at && !seen.has(at.id); at = rows.find((row) => row.id === at!.parent_id)) {
    if (at.id === above) return true
    seen.add(at.id)
  }
  return false
}

/** Returns the new `sort` of each row that needs one: only of the moved row if there is room between its neighbours. */
const newSorts = (order: Node[], at: number): Map<number, number> => {
  const [above, moved, below] = [order[at - 1], order[at]!, order[at + 1]]
  const sort = below
    ? above
      ? Math.floor((above.sort + below.sort) / 2)
      : below.sort + 1
    : above
      ? above.sort - 1
      : Math.max(moved.sort, 0)
  const hasRoom = sort >= 0 && (!above || above.sort > sort) && (!below || sort > below.sort)
  return hasRoom ? new Map([[moved.id, sort]]) : new Map(order.map((row, index) => [row.id, order.length - index]))
}

/**
 * Moves a row of a tree on a server without a call for that: its new parent and `sort` are written, and those of its new siblings if they
 * leave no room. Larger `sort` comes first. Every row is read again and written whole.
 */
export const moveBySort = (calls: TreeCalls): OfferedCall<"PUT /navigation/move"> & OfferedCall<"PUT /category/move"> => ({
  ...offered,
  key: calls.change,
  toRemote: async ({ id, parent_id, before = 0 }: Position, ask) => {
    const rows = await nodesOf(ask, calls)
    const moved = rows.find((row) => row.id === id)
    if (!moved) throw notFound()
    if (parent_id && !rows.some((row) => row.id === parent_id)) throw invalid("上级不存在，请刷新后重试", "parent_id")
    if (parent_id && isBelow(rows, parent_id, id)) throw invalid("不能移到自己或自己的下级里面", "parent_id")
    const others = rows.filter((row) => row.parent_id === parent_id && row.type === moved.type && row.id !== id)
    const at = before ? others.findIndex((row) => row.id === before) : others.length
    if (at < 0) throw invalid("位置已经变了，请刷新后重试")
    const sorts = newSorts(others.toSpliced(at, 0, moved), at)
    for (const row of others) {
      const sort = sorts.get(row.id)
      if (sort !== undefined && sort !== row.sort) await writeSort(ask, calls, row.id, sort)
    }
    return { id, parent_id, sort: sorts.get(id) }
  },
  wholeRow: rowBy(calls.row),
})

const writeSort = async (ask: AskRemote, { row, change }: TreeCalls, id: number, sort: number): Promise<void> => {
  const whole = await rowBy(row)({ id }, ask)
  if (whole.status !== 200) throw new RemoteRefusal(whole)
  const reply = await ask(change, { ...(whole.data as Fields), sort })
  if (reply.status !== 200) throw new RemoteRefusal(reply)
}
