"use client"

import { Input } from "antd"
import { useId } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { textOnly } from "@/components/ui/form/text-only"

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** maximum length; 255 fits the columns of remarks and answers */
  max?: number
  rows?: number
  placeholder?: string
  className?: string
  /** why the text was refused; without it the field has no place for an error */
  refusal?: string
}

/** A labelled text of some lines in a side panel: a remark for colleagues, an answer or a reason for the user. */
export const RemarkField = ({ label, value, onChange, max = 255, rows = 3, placeholder, className, refusal }: Props) => {
  const id = useId()
  const feedback = useFeedback()
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        rows={rows}
        maxLength={max}
        value={value}
        placeholder={placeholder}
        aria-describedby={refusal === undefined ? undefined : `${id}why`}
        onChange={({ target }) => onChange(target.value)}
        {...textOnly((message) => feedback.error(message))}
      />
      {refusal === undefined ? null : (
        <p id={`${id}why`} className="form-error" role="alert" hidden={!refusal}>
          {refusal}
        </p>
      )}
    </div>
  )
}
