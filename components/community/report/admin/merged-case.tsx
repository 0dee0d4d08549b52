"use client"

import { useCallback, useState } from "react"
import { RemarkField } from "@/components/admin/form/remark-field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { BusyButton } from "@/components/ui/busy-button"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { ReportKind, ReportVerdict } from "@/lib/contract/community/report.enums"
import type { Right } from "@/lib/contract/types"
import { CaseBody } from "./case-body"

/** The permission to take down content of each kind, as the server checks it. */
export const takeDownRights: Record<number, Right> = {
  [ReportKind.document]: "DocumentAPI/CheckDocument",
  [ReportKind.article]: "ArticleAPI/CheckArticles",
  [ReportKind.comment]: "CommentAPI/CheckComment",
  [ReportKind.user]: "UserAPI/SetUser",
}

export const remarkHint = "留给同事看：查了什么，为什么这样处理"

type Props = { caseId: number; onDecided: () => void; onClose: () => void }

/** All reports of one content, with one verdict for those that are open. */
export const MergedCase = ({ caseId, onDecided, onClose }: Props) => {
  const may = useMay()
  const { busy, call } = useCall()
  const { data: reportCase, failure } = useAnswer(
    useCallback(() => api("GET /report/case", { case_id: caseId }), [caseId]),
    "举报没有读到",
  )
  const [remark, setRemark] = useState("")
  const [answer, setAnswer] = useState("")

  const decide = async (verdict: number, done: string) => {
    const input = { case_id: caseId, verdict, remark: remark.trim(), answer: answer.trim() }
    if (!(await call(() => api("PUT /report/case", input), { done, fallback: "处理失败" }))) return
    onDecided()
    onClose()
  }
  const kind = ReportKind.labelOf(reportCase?.type ?? 0)
  const takeDown = reportCase?.type === ReportKind.user ? "隐藏主页" : `下架${kind}`
  const isOpen = reportCase !== null && (reportCase.report_count > 0 || reportCase.is_hidden)
  const right = takeDownRights[reportCase?.type ?? 0]
  return (
    <SidePanel
      onClose={onClose}
      title="处理举报"
      footer={
        isOpen && (
          <>
            <button
              type="button"
              className="bt"
              disabled={busy}
              onClick={() => void decide(ReportVerdict.dismissed, reportCase.is_hidden ? "已恢复展示，举报已驳回" : "举报已驳回")}
            >
              {reportCase.is_hidden ? "没有问题，恢复展示" : "没有问题"}
            </button>
            {right && may(right) && (
              <BusyButton
                className="p"
                busy={busy}
                disabled={busy}
                onClick={() => void decide(ReportVerdict.upheld, `${kind}已下架，举报已处理`)}
              >
                {takeDown}
              </BusyButton>
            )}
          </>
        )
      }
    >
      <div className="adm-case">
        <RefusalNote text={failure} />
        {reportCase ? <CaseBody reportCase={reportCase} /> : failure ? null : <Skeleton height={320} />}
        {isOpen && (
          <>
            <RemarkField label="给举报人的答复" rows={2} value={answer} placeholder="举报人会在通知里看到（可不填）" onChange={setAnswer} />
            <RemarkField label="处理描述" value={remark} placeholder={remarkHint} onChange={setRemark} />
          </>
        )}
      </div>
    </SidePanel>
  )
}
