import { afterAll, beforeAll, expect, test } from "vitest"
import { faultsOf } from "../../tools/torture/checks"
import { tortureMoney } from "../../tools/torture/money"
import { report, type Tortured } from "../../tools/torture/report"
import type { RequestRecord, RequestKind } from "../../tools/torture/record"
import { takeBuild, type Build } from "./support/build"
import { preparedDataFolder } from "./support/server"

/* The short form of `npm run torture -- money`. DOUJIA_SEED=… repeats the choices of an earlier run. */

const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
const kinds: RequestKind[] = ["sign", "place", "pay", "begin", "notice", "code", "close", "give", "note", "refund", "download"]
/** On a busy machine a kill and its recovery take seconds, so the time alone does not make three of them. */
const enough = (record: RequestRecord, kills: ReadonlyMap<unknown, number>) =>
  kills.size >= 3 && kinds.every((kind) => record.sum(kind).done > 2) && record.sum("forged").refused > 2
let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let tortured: Tortured

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
})
afterAll(async () => {
  await data?.remove()
  await build?.remove()
})

test(
  "while the process and its PostgreSQL are killed, no credit is lost, created or moved twice, and no order is stuck [security: torture, kill-anywhere, double-entry, credits-atomic, payment-callbacks]",
  { timeout: 600_000 },
  async () => {
    tortured = await tortureMoney({ main: build.main, dataDir: data.path, admin: data.admin, seconds: 6, seed, people: 8, enough })
    process.stdout.write(`seed ${seed}\n${report(tortured)}\n`)
    expect(tortured.violations).toEqual([])
  },
)

test("every action really happened", () => {
  const { record, kills, trades, last } = tortured
  expect(enough(record, kills)).toBe(true)
  expect([...trades.values()].filter(({ state }) => state === "paid").length).toBeGreaterThan(2)
  expect(last.ledger.transactions).toBeGreaterThan(20)
})

test("the checks detect a loss and a duplicate", () => {
  const { record, trades, last } = tortured
  const [paid] = [...record.of("pay")].find(([, { done }]) => done > 0)!
  const lost = { ...last, orders: last.orders.map((order) => (order.order_no === paid ? { ...order, status: 1 } : order)) }
  expect(faultsOf({ record, trades, snapshot: lost })).toEqual(expect.arrayContaining([`订单 ${paid} 用积分支付成功过，现在不是`]))
  const twice = { ...last, moves: [...last.moves, last.moves.find(({ key }) => key === `order:${paid}`)!] }
  expect(faultsOf({ record, trades, snapshot: twice }).some((fault) => fault.startsWith(`订单 ${paid} 的积分变动是`))).toBe(true)
})
