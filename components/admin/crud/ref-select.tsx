"use client"

import { useMemo } from "react"
import { choicesWithout } from "@/components/admin/crud/tree"
import { deepestChoice, pathTo, useChoices, type ReferenceChoice, type Reference } from "@/components/admin/crud/reference"
import { Select } from "@/components/ui/form/select"
import { TreeSelect, type ChoiceProps } from "@/components/ui/form/tree-select"
import { useExactChoice, type LabelledChoice } from "@/components/ui/form/use-exact-choice"

type Value = number | string
type Props = {
  from: Reference
  id?: string
  value?: Value | readonly Value[] | null
  onChange?: (value: Value | Value[] | undefined) => void
  /** whether several values may be chosen */
  many?: boolean
  disabled?: boolean
  label?: string
  placeholder?: string
  /** the row of a tree that is omitted with all below it */
  without?: number
}

/** Values are strings within the control, because filters from the URL are; `take` restores the original type. */
const nodeOf = ({ value, label, children }: ReferenceChoice): LabelledChoice<string> => ({
  value: String(value),
  label,
  children: children?.map(nodeOf),
})

/**
 * A select for rows of another list: searchable, or as a tree. Chosen values keep their type (number or string). Enter takes what the arrow
 * keys have highlighted, or the one row with exactly the typed label, never a row that only contains it.
 */
export const RefSelect = ({ from, id, value, onChange, many = false, disabled = false, label, placeholder = "请选择", without }: Props) => {
  const { choices: allChoices, failure, waits } = useChoices(from)
  const choices = useMemo(() => choicesWithout(allChoices, without), [allChoices, without])
  const values = [value || []].flat()
  const visibleValues = from.lineage && !many ? [deepestChoice(choices, values) ?? []].flat() : values
  const texts = visibleValues.map(String)
  const take = (next: string | string[] | undefined) => {
    const chosen = [next ?? []].flat().map((text) => pathTo(choices, text).at(-1)?.value ?? text)
    onChange?.(many || from.lineage ? chosen : chosen[0])
  }
  const shared = {
    id,
    "aria-label": label,
    allowClear: true,
    disabled,
    loading: waits,
    maxTagCount: "responsive",
    placeholder,
    notFoundContent: waits ? "正在读取" : failure || "没有可选的",
    value: many ? texts : texts[0],
    onChange: take,
  } as const
  const nodes = choices.map(nodeOf)
  return from.tree ? (
    <div className="wide">
      <TreeSelect<string> {...shared} choices={nodes} many={many} popupMatchSelectWidth={240} />
    </div>
  ) : (
    <ListSelect {...shared} choices={nodes} many={many} />
  )
}

const ListSelect = ({ choices, value, onChange, many = false, ...props }: ChoiceProps<string>) => {
  const { query, search, open, onOpenChange, onKeyDown } = useExactChoice(choices, {
    many,
    onExact: (match) => onChange?.(many ? [...new Set([...[value ?? []].flat(), match])] : match),
  })
  return (
    <div className="wide" onKeyDownCapture={onKeyDown}>
      <Select<string | string[] | undefined, LabelledChoice<string>>
        {...props}
        className="wide"
        mode={many ? "multiple" : undefined}
        options={choices}
        value={value}
        onChange={(next) => {
          search("")
          onChange?.(next)
        }}
        open={open}
        onOpenChange={onOpenChange}
        showSearch={{ optionFilterProp: "label", searchValue: query, onSearch: search }}
      />
    </div>
  )
}
