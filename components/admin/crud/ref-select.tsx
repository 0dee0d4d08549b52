"use client"

import { TreeSelect } from "antd"
import { useMemo, useRef, useState, type KeyboardEvent } from "react"
import { Select } from "@/components/ui/form/select"
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

/** The rows with exactly this label, of all levels. */
const labelled = (choices: readonly ReferenceChoice[], label: string): ReferenceChoice[] =>
  choices.flatMap((choice) => [
    ...(choice.label.trim().toLowerCase() === label.trim().toLowerCase() ? [choice] : []),
    ...labelled(choice.children ?? [], label),
  ])

/**
 * A select for rows of another list: searchable, or as a tree. Chosen values keep their type (number or string). Enter takes what the arrow
 * keys have highlighted, or the one row with exactly the typed label, never a row that only contains it.
 */
export const RefSelect = ({ from, id, value, onChange, many = false, disabled = false, label, placeholder = "请选择", without }: Props) => {
  const { choices: allChoices, failure, waits } = useChoices(from)
  const choices = useMemo(() => choicesWithout(allChoices, without), [allChoices, without])
  const [query, setQuery] = useState("")
  const values = [value || []].flat()
  const visibleValues = from.lineage && !many ? [deepestChoice(choices, values) ?? []].flat() : values
  const [open, setOpen] = useState(false)
  /** whether the arrow keys have moved since the list opened or the text changed */
  const arrowed = useRef(false)
  const search = (text: string) => {
    arrowed.current = false
    setQuery(text)
  }
  const onOpenChange = (isOpen: boolean) => {
    arrowed.current = false
    setOpen(isOpen)
  }
  const take = (next: string | string[] | undefined) => {
    search("")
    const chosen = [next ?? []].flat().map((text) => pathTo(choices, text).at(-1)?.value ?? text)
    onChange?.(many || from.lineage ? chosen : chosen[0])
  }
  const takeExact = () => {
    const [match, second] = labelled(choices, query)
    if (!match || second) return
    const value = String(match.value)
    take(many ? [...new Set([...visibleValues.map(String), value])] : value)
    if (!many) onOpenChange(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !open) return
    if (event.key.startsWith("Arrow")) arrowed.current = true
    if ((event.key !== "Enter" && event.key !== "Tab") || arrowed.current) return
    event.stopPropagation()
    if (event.key === "Tab") return onOpenChange(false)
    event.preventDefault()
    if (query.trim()) takeExact()
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
    open,
    onOpenChange,
  } as const
  const field = from.tree ? (
    <TreeSelect<string | string[] | undefined, Node>
      {...shared}
      treeData={choices.map(nodeOf)}
      multiple={many}
      showSearch={{ treeNodeFilterProp: "label", searchValue: query, onSearch: search }}
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
      showSearch={{ optionFilterProp: "label", searchValue: query, onSearch: search }}
    />
  )
  return (
    <div className="wide" onKeyDownCapture={onKeyDown}>
      {field}
    </div>
  )
}
