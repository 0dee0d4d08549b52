"use client"

import { Select } from "@/components/ui/form/select"
import { NumberField } from "@/components/ui/form/number-field"
import type { FormFieldProps } from "@/components/ui/form/field-props"
import { useSettings } from "@/components/providers/settings"

/** The message of all fields and rules for an invalid price. */
export const priceProblem = "价格应为不小于 0 的整数"

const wide = { width: "100%" }
/** null = empty, NaN = not a number. `standalone`: outside of a form. */
export const PriceField = (props: FormFieldProps<number | null> & { standalone?: boolean }) => {
  const { credit_name } = useSettings().system
  return <NumberField problem={priceProblem} {...props} min={0} max={1_000_000} precision={0} suffix={credit_name} />
}

const vipChoices = [
  { value: "yes", label: "VIP 免费" },
  { value: "no", label: "VIP 也要购买" },
]

/** Whether members download it free; null = unchanged. For many rows at once, which may differ. */
export const VipChoice = ({ value, onChange, placeholder = "不改", ...rest }: FormFieldProps<boolean | null>) => (
  <Select<string>
    {...rest}
    style={wide}
    allowClear
    value={typeof value === "boolean" ? (value ? "yes" : "no") : undefined}
    onChange={(chosen?: string) => onChange?.(chosen ? chosen === "yes" : null)}
    placeholder={placeholder}
    options={vipChoices}
  />
)

/** "" = detected by the server. */
export const LanguageField = ({ value, onChange, placeholder = "自动", ...rest }: FormFieldProps<string>) => {
  const { language } = useSettings()
  return (
    <Select
      {...rest}
      style={wide}
      allowClear
      value={value || undefined}
      onChange={(code?: string) => onChange?.(code ?? "")}
      placeholder={placeholder}
      options={language.map((row) => ({ value: row.code, label: row.language }))}
    />
  )
}
