import type { ChangeSubject } from "../db/change-log"
import { dependsOn, expireSoon, isItemPage } from "./page-cache-entry"
import type { InFlightRender, Revalidation } from "./page-cache-revalidate"
import type { PageStore } from "./page-cache-store"
import { dependenciesOfPath, invalidDependencies, listsOfArrival, type Dependency } from "./page-dependencies"
import type { PageValidity } from "./page-validity"

type Options = { store: PageStore; revalidation: Revalidation; validity: PageValidity }

const ownPageOnly: ReadonlySet<ChangeSubject> = new Set(["progress", "arrived", "images"])

/** Removes the pages that a change invalidates from memory. Pages on disk stay; they are validated when they are read. */
export const createInvalidation = ({ store: { memory }, revalidation, validity }: Options) => {
  const expireLists = (owner: number): void => {
    const lists = listsOfArrival(owner)
    for (const entry of memory.values()) if (dependsOn(entry.dependencies, lists)) expireSoon(entry)
    for (const render of revalidation.running) if (dependsOn(dependenciesOfPath(render.path), lists)) render.expiresSoon = true
  }

  /**
   * The dependencies of an item page are known only after its render. `progress`, `arrived` and `images` affect only the document's own
   * page, which the path identifies.
   */
  const mayBeOutdated = ({ path }: InFlightRender, what: ChangeSubject, invalid: Dependency[] | "all"): boolean =>
    (isItemPage(path) && !ownPageOnly.has(what)) || dependsOn(dependenciesOfPath(path), invalid)

  /** `owner` is the author of the document or article that changed, 0 = unknown. */
  return (what: ChangeSubject, id: string, owner = 0): void => {
    if (what === "arrived") expireLists(owner)
    validity.record(what, id, owner)
    const invalid = invalidDependencies(what, id, owner)
    for (const [key, entry] of memory.entries()) if (dependsOn(entry.dependencies, invalid)) memory.delete(key)
    for (const render of revalidation.running) {
      render.changes.push(invalid)
      if (mayBeOutdated(render, what, invalid)) revalidation.detach(render)
    }
  }
}
