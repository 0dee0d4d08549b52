/*
 * Settled rows are stored in the order of their static scores, and each tier has its own GIN index. A frequent token then needs only the
 * bitmap of the best tier, so the cost of a query depends on what it reads and not on the size of the site.
 */

/** The last rank of each tier except the last one. Part of the layout (`version`). */
export const tierBounds: readonly number[] = [10_000, 60_000, 360_000]

/** `conditions` are SQL prefixes, best tier first; `indexes` returns the indexes of a settled table. */
export type Tiers = { conditions: readonly string[]; indexes: (table: string) => string[] }

export const tiersOf = (bounds: readonly number[]): Tiers => {
  // Constants, because the planner selects a partial index by them.
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
