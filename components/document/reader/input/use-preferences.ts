"use client"

import { useEffect, useLayoutEffect } from "react"
import { readPreferences, writePreferences } from "./preferences"
import type { ReaderState } from "../reader-store"
import { useReaderStore } from "../use-reader"

const names = ["zoom", "mode", "fontSize", "lineHeight"] as const
const changed = (state: ReaderState, before: ReaderState) => names.some((name) => state[name] !== before[name])

/** Reads as one read last time in this browser, before the first paint of the script; a presentation is not remembered. */
export const usePreferences = (): void => {
  const store = useReaderStore()
  useLayoutEffect(() => store.getState().set(readPreferences()), [store])
  useEffect(
    () =>
      store.subscribe((state, before) => {
        const { zoom, mode, fontSize, lineHeight } = state
        if (mode !== "slides" && changed(state, before)) writePreferences({ zoom, mode, fontSize, lineHeight })
      }),
    [store],
  )
}
