"use client"

import { useEffect } from "react"
import { layerText } from "./selected"
import { useReaderStore } from "../store/use-reader"

/** Copies text in reading order: runs of one line side by side, lines and pages below each other. */
export const useCopy = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const selection = document.getSelection()
      if (!selection || selection.isCollapsed || !event.clipboardData) return
      const text = layerText(store, selection.getRangeAt(0))
      if (!text) return
      event.clipboardData.setData("text/plain", text)
      event.preventDefault()
    }
    // While the mouse drags, the end element covers the space between lines, so that the selection does not jump to the end of the page.
    const onPress = (event: PointerEvent) => {
      const layer = event.target instanceof Element ? event.target.closest(".text-layer") : null
      layer?.setAttribute("data-marking", "")
    }
    const onLeave = () =>
      store
        .getState()
        .frame?.querySelectorAll("[data-marking]")
        .forEach((layer) => layer.removeAttribute("data-marking"))
    document.addEventListener("copy", onCopy)
    document.addEventListener("pointerdown", onPress)
    document.addEventListener("pointerup", onLeave)
    return () => {
      document.removeEventListener("copy", onCopy)
      document.removeEventListener("pointerdown", onPress)
      document.removeEventListener("pointerup", onLeave)
    }
  }, [store])
}
