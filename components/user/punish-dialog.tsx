"use client"

import { useId, useState, type FormEvent } from "react"
import "@/app/styles/dialog.css"
import "@/app/styles/dialog-document.css"
import { useCall } from "@/components/form/use-call"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { PunishmentType } from "@/lib/contract/enums"

const hour = 3_600_000
/** The shortcuts of an expiry (docs/reference/specification.md 9), in hours; 0 = for ever. */
const spans = [
  { label: "一直有效", hours: 0 },
  { label: "1 小时", hours: 1 },
  { label: "12 小时", hours: 12 },
  { label: "1 天", hours: 24 },
  { label: "2 天", hours: 48 },
  { label: "1 周", hours: 7 * 24 },
  { label: "1 个月", hours: 30 * 24 },
  { label: "半年", hours: 183 * 24 },
  { label: "1 年", hours: 365 * 24 },
]

type Props = { id: number; username: string; onClose: () => void }

/** Restricts this person, with a reason that they see and a time at which it ends. */
export const PunishDialog = ({ id, username, onClose }: Props) => {
  const ids = useId()
  const [kinds, setKinds] = useState<number[]>([])
  const [hours, setHours] = useState(0)
  const [reason, setReason] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (kinds.length === 0) return refuse("请选择处罚类型")
    const end_time = hours > 0 ? new Date(Date.now() + hours * hour).toISOString() : undefined
    const input = { user_id: [id], type: kinds, enable: true, reason: reason.trim(), ...(end_time && { end_time }) }
    if (await call(() => api("POST /punishment", input), { done: "处罚已经生效", fallback: "处罚失败" })) onClose()
  }
  const toggle = (kind: number) => setKinds((before) => (before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind]))

  return (
    <Dialog open onClose={onClose} label={`处罚 ${username}`} className="dialog side-dialog">
      <form className="side-dialog-in" noValidate onSubmit={(event) => void send(event)}>
        <div className="box-h">
          <h2>处罚 {username}</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="fm">
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
            />
          </div>
          <p id={`${ids}why`} className="form-error" role="alert" hidden={!refusal}>
            <Icon name="fail" small />
            {refusal}
          </p>
        </div>
        <div className="side-dialog-acts">
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <button type="submit" className={busy ? "bt p busy" : "bt p"} aria-busy={busy}>
            {busy ? "正在提交" : "确定处罚"}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
