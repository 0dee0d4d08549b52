import { sql } from "drizzle-orm"
import { join } from "node:path"
import { openDatabase, type DatabaseHandle } from "../../server/db/client"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import { checkLedger, type LedgerReport } from "../../server/modules/money/ledger/check.usecases"
import { Failure } from "../../scripts/lib/failure.mjs"

export type OrderState = {
  order_no: string
  user_id: number
  order_type: number
  product_id: number
  quantity: number
  status: number
  price: number
  amount: number
  fen: number
  payment_type: number
  remark: string
  income: number
  refund_fen: number
  refund_amount: number
  /** of the document */
  author: number | null
  cards: number
}
type Move = { key: string; user_id: number; amount: number }
type Sign = { id: number; user_id: number; sign_at: number; award: number }
type Card = { id: number; order_no: string; download: number; used: number; counted: number }
/** One payment that was started at the gateway. */
export type PaymentAttempt = { trade_no: string; order_no: string; state: string }
type Refund = { refund_no: string; order_no: string; status: number; fen: number; amount: number; taken: number; income: number }
type Download = { user_id: number; document_id: number; count: number }

/** The financial state of the database at one moment. `moves`: users' credits since the torture test began. */
export type Snapshot = {
  orders: OrderState[]
  moves: Move[]
  signs: Sign[]
  cards: Card[]
  downloads: Download[]
  attempts: PaymentAttempt[]
  refunds: Refund[]
  codes: { order_no: string; user_id: number }[]
  ledger: LedgerReport
}

/** Opens the database of a running site. */
export const openSiteDatabase = (dataDir: string): DatabaseHandle => {
  const file = readPostmasterFile(join(dataDir, "postgres"))
  if (!file) throw new Failure("站点的数据库没有在运行。")
  return openDatabase({ host: file.socketDir, port: file.port, user: "doujia", database: "doujia", max: 2 }, () => undefined)
}

/** Reads the snapshot. `since`: the last transaction of the ledger before the torture test began. */
export const takeSnapshot = async (dataDir: string, since: number): Promise<Snapshot> => {
  const { db, close } = openSiteDatabase(dataDir)
  try {
    const read = await db.transaction(
      async (tx) => {
        const rows = async <T extends object>(query: ReturnType<typeof sql>) =>
          (await tx.execute<T & Record<string, unknown>>(query)).rows as T[]
        return {
          orders: await rows<OrderState>(sql`
            select o.order_no, o.user_id::int, o.order_type, o.product_id::int, o.quantity, o.status, o.price, o.amount, o.fen, o.payment_type, o.remark, o.income, o.refund_fen, o.refund_amount,
              case when o.order_type = 1 then d.user_id::int end as author, (select count(*)::int from user_vip v where v.order_no = o.order_no) as cards
            from "order" o left join document d on d.id = o.product_id`),
          moves: await rows<Move>(sql`
            select t.key, a.user_id::int, e.amount::int from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
            join ledger_account a on a.id = e.account_id where t.id > ${since} and a.user_id is not null`),
          signs: await rows<Sign>(sql`select id::int, user_id::int, sign_at, award from sign`),
          cards: await rows<Card>(sql`
            select v.id::int, v.order_no, v.download, v.download_used as used, (select count(*)::int from download d where d.card_id = v.id) as counted from user_vip v`),
          refunds: await rows<Refund>(sql`
            select r.refund_no, o.order_no, r.status, r.fen, r.amount, r.taken, r.income from order_refund r join "order" o on o.id = r.order_id`),
          attempts: await rows<PaymentAttempt>(sql`
            select a.trade_no, o.order_no, a.state from payment_attempt a join "order" o on o.id = a.order_id`),
          codes: await rows<Snapshot["codes"][number]>(sql`
            select order_no, user_id::int from download_code where used_at is not null`),
          downloads: await rows<Download>(sql`
            select user_id::int, document_id::int, count(*)::int from download group by user_id, document_id`),
        }
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    )
    return { ...read, ledger: await checkLedger(db) }
  } finally {
    await close()
  }
}

export const lastTransaction = async (dataDir: string): Promise<number> => {
  const { db, close } = openSiteDatabase(dataDir)
  try {
    const { rows } = await db.execute<{ last: number }>(sql`select coalesce(max(id), 0)::int as last from ledger_transaction`)
    return rows[0]?.last ?? 0
  } finally {
    await close()
  }
}
