"use client"

import dynamic from "next/dynamic"
import { useState } from "react"

const PhotoViewer = dynamic(() => import("@/components/ui/photo-viewer").then((module) => module.PhotoViewer), { ssr: false })

export const PictureCell = ({ src }: { src: string }) => {
  const [viewing, setViewing] = useState(false)
  return (
    <>
      <button type="button" className="adm-thumb" aria-label="查看大图" onClick={() => setViewing(true)}>
        <img src={src} alt="" loading="lazy" />
      </button>
      {viewing ? <PhotoViewer images={[src]} at={0} onClose={() => setViewing(false)} /> : null}
    </>
  )
}
