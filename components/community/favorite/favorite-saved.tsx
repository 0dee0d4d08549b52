"use client"

import dynamic from "next/dynamic"
import { useBodyClass } from "@/components/ui/body-class"
import { useDocumentState } from "../../providers/document-state"

const SavedNote = dynamic(() => import("./saved-note").then((module) => module.SavedNote), { ssr: false })

/** Announces that a favourite was saved. The element exists from the start, so that screen readers read its new content aloud. */
export const FavoriteSaved = () => {
  const saved = useDocumentState((state) => state.saved)
  useBodyClass(saved ? "favorite-noted" : "")
  return (
    <div className="saved-slot" role="status">
      {saved && <SavedNote />}
    </div>
  )
}
