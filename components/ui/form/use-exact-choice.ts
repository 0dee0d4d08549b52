"use client"

import { useState, type KeyboardEvent } from "react"

export type LabelledChoice<Value> = { value: Value; label: string; children?: LabelledChoice<Value>[] }

/** The rows with exactly this label, of all levels. */
const rowsLabelled = <Value>(choices: readonly LabelledChoice<Value>[], label: string): LabelledChoice<Value>[] =>
  choices.flatMap((choice) => [
    ...(choice.label.trim().toLowerCase() === label.trim().toLowerCase() ? [choice] : []),
    ...rowsLabelled(choice.children ?? [], label),
  ])

/**
 * Search text, open state and keys of a searchable select. Enter takes the row that the arrow keys have reached (`arrowed`), or the one
 * row with exactly the typed label (`onExact`), never a row that only contains it. `onKeyDown` must see a key before the select does.
 */
export const useExactChoice = <Value>(
  choices: readonly LabelledChoice<Value>[],
  { many, onExact }: { many: boolean; onExact: (value: Value) => void },
) => {
  const [query, setQuery] = useState("")
  const [open, setOpen] = useState(false)
  /** whether the arrow keys have moved since the list opened or the text changed */
  const [arrowed, setArrowed] = useState(false)
  const search = (text: string) => {
    setArrowed(false)
    setQuery(text)
  }
  const onOpenChange = (isOpen: boolean) => {
    setArrowed(false)
    setOpen(isOpen)
  }
  const takeExact = () => {
    const [match, second] = rowsLabelled(choices, query)
    if (!match || second) return
    search("")
    if (!many) onOpenChange(false)
    onExact(match.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !open) return
    if (event.key.startsWith("Arrow")) setArrowed(true)
    if ((event.key !== "Enter" && event.key !== "Tab") || arrowed) return
    event.stopPropagation()
    if (event.key === "Tab") return onOpenChange(false)
    event.preventDefault()
    if (query.trim()) takeExact()
  }
  return { query, search, open, onOpenChange, arrowed, onKeyDown }
}
