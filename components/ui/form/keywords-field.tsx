"use client"

import { keywordsOf } from "@/lib/upload/rules"
import type { FormFieldProps } from "./field-props"
import { Select } from "./select"

const wide = { width: "100%" }

/** Keywords, separated by comma or Enter. */
export const KeywordsField = ({ value, onChange, placeholder = "用逗号或回车隔开", ...rest }: FormFieldProps<string[]>) => (
  <Select<string[]>
    {...rest}
    style={wide}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[",", "，", "、", ";", "；"]}
    value={value}
    onChange={(keywords) => onChange?.(keywordsOf(keywords))}
    placeholder={placeholder}
  />
)
