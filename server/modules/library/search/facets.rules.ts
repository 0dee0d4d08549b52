import { FeeType } from "@/lib/contract/library/document.choices.enums"
import { kinds, type FormatKind } from "@/lib/contract/library/document.formats"

/** Documents with the same values in every filter. `band` and `age`: how many bounds of length and of time they have reached. */
export type FacetGroup = { ext: string; language: string; is_vip: boolean; charged: boolean; band: number; age: number; count: number }
/** The chosen filters; `band` and `age` 0 = any. */
export type ChosenFilters = { ext?: string; language?: string[]; fee_type?: string; band: number; age: number }
type FacetName = "ext" | "language" | "fee" | "pages" | "duration"

const feesOf = ({ charged, is_vip }: FacetGroup): string[] => [charged ? FeeType.charge : FeeType.free, ...(is_vip ? [FeeType.vip] : [])]

const testsOf = ({ ext, language, fee_type, band, age }: ChosenFilters): Record<FacetName, (group: FacetGroup) => boolean> => {
  const kind = ext && Object.hasOwn(kinds, ext) ? (kinds[ext as FormatKind].ext as readonly string[]) : null
  return {
    ext: (group) => !kind || kind.includes(group.ext),
    language: (group) => !language?.length || language.includes(group.language),
    fee: (group) => !fee_type || feesOf(group).includes(fee_type),
    pages: (group) => band === 0 || group.band === band,
    duration: (group) => group.age >= age,
  }
}

/** Adds up each facet over the groups that meet the conditions of all other facets. */
export const sumFacets = (groups: readonly FacetGroup[], chosen: ChosenFilters) => {
  const tests = Object.entries(testsOf(chosen))
  const sums = <K>(facet: FacetName, keysOf: (group: FacetGroup) => K[]): Map<K, number> => {
    const totals = new Map<K, number>()
    for (const group of groups)
      if (tests.every(([name, test]) => name === facet || test(group)))
        for (const key of keysOf(group)) totals.set(key, (totals.get(key) ?? 0) + group.count)
    return totals
  }
  return {
    ext: sums("ext", ({ ext }) => [ext]),
    language: sums("language", ({ language }) => (language ? [language] : [])),
    fee: sums("fee", feesOf),
    pages: sums("pages", ({ band }) => (band > 0 ? [band] : [])),
    /** what is newer than a bound is newer than all earlier bounds */
    duration: sums("duration", ({ age }) => Array.from({ length: age }, (_, at) => at + 1)),
  }
}
