"use client"

import { createContext, use } from "react"
import { useStore } from "zustand"
import type { FileHandles } from "@/lib/upload/file-handles"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import type { UploadState, UploadStore } from "@/lib/upload/queue"

type UploadDeps = { store: UploadStore; fileHandles: FileHandles; categories: CategoryNode[] }

export const UploadContext = createContext<UploadDeps | null>(null)

const useUploadDeps = (): UploadDeps => {
  const deps = use(UploadContext)
  if (!deps) throw new Error("useUpload outside of the upload page")
  return deps
}

export const useUploadStore = (): UploadStore => useUploadDeps().store
export const useFileHandles = (): FileHandles => useUploadDeps().fileHandles
export const useCategories = (): CategoryNode[] => useUploadDeps().categories
export const useUpload = <T>(selector: (state: UploadState) => T): T => useStore(useUploadStore(), selector)
