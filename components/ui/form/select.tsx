"use client"

import { Select as AntdSelect, type SelectProps } from "antd"
import { useState } from "react"

type Option = NonNullable<SelectProps["options"]>[number]

/**
 * antd's select, which highlights no row by itself: Enter and Tab take the current value, a row that the arrow keys have reached, or the one
 * row with exactly the typed label, never the first one.
 */
export const Select = <Value = unknown, Row extends Option = Option>({
  showSearch,
  onChange,
  onOpenChange,
  ...props
}: SelectProps<Value, Row>) => {
  const [query, setQuery] = useState("")
  // a caller with a search text of its own decides itself what Enter takes
  const isSearched = typeof showSearch === "object" && showSearch.searchValue === undefined
  const isExact = (row: { label?: unknown }): boolean =>
    query.trim() !== "" && String(row.label).trim().toLowerCase() === query.trim().toLowerCase()
  return (
    <AntdSelect<Value, Row>
      {...props}
      defaultActiveFirstOption={isSearched && (props.options ?? []).filter(isExact).length === 1}
      showSearch={
        isSearched ? { ...showSearch, onSearch: setQuery, filterSort: (a, b) => Number(isExact(b)) - Number(isExact(a)) } : showSearch
      }
      onChange={(...change) => {
        setQuery("")
        onChange?.(...change)
      }}
      onOpenChange={(open) => {
        if (!open) setQuery("")
        onOpenChange?.(open)
      }}
    />
  )
}
