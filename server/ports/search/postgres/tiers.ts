/*
 * Settled rows lie in the order of their static scores, and each tier of them has a GIN index of its own: the bitmap of a frequent
 * token is that of the best tier alone, so that a query costs by what it looks at, not by how many documents a site has.
 */

/** The last rank of each tier but the last one; part of the layout (`version`). */
export const tierBounds: readonly number[] = [10_000, 60_000, 360_000]

/** `conditions` stand before others, best tier first; `indexes` are those of a settled table. */
export type Tiers = { conditions: readonly string[]; indexes: (table: string) => string[] }

export const tiersOf = (bounds: readonly number[]): Tiers => {
  // constants, since a partial index is chosen by them
  const parts = [...bounds, null].map((to, at) => {
    const from = bounds[at - 1]
    return [...(from === undefined ? [] : [`rank > ${from}`]), ...(to === null ? [] : [`rank <= ${to}`])].join(" and ")
  })
  return {
    conditions: parts.map((part) => `${part} and `),
    indexes: (table) =>
      parts.map(
        (part, at) => `create index ${table}_tokens_${at + 1} on search.${table} using gin (tokens) with (fastupdate = off) where ${part}`,
      ),
  }
}
