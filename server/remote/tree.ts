import type { CallKey } from "../../lib/contract/area"
import { ContentKind } from "../../lib/contract/library/content.enums"
import { invalid } from "../errors"
import { RemoteRefusal, type AskRemote } from "./dialect"
import type { Fields } from "./messages"
import { rowsOf } from "./whole-row"

/* Trees of an existing server, which checks neither the ancestors of a document's category nor the parent of a moved entry. */

/** The parent of each entry, by id; 0 at the top. */
type Parents = Map<number, number>

const readParents = async (key: CallKey, name: string, input: Fields, ask: AskRemote): Promise<Parents> => {
  const reply = await ask(key, { page: 1, size: 10_000, ...input })
  if (reply.status !== 200) throw new RemoteRefusal(reply)
  return new Map(rowsOf(reply.data, name).map((row) => [Number(row["id"]), Number(row["parent_id"] ?? 0)]))
}

/** Without a type, the server lists the categories of documents only. */
const readCategories = (ask: AskRemote): Promise<Parents> =>
  readParents("GET /category/list", "category", { type: [ContentKind.document, ContentKind.article] }, ask)

/** Returns an entry's ancestors from the top, and the entry itself. A loop in the tree ends the way. */
const lineageOf = (parents: Parents, id: number): number[] => {
  const way: number[] = []
  for (let at = id; at > 0 && !way.includes(at); at = parents.get(at) ?? 0) way.unshift(at)
  return way
}

/** Completes categories with their ancestors, in which the server lists their documents, too. Reads the tree once, if at all. */
export const categoryLineage = (ask: AskRemote): ((ids: readonly number[]) => Promise<number[]>) => {
  let parents: Promise<Parents> | undefined
  return async (ids) => {
    if (ids.length === 0) return []
    const tree = await (parents ??= readCategories(ask))
    return [...new Set(ids.flatMap((id) => lineageOf(tree, id)))]
  }
}

/** Converts a call's `category_id`, so that a document or article also belongs to the ancestors of its categories. */
export const withLineage = async <T extends { category_id?: number[] }>(input: T, ask: AskRemote): Promise<T> =>
  input.category_id ? { ...input, category_id: await categoryLineage(ask)(input.category_id) } : input

const requireOutside = (parents: Parents, id: number, parent: number): void => {
  if (lineageOf(parents, parent).includes(id)) throw invalid("不能移到自己或自己的下级里面", "parent_id")
}

type Move = { id: number; parent_id?: number }

/** Refuses to move a category below itself: its branch would be reachable from nowhere. */
export const withCategoryParent = async <T extends Move>(input: T, ask: AskRemote): Promise<T> => {
  if (input.parent_id) requireOutside(await readCategories(ask), input.id, input.parent_id)
  return input
}

/** Refuses to move an entry of the navigation below itself. */
export const withNavigationParent = async <T extends Move>(input: T, ask: AskRemote): Promise<T> => {
  if (input.parent_id) requireOutside(await readParents("GET /navigation/list", "navigation", {}, ask), input.id, input.parent_id)
  return input
}
