import { describe, expect, test } from "vitest"
import type { Trade } from "../../server/ports/payment/testing/stand-in-world"
import { faultsOf, stuckIn } from "./checks"
import { makeRecord } from "./record"
import type { OrderState, Snapshot } from "./snapshot"

/* Each torture check detects its violation: checks that never report anything would prove nothing. */

const order = (order_no: string, more: Partial<OrderState>): OrderState => ({
  order_no,
  user_id: 2,
  order_type: 1,
  product_id: 7,
  quantity: 1,
  status: 2,
  price: 5,
  amount: 5,
  fen: 50,
  payment_type: 5,
  remark: "",
  income: 5,
  refund_fen: 0,
  refund_amount: 0,
  author: 3,
  cards: 0,
  ...more,
})
const recharge = { order_type: 3, product_id: 0, quantity: 100, price: 1, amount: 100, fen: 1_000, income: 0, author: null }

/**
 * A purchase (1), a recharge through the gateway (2), a gift (3), a membership (4), a payment recorded by staff (5), a closed order (6),
 * one with a code (7), a pending one (8).
 */
const world = () => {
  const record = makeRecord()
  record.ask("place", "2")("done", { ...order("1", {}), status: 1 })
  record.ask("pay", "1")("done")
  record.ask("pay", "1")("refused")
  record.ask("notice", "2001")("done")
  record.ask("code", "7 ABC")("done")
  record.ask("status", "2")("done", { status: 2 })
  record.ask("give", "gift")("done")
  record.ask("pay", "4")("done")
  record.ask("note", "5")("done")
  record.ask("refund", "R1")("done", { fen: 0, amount: 2 })
  record.ask("refund", "R1")("done", { fen: 0, amount: 2 })
  record.ask("close", "6")("done")
  record.ask("sign", "2")("done", { id: 9, sign_at: 20261124, award: 3 })
  record.ask("download", "2:7")("done")
  record.ask("forged", "2 x")("refused")
  const trades = new Map<string, Trade>([
    ["2001", { order_no: "2001", kind: "page", payment_no: "42", fen: 1_000, notify_url: "", state: "paid", refunds: new Map() }],
  ])
  const snapshot: Snapshot = {
    orders: [
      order("1", {}),
      order("2", { ...recharge, payment_type: 8 }),
      order("3", { ...recharge, payment_type: 6, remark: "gift", amount: 0, fen: 0 }),
      order("4", { order_type: 2, product_id: 2, author: null, income: 0, cards: 1 }),
      order("5", { ...recharge, payment_type: 3 }),
      order("6", { status: 3, product_id: 8, income: 0 }),
      order("7", { payment_type: 9, product_id: 9, income: 0 }),
      order("8", { ...recharge, status: 1, quantity: 10 }),
    ],
    moves: [
      { key: "order:1", user_id: 2, amount: -5 },
      { key: "order:1", user_id: 3, amount: 5 },
      { key: "refund:R1", user_id: 2, amount: 2 },
      { key: "refund:R1", user_id: 3, amount: -2 },
      { key: "order:2", user_id: 2, amount: 100 },
      { key: "order:3", user_id: 2, amount: 100 },
      { key: "order:4", user_id: 2, amount: -5 },
      { key: "order:5", user_id: 2, amount: 100 },
      { key: "sign:2:20261124", user_id: 2, amount: 3 },
    ],
    signs: [{ id: 9, user_id: 2, sign_at: 20261124, award: 3 }],
    cards: [{ id: 1, order_no: "4", download: 2, used: 1, counted: 1 }],
    attempts: [{ trade_no: "2001", order_no: "2", state: "paid" }],
    refunds: [{ refund_no: "R1", order_no: "1", status: 2, fen: 0, amount: 2, taken: 0, income: 2 }],
    codes: [{ order_no: "7", user_id: 2 }],
    downloads: [{ user_id: 2, document_id: 7, count: 1 }],
    ledger: { transactions: 7, entries: 14, sum: 0n, faults: [] },
  }
  const change = (order_no: string, more: Partial<OrderState>) => {
    snapshot.orders = snapshot.orders.map((one) => (one.order_no === order_no ? { ...one, ...more } : one))
  }
  const drop = (order_no: string) => void (snapshot.orders = snapshot.orders.filter((one) => one.order_no !== order_no))
  return { record, trades, snapshot, change, drop }
}
type World = ReturnType<typeof world>

