import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { day } from "@/lib/rules/time"
import type { Ctx } from "@/server/context"
import { lengths } from "@/server/ports/search/search.port"
import { countFacetGroups, type FacetScope } from "./facets.repository"
import { sumFacets } from "./facets.rules"

/** A category with more documents has no counts: they would take longer than its list (about 40 ms for this many). */
const maxCounted = 20_000
const dayMs = 86_400_000

type FacetInput = FacetScope & { language?: string[]; ext?: string; fee_type?: string; pages_min?: number; duration?: string }

/** The longest period first, so that bounds ascend. */
const periods = rangeShortcuts.toReversed()

/** Counts the remaining documents for each filter of a category (docs/decisions/382). */
export const countFacets = async (ctx: Ctx, { category_id, is_recommend, pages_min, duration, ...chosen }: FacetInput) => {
  const now = ctx.now().getTime()
  const groups = await countFacetGroups(
    ctx.db,
    { category_id, is_recommend },
    {
      pages: lengths.map(({ min }) => min),
      // whole days of the site's zone, as the list's own condition
      ages: periods.map(({ days }) => new Date(`${day(now - days * dayMs)}T00:00:00+08:00`)),
      max: maxCounted + 1,
    },
  )
  if (groups.reduce((sum, { count }) => sum + count, 0) > maxCounted) return {}
  const band = lengths.findIndex(({ min }) => min === pages_min) + 1
  const age = periods.findIndex(({ name }) => name === duration) + 1
  const { ext, language, fee, pages, duration: durations } = sumFacets(groups, { ...chosen, band, age })
  return {
    agg_ext: [...ext].map(([name, count]) => ({ ext: name, count })),
    agg_language: [...language].map(([code, count]) => ({ code, count })),
    agg_fee: [...fee].map(([fee_type, count]) => ({ fee_type, count })),
    agg_pages: [...pages].map(([at, count]) => ({ ...lengths[at - 1]!, count })),
    agg_duration: [...durations].map(([at, count]) => ({ duration: periods[at - 1]!.name, count })),
  }
}
