"use client"

import { Select } from "@/components/ui/form/select"
import type { FormFieldProps } from "@/components/ui/form/field-props"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { byDefault, type AudienceChoice } from "@/lib/upload/terms"

const wide = { width: "100%" }
const hintLooks = { margin: "6px 0 0", fontSize: 13 }

const hints: Record<number, string> = {
  [DocumentVisibility.unlisted]: "不出现在列表和搜索里，知道地址的人都能看",
  [DocumentVisibility.groups]: "只有这些用户组的成员能看，其他人看不到这份文档",
  [DocumentVisibility.owner]: "只有你和管理员能看",
}

/** The message of a form if no group was chosen. */
export const groupProblem = "请选择可以看到文档的用户组"

/** A rule of form items: the visibility `groups` needs a group. */
export const needsGroup = (_rule: unknown, value?: AudienceChoice): Promise<void> =>
  value?.visibility === DocumentVisibility.groups && value.groups.length === 0 ? Promise.reject(new Error(groupProblem)) : Promise.resolve()

type Props = FormFieldProps<AudienceChoice> & {
  /** offers not to choose, with this label */
  none?: string
}

const readAudience = () => api("GET /document/visibility")

/** The visibility of a document, and its groups. */
export const VisibilityField = ({ id, value = byDefault, onChange, none, disabled, size }: Props) => {
  const { data } = useAnswer(readAudience)
  const groups = data?.group ?? []
  const options = DocumentVisibility.options.map((option) => ({
    ...option,
    // a user without a group has none to choose
    disabled: option.value === DocumentVisibility.groups && groups.length === 0 && value.groups.length === 0,
  }))
  const hint = hints[value.visibility]
  // a group that staff chose may be unknown to the owner
  const unknown = value.groups.filter((group) => !groups.some((one) => one.id === group))
  return (
    <>
      <Select<number>
        id={id}
        size={size}
        style={wide}
        disabled={disabled}
        value={value.visibility}
        options={none === undefined ? options : [{ value: byDefault.visibility, label: none }, ...options]}
        onChange={(visibility) => onChange?.({ visibility, groups: visibility === DocumentVisibility.groups ? value.groups : [] })}
      />
      {value.visibility === DocumentVisibility.groups && (
        <Select<number[]>
          size={size}
          style={{ ...wide, marginTop: 8 }}
          mode="multiple"
          aria-label="可以看到文档的用户组"
          disabled={disabled}
          value={value.groups}
          placeholder="选择用户组"
          notFoundContent="你不在任何用户组里"
          showSearch={{ optionFilterProp: "label" }}
          options={[
            ...groups.map(({ id, title }) => ({ value: id, label: title })),
            ...unknown.map((group) => ({ value: group, label: `用户组 ${group}` })),
          ]}
          onChange={(chosen) => onChange?.({ ...value, groups: chosen })}
        />
      )}
      {hint && (
        <p className="muted" style={hintLooks}>
          {hint}
        </p>
      )}
    </>
  )
}
