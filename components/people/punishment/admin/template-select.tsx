"use client"

import { Form } from "antd"
import { Select } from "@/components/ui/form/select"
import { useTemplates } from "../use-templates"

const hourMs = 3_600_000

/** Fills the form around it with a template: restrictions, end and reason. */
export const TemplateSelect = ({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
}) => {
  const form = Form.useFormInstance()
  const templates = useTemplates(true)
  const fill = (templateId: number | undefined) => {
    onChange?.(templateId)
    const template = templates.find((one) => one.id === templateId)
    if (!template) return
    const { type, hours, reason } = template
    form.setFieldsValue({ type, reason, end_time: hours > 0 ? new Date(Date.now() + hours * hourMs).toISOString() : null })
  }
  return (
    <Select<number>
      id={id}
      allowClear
      value={value}
      options={templates.map((one) => ({ value: one.id, label: one.title }))}
      placeholder="不用模板"
      onChange={(chosen: number | undefined) => fill(chosen)}
    />
  )
}
