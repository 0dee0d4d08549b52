import { checkLedger } from "../../server/modules/money/ledger/check.usecases"
import { libraryComparisons } from "./both-sides/compare-library"
import { peopleComparisons } from "./both-sides/compare-people"
import { sharedState, type Here, type Side, type Sides } from "./both-sides/state"
import { workHere } from "./both-sides/work-here"
import { workThere } from "./both-sides/work-there"

/*
 * Random work on a source site and on the site that it was imported into, and what both together must be after an import. What the source
 * must have is read from itself; what was done here is remembered. Only rows with these names are compared: recorded rows have faults that
 * other tests are about.
 */

export const bothSides = (sides: Sides) => {
  const state = sharedState(sides)
  const { doThere, doubts, here, pick, tally } = state
  const works = { here: workHere(state), there: workThere(state) }
  const { compareDocuments, compareComments, compareFavourites, compareCategories } = libraryComparisons(state)
  const { compareArticles, compareUsers, compareCounters } = peopleComparisons(state)

  /** Finds out which doubtful pieces of work happened. */
  const settle = async () => {
    for (const { isDone, note } of doubts.splice(0)) if (await isDone()) note()
  }

  return {
    tally,
    /** Opens the site to the work here, or closes it. */
    open: async (opened: Here | null) => {
      state.open(opened)
      if (opened) await settle()
    },
    recountThere: () => doThere(async () => undefined),
    /** Does a random piece of work on a random side that is open. */
    work: async (open: readonly Side[] = ["here", "there"]): Promise<void> => {
      const [side, work] = pick(open.flatMap((one) => works[one].map(([, work]) => [one, work] as const)))
      await (side === "there" ? doThere(work) : work())
      tally[side] += 1
    },
    /** Compares every row after an import that has ended and found nothing changed since. */
    differences: async (): Promise<string[]> => [
      ...(await compareUsers()),
      ...(await compareDocuments()),
      ...(await compareArticles()),
      ...(await compareComments()),
      ...(await compareFavourites()),
      ...(await compareCategories()),
      ...(await compareCounters()),
      ...(await checkLedger(here().database.db)).faults.map((fault) => `ledger: ${JSON.stringify(fault)}`),
    ],
  }
}
export type { Here, Side }
export type BothSides = ReturnType<typeof bothSides>
