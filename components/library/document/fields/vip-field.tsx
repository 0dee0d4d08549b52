"use client"

import { Switch } from "antd"
import { useId } from "react"

type Props = { id?: string; value?: boolean; onChange?: (value: boolean) => void; disabled?: boolean }

/** Whether members can download a document for free, with an explanation. Displayed only if vip.enable is set. */
export const VipField = ({ id, value, onChange, disabled }: Props) => {
  const generatedId = useId()
  const field = id ?? generatedId
  return (
    <div className="vip-field">
      <Switch id={field} checked={value === true} onChange={onChange} disabled={disabled} aria-describedby={`${generatedId}s`} />
      <div>
        <label htmlFor={field}>VIP 免费</label>
        <small id={`${generatedId}s`}>会员全文阅读，用会员次数免费下载；其他人仍按价格购买</small>
      </div>
    </div>
  )
}
