import { nearness, splitKeywords } from "@/lib/rules/library/nearness"
import type { Ctx } from "@/server/context"
import { requireReadable, type DocumentRow } from "../document/access.policy"
import { withRelations } from "../document/document-answers.usecases"
import {
  findKeywords,
  findNeighbours,
  listByTitle,
  listDocumentsById,
  listLeaves,
  listNewest,
  listOfCategories,
  type RelatedCandidate,
} from "./reading.repository"

const maxResults = 10
/** How many candidate documents are considered, by source. */
const max = { category: 300, title: 200, newest: 100 }

/**
 * Returns at most ten readable documents related to this one by keywords and title: first those of its category, then others, then the
 * newest of its category. Never the document itself or a copy. Existing clients request id 0 while the document is still loading: the list
 * is empty.
 */
export const readRelated = async (ctx: Ctx, key: { id?: number; uuid?: string }) => {
  if (key.id === 0 && !key.uuid) return { document: [] }
  const { row } = await requireReadable(ctx, key)
  const [leaves, converted] = await Promise.all([listLeaves(ctx.db, row.id), findKeywords(ctx.db, row)])
  const keywords = splitKeywords(`${row.keywords},${converted}`)
  const score = nearness(keywords, row.title)
  const scored = (list: RelatedCandidate[]) =>
    list.map((one) => ({ id: one.id, score: score(one) })).toSorted((one, other) => other.score - one.score || other.id - one.id)
  const inside = scored(await listOfCategories(ctx.db, row, leaves, max.category))
  const related = inside.filter((one) => one.score > 0)
  // matches from the category come first: if they fill the list, other categories are not searched
  const outside = related.length < maxResults ? scored(await listOutside(ctx, row, keywords)).filter((one) => one.score > 0) : []
  const ids = [...new Set([...related, ...outside, ...inside].map((one) => one.id))].slice(0, maxResults)
  return { document: await inOrder(ctx, ids) }
}

/** Returns documents of all categories that may be related to this one. */
const listOutside = async (ctx: Ctx, row: DocumentRow, keywords: string[]): Promise<RelatedCandidate[]> => {
  const words = keywords.filter((word) => [...word].length >= 3).slice(0, 5)
  return (await Promise.all([listByTitle(ctx.db, row, words, max.title), listNewest(ctx.db, row, max.newest)])).flat()
}

const inOrder = async (ctx: Ctx, ids: number[]) => {
  const rows = await listDocumentsById(ctx.db, ids)
  return withRelations(
    ctx,
    ids.flatMap((id) => rows.find((row) => row.id === id) ?? []),
  )
}

/** Returns the readable documents before and after this one in its category, in upload order. */
export const readNeighbours = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  const [leaf] = await listLeaves(ctx.db, row.id)
  if (!leaf) return { previous: null, next: null }
  const { before, after } = await findNeighbours(ctx.db, leaf, row.id)
  const neighbours = await inOrder(
    ctx,
    [before, after].filter((id) => id !== null),
  )
  const by = (id: number | null) => neighbours.find((one: Pick<DocumentRow, "id">) => one.id === id) ?? null
  return { previous: by(before), next: by(after) }
}
