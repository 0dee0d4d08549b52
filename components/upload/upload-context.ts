"use client"

import { createContext, use } from "react"
import { useStore } from "zustand"
import type { FileWays } from "@/lib/upload/file-handles"
import type { CategoryNode } from "@/lib/view/category-tree"
import type { UploadState, UploadStore } from "@/lib/upload/queue"

type Desk = { store: UploadStore; ways: FileWays; categories: CategoryNode[] }

export const UploadContext = createContext<Desk | null>(null)

const useDesk = (): Desk => {
  const desk = use(UploadContext)
  if (!desk) throw new Error("useUpload outside of the upload page")
  return desk
}

export const useUploadStore = (): UploadStore => useDesk().store
export const useFileWays = (): FileWays => useDesk().ways
export const useCategories = (): CategoryNode[] => useDesk().categories
export const useUpload = <T>(selector: (state: UploadState) => T): T => useStore(useUploadStore(), selector)
