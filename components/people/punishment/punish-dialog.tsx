"use client"

import { useId, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useMay } from "@/components/providers/use-may"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { SideForm } from "@/components/ui/side-form"
import { api } from "@/lib/api/client"
import { PunishmentSpan, PunishmentType } from "@/lib/contract/people/punishment.enums"
import { expirySpans } from "@/lib/rules/expiry"
import { punishmentQuestion } from "./punishment-question"
import { PunishmentHistory } from "./punishment-history"
import { useTemplates } from "./use-templates"

const hour = 3_600_000
const permanent = { label: "一直有效", hours: 0 }
/** The usual spans, and those that only templates have. */
const spans = [
  permanent,
  ...[
    ...expirySpans,
    ...PunishmentSpan.options.flatMap(({ value, label }) =>
      value > 0 && !expirySpans.some((span) => span.hours === value) ? [{ label, hours: value }] : [],
    ),
  ].toSorted((a, b) => a.hours - b.hours),
]

type Props = { id: number; username: string; onClose: () => void }

/** Restricts this user, with a reason that they see and an end time. */
export const PunishDialog = ({ id, username, onClose }: Props) => {
  const ids = useId()
  const feedback = useFeedback()
  const may = useMay()
  const templates = useTemplates(may("PunishmentAPI/ListPunishmentTemplate"))
  const [kinds, setKinds] = useState<number[]>([])
  const [hours, setHours] = useState(0)
  const [reason, setReason] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const send = async () => {
    if (kinds.length === 0) return refuse("请选择处罚类型")
    const end_time = hours > 0 ? new Date(Date.now() + hours * hour).toISOString() : undefined
    refuse("")
    if (!(await feedback.confirm(punishmentQuestion(`${username}（ID ${id}）`, kinds, end_time)))) return
    const input = { user_id: [id], type: kinds, enable: true, reason: reason.trim(), ...(end_time && { end_time }) }
    if (await call(() => api("POST /punishment", input), { done: "处罚已经生效", fallback: "处罚失败" })) onClose()
  }
  const fill = (templateId: number) => {
    const template = templates.find((one) => one.id === templateId)
    if (!template) return
    setKinds(template.type)
    setHours(template.hours)
    setReason(template.reason)
  }
  const toggle = (kind: number) => setKinds((before) => (before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind]))

  return (
    <SideForm
      title={`处罚 ${username}`}
      act="确定处罚"
      busy={busy}
      refusal={refusal}
      whyId={`${ids}why`}
      onSend={() => void send()}
      onClose={onClose}
    >
      {may("PunishmentAPI/ListPunishment") && <PunishmentHistory userId={id} />}
      {templates.length > 0 && (
        <div>
          <label htmlFor={`${ids}template`}>模板</label>
          <select id={`${ids}template`} className="in" defaultValue={0} onChange={(event) => fill(Number(event.target.value))}>
            <option value={0}>不用模板</option>
            {templates.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
      )}
      <fieldset className="reasons" aria-describedby={`${ids}why`}>
        <legend>处罚类型</legend>
        {PunishmentType.options.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" checked={kinds.includes(value)} onChange={() => toggle(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <label htmlFor={`${ids}span`}>有效时间</label>
        <select id={`${ids}span`} className="in" value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {spans.map((one) => (
            <option key={one.hours} value={one.hours}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${ids}reason`}>原因</label>
        <textarea
          id={`${ids}reason`}
          className="ta"
          value={reason}
          maxLength={1000}
          placeholder="对方会看到（可不填）"
          onChange={(event) => setReason(event.target.value)}
          {...textOnly(refuse)}
        />
      </div>
    </SideForm>
  )
}
