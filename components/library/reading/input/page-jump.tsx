"use client"

import { useRef, useState } from "react"
import { digitsOf } from "@/lib/rules/typed-text"
import { clampPage } from "../store/reader-rules"
import { useReader, useReaderStore } from "../store/use-reader"

/** The page number, which also accepts a page to jump to. Half-typed numbers do not jump. */
export const PageInput = ({ label = "页码", onDone }: { label?: string; onDone?: () => void }) => {
  const store = useReaderStore()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const pages = useReader((state) => Math.max(state.source.pages, total))
  const [draft, setDraft] = useState<string | null>(null)
  // Enter closes the surrounding popover, which blurs the field; this ref makes sure the number is applied only once.
  const typed = useRef("")
  const type = (text: string | null) => {
    typed.current = text ?? ""
    setDraft(text)
  }
  const leave = () => {
    const pageNumber = Number(typed.current)
    type(null)
    if (pageNumber > 0) store.getState().goTo(clampPage(pageNumber, total))
  }
  return (
    <form
      noValidate
      className="pgin"
      onSubmit={(event) => {
        event.preventDefault()
        leave()
        onDone?.()
      }}
    >
      <label className="in">
        <input
          value={draft ?? String(page)}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          aria-label={label}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(digitsOf(event.target.value).slice(0, 6))}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === "Escape") type(null)
          }}
        />
      </label>
      <span>/ {pages}</span>
    </form>
  )
}
