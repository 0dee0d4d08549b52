import { retentionDays, type ChangeLog } from "../db/change-log"
import { staleDependencies, type Dependency } from "./page-dependencies"

/**
 * Decides whether a rendered page is still valid. `renderedAt` (ms) is the start of the render. `snapshotXmin` is the number of the
 * oldest transaction that was still running then, so the page contains everything below it (0 = unknown).
 */
export type RenderRecord = { renderedAt: number; snapshotXmin: number; dependencies: Dependency[] }

/**
 * Validates pages that earlier processes rendered, using the change log: a page is current if every logged change of its content
 * committed before its snapshot. After a database restore transaction numbers repeat, so a page that is older than a logged process
 * start must also have a smaller number than that start.
 */
export const createValidityAfterRestart = (log: ChangeLog, now: number) => {
  const oldest = now - retentionDays * 86_400_000
  let minimumXmin = log.completeAbove
  const lastChange = new Map<Dependency, number>()
  for (const { what, id, owner, transaction } of log.changes) {
    const dependencies = staleDependencies(what, id, owner)
    if (dependencies === "all") minimumXmin = Math.max(minimumXmin, transaction)
    else for (const one of dependencies) lastChange.set(one, Math.max(lastChange.get(one) ?? 0, transaction))
  }
  const isOfThisTimeline = ({ renderedAt, snapshotXmin }: RenderRecord) =>
    log.starts.every(({ at, transaction }) => at <= renderedAt || snapshotXmin <= transaction)
  const isCurrent = (page: RenderRecord): boolean =>
    page.snapshotXmin > minimumXmin &&
    page.renderedAt > oldest &&
    page.dependencies.every((one) => (lastChange.get(one) ?? 0) < page.snapshotXmin) &&
    isOfThisTimeline(page)
  return { isCurrent }
}
export type ValidityAfterRestart = ReturnType<typeof createValidityAfterRestart>
