"use client"

import { createContext, use } from "react"
import { useStore } from "zustand"
import type { ReaderState, ReaderStore } from "./reader-store"

export const ReaderContext = createContext<ReaderStore | null>(null)

export const useReaderStore = (): ReaderStore => {
  const store = use(ReaderContext)
  if (!store) throw new Error("useReader outside of <Reader>")
  return store
}

export const useReader = <T>(selector: (state: ReaderState) => T): T => useStore(useReaderStore(), selector)
