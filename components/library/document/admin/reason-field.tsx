"use client"

import { Input } from "antd"
import { useFeedback } from "@/components/providers/feedback"
import { textOnly } from "@/components/ui/form/text-only"
import { commonReasons } from "@/lib/view/library/verdict-reasons"

type Props = { id?: string; value?: string; onChange?: (value: string) => void; label?: string; max?: number }

/** The reason for a rejection or disabling, with buttons for common ones. The uploader or author can read it. */
export const ReasonField = ({ id, value = "", onChange, label, max = 255 }: Props) => {
  const feedback = useFeedback()
  return (
    <div className="adm-why">
      <Input.TextArea
        id={id}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={max}
        showCount
        placeholder="为什么"
        {...textOnly((message) => feedback.error(message))}
      />
      <div className="adm-why-common" role="group" aria-label="常用原因">
        {commonReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            className="bt sm"
            onClick={() => onChange?.(value && !value.includes(reason) ? `${value}；${reason}` : reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  )
}
