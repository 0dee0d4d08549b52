import type { Database, Db } from "@/server/db/client"
import { faultsOf, type LedgerFault } from "./check.usecases"
import {
  addUp,
  changeCheckpoint,
  findCheckpoint,
  lockCheckpoint,
  startCheckpoint,
  type Checkpoint,
  type RecentSums,
} from "./checkpoint.repository"
import { recentRules } from "./recent-faults.repository"

/*
 * The check that runs while the site works (docs/decisions/422): entries before the checkpoint are not read again, so its cost grows with
 * the new movements and not with the ledger. `npm run ledger -- check` reads all of it.
 */

export type LedgerState = { sum: bigint; faults: number }

/** How many entries one check reads at most; a large ledger is caught up with by several checks. */
const most = 200_000
/** Orders and refunds are looked at again that long after a check (ms), because clocks differ and transactions take time. */
const overlapMs = 3_600_000

/**
 * Returns the next checkpoint. Ids are given in order but committed in any: an id counts as passed once every transaction that ran when it was
 * the highest has ended. Transaction numbers above the current one come from another database cluster.
 */
const advance = (row: Checkpoint, recent: RecentSums): Partial<Checkpoint> => {
  const isForeign = row.candidate_xid > recent.xmax
  if (row.candidate_xid && !isForeign && recent.xmin < row.candidate_xid) return {}
  const passed =
    row.candidate_xid && !isForeign && row.candidate_id > row.entry_id
      ? { entry_id: row.candidate_id, entries: row.entries + recent.below.count, sum: row.sum + recent.below.sum }
      : {}
  return { ...passed, candidate_id: recent.last, candidate_xid: recent.xmax }
}

/**
 * Checks the entries since the last check. While there are faults, the checkpoint stays before them, so that they are reported until they
 * are fixed. If another process is checking, returns the result of the last check.
 */
export const checkRecentEntries = async (db: Database, now: Date): Promise<LedgerState & { details: LedgerFault[] }> => {
  await startCheckpoint(db)
  return db.transaction(
    async (tx) => {
      const row = await lockCheckpoint(tx)
      if (!row) return { ...(await lastState(tx)), details: [] }
      const upTo = row.entry_id + most
      const recent = await addUp(tx, row, upTo)
      const since = new Date((row.checked_at?.getTime() ?? 0) - overlapMs)
      const details: LedgerFault[] = []
      for (const [what, rule] of Object.entries(recentRules({ after: row.entry_id, upTo, since })))
        details.push(...(await faultsOf(tx, what, rule)))
      // entries of one transaction may lie on both sides of the end of a range
      const isEnd = recent.last < upTo
      const total = isEnd ? row.sum + recent.sum : row.total
      const isFine = details.length === 0 && (!isEnd || total === 0n)
      const state = { total, faults: details.length }
      await changeCheckpoint(tx, isFine ? { ...state, ...advance(row, recent), checked_at: now } : state)
      return { sum: total, faults: details.length, details }
    },
    { isolationLevel: "repeatable read" },
  )
}

const lastState = async (db: Db): Promise<LedgerState> => {
  const row = await findCheckpoint(db)
  return { sum: row?.total ?? 0n, faults: row?.faults ?? 0 }
}

/** Returns the result of the last check; checks if there was none. */
export const readLedgerState = async (db: Database, now: Date): Promise<LedgerState> => {
  const row = await findCheckpoint(db)
  return row && (row.checked_at || row.faults) ? { sum: row.total, faults: row.faults } : checkRecentEntries(db, now)
}
