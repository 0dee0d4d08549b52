"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { localStore } from "@/lib/browser-storage"
import { type OwnUpload, readOwnUploads } from "@/lib/upload/own-uploads"

const OwnPlaces = dynamic(() => import("./own-slots").then((module) => module.OwnSlots), { ssr: false })

/**
 * Displays the user's new uploads at the top of lists at once; the cached public lists follow a moment later. The code is loaded only for
 * users who uploaded within the last hour. `data-newest` names the list: "all", a category's id, or "user 7".
 */
export const OwnUploads = () => {
  const owner = useSession((state) => state.user?.id ?? 0)
  const [uploads, setUploads] = useState<OwnUpload[]>([])
  useEffect(() => setUploads(owner ? readOwnUploads(() => localStore, owner, Date.now()) : []), [owner])
  return uploads.length > 0 ? <OwnPlaces owner={owner} uploads={uploads} /> : null
}
