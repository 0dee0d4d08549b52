import { and, gt, inArray, sql } from "drizzle-orm"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { convertingStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { importRowTable } from "../../collecting/importer/importer.table"
import { conversionTable } from "../../library/files/drawing.table"
import { documentTable } from "../../library/document/document.table"
import { ledgerTransactionTable } from "../../money/ledger/ledger.table"
import { orderTable } from "../../money/order/order.table"
import { securityEventTable } from "../../people/security-event/security-event.table"
import { backupRunTable } from "../backup/backup-run.table"

/* The numbers that alarms check. Each is read from an index. */

const secondsBetween = (now: Date, moment: ReturnType<typeof sql>) =>
  sql`coalesce(extract(epoch from ${now.toISOString()}::timestamptz - ${moment}), 0)::float`

export type ConversionBacklog = { count: number; age: number; working: boolean; ended: number }

/**
 * Returns how many documents wait for their conversion, since when the oldest one has not moved (s), whether one is being converted, and how
 * long ago the newest conversion ended (s; infinite if none did).
 */
export const conversionBacklog = async (db: Db, now: Date): Promise<ConversionBacklog> => {
  const ended = sql`(select max(${conversionTable.created_at}) from ${conversionTable})`
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      age: sql<number>`${secondsBetween(now, sql`min(${documentTable.updated_at})`)}`,
      working: sql<boolean>`coalesce(bool_or(${documentTable.lease_until} > ${now.toISOString()}), false)`,
      ended: sql<number | null>`extract(epoch from ${now.toISOString()}::timestamptz - ${ended})::float`,
    })
    .from(documentTable)
    .where(
      and(
        sql`${documentTable.deleted_at} is null`,
        inArray(documentTable.status, convertingStatuses),
        sql`${documentTable.convert_reason} = ''`,
      ),
    )
  return { ...row!, ended: row!.ended ?? Number.POSITIVE_INFINITY }
}

export type BackupSigns = { backup: number | null; proven: number | null; first: number | null; failed: boolean }

/** Returns the ages (s) of the newest backup, the newest proven one and the first one, and whether the last attempt failed. */
export const backupSigns = async (db: Db, now: Date): Promise<BackupSigns> => {
  const t = backupRunTable
  const age = (moment: ReturnType<typeof sql>) =>
    sql<number | null>`extract(epoch from ${now.toISOString()}::timestamptz - ${moment})::float`
  const [row] = await db
    .select({
      backup: age(sql`max(${t.ended_at}) filter (where ${t.ok} and ${t.kind} = 'backup')`),
      proven: age(sql`max(${t.ended_at}) filter (where ${t.ok} and ${t.kind} = 'verify')`),
      first: age(sql`min(${t.ended_at}) filter (where ${t.ok} and ${t.kind} = 'backup')`),
      failed: sql<boolean>`coalesce((array_agg(not ${t.ok} order by ${t.ended_at} desc) filter (where ${t.kind} = 'backup'))[1], false)`,
    })
    .from(t)
    .where(sql`${t.ended_at} is not null`)
  return row!
}

/** `stopped`, `failed`: what the archive and its last base copy noted, "" if all is well. `behind`: age of the oldest waiting segment (s). */
export type ArchiveSigns = { stopped: string; failed: string; waiting: number; behind: number }

/** Reads the state of the archive of the private database. */
export const archiveSigns = async (db: Db): Promise<ArchiveSigns> => {
  const t = backupRunTable
  const newest = (kind: string) =>
    sql`coalesce((select case when r.ok then '' else r.error end from ${t} r where r.kind = ${kind} and r.ended_at is not null order by r.id desc limit 1), '')`
  const { rows } = await db.execute<ArchiveSigns>(sql`
    select ${newest("archive")} as stopped, ${newest("base")} as failed, count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(modification)), 0)::float as behind
    from pg_ls_archive_statusdir() where name like '%.ready'`)
  return rows[0]!
}

/** Counts the orders of the last days that are paid, but whose credits were not moved; orders of an imported site moved theirs there. */
export const countUncredited = async (db: Db, since: Date): Promise<number> => {
  const [o, x] = [orderTable, ledgerTransactionTable]
  return (
    await db
      .select({ count: sql<number>`count(*)::int` })
      .from(o)
      .leftJoin(x, sql`${x.key} = 'order:' || ${o.order_no}`)
      .where(
        and(
          gt(o.paid_at, since),
          sql`${o.status} = ${OrderStatus.paid} and ${x.id} is null`,
          sql`not exists (select 1 from ${importRowTable} i where i.source = 'order' and i.target_id = ${o.id})`,
          sql`(${o.order_type} = ${OrderType.recharge} or (${o.payment_type} = ${PaymentType.credit} and ${o.amount} > 0) or ${o.income} > 0)`,
        ),
      )
  )[0]!.count
}

/** Counts the security events of a type since then; at most `most`. `like`: part of their details. */
export const countEvents = async (db: Db, type: SecurityEventType, since: Date, most: number, like: readonly string[] = []) => {
  const t = securityEventTable
  const part = like.length
    ? sql`and (${sql.join(
        like.map((one) => sql`${t.detail} like ${`%${one}%`}`),
        sql` or `,
      )})`
    : sql``
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${t} where ${t.type} = ${type} and ${t.created_at} > ${since.toISOString()} ${part} limit ${most}) events`,
  )
  return rows[0]!.count
}
