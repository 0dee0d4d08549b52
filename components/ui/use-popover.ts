"use client"

import { useEffect, useRef } from "react"
import { useResettingState } from "./use-resetting-state"

/**
 * The state of a panel that its button opens inside `root`: a press outside closes it, and so does a change of `resetOn`, such as the path.
 * `close` also returns the focus to the button, the first one in `root`.
 */
export const usePopover = <E extends HTMLElement>(resetOn: unknown = false) => {
  const [open, setOpen] = useResettingState(false, resetOn)
  const root = useRef<E>(null)
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [open, setOpen])
  const close = () => {
    setOpen(false)
    root.current?.querySelector("button")?.focus({ preventScroll: true })
  }
  return { root, open, setOpen, close }
}
