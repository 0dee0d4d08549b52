"use client"

import { createContext, use } from "react"
import { useStore } from "zustand"
import type { UploadState, UploadStore } from "@/stores/upload"

export const UploadContext = createContext<UploadStore | null>(null)

export const useUploadStore = (): UploadStore => {
  const store = use(UploadContext)
  if (!store) throw new Error("useUpload outside of the upload page")
  return store
}

export const useUpload = <T>(selector: (state: UploadState) => T): T => useStore(useUploadStore(), selector)
