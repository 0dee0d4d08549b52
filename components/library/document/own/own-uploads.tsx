"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { type OwnUpload, readOwnUploads } from "@/lib/upload/own-uploads"

const OwnPlaces = dynamic(() => import("./own-places").then((module) => module.OwnPlaces), { ssr: false })

/**
 * Who has uploaded something sees it at the head of lists at once; the lists that everybody gets follow a moment later. What it
 * takes is loaded for who has uploaded within the hour. A list says whose it is by `data-newest`: "all", a category's id, or "user 7".
 */
export const OwnUploads = () => {
  const owner = useSession((state) => state.user?.id ?? 0)
  const [uploads, setUploads] = useState<OwnUpload[]>([])
  useEffect(() => setUploads(owner ? readOwnUploads(() => window.localStorage, owner, Date.now()) : []), [owner])
  return uploads.length > 0 ? <OwnPlaces owner={owner} uploads={uploads} /> : null
}
