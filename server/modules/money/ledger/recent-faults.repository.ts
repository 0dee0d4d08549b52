import { sql, type SQL } from "drizzle-orm"
import { OrderStatus, OrderType, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { userTable } from "../../people/user/user.table"
import { orderTable } from "../order/order.table"
import { orderRefundTable as refund } from "../order/refund.table"
import { ledgerAccountTable as account, ledgerEntryTable as entry, ledgerTransactionTable as transaction } from "./ledger.table"

/** The entries after one id up to and with another, and the orders and refunds that changed since a moment. */
export type LedgerRange = { after: number; upTo: number; since: Date }

/**
 * The rules of the ledger for a range: each query looks only at what the range touches, through indexes. The rules for all of it are in
 * `check.usecases.ts`.
 */
export const recentRules = ({ after, upTo, since }: LedgerRange): Record<string, SQL> => {
  const recent = sql`(select * from ${entry} where id > ${after} and id <= ${upTo})`
  const touched = sql`(select a.* from ${account} a where a.id in (select account_id from ${recent} n)
    and (a.user_id is not null or a.name = 'escrow'))`
  const last = sql`(select e.balance from ${entry} e where e.account_id = a.id order by e.id desc limit 1)`
  // pending and failed refunds are few and have an index; those that have ended are found by their end
  const refunds = sql`(select * from ${refund} where status <> ${RefundStatus.done} union all
    select * from ${refund} where status = ${RefundStatus.done} and done_at > ${since.toISOString()}::timestamptz)`
  const holds = sql`case when r.status = ${RefundStatus.pending} then r.taken + r.income else 0 end`
  return {
    "这一笔的分录加起来不是 0，交易": sql`select transaction_id as id from ${entry}
      where transaction_id in (select transaction_id from ${recent} n) group by transaction_id having sum(amount) <> 0`,
    "余额小于 0，账户": sql`select a.id from ${touched} a where a.balance < 0`,
    "余额和它的分录之和不一致，账户": sql`select a.id from ${touched} a where a.balance <> ${last}`,
    "分录写着的余额接不上前一条，分录": sql`select n.id from ${recent} n join ${touched} a on a.id = n.account_id
      where n.balance <> n.amount + coalesce(
        (select e.balance from ${entry} e where e.account_id = n.account_id and e.id < n.id order by e.id desc limit 1), 0)`,
    "显示的积分和账户的余额不一致，用户": sql`select u.id from ${touched} a join ${userTable} u on u.id = a.user_id where u.credit_count <> a.balance`,
    "已支付，账本里却没有，订单": sql`select o.order_no as id from ${orderTable} o left join ${transaction} t on t.key = 'order:' || o.order_no
      where o.paid_at > ${since.toISOString()}::timestamptz and o.status = ${OrderStatus.paid} and t.id is null
      and (o.order_type = ${OrderType.recharge} or (o.payment_type = ${PaymentType.credit} and o.amount > 0) or o.income > 0)`,
    "账本里有，订单却没有支付，订单": sql`select o.order_no as id from ${transaction} t join ${orderTable} o on o.order_no = substr(t.key, 7)
      where t.id in (select transaction_id from ${recent} n) and t.key like 'order:%' and o.status <> ${OrderStatus.paid}`,
    "退款和订单写着的不一致，订单": sql`select o.order_no as id from ${orderTable} o left join ${refund} r
      on r.order_id = o.id and r.status <> ${RefundStatus.failed} where o.id in (select order_id from ${refunds} changed) group by o.id
      having o.refund_fen <> coalesce(sum(r.fen), 0) or o.refund_amount <> coalesce(sum(r.amount), 0)`,
    "退款动了积分，账本里却没有，退款": sql`select r.refund_no as id from ${refunds} r
      left join ${transaction} t on t.key = 'refund:' || r.refund_no where t.id is null and (r.amount > 0 or r.taken > 0 or r.income > 0)`,
    "退款没有成功，账本没有冲回，退款": sql`select r.refund_no as id from ${refunds} r join ${transaction} t on t.key = 'refund:' || r.refund_no
      left join ${transaction} undone on undone.key = 'refund-undone:' || r.refund_no
      where (r.status = ${RefundStatus.failed}) <> (undone.id is not null)`,
    "托管的积分和处理中的退款不一致，账户": sql`select a.id from ${account} a
      where a.name = 'escrow' and a.balance <> (select coalesce(sum(${holds}), 0) from ${refund} r where r.status = ${RefundStatus.pending})`,
    "退款托管的积分和账本不一致，退款": sql`select r.refund_no as id from ${refunds} r left join lateral (
      select sum(e.amount) as amount from ${transaction} t join ${entry} e on e.transaction_id = t.id join ${account} a on a.id = e.account_id
      where a.name = 'escrow' and t.key in
        ('refund:' || r.refund_no, 'refund-held:' || r.refund_no, 'refund-settled:' || r.refund_no, 'refund-undone:' || r.refund_no)) held on true
      where coalesce(held.amount, 0) <> ${holds}`,
  }
}
