import { formatNumber, table } from "../bench/table.mjs"
import type { Trade } from "../../server/ports/payment/testing/stand-in-world"
import { killTitles, type KillKind } from "./kills"
import { titles, type RequestRecord, type RequestKind } from "./record"
import type { Snapshot } from "./snapshot"

/** `checks`: how often everything was compared; `violations` are messages, none if no money was lost. */
export type Tortured = {
  record: RequestRecord
  trades: ReadonlyMap<string, Trade>
  kills: Map<KillKind, number>
  checks: number
  seconds: number
  violations: string[]
  last: Snapshot
}

/** Returns the operations, their outcomes and the violations as text for a terminal. */
export const report = ({ record, kills, checks, seconds, violations, last }: Tortured): string => {
  const rows = (Object.keys(titles) as RequestKind[]).map((kind) => {
    const { attempts, done, refused, doubtful } = record.sum(kind)
    return [titles[kind], attempts, done, refused, doubtful]
  })
  const { transactions, entries, sum } = last.ledger
  return [
    table(["操作", "请求", "确认", "拒绝", "没有回答"], rows),
    "",
    table(
      ["被杀的", "次"],
      [...kills].map(([kind, times]) => [killTitles[kind], times]),
    ),
    "",
    `${formatNumber(seconds)} 秒，核对 ${checks} 次；账本有 ${transactions} 笔、${entries} 条分录，合计 ${sum}；${last.orders.length} 个订单`,
    ...violations.map((violation) => `违反  ${violation}`),
    violations.length > 0 ? `${violations.length} 处不对` : "钱一分不少，一分不多",
  ].join("\n")
}
