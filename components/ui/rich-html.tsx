"use client"

import dynamic from "next/dynamic"
import { useEffect, useRef, useState, type ReactNode } from "react"

const PhotoViewer = dynamic(() => import("./photo-viewer").then((module) => module.PhotoViewer), { ssr: false })

type ViewerState = { images: string[]; at: number }

/**
 * Wraps user-written HTML, which the server sanitized on saving. A click on an image loads and opens a viewer with all
 * images of the text. The images are full size in the text, so nothing depends on the viewer.
 */
export const WithPictures = ({ children }: { children: ReactNode }) => {
  const root = useRef<HTMLDivElement>(null)
  const [viewerState, setShown] = useState<ViewerState | null>(null)

  useEffect(() => {
    const text = root.current
    const onClick = ({ target }: MouseEvent) => {
      if (!text || !(target instanceof HTMLImageElement) || target.closest("a")) return
      const images = [...text.querySelectorAll("img")].filter((image) => !image.closest("a"))
      setShown({ images: images.map((image) => image.currentSrc || image.src), at: images.indexOf(target) })
    }
    text?.addEventListener("click", onClick)
    return () => text?.removeEventListener("click", onClick)
  }, [])

  return (
    <>
      <div ref={root} className="rich">
        {children}
      </div>
      {viewerState ? <PhotoViewer images={viewerState.images} at={viewerState.at} onClose={() => setShown(null)} /> : null}
    </>
  )
}

/** User-written HTML, sanitized by the server, with a viewer for its images. */
export const RichHtml = ({ html }: { html: string }) => (
  <WithPictures>
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  </WithPictures>
)
