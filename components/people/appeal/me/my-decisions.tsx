"use client"

import { useState, type ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { AppealStatus, DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import type { Decision } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"
import { AppealForm } from "./appeal-form"

const tones: Record<number, string> = {
  [AppealStatus.waiting]: "warn",
  [AppealStatus.upheld]: "ok",
  [AppealStatus.dismissed]: "bad",
}

/** Returns a sentence about the decision, such as 文档《高等数学》没有通过审核. */
const decisionText = ({ kind, title, verdict, end_time }: Decision): string => {
  if (kind === DecisionKind.punishment) return `${title || "处罚"}${end_time ? `，到 ${minute(end_time)} 为止` : "，一直有效"}`
  const label = DecisionKind.labelOf(kind)
  const name = !title ? `一条已经删除的${label}` : kind === DecisionKind.comment ? `评论“${title}”` : `${label}《${title}》`
  return `${name}${DecisionVerdict.labelOf(verdict)}`
}

const AppealState = ({ decision: { appeal, in_effect } }: { decision: Decision }) => {
  if (!appeal) return in_effect ? null : <span className="tag">已结束</span>
  return <span className={`tag ${tones[appeal.status] ?? ""}`}>{AppealStatus.labelOf(appeal.status)}</span>
}

const DecisionRow = ({ decision, now, onAppeal }: { decision: Decision; now: number; onAppeal: () => void }) => {
  const { href, reason, appeal, in_effect, created_at } = decision
  const text = decisionText(decision)
  return (
    <li className="ap-li">
      <div className="ap-body">
        <h2>{href ? <Link href={href}>{text}</Link> : text}</h2>
        {reason && <p className="ap-why">原因：{reason}</p>}
        {appeal && <p className="ap-words">你的申诉：{appeal.content}</p>}
        {appeal?.answer && <p className="ap-words">答复：{appeal.answer}</p>}
        <p className="meta">
          <Time value={created_at} now={now} />
        </p>
      </div>
      <span className="ap-acts">
        <AppealState decision={decision} />
        {in_effect && !appeal && (
          <button type="button" className="bt sm" aria-label={`申诉：${text}`} onClick={onAppeal}>
            申诉
          </button>
        )}
      </span>
    </li>
  )
}

/** Rejections and punishments of the user, each with its appeal. */
export const MyDecisions = ({ decisions, now, empty }: { decisions: Decision[]; now: number; empty: ReactNode }) => {
  const [appealing, setAppealing] = useState<Decision | null>(null)
  if (decisions.length === 0) return empty
  return (
    <>
      <ul className="card ap-rows">
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} now={now} onAppeal={() => setAppealing(decision)} />
        ))}
      </ul>
      {appealing && <AppealForm decisionId={appealing.id} name={decisionText(appealing)} onClose={() => setAppealing(null)} />}
    </>
  )
}
