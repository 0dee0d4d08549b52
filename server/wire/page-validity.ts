import { outdatedDependencies, type Dependency } from "../pages/page-dependencies"
import type { DrawnPage, ValidityAfterRestart } from "./page-validity-after-restart"
import type { Subject } from "../db/change-log"

/** Changes that are remembered one by one; of older ones it is only known that there were some. */
const maxRemembered = 50_000

/**
 * Remembers when what changed last, to tell whether a page that was drawn at some time is still true. This process hears of
 * changes since `since`; which pages from before are true, the log of changes tells (`recall`). Without it, none of them is.
 */
export const createPageValidity = (since: number, max = maxRemembered) => {
  let floor = 0
  let past: ValidityAfterRestart | null = null
  const changed = new Map<Dependency, number>()
  const note = (what: Subject, id: string, owner = 0, at = Date.now()): void => {
    const dependencies = outdatedDependencies(what, id, owner)
    if (dependencies === "all") {
      floor = Math.max(floor, at)
      return
    }
    for (const one of dependencies) {
      const before = changed.get(one) ?? 0
      // to the end of the map's order
      changed.delete(one)
      changed.set(one, Math.max(before, at))
    }
    while (changed.size > max) {
      const [oldest, time] = changed.entries().next().value!
      changed.delete(oldest)
      floor = Math.max(floor, time)
    }
  }
  /** True if nothing that the page shows has changed since it was drawn; in the same millisecond it may have. */
  const isTrue = (page: DrawnPage): boolean => {
    const { drawn, dependencies } = page
    if (drawn <= floor || drawn > Date.now() || !dependencies.every((one) => (changed.get(one) ?? 0) < drawn)) return false
    return drawn > since || (past !== null && past.isTrue(page))
  }
  return { note, isTrue, recall: (before: ValidityAfterRestart) => void (past = before) }
}
export type PageValidity = ReturnType<typeof createPageValidity>
