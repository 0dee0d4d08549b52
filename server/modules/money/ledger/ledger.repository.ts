import { and, asc, count, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import type { Exported } from "@/server/db/personal-data"
import { sideRemark } from "./ledger.rules"
import { ledgerAccountTable, ledgerEntryTable, ledgerTransactionTable } from "./ledger.table"

const account = ledgerAccountTable
const entry = ledgerEntryTable
const transaction = ledgerTransactionTable

const withOwnRemark = <R extends { kind: string; remark: string; amount: number }>(row: R): R => ({ ...row, remark: sideRemark(row) })

export type Holder = { user_id: number } | { name: string }
const isHolder = (holder: Holder) => ("user_id" in holder ? eq(account.user_id, holder.user_id) : eq(account.name, holder.name))

/** Returns the holder's account, created if missing and locked until the transaction ends. */
export const lockAccount = async (db: Db, holder: Holder): Promise<{ id: number; balance: number }> => {
  await db.insert(account).values(holder).onConflictDoNothing()
  const [row] = await db.select({ id: account.id, balance: account.balance }).from(account).where(isHolder(holder)).for("update")
  return row!
}

/**
 * Returns one of the site's accounts. It is not locked and has no stored balance, or every award would wait for the one before: its balance
 * is the sum of its entries.
 */
export const siteAccount = async (db: Db, name: string): Promise<number> => {
  const existing = await db.select({ id: account.id }).from(account).where(eq(account.name, name))
  if (existing[0]) return existing[0].id
  await db.insert(account).values({ name }).onConflictDoNothing()
  return (await db.select({ id: account.id }).from(account).where(eq(account.name, name)))[0]!.id
}

/** Returns the id of a new transaction, or null if this business event has already been posted. */
export const addTransaction = async (
  db: Db,
  row: { key: string; kind: string; remark: string; created_at: Date },
): Promise<number | null> =>
  (await db.insert(transaction).values(row).onConflictDoNothing().returning({ id: transaction.id }))[0]?.id ?? null

export const hasTransaction = async (db: Db, key: string): Promise<boolean> => (await db.$count(transaction, eq(transaction.key, key))) > 0

export const addEntries = (db: Db, rows: (typeof entry.$inferInsert)[]) => db.insert(entry).values(rows)

export const setBalance = (db: Db, accountId: number, balance: number) =>
  db.update(account).set({ balance }).where(eq(account.id, accountId))

/** Returns the amounts that an event moved on users' accounts. */
export const listSides = (db: Db, key: string): Promise<{ user_id: number; amount: number }[]> =>
  db
    .select({ user_id: sql<number>`${account.user_id}`.mapWith(Number), amount: entry.amount })
    .from(entry)
    .innerJoin(transaction, eq(transaction.id, entry.transaction_id))
    .innerJoin(account, eq(account.id, entry.account_id))
    .where(and(eq(transaction.key, key), isNotNull(account.user_id)))
    .orderBy(asc(account.user_id))

/** Counts the events of this kind that moved this account since a given time. */
export const countEvents = async (db: Db, accountId: number, kind: string, since: Date): Promise<number> => {
  const [row] = await db
    .select({ n: count() })
    .from(entry)
    .innerJoin(transaction, eq(transaction.id, entry.transaction_id))
    .where(and(eq(entry.account_id, accountId), eq(transaction.kind, kind), gte(entry.created_at, since)))
  return row?.n ?? 0
}

/** Counts the events of this kind for a user, who may not have an account yet. */
export const countEventsOf = async (db: Db, userId: number, kind: string, since: Date): Promise<number> => {
  const [ownAccount] = await db.select({ id: account.id }).from(account).where(eq(account.user_id, userId))
  return ownAccount ? countEvents(db, ownAccount.id, kind, since) : 0
}

/** Lists the movements of a user's credits, newest first. */
export const listEntries = async (db: Db, userId: number, page: { offset: number; limit: number }) => {
  const ownEntries = inArray(entry.account_id, db.select({ id: account.id }).from(account).where(eq(account.user_id, userId)))
  const [rows, total] = await Promise.all([
    db
      .select({
        id: entry.id,
        kind: transaction.kind,
        remark: transaction.remark,
        amount: entry.amount,
        balance: entry.balance,
        created_at: entry.created_at,
      })
      .from(entry)
      .innerJoin(transaction, eq(transaction.id, entry.transaction_id))
      .where(ownEntries)
      .orderBy(desc(entry.id))
      .offset(page.offset)
      .limit(page.limit),
    db.$count(entry, ownEntries),
  ])
  return { rows: rows.map(withOwnRemark), total }
}

/** Returns the credits gained and spent since a given time, both positive. */
export const sumEntries = async (db: Db, userId: number, since: Date): Promise<{ gained: number; spent: number }> => {
  const [row] = await db
    .select({
      gained: sql<number>`coalesce(sum(${entry.amount}) filter (where ${entry.amount} > 0), 0)::int`,
      spent: sql<number>`coalesce(-sum(${entry.amount}) filter (where ${entry.amount} < 0), 0)::int`,
    })
    .from(entry)
    .innerJoin(account, eq(account.id, entry.account_id))
    .where(and(eq(account.user_id, userId), gte(entry.created_at, since)))
  return row ?? { gained: 0, spent: 0 }
}

/** Returns every movement of a user's credits, oldest first. */
export const readOwnEntries = async (db: Db, userId: number, limit: number): Promise<Exported> => {
  const rows = await db
    .select({
      id: entry.id,
      kind: transaction.kind,
      remark: transaction.remark,
      amount: entry.amount,
      balance: entry.balance,
      created_at: entry.created_at,
    })
    .from(entry)
    .innerJoin(transaction, eq(transaction.id, entry.transaction_id))
    .innerJoin(account, eq(account.id, entry.account_id))
    .where(eq(account.user_id, userId))
    .orderBy(asc(entry.id))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit).map(withOwnRemark), truncated: rows.length > limit }
}

/** Returns the accounts of these users, created if missing and locked in the order of user ids. */
export const lockAccounts = async (db: Db, userIds: number[]): Promise<{ id: number; user_id: number; balance: number }[]> => {
  if (!userIds.length) return []
  const ids = userIds.toSorted((a, b) => a - b)
  await db
    .insert(account)
    .values(ids.map((user_id) => ({ user_id })))
    .onConflictDoNothing()
  const columns = { id: account.id, user_id: sql<number>`${account.user_id}`.mapWith(Number), balance: account.balance }
  return db.select(columns).from(account).where(inArray(account.user_id, ids)).orderBy(account.user_id).for("update")
}

/** Sums the amounts that events of one kind have moved, by account. */
export const sumOfKind = async (db: Db, accountIds: number[], kind: string): Promise<Map<number, number>> => {
  const rows = await db
    .select({ id: entry.account_id, sum: sql<number>`sum(${entry.amount})`.mapWith(Number) })
    .from(entry)
    .innerJoin(transaction, eq(transaction.id, entry.transaction_id))
    .where(and(inArray(entry.account_id, accountIds), eq(transaction.kind, kind)))
    .groupBy(entry.account_id)
  return new Map(rows.map(({ id, sum }) => [id, sum]))
}

export const setBalances = (db: Db, rows: { id: number; balance: number }[]) =>
  db.execute(sql`update ${account} set balance = given.balance
    from (values ${sql.join(
      rows.map(({ id, balance }) => sql`(${id}::bigint, ${balance}::bigint)`),
      sql`, `,
    )}) as given (id, balance) where ${account}.id = given.id`)
