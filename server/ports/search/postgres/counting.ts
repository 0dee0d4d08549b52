import { durationDays, lengths, type Facets, type Fee } from "../search.port"
import type { SqlDimension, SqlValues } from "./matching"

/* Facets in SQL, over the matches `m`. Facets with open values are grouped; facets with fixed values are counted in one pass. */

const grouped: Partial<Record<SqlDimension, { from: string; key: string }>> = {
  ext: { from: "m", key: "nullif(ext, '')" },
  languages: { from: "m", key: "nullif(language, '')" },
  categories: { from: "(select unnest(categories) as category from m) x", key: "category" },
}

const fees: Record<Fee, string> = { free: "kind = 0 and price <= 0", charge: "kind = 0 and price > 0", vip: "kind = 0 and is_vip" }
const durations = Object.keys(durationDays) as (keyof typeof durationDays)[]

const dayMs = 86_400_000

/**
 * Conditions that are counted for a facet with fixed values, in order. Dates are passed as values, because date arithmetic would run for
 * every row.
 */
const counted: Partial<Record<SqlDimension, (now: Date, into: SqlValues) => string[]>> = {
  fees: () => Object.values(fees),
  lengths: () => lengths.map(({ min, max }) => `kind <> 1 and length >= ${min}${max ? ` and length <= ${max}` : ""}`),
  durations: (now, { add }) =>
    durations.map((name) => `created_at >= ${add(new Date(now.getTime() - durationDays[name] * dayMs).toISOString())}::timestamptz`),
}

/** The columns that each facet reads. */
export const columnsOf: Record<SqlDimension, string[]> = {
  ext: ["ext"],
  categories: ["categories"],
  languages: ["language"],
  fees: ["price", "is_vip"],
  lengths: ["length"],
  durations: ["created_at"],
}

/** Returns the columns that count the given facets. */
export const countsSql = (facetNames: readonly SqlDimension[], now: Date, into: SqlValues): string => {
  const filters = facetNames.flatMap((name) => counted[name]?.(now, into) ?? []).map((one) => `count(*) filter (where ${one})`)
  const groups = facetNames.flatMap((name) => {
    const { from, key } = grouped[name] ?? { from: "", key: "" }
    return key
      ? [
          `(select coalesce(jsonb_agg(jsonb_build_array(key, n)), '[]') from (select ${key} as key, count(*)::int as n from ${from} group by 1) c
            where key is not null) as ${name}`,
        ]
      : []
  })
  const totals = `(select array[count(*), coalesce(max(rank), 0)${filters.map((one) => `, ${one}`).join("")}]::int[] from m) as totals`
  return [totals, ...groups].join(", ")
}

export type CountsRow = { totals: number[] } & Partial<Record<SqlDimension, [string | number, number][]>>

const keys: Partial<Record<SqlDimension, readonly (string | number)[]>> = {
  fees: Object.keys(fees),
  lengths: lengths.map((_, at) => at),
  durations,
}

/** Reads the result of `countsSql` for the same facets into `facets`. Returns the number of matches seen and the rank of the last one. */
export const readCounts = (row: CountsRow, facetNames: readonly SqlDimension[], facets: Facets): { seen: number; last: number } => {
  const [seen = 0, last = 0, ...fixed] = row.totals
  const fill = (name: SqlDimension, counts: (readonly [string | number, number])[]) => {
    for (const [key, n] of counts) if (n) (facets[name] as Map<string | number, number>).set(key, n)
  }
  for (const name of facetNames) fill(name, keys[name]?.map((key) => [key, fixed.shift() ?? 0] as const) ?? row[name] ?? [])
  return { seen, last }
}
