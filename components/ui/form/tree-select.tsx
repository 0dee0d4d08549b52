"use client"

import { TreeSelect as AntdTreeSelect, type TreeSelectProps } from "antd"
import type { CSSProperties } from "react"
import { Icon } from "@/components/ui/icon"
import { useExactChoice, type LabelledChoice } from "./use-exact-choice"

type Value = number | string
type Shared = "id" | "aria-label" | "allowClear" | "disabled" | "loading" | "maxTagCount" | "placeholder" | "notFoundContent" | "size"
/** The properties of a select whose rows have labels; `value` is a list with `many`. */
export type ChoiceProps<V extends Value> = Pick<TreeSelectProps, Shared> & {
  choices: LabelledChoice<V>[]
  value?: V | V[]
  onChange?: (value: V | V[] | undefined) => void
  many?: boolean
}

const wide = { width: "100%" }
const noBox = { display: "contents" }
/** antd's colour of the row that Enter would take (and of nothing else in a tree's list). */
const noHighlight = { "--ant-control-item-bg-hover": "transparent" } as CSSProperties

/**
 * antd's tree select, with all branches open. It takes no row by itself: Enter takes the one that the arrow keys have reached, or the one
 * with exactly the typed label (`useExactChoice`).
 */
export const TreeSelect = <V extends Value>({
  choices,
  value,
  onChange,
  many = false,
  ...props
}: ChoiceProps<V> & Pick<TreeSelectProps, "popupMatchSelectWidth">) => {
  const values: V[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const { query, search, open, onOpenChange, arrowed, onKeyDown } = useExactChoice(choices, {
    many,
    onExact: (match) => onChange?.(many ? [...new Set([...values, match])] : match),
  })
  // antd highlights the first row, or the chosen one where nothing is typed
  const isChosen = !many && values.length > 0 && !query
  return (
    <div style={noBox} onKeyDownCapture={onKeyDown}>
      <AntdTreeSelect<V | V[] | undefined>
        {...props}
        style={wide}
        styles={arrowed || isChosen ? undefined : { popup: { root: noHighlight } }}
        treeData={choices}
        multiple={many}
        value={value}
        onChange={(next) => {
          search("")
          onChange?.(next)
        }}
        open={open}
        onOpenChange={onOpenChange}
        showSearch={{ treeNodeFilterProp: "label", searchValue: query, onSearch: search }}
        treeDefaultExpandAll
        suffixIcon={<Icon name="down" small />}
        listHeight={320}
      />
    </div>
  )
}