test("a valid state has no faults", () => {
  expect(faultsOf(world())).toEqual([])
  const { change, ...rest } = world()
  change("8", { status: 3 })
  expect(stuckIn(rest)).toEqual([])
})

test("a request without a response may have happened or not, and a rejected one has not", () => {
  const done = world()
  done.record.ask("pay", "8")("doubtful")
  expect(faultsOf(done)).toEqual([])
  const refused = world()
  refused.record.ask("pay", "9")("refused")
  refused.snapshot.orders.push(order("9", { product_id: 9, income: 0, author: null }))
  refused.snapshot.moves.push({ key: "order:9", user_id: 2, amount: -5 })
  expect(faultsOf(refused)).toEqual(["订单 9 没有人付过，却已支付（方式 5）"])
})

describe("a fault is reported", () => {
  test.each<[string, (world: World) => unknown, string]>([
    ["a payment that was acknowledged is gone", ({ change }) => change("1", { status: 1 }), "订单 1 用积分支付成功过，现在不是"],
    ["an order that was acknowledged is gone", ({ drop }) => drop("1"), "下过的订单 1 不见了"],
    ["its price has changed", ({ change }) => change("1", { fen: 51 }), "订单 1 的 fen 变了"],
    ["it was paid twice", ({ record }) => record.ask("pay", "1")("done"), "订单 1 被确认支付了 2 次"],
    ["it took credits twice", ({ snapshot }) => snapshot.moves.push({ key: "order:1", user_id: 2, amount: -5 }), "订单 1 的积分变动是"],
    [
      "it took none",
      ({ snapshot }) => void (snapshot.moves = snapshot.moves.filter(({ key }) => key !== "order:1")),
      "订单 1 的积分变动是",
    ],
    ["the author got less", ({ change }) => change("1", { income: 4 }), "订单 1 的作者应得 5，记着 4"],
    [
      "the same document was bought twice",
      ({ snapshot, record }) => [record.ask("pay", "9")("done"), snapshot.orders.push(order("9", { income: 5 }))],
      "用户 2 的商品 1:7:1 用积分买了 2 次",
    ],
    ["nobody has paid the gateway", ({ trades }) => (trades.get("2001")!.state = "pending"), "支付 2001 在支付平台没有付，这里却是 paid"],
    ["the gateway got less", ({ trades }) => (trades.get("2001")!.fen = 999), "支付 2001 的金额和订单不一样"],
    [
      "a notice was taken and had no effect",
      ({ snapshot }) => (snapshot.attempts[0]!.state = "begun"),
      "支付 2001 的通知已经收下，却没有作用",
    ],
    ["what was seen as paid is not", ({ change }) => change("2", { status: 3 }), "订单 2 查到过已支付，现在不是"],
    [
      "it was paid by two of its payments",
      ({ snapshot }) => snapshot.attempts.push({ trade_no: "2002", order_no: "2", state: "paid" }),
      "订单 2 由支付平台付了 2 次，应该是 1 次",
    ],
    ["a refund is gone", ({ snapshot }) => void (snapshot.refunds = []), "退款 R1 成功过，现在没有"],
    ["a refund is another one", ({ snapshot }) => (snapshot.refunds[0]!.amount = 3), "退款 R1 的数目变了"],
    [
      "a refund that moved no credits",
      ({ snapshot }) => void (snapshot.moves = snapshot.moves.filter(({ key }) => key !== "refund:R1")),
      "退款 R1 的积分变动是",
    ],
    [
      "a refund that nobody has asked for",
      ({ snapshot }) => snapshot.refunds.push({ ...snapshot.refunds[0]!, refund_no: "R2" }),
      "退款 R2 没有人要过",
    ],
    ["a refund of what was not paid", ({ snapshot }) => (snapshot.refunds[0]!.order_no = "6"), "退款 R1 的订单没有支付"],
    [
      "credits that went back without a refund",
      ({ snapshot }) => snapshot.moves.push({ key: "refund:R9", user_id: 2, amount: 2 }),
      "账本里的 refund:R9 没有退款",
    ],
    ["a code was taken for two orders", ({ record }) => record.ask("code", "8 ABC")("done"), "下载码 ABC 成功用了 2 次"],
    ["a code that is not used up", ({ snapshot }) => void (snapshot.codes = []), "订单 7 和它的下载码不一致"],
    ["a code that is used up in vain", ({ change }) => change("7", { status: 3 }), "订单 7 和它的下载码不一致"],
    [
      "an order that nobody has paid with a code",
      ({ change, snapshot }) => [change("6", { status: 2, payment_type: 9 }), snapshot.codes.push({ order_no: "6", user_id: 2 })],
      "订单 6 没有人用下载码付过，却已支付",
    ],
    ["a forged notice was taken", ({ record }) => record.ask("forged", "2 y")("done"), "伪造的通知被收下：2 y"],
    ["a gift is gone", ({ drop }) => drop("3"), "系统充值“gift”有 0 次"],
    [
      "a gift came twice",
      ({ snapshot }) => snapshot.orders.push(order("9", { ...recharge, payment_type: 6, remark: "gift" })),
      "系统充值“gift”有 2 次",
    ],
    ["a membership without a card", ({ change }) => change("4", { cards: 0 }), "订单 4 有 0 张会员卡"],
    ["a card without a membership", ({ change }) => change("6", { cards: 1 }), "订单 6 有 1 张会员卡"],
    ["what staff have noted is gone", ({ change }) => change("5", { status: 3 }), "订单 5 登记过线下付款，现在没有"],
    ["what was closed was paid", ({ change }) => change("6", { status: 2 }), "订单 6 关闭成功过，现在是 2"],
    [
      "two orders of one product wait",
      ({ snapshot }) => snapshot.orders.push(order("9", { ...recharge, status: 1, quantity: 10 })),
      "用户 2 的商品 3:0:10 待支付了 2 次",
    ],
    [
      "a movement without its order",
      ({ snapshot }) => snapshot.moves.push({ key: "order:99", user_id: 2, amount: 1 }),
      "账本里的 order:99 没有订单",
    ],
    [
      "a movement that nobody has made",
      ({ snapshot }) => snapshot.moves.push({ key: "gift:1", user_id: 2, amount: 1 }),
      "没有人做过的积分变动 gift:1",
    ],
    [
      "a day signed in for twice",
      ({ record }) => record.ask("sign", "2")("done", { id: 9, sign_at: 20261124, award: 3 }),
      "用户 2 一天签到成功两次",
    ],
    ["a day that is gone", ({ snapshot }) => void (snapshot.signs = []), "用户 2 的签到 9 不见了"],
    ["a day without its award", ({ snapshot }) => void snapshot.moves.pop(), "sign:2:20261124 的积分变动不是"],
    [
      "an award without its day",
      ({ snapshot }) => snapshot.moves.push({ key: "sign:2:20261125", user_id: 2, amount: 3 }),
      "账本里的 sign:2:20261125 没有签到",
    ],
    [
      "a day that nobody has signed in for",
      ({ snapshot }) => snapshot.signs.push({ id: 10, user_id: 2, sign_at: 20261125, award: 0 }),
      "用户 2 签到了 2 次，只签过 1 次",
    ],
    ["a download that is gone", ({ snapshot }) => void (snapshot.downloads = []), "会员下载 2:7 记了 0 次，成功 1 次，不明 0 次"],
    [
      "a download that nobody has asked for",
      ({ snapshot }) => snapshot.downloads.push({ user_id: 2, document_id: 8, count: 1 }),
      "没有人要过的下载 2:8",
    ],
    [
      "a card that was used without a download",
      ({ snapshot }) => (snapshot.cards[0]!.used = 2),
      "会员卡 1 用了 2 次，下载有 1 次，一共可用 2 次",
    ],
    ["a ledger that does not balance", ({ snapshot }) => (snapshot.ledger.sum = 1n), "所有分录加起来是 1"],
    [
      "a ledger with a fault",
      ({ snapshot }) => snapshot.ledger.faults.push({ what: "余额小于 0，账户", id: "4" }),
      "账本：余额小于 0，账户 4",
    ],
  ])("%s", (_, breaking, sentence) => {
    const broken = world()
    breaking(broken)
    expect(faultsOf(broken).filter((fault) => fault.startsWith(sentence))).not.toEqual([])
  })

  test("an order or refund that stays open, and a paid order that was not delivered, are stuck", () => {
    const broken = world()
    broken.snapshot.refunds[0]!.status = 1
    broken.change("2", { status: 3 })
    expect(stuckIn(broken)).toEqual(["订单 8 过了时间还是待支付", "退款 R1 还在处理中", "支付 2001 在支付平台付了钱，这里没有支付"])
  })
})
