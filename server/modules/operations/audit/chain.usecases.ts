import type { Database, Db } from "@/server/db/client"
import type { auditTable } from "./audit.table"
import { addRow, allRows, findHead, findLastRow, lockHead, moveHead } from "./chain.repository"
import { chainKey, hashOf, type AuditRow } from "./chain.rules"

type Entry = Omit<typeof auditTable.$inferInsert, "id" | "previous">

/**
 * Appends a row to the chain. In a transaction, call it last: the head stays locked until the end, so that rows are appended one after
 * another, in id order.
 */
export const appendAudit = async (db: Db, secret: Uint8Array, entry: Entry): Promise<void> => {
  const key = chainKey(secret)
  const { hash } = await lockHead(db)
  const row = await addRow(db, { ...entry, previous: hash || hashOf(key, await findLastRow(db)) })
  await moveHead(db, { last_id: row.id, hash: hashOf(key, row) })
}

/**
 * `rows` in the log, `unchained` rows from before it was chained, `broken` links (each with the row after it), and the hash at the `head`.
 */
export type ChainReport = { rows: number; unchained: number; broken: { id: number; reason: string }[]; head: string }

/**
 * Verifies the chain from the first row to the head. Reads one database snapshot, so the running site may append rows during it. Links of
 * rows up to `from` are skipped: after a change of the site's secret, `from` is the first row written with the new one.
 */
export const checkChain = (db: Database, secret: Uint8Array, from = 0): Promise<ChainReport> =>
  db.transaction(
    async (tx) => {
      const key = chainKey(secret)
      const report: ChainReport = { rows: 0, unchained: 0, broken: [], head: "" }
      let last: AuditRow | null = null
      let chained = false
      for await (const row of allRows(tx)) {
        report.rows += 1
        const linked = row.previous !== ""
        if (!linked && !chained) report.unchained += 1
        else if (row.id > from && row.previous !== hashOf(key, last))
          report.broken.push({ id: row.id, reason: `这一条和它前面的一条${last ? `（${last.id}）` : ""}接不上` })
        chained ||= linked
        last = row
      }
      const head = await findHead(tx)
      report.head = head?.hash ?? ""
      const ends = chained ? head?.last_id === last?.id && head?.hash === hashOf(key, last) : !head?.hash
      if (!ends) report.broken.push({ id: last?.id ?? 0, reason: "最后一条和记下的结尾不一致" })
      return report
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  )
