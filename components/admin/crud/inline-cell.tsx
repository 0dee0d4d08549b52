"use client"

import { InputNumber, Switch } from "antd"
import { useState } from "react"
import type { Named } from "./field"

type Props = { field: Named; value: unknown; name: string; onChange: (value: boolean | number) => Promise<boolean> }

/** A switch or a number that is edited within the list. `name` is the row's name, for screen readers. */
export const InlineCell = (props: Props) => (props.field.kind === "switch" ? <InlineSwitch {...props} /> : <InlineNumber {...props} />)

/** Toggles immediately and reverts if the server refuses. */
const InlineSwitch = ({ field, value, name, onChange }: Props) => {
  const [pendingValue, setWanted] = useState<boolean | null>(null)
  const turn = async (on: boolean) => {
    if (pendingValue !== null) return
    setWanted(on)
    await onChange(on)
    setWanted(null)
  }
  return (
    <Switch
      className="adm-inline"
      size="small"
      checked={pendingValue ?? Boolean(value)}
      aria-busy={pendingValue !== null}
      aria-label={`${field.label} ${name}`}
      onChange={(on) => void turn(on)}
    />
  )
}

/** A number input: Enter and blur save the number, Escape discards it. */
const InlineNumber = ({ field, value, name, onChange }: Props) => {
  const [draft, setDraft] = useState<number | null>(null)
  const currentValue = Number(value ?? 0)
  const write = async () => {
    if (draft !== null && draft !== currentValue) await onChange(draft)
    setDraft(null)
  }
  return (
    <InputNumber<number>
      className="adm-inline"
      size="small"
      controls={false}
      inputMode="numeric"
      precision={0}
      min={field.min}
      max={field.max}
      value={draft ?? currentValue}
      aria-label={`${field.label} ${name}`}
      onChange={setDraft}
      onPressEnter={() => void write()}
      onBlur={() => void write()}
      onKeyDown={(event) => event.key === "Escape" && setDraft(null)}
    />
  )
}
