import type { Tone } from "@/components/admin/crud/field"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import type { OrderRefund } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { minute } from "@/lib/rules/time"

const tones: Record<number, Tone> = { [RefundStatus.pending]: "warn", [RefundStatus.done]: "ok", [RefundStatus.failed]: "bad" }
const dayMs = 86_400_000

/** Describes the credits and benefits that were withdrawn from the user for the refund. */
const takenBack = ({ taken, income, withdrawn_ms, withdrawn_downloads }: OrderRefund, creditName: string): string =>
  [
    ...(taken > 0 ? [`收回 ${count(taken)} ${creditName}`] : []),
    ...(income > 0 ? [`作者退回 ${count(income)} ${creditName}`] : []),
    ...(withdrawn_ms > 0 ? [`会员缩短 ${(withdrawn_ms / dayMs).toFixed(1).replace(".0", "")} 天`] : []),
    ...(withdrawn_downloads > 0 ? [`下载减少 ${count(withdrawn_downloads)} 次`] : []),
  ].join("，")

/** The refunds of an order, newest first. */
export const RefundList = ({ refunds, creditName }: { refunds: OrderRefund[]; creditName: string }) => (
  <ul className="adm-people" aria-label="退款记录">
    {refunds.map((one) => (
      <li key={one.id}>
        <b className="num">{one.fen > 0 ? `${yuan(fen(one.fen))} 元` : `${count(one.amount)} ${creditName}`}</b>
        <span className={`tag ${tones[one.status] ?? ""}`}>{RefundStatus.labelOf(one.status)}</span>
        <Line words={[one.created_at && minute(one.created_at), one.operator, one.remark]} />
        <Line words={[takenBack(one, creditName)]} />
        <Line words={[one.status === RefundStatus.done ? "" : one.detail && `支付平台：${one.detail}`]} />
        <Line words={[`退款单号 ${one.refund_no}`]} />
      </li>
    ))}
  </ul>
)

const Line = ({ words }: { words: (string | null)[] }) => {
  const text = words.filter(Boolean).join("，")
  return text ? <span className="muted wide">{text}</span> : null
}
