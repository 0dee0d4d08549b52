"use client"

import dynamic from "next/dynamic"
import { useId, useState } from "react"
import { useLoginFor } from "@/components/people/account/use-after-login"
import { useSession } from "@/components/providers/session"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { Offered } from "@/components/ui/offered-link"
import { SideForm } from "@/components/ui/side-form"
import { api } from "@/lib/api/client"
import { ReportKind, ReportReason } from "@/lib/contract/community/report.enums"
import { paths } from "@/lib/rules/path"
import { keepReportDraft, takeReportDraft } from "./report-draft"

const PictureField = dynamic(() => import("@/components/ui/form/picture-field").then((module) => module.PictureField), {
  ssr: false,
  loading: () => <div className="report-picture" aria-busy="true" />,
})

const maxLetters = 255

/** The reported object: `title` is displayed above the reasons, `path` is the page that the user returns to after a login. */
export type ReportTarget = { type: number; id: number; title: string; path: string }

type Props = { target: ReportTarget; about?: string; onClose: () => void }

/** 举报: a reason, an optional text and an optional picture. */
export const ReportForm = ({ target, about = `${target.type}/${target.id}`, onClose }: Props) => {
  const ids = useId()
  const { type, id, title, path } = target
  const logIn = useLoginFor("report", { path, title: type === ReportKind.comment ? "" : title })
  const person = useSession((state) => state.user?.id ?? 0)
  const [draft] = useState(() => takeReportDraft(person, about))
  const [reason, setReason] = useState(draft.reason)
  const [remark, setRemark] = useState(draft.remark)
  const [picture, setPicture] = useState(draft.picture)
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const isDocument = type === ReportKind.document

  const send = async () => {
    if (!reason) return refuse("请选择举报原因")
    const input = {
      document_id: id,
      ...(!isDocument && { type }),
      reason,
      ...(remark.trim() && { remark: remark.trim() }),
      ...(picture && { picture }),
    }
    const sent = await call(() => api("POST /report", input), {
      done: "提交成功",
      fallback: "提交失败",
      onRefused: ({ status }) => {
        if (status !== 401) return false
        keepReportDraft({ person, about, reason, remark, picture })
        logIn()
        return true
      },
    })
    if (sent) onClose()
  }

  const remarkField = (handlers: ReturnType<typeof textOnly>) => (
    <div>
      <label htmlFor={`${ids}remark`}>补充说明</label>
      <textarea
        id={`${ids}remark`}
        className="ta"
        value={remark}
        maxLength={maxLetters}
        placeholder={isDocument ? "在第几页、有什么问题，写清楚处理得更快（可不填）" : "有什么问题，写清楚处理得更快（可不填）"}
        onChange={(event) => setRemark(event.target.value)}
        {...handlers}
      />
    </div>
  )
  return (
    <SideForm
      title={`举报${ReportKind.labelOf(type)}`}
      act="提交"
      busy={busy}
      refusal={refusal}
      whyId={`${ids}why`}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="report-title">{type === ReportKind.comment ? `“${title}”` : type === ReportKind.user ? title : `《${title}》`}</p>
      <fieldset className="reasons" aria-describedby={`${ids}why`}>
        <legend>举报原因</legend>
        {ReportReason.options.map(({ value, label }) => (
          <WithCall key={value} call="POST /report" field={value === ReportReason.copyright ? "copyright" : undefined}>
            <label>
              <input type="radio" name={`${ids}reason`} checked={reason === value} onChange={() => setReason(value)} />
              {label}
            </label>
          </WithCall>
        ))}
      </fieldset>
      {reason === ReportReason.copyright && (
        <Offered href={paths.complaint}>
          <p className="muted">
            你是权利人或受委托？请用
            <a className="lk" href={paths.complaintAbout(path)} target="_blank">
              版权投诉
            </a>
            ，可以附证明材料，有期限和书面答复。
          </p>
        </Offered>
      )}
      <WithCall call="POST /report" field="picture" otherwise={remarkField(textOnly(refuse))}>
        {remarkField(textOnly(refuse, "这里只能写文字，图片请在下面上传"))}
        <div>
          <label htmlFor={`${ids}picture`}>图片（可不传）</label>
          <PictureField kind="report" id={`${ids}picture`} value={picture} onChange={setPicture} />
        </div>
      </WithCall>
    </SideForm>
  )
}
