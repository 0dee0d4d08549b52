"use client"

import { Switch } from "antd"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { noNumber, NumberField } from "@/components/ui/form/number-field"
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
  const feedback = useFeedback()
  const [draft, setDraft] = useState<number | null>(null)
  /** a new key removes a text that is no number from the input */
  const [discards, setDiscards] = useState(0)
  const discard = () => {
    setDraft(null)
    if (Number.isNaN(draft)) setDiscards(discards + 1)
  }
  const currentValue = Number(value ?? 0)
  const write = async () => {
    if (Number.isNaN(draft)) return feedback.error(noNumber)
    if (draft !== null && draft !== currentValue) await onChange(draft)
    setDraft(null)
  }
  return (
    <NumberField
      key={discards}
      className="adm-inline"
      style={undefined}
      size="small"
      controls={false}
      precision={0}
      min={field.min}
      max={field.max}
      value={draft ?? currentValue}
      aria-label={`${field.label} ${name}`}
      onChange={setDraft}
      onPressEnter={() => void write()}
      onBlur={() => void write()}
      onKeyDown={(event) => event.key === "Escape" && discard()}
    />
  )
}
