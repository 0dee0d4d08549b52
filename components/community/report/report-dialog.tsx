"use client"

import { useId, useState } from "react"
import { useLoginFor } from "@/components/people/account/use-after-login"
import { useSession } from "@/components/providers/session"
import { useCall } from "@/components/ui/form/use-call"
import { useOffers } from "@/components/providers/settings"
import { SideForm } from "@/components/ui/side-form"
import { api } from "@/lib/api/client"
import { ReportReason } from "@/lib/contract/community/report.enums"
import { paths } from "@/lib/rules/path"
import { useDocumentStore } from "../../providers/document-state"
import { keepReportDraft, takeReportDraft } from "./report-draft"

const maxLetters = 255

/** 举报文档: a reason and an optional text. */
export const ReportDialog = () => {
  const ids = useId()
  const store = useDocumentStore()
  const { id, uuid, title } = store.getState()
  const logIn = useLoginFor("report", { path: paths.document(uuid), title })
  const person = useSession((state) => state.user?.id ?? 0)
  const [draft] = useState(() => takeReportDraft(person, uuid))
  const [reason, setReason] = useState(draft.reason)
  const [remark, setRemark] = useState(draft.remark)
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const has = useOffers()
  const reasons = ReportReason.options.filter(({ value }) => value !== ReportReason.copyright || has("POST /report copyright"))
  const close = () => store.getState().set({ dialog: "" })

  const send = async () => {
    if (!reason) return refuse("请选择举报原因")
    const input = { document_id: id, reason, ...(remark.trim() ? { remark: remark.trim() } : {}) }
    const sent = await call(() => api("POST /report", input), {
      done: "提交成功",
      fallback: "提交失败",
      onRefused: ({ status }) => {
        if (status !== 401) return false
        keepReportDraft({ person, uuid, reason, remark })
        logIn()
        return true
      },
    })
    if (sent) close()
  }

  return (
    <SideForm title="举报文档" act="提交" busy={busy} refusal={refusal} whyId={`${ids}why`} onSend={() => void send()} onClose={close}>
      <p className="report-title">《{title}》</p>
      <fieldset className="reasons" aria-describedby={`${ids}why`}>
        <legend>举报原因</legend>
        {reasons.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={`${ids}reason`} checked={reason === value} onChange={() => setReason(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <label htmlFor={`${ids}remark`}>补充说明</label>
        <textarea
          id={`${ids}remark`}
          className="ta"
          value={remark}
          maxLength={maxLetters}
          placeholder="在第几页、有什么问题，写清楚处理得更快（可不填）"
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
    </SideForm>
  )
}
