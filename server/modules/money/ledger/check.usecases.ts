import { sql, type SQL } from "drizzle-orm"
import type { Database, Db } from "@/server/db/client"
import { OrderStatus, OrderType, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { orderTable } from "../order/order.table"
import { orderRefundTable as refund } from "../order/refund.table"
import { userTable } from "../../people/user/user.table"
import { ledgerAccountTable as account, ledgerEntryTable as entry, ledgerTransactionTable as transaction } from "./ledger.table"

/** `sum` of all entries, 0 in a consistent ledger; `faults`: violations, at most `maxFaults` of each kind. */
export type LedgerReport = { transactions: number; entries: number; sum: bigint; faults: LedgerFault[] }
export type LedgerFault = { what: string; id: string }

const maxFaults = 20

/** The accounts that have a balance: those of users, and escrow. */
const hasBalance = sql`(a.user_id is not null or a.name = 'escrow')`
/** The credits that a pending refund holds. */
const holds = sql`case when r.status = ${RefundStatus.pending} then r.taken + r.income else 0 end`

/** Each ledger rule as a query for its violations, one per row (docs/decisions/010, 064). */
const rules: Record<string, SQL> = {
  "这一笔的分录加起来不是 0，交易": sql`select transaction_id as id from ${entry} group by transaction_id having sum(amount) <> 0`,
  "余额小于 0，账户": sql`select a.id from ${account} a where ${hasBalance} and a.balance < 0`,
  "余额和它的分录之和不一致，账户": sql`select a.id from ${account} a left join ${entry} e on e.account_id = a.id
    where ${hasBalance} group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  "分录写着的余额接不上前一条，分录": sql`select id from (
    select e.id, e.balance, sum(e.amount) over (partition by e.account_id order by e.id) as expected
    from ${entry} e join ${account} a on a.id = e.account_id where ${hasBalance}) as running where balance <> expected`,
  "显示的积分和账户的余额不一致，用户": sql`select u.id from ${userTable} u left join ${account} a on a.user_id = u.id
    where u.credit_count <> coalesce(a.balance, 0)`,
  "已支付，账本里却没有，订单": sql`select o.order_no as id from ${orderTable} o left join ${transaction} t on t.key = 'order:' || o.order_no
    where o.status = ${OrderStatus.paid} and t.id is null
    and (o.order_type = ${OrderType.recharge} or (o.payment_type = ${PaymentType.credit} and o.amount > 0) or o.income > 0)`,
  "账本里有，订单却没有支付，订单": sql`select o.order_no as id from ${orderTable} o join ${transaction} t on t.key = 'order:' || o.order_no
    where o.status <> ${OrderStatus.paid}`,
  "退款和订单写着的不一致，订单": sql`select o.order_no as id from ${orderTable} o left join ${refund} r
    on r.order_id = o.id and r.status <> ${RefundStatus.failed} group by o.id
    having o.refund_fen <> coalesce(sum(r.fen), 0) or o.refund_amount <> coalesce(sum(r.amount), 0)`,
  "退款动了积分，账本里却没有，退款": sql`select r.refund_no as id from ${refund} r left join ${transaction} t on t.key = 'refund:' || r.refund_no
    where t.id is null and (r.amount > 0 or r.taken > 0 or r.income > 0)`,
  "退款没有成功，账本没有冲回，退款": sql`select r.refund_no as id from ${refund} r join ${transaction} t on t.key = 'refund:' || r.refund_no
    left join ${transaction} undone on undone.key = 'refund-undone:' || r.refund_no
    where (r.status = ${RefundStatus.failed}) <> (undone.id is not null)`,
  "托管的积分和处理中的退款不一致，账户": sql`select a.id from ${account} a
    where a.name = 'escrow' and a.balance <> (select coalesce(sum(${holds}), 0) from ${refund} r)`,
  "退款托管的积分和账本不一致，退款": sql`select r.refund_no as id from ${refund} r left join lateral (
    select sum(e.amount) as amount from ${transaction} t join ${entry} e on e.transaction_id = t.id join ${account} a on a.id = e.account_id
    where a.name = 'escrow' and t.key in
      ('refund:' || r.refund_no, 'refund-held:' || r.refund_no, 'refund-settled:' || r.refund_no, 'refund-undone:' || r.refund_no)) held on true
    where coalesce(held.amount, 0) <> ${holds}`,
}

/** Returns the violations of a rule, at most `maxFaults`. */
export const faultsOf = async (db: Db, what: string, rule: SQL): Promise<LedgerFault[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`${rule} limit ${maxFaults}`)
  return rows.map(({ id }) => ({ what, id: String(id) }))
}

/** Checks the whole ledger in one database snapshot, so the site may keep running. */
export const checkLedger = (db: Database): Promise<LedgerReport> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ transactions: string; entries: string; sum: string }>(
        sql`select (select count(*) from ${transaction}) as transactions, count(*) as entries, coalesce(sum(amount), 0) as sum from ${entry}`,
      )
      const faults: LedgerFault[] = []
      for (const [what, rule] of Object.entries(rules)) faults.push(...(await faultsOf(tx, what, rule)))
      const [all] = rows
      return { transactions: Number(all?.transactions), entries: Number(all?.entries), sum: BigInt(all?.sum ?? 0), faults }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  )
