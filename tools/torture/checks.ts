import { OrderStatus, OrderType, PaymentType, RefundStatus } from "../../lib/contract/money/order.enums"
import { possible, type TortureState, type Moves } from "./moves"
import { faultsOfCodes, faultsOfGateway, stuckAtGateway } from "./payment-checks"
import { faultsOfRefunds, isRefunded } from "./refund-checks"
import type { OrderState } from "./snapshot"

const { pending, paid, closed } = OrderStatus
const offline: readonly number[] = [PaymentType.bank, PaymentType.cash, PaymentType.other]
const countBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

/** Checks whether the order was paid in the recorded way by a user who did so. */
const isExplained = ({ record }: TortureState, { order_no, payment_type, remark }: OrderState): boolean => {
  if (payment_type === PaymentType.credit) return possible(record.find("pay", order_no))
  // payment-checks.ts checks these two in more detail
  if (payment_type === PaymentType.third || payment_type === PaymentType.code) return true
  if (payment_type === PaymentType.system) return possible(record.find("give", remark))
  return offline.includes(payment_type) && possible(record.find("note", order_no))
}

/** Returns the movements of users' credits that the order must cause. */
const movesOf = ({ order_type, user_id, quantity, amount, payment_type, status, author, income }: OrderState): [number, number][] => {
  if (status !== paid) return []
  if (order_type === OrderType.recharge) return [[user_id, quantity]]
  const spent: [number, number][] = payment_type === PaymentType.credit && amount > 0 ? [[user_id, -amount]] : []
  return author !== null && author !== user_id && income > 0 ? [...spent, [author, income]] : spent
}

function* faultsOfOrder(tortureState: TortureState, order: OrderState, moves: [number, number][]): Generator<string> {
  const { record } = tortureState
  const { order_no: no, status, payment_type, amount, income, author, user_id } = order
  const [pays, notes, closes] = [record.find("pay", no), record.find("note", no), record.find("close", no)]
  const isPaid = status === paid
  if (isPaid && !isExplained(tortureState, order)) yield `订单 ${no} 没有人付过，却已支付（方式 ${payment_type}）`
  if (pays.done + notes.done > 1) yield `订单 ${no} 被确认支付了 ${pays.done + notes.done} 次`
  if (pays.done > 0 && !(isPaid && payment_type === PaymentType.credit)) yield `订单 ${no} 用积分支付成功过，现在不是`
  if (notes.done > 0 && !(isPaid && offline.includes(payment_type))) yield `订单 ${no} 登记过线下付款，现在没有`
  if (record.find("status", no).answers.some((answer) => answer["status"] === paid) && !isPaid) yield `订单 ${no} 查到过已支付，现在不是`
  if (closes.done > 0 && !(status === closed || (isPaid && payment_type !== PaymentType.credit)))
    yield `订单 ${no} 关闭成功过，现在是 ${status}`
  const due = payment_type === PaymentType.code || author === null || author === user_id ? 0 : amount
  if (isPaid && order.order_type === OrderType.document && income !== due) yield `订单 ${no} 的作者应得 ${due}，记着 ${income}`
  if (order.cards !== (isPaid && order.order_type === OrderType.vip ? 1 : 0)) yield `订单 ${no} 有 ${order.cards} 张会员卡`
  const sorted = (list: [number, number][]) => JSON.stringify(list.toSorted(([a, x], [b, y]) => a - b || x - y))
  if (sorted(moves) !== sorted(movesOf(order))) yield `订单 ${no} 的积分变动是 ${sorted(moves)}，应该是 ${sorted(movesOf(order))}`
}

function* faultsOfOrders(tortureState: TortureState, moves: Moves): Generator<string> {
  const { record, snapshot } = tortureState
  const byNumber = new Map(snapshot.orders.map((order) => [order.order_no, order]))
  const once = new Map<string, number>()
  for (const order of snapshot.orders) {
    yield* faultsOfOrder(tortureState, order, moves.get(`order:${order.order_no}`) ?? [])
    const { user_id, order_type, product_id, quantity, status, payment_type } = order
    const product = `用户 ${user_id} 的商品 ${order_type}:${product_id}:${quantity}`
    const twice =
      status === pending
        ? `${product} 待支付`
        : order_type === OrderType.document && status === paid && payment_type === PaymentType.credit && !isRefunded(order)
          ? `${product} 用积分买`
          : null
    if (twice) once.set(twice, (once.get(twice) ?? 0) + 1)
  }
  for (const [what, times] of once) if (times > 1) yield `${what}了 ${times} 次`
  const fixed = ["user_id", "order_type", "product_id", "quantity", "price", "amount", "fen"] as const
  for (const { answers } of record.of("place").values())
    for (const answer of answers) {
      const no = String(answer["order_no"])
      const order = byNumber.get(no)
      if (no && !order) yield `下过的订单 ${no} 不见了`
      const other = order && fixed.filter((name) => order[name] !== answer[name])
      if (other?.length) yield `订单 ${no} 的 ${other.join("、")} 变了`
    }
  for (const kind of ["pay", "note", "close"] as const)
    for (const [no, tally] of record.of(kind)) if (tally.done > 0 && !byNumber.has(no)) yield `确认过的订单 ${no} 不见了`
  for (const key of moves.keys()) if (key.startsWith("order:") && !byNumber.has(key.slice(6))) yield `账本里的 ${key} 没有订单`
  const given = countBy(
    snapshot.orders.filter(({ payment_type }) => payment_type === PaymentType.system),
    ({ remark }) => remark,
  )
  for (const [remark, { done }] of record.of("give")) {
    const count = given.get(remark) ?? 0
    if (count > 1 || (done > 0 && count !== 1)) yield `系统充值“${remark}”有 ${count} 次`
  }
}

