"use client"

import { Select, TreeSelect } from "antd"
import { useMemo, useState } from "react"
import { choicesWithout } from "@/components/admin/crud/tree"
import { deepestChoice, pathTo, useChoices, type ReferenceChoice, type Reference } from "@/components/admin/crud/reference"
import { Icon } from "@/components/ui/icon"

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
type Node = { value: string; label: string; children?: Node[] }
const nodeOf = ({ value, label, children }: ReferenceChoice): Node => ({ value: String(value), label, children: children?.map(nodeOf) })

/** A select for rows of another list: searchable, or as a tree. Chosen values keep their type (number or string). */
export const RefSelect = ({ from, id, value, onChange, many = false, disabled = false, label, placeholder = "请选择", without }: Props) => {
  const { choices: allChoices, failure, waits } = useChoices(from)
  const choices = useMemo(() => choicesWithout(allChoices, without), [allChoices, without])
  const [query, setQuery] = useState("")
  const values = [value || []].flat()
  const visibleValues = from.lineage && !many ? [deepestChoice(choices, values) ?? []].flat() : values
  const take = (next: string | string[] | undefined) => {
    const chosen = [next ?? []].flat().map((text) => pathTo(choices, text).at(-1)?.value ?? text)
    onChange?.(many || from.lineage ? chosen : chosen[0])
  }
  const shared = {
    id,
    className: "wide",
    "aria-label": label,
    allowClear: true,
    disabled,
    loading: waits,
    maxTagCount: "responsive",
    placeholder,
    notFoundContent: waits ? "正在读取" : failure || "没有可选的",
    value: many ? visibleValues.map(String) : visibleValues[0] === undefined ? undefined : String(visibleValues[0]),
    onChange: take,
  } as const
  return from.tree ? (
    <TreeSelect<string | string[] | undefined, Node>
      {...shared}
      treeData={choices.map(nodeOf)}
      multiple={many}
      showSearch={{ treeNodeFilterProp: "label" }}
      treeDefaultExpandAll
      suffixIcon={<Icon name="down" small />}
      listHeight={320}
      popupMatchSelectWidth={240}
    />
  ) : (
    <Select<string | string[] | undefined, Node>
      {...shared}
      options={choices.map(nodeOf)}
      mode={many ? "multiple" : undefined}
      // nothing is highlighted before something is typed, so that Enter and Tab never take a row that the user did not mean
      defaultActiveFirstOption={query.trim() !== ""}
      showSearch={{ optionFilterProp: "label", onSearch: setQuery }}
    />
  )
}
