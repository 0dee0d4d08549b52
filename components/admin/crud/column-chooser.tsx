"use client"

import { Checkbox, Popover } from "antd"
import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { localStore } from "@/lib/browser-storage"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"

const keyOf = (path: string) => `admin:columns:${path}`

/** Returns whether the column is empty in every row: no value and no computed text. A switch never counts as empty. */
const isEmpty = (field: Named, rows: CrudEntry[]): boolean =>
  rows.length > 0 &&
  !field.title &&
  field.kind !== "switch" &&
  rows.every((row) => {
    const value = row[field.name]
    return (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) && !field.text?.(row)
  })

/** Returns the columns that a list displays, by default those with a value in some row. The choice is stored in this browser. */
export const useColumns = (path: string, fields: Named[], rows: CrudEntry[]) => {
  const defaults = fields.filter((field) => field.column !== "hidden" && !isEmpty(field, rows)).map((field) => field.name)
  const [names, setNames] = useState<string[] | null>(null)
  useEffect(() => {
    const storedNames = localStore.getJson(keyOf(path))
    if (Array.isArray(storedNames)) setNames(storedNames.map(String))
  }, [path])
  const choose = (next: string[] | null) => {
    setNames(next)
    if (next) localStore.setItem(keyOf(path), JSON.stringify(next))
    else localStore.removeItem(keyOf(path))
  }
  const chosen = names ?? defaults
  return { columns: fields.filter((field) => chosen.includes(field.name)), kept: names !== null, choose }
}

export type Density = "roomy" | "compact"
const densityKey = "admin:density"

/** Returns the row density of all lists; stored in this browser. */
export const useDensity = () => {
  const [density, setDensity] = useState<Density>("roomy")
  useEffect(() => {
    if (localStore.getItem(densityKey) === "compact") setDensity("compact")
  }, [])
  const chooseDensity = (next: Density) => {
    setDensity(next)
    localStore.setItem(densityKey, next)
  }
  return { density, chooseDensity }
}

type Props = {
  fields: Named[]
  chosen: string[]
  onChoose: (names: string[] | null) => void
  density: Density
  onDensity: (density: Density) => void
}

export const ColumnChooser = ({ fields, chosen, onChoose, density, onDensity }: Props) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    content={
      <div className="adm-columns" role="group" aria-label="显示哪些列">
        <Checkbox.Group
          value={chosen}
          options={fields.map((field) => ({ value: field.name, label: field.label }))}
          onChange={(names) => onChoose(names.length > 0 ? names.map(String) : null)}
        />
        <Checkbox checked={density === "compact"} onChange={({ target }) => onDensity(target.checked ? "compact" : "roomy")}>
          紧凑的行
        </Checkbox>
        <button type="button" className="bt sm" onClick={() => onChoose(null)}>
          恢复默认
        </button>
      </div>
    }
  >
    <button type="button" className="ib" aria-haspopup="dialog" aria-label="选择列" title="选择列">
      <Icon name="columns" />
    </button>
  </Popover>
)