function* faultsOfSigns({ record, snapshot }: TortureState, moves: Moves): Generator<string> {
  const byId = new Map(snapshot.signs.map((row) => [row.id, row]))
  for (const [user, count] of countBy(snapshot.signs, ({ user_id }) => String(user_id))) {
    const { done, doubtful } = record.find("sign", user)
    if (count > done + doubtful) yield `用户 ${user} 签到了 ${count} 次，只签过 ${done + doubtful} 次`
  }
  for (const [user, { answers }] of record.of("sign")) {
    if (new Set(answers.map((answer) => answer["sign_at"])).size < answers.length) yield `用户 ${user} 一天签到成功两次`
    for (const { id, award } of answers) if (byId.get(Number(id))?.award !== award) yield `用户 ${user} 的签到 ${String(id)} 不见了`
  }
  const keys = new Map(snapshot.signs.map((row) => [`sign:${row.user_id}:${row.sign_at}`, row]))
  for (const [key, { user_id, award }] of keys) {
    const expected = JSON.stringify(award > 0 ? [[user_id, award]] : [])
    if (JSON.stringify(moves.get(key) ?? []) !== expected) yield `${key} 的积分变动不是 ${expected}`
  }
  for (const key of moves.keys()) if (key.startsWith("sign:") && !keys.has(key)) yield `账本里的 ${key} 没有签到`
}

function* faultsOfDownloads({ record, snapshot }: TortureState): Generator<string> {
  const counts = new Map(snapshot.downloads.map((row) => [`${row.user_id}:${row.document_id}`, row.count]))
  for (const [about, { done, doubtful }] of record.of("download")) {
    const count = counts.get(about) ?? 0
    if (count < done || count > done + doubtful) yield `会员下载 ${about} 记了 ${count} 次，成功 ${done} 次，不明 ${doubtful} 次`
  }
  for (const about of counts.keys()) if (record.find("download", about).attempts === 0) yield `没有人要过的下载 ${about}`
  for (const { id, used, counted, download } of snapshot.cards)
    if (used !== counted || used > download) yield `会员卡 ${id} 用了 ${used} 次，下载有 ${counted} 次，一共可用 ${download} 次`
}

function* faultsOfLedger({ snapshot: { ledger } }: TortureState): Generator<string> {
  if (ledger.sum !== 0n) yield `所有分录加起来是 ${ledger.sum}`
  for (const { what, id } of ledger.faults) yield `账本：${what} ${id}`
}

/** Returns violations of what must hold at any time without requests in progress. */
export const faultsOf = (tortureState: TortureState): string[] => {
  const moves = new Map<string, [number, number][]>()
  for (const { key, user_id, amount } of tortureState.snapshot.moves) moves.set(key, [...(moves.get(key) ?? []), [user_id, amount]])
  const unknown = [...moves.keys()].filter((key) => !/^(order|sign|refund):/.test(key)).map((key) => `没有人做过的积分变动 ${key}`)
  return [
    ...faultsOfLedger(tortureState),
    ...faultsOfOrders(tortureState, moves),
    ...faultsOfGateway(tortureState),
    ...faultsOfCodes(tortureState),
    ...faultsOfRefunds(tortureState, moves),
    ...faultsOfSigns(tortureState, moves),
    ...faultsOfDownloads(tortureState),
    ...unknown,
  ]
}

/**
 * Returns violations of what must hold at the end, when every order has expired and the gateway has sent all notices that it was going to
 * send.
 */
export const stuckIn = (tortureState: TortureState): string[] => {
  const open = tortureState.snapshot.orders.filter(({ status }) => status === pending)
  const underway = tortureState.snapshot.refunds.filter(({ status }) => status === RefundStatus.pending)
  return [
    ...open.map(({ order_no }) => `订单 ${order_no} 过了时间还是待支付`),
    ...underway.map(({ refund_no }) => `退款 ${refund_no} 还在处理中`),
    ...stuckAtGateway(tortureState),
  ]
}
