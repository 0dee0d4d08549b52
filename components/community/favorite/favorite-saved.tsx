"use client"

import dynamic from "next/dynamic"
import { useDocumentState } from "../../library/document/document-state"

const SavedNote = dynamic(() => import("./saved-note").then((module) => module.SavedNote), { ssr: false })

/** Where it is said that a favorite was saved: the place is there from the start, so that what comes into it is read aloud. */
export const FavoriteSaved = () => {
  const saved = useDocumentState((state) => state.saved)
  return (
    <div className="saved-slot" role="status">
      {saved && <SavedNote />}
    </div>
  )
}
