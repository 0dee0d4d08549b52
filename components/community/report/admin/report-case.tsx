"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { PanelProps } from "@/components/admin/crud/options"
import { RemarkField } from "@/components/admin/form/remark-field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { WithCall } from "@/components/ui/with-call"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { ReportReason } from "@/lib/contract/community/report.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { MergedCase, remarkHint } from "./merged-case"

type Props = Pick<PanelProps<"/report">, "rows" | "onClose"> & { crud: { reload: () => void } }

/** A report as a case, which merges all reports of one content; a report without a case is shown alone. */
export const ReportCase = ({ rows, crud, onClose }: Props) => {
  const { case_id } = rows[0]!
  if (case_id > 0) return <MergedCase caseId={case_id} onDecided={() => crud.reload()} onClose={onClose} />
  const report = { rows, crud, onClose }
  return (
    <WithCall call="PUT /report" field="remark" otherwise={<SingleReport {...report} describes={false} />}>
      <SingleReport {...report} describes />
    </WithCall>
  )
}

/** One report of a document: its cover, the reporter's words, and three verdicts. `describes`: staff may add a note. */
const SingleReport = ({ rows, crud, onClose, describes }: Props & { describes: boolean }) => {
  const report = rows[0]!
  const may = useMay()
  const { busy, call } = useCall()
  const [remark, setRemark] = useState(report.remark)
  const isOpen = !report.status
  const disables = may("DocumentAPI/CheckDocument")

  const conclude = async (text: string, done: string, status = true) => {
    const input = { id: report.id, status, ...(describes && { remark: text }) }
    if (!(await call(() => api("PUT /report", input), { done, fallback: "处理失败" }))) return
    crud.reload()
    onClose()
  }
  const takeDown = async () => {
    const reason = `举报属实：${ReportReason.labelOf(report.reason)}`
    const input = { id: [report.document_id], status: DocumentStatus.disabled, reason }
    if (await call(() => api("PUT /document/check", input), { fallback: "下架失败" }))
      await conclude(remark.trim() || "已下架文档", "文档已下架，举报已处理")
  }
  const document = paths.document(report.document_uuid || report.document_id)
  return (
    <SidePanel
      onClose={onClose}
      title="处理举报"
      footer={
        isOpen ? (
          <>
            <button type="button" className="bt" disabled={busy} onClick={() => void conclude(remark.trim(), "举报已处理")}>
              已处理
            </button>
            <button
              type="button"
              className="bt"
              disabled={busy}
              onClick={() => void conclude(remark.trim() || "内容没有问题", "举报已驳回")}
            >
              没有问题
            </button>
            {disables && (
              <BusyButton className="p" busy={busy} disabled={busy} onClick={() => void takeDown()}>
                下架文档
              </BusyButton>
            )}
          </>
        ) : (
          <button type="button" className="bt" disabled={busy} onClick={() => void conclude(remark.trim(), "举报已重新打开", false)}>
            重新打开
          </button>
        )
      }
    >
      <div className="adm-case">
        <a className="adm-case-what" href={document} target="_blank" rel="noopener">
          {report.document_uuid && <img src={paths.cover(report.document_uuid, 0)} alt="" width={84} height={119} />}
          <b>{report.document_title}</b>
        </a>
        <dl className="adm-detail">
          <div>
            <dt>举报原因</dt>
            <dd>
              <span className="tag warn">{ReportReason.labelOf(report.reason)}</span>
            </dd>
          </div>
          <div>
            <dt>举报人</dt>
            <dd>
              <Link className="lk" href={paths.user(report.user_id)}>
                {report.username}
              </Link>
              {report.created_at ? `，${minute(report.created_at)}` : ""}
            </dd>
          </div>
          <div>
            <dt>补充说明</dt>
            <dd>{report.reporter_remark || "没有写"}</dd>
          </div>
        </dl>
        {describes && <RemarkField label="处理描述" value={remark} placeholder={remarkHint} onChange={setRemark} />}
      </div>
    </SidePanel>
  )
}
