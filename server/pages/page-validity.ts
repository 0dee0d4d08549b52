import type { ChangeSubject } from "../db/change-log"
import { staleDependencies, type Dependency } from "./page-dependencies"
import type { RenderRecord, ValidityAfterRestart } from "./page-validity-after-restart"

/** How many dependencies have their last change remembered; every page older than a forgotten change counts as outdated. */
const maxDependencies = 50_000

/**
 * Decides whether a rendered page is still current, from the changes that this process has received since `startedAt` (ms). Older pages
 * are current only if `acceptEarlierPages` was given the change log's answer.
 */
export const createPageValidity = (startedAt: number, max = maxDependencies) => {
  let oldestValid = 0
  let afterRestart: ValidityAfterRestart | null = null
  const lastChange = new Map<Dependency, number>()
  const record = (what: ChangeSubject, id: string, owner = 0, at = Date.now()): void => {
    const dependencies = staleDependencies(what, id, owner)
    if (dependencies === "all") {
      oldestValid = Math.max(oldestValid, at)
      return
    }
    for (const one of dependencies) {
      const previous = lastChange.get(one) ?? 0
      // a Map iterates in insertion order: this moves the entry to the end
      lastChange.delete(one)
      lastChange.set(one, Math.max(previous, at))
    }
    while (lastChange.size > max) {
      const [oldest, time] = lastChange.entries().next().value!
      lastChange.delete(oldest)
      oldestValid = Math.max(oldestValid, time)
    }
  }
  /** A change in the same millisecond counts as later. A page from the future (the clock was set back) is not current. */
  const isCurrent = (page: RenderRecord): boolean => {
    const { renderedAt, dependencies } = page
    if (renderedAt <= oldestValid || renderedAt > Date.now()) return false
    if (!dependencies.every((one) => (lastChange.get(one) ?? 0) < renderedAt)) return false
    return renderedAt > startedAt || (afterRestart !== null && afterRestart.isCurrent(page))
  }
  return { record, isCurrent, acceptEarlierPages: (validity: ValidityAfterRestart) => void (afterRestart = validity) }
}
export type PageValidity = ReturnType<typeof createPageValidity>
