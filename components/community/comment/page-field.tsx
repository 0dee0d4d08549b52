"use client"

import { useEffect, useRef } from "react"
import { digitsOf } from "@/lib/rules/typed-text"
import { commentPageEvent } from "./asked-page"

/** Parses a typed page number: 0 = none, null = no such page. */
export const pageOf = (typed: string, pages: number): number | null => {
  if (!typed.trim()) return 0
  const page = Number(typed)
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : null
}

type Props = {
  value: string
  pages: number
  /** the latest error is about this page; it is displayed in the element `describedBy` */
  wrong: boolean
  describedBy: string
  onChange: (value: string) => void
}

/** 针对第 n 页: the optional page number of a comment. */
export const PageField = ({ value, pages, wrong, describedBy, onChange }: Props) => {
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  useEffect(() => {
    const hear = (event: Event) => {
      const page: unknown = event instanceof CustomEvent ? event.detail : 0
      if (typeof page === "number" && page > 0) tell.current(String(page))
    }
    window.addEventListener(commentPageEvent, hear)
    return () => window.removeEventListener(commentPageEvent, hear)
  }, [])
  return (
    <label className="page-field">
      针对第
      <span className={wrong ? "in err" : "in"}>
        <input
          value={value}
          inputMode="numeric"
          maxLength={String(pages).length}
          autoComplete="off"
          aria-invalid={wrong}
          aria-describedby={describedBy}
          aria-label={`针对的页码，1 到 ${pages}，可不填`}
          placeholder="–"
          onChange={(event) => onChange(digitsOf(event.target.value))}
        />
      </span>
      页
    </label>
  )
}
