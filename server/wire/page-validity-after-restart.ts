import { logDays, type ChangeLog } from "../db/change-log"
import { outdatedDependencies, type Dependency } from "../pages/page-dependencies"

/** A page that another process drew: `stamp` is the transaction below which it shows everything (`readStamp`), 0 = unknown. */
export type DrawnPage = { drawn: number; stamp: number; dependencies: Dependency[] }

/**
 * What changed before this process began, to tell whether a page of an earlier one is still true: nothing that it shows may have changed
 * in a transaction that its drawing did not see. A database that was put back numbers its transactions again: what was drawn before
 * a process began cannot have seen transactions that begin after it.
 */
export const createValidityAfterRestart = (log: ChangeLog, now: number) => {
  const oldest = now - logDays * 86_400_000
  let floor = log.complete
  const changed = new Map<Dependency, number>()
  for (const { what, id, owner, transaction } of log.changes) {
    const dependencies = outdatedDependencies(what, id, owner)
    if (dependencies === "all") floor = Math.max(floor, transaction)
    else for (const one of dependencies) changed.set(one, Math.max(changed.get(one) ?? 0, transaction))
  }
  const fits = ({ drawn, stamp }: DrawnPage) => log.starts.every(({ at, transaction }) => at <= drawn || stamp <= transaction)
  const isTrue = (page: DrawnPage): boolean =>
    page.stamp > floor && page.drawn > oldest && page.dependencies.every((one) => (changed.get(one) ?? 0) < page.stamp) && fits(page)
  return { isTrue }
}
export type ValidityAfterRestart = ReturnType<typeof createValidityAfterRestart>
