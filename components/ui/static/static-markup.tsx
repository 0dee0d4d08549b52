"use client"

import { useLayoutEffect, useMemo, useRef } from "react"
import { findParts } from "@/lib/api/drawn-parts"

/** `html` is present after a navigation. On the first page load the HTML is already in the document, under the name `part`. */
type Props = { tag: string; attributes: Record<string, unknown>; html?: string; part?: string }

/** HTML of the initial page load, reused when the user navigates back to it. */
const seen = new Map<string, string>()

const htmlOf = (part: string): string => {
  if (typeof window === "undefined") {
    const html = findParts()?.get(part)
    if (html === undefined) throw new Error("a static part that nobody has drawn")
    return html
  }
  const html = seen.get(part) ?? document.querySelector(`[data-part="${part}"]`)?.innerHTML ?? ""
  seen.set(part, html)
  return html
}

const pressable = "a, button, input, select, summary"

/** Restores the focus to the same interactive element after a navigation replaced the HTML, so that keyboard users continue from there. */
const useFocusThatStays = (html: unknown) => {
  const element = useRef<HTMLDivElement>(null)
  const at = useRef(-1)
  useLayoutEffect(() => {
    const root = element.current
    const note = ({ target }: FocusEvent) => void (at.current = [...root!.querySelectorAll(pressable)].indexOf(target as Element))
    const leave = ({ relatedTarget }: FocusEvent) => void (relatedTarget && (at.current = -1))
    root?.addEventListener("focusin", note)
    root?.addEventListener("focusout", leave)
    return () => {
      root?.removeEventListener("focusin", note)
      root?.removeEventListener("focusout", leave)
    }
  }, [])
  useLayoutEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return
    element.current?.querySelectorAll<HTMLElement>(pressable)[at.current]?.focus({ preventScroll: true })
  }, [html])
  return element
}

/** An element whose inner HTML React leaves untouched (`static.tsx`). */
export const StaticMarkup = ({ tag, attributes, html, part = "" }: Props) => {
  const Tag = tag as "div"
  const inner = useMemo(() => ({ __html: html ?? htmlOf(part) }), [html, part])
  const element = useFocusThatStays(inner)
  return <Tag ref={element} {...attributes} data-part={part || undefined} suppressHydrationWarning dangerouslySetInnerHTML={inner} />
}
