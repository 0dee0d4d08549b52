"use client"

import dynamic from "next/dynamic"
import { useId, useState, type RefObject } from "react"
import type { SearchKind } from "@/lib/view/library/list/search-href"

/** Loaded when the user is about to type. */
const Suggestions = dynamic(() => import("./suggest/suggestions").then((module) => module.Suggestions), { ssr: false })

type Props = {
  input: RefObject<HTMLInputElement | null>
  kind: SearchKind
  label: string
  placeholder: string
  wd?: string
  /** called when the user picks a suggestion or types */
  onPick?: () => void
  onText?: (text: string) => void
}

/** The field of every search: a plain `wd` input of its form, with suggestions below it while it has the focus. */
export const SearchInput = ({ input, kind, label, placeholder, wd = "", onPick, onText }: Props) => {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const [text, setText] = useState(wd)
  const [active, setActive] = useState("")
  const [open, setOpen] = useState(false)
  return (
    <>
      <input
        ref={input}
        name="wd"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active || undefined}
        defaultValue={wd}
        placeholder={placeholder}
        aria-label={label}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => {
          setText(event.currentTarget.value)
          setFocused(true)
        }}
        onBlur={() => setFocused(false)}
        onChange={(event) => {
          setText(event.target.value)
          onText?.(event.target.value)
        }}
      />
      {focused ? <Suggestions id={id} input={input} text={text} kind={kind} onActive={setActive} onOpen={setOpen} onPick={onPick} /> : null}
    </>
  )
}
