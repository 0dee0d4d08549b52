"use client"

import dynamic from "next/dynamic"
import { useEffect, useRef, useState, type ReactNode } from "react"

const PhotoViewer = dynamic(() => import("./photo-viewer").then((module) => module.PhotoViewer), { ssr: false })

type Shown = { images: string[]; at: number }

/**
 * Around HTML that people wrote (the server sanitised it when it was saved): a press on a picture opens the viewer with all
 * pictures of the text; the viewer is loaded then. The pictures stand in full in the text, so nothing depends on it.
 */
export const WithPictures = ({ children }: { children: ReactNode }) => {
  const root = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)

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
      {shown ? <PhotoViewer images={shown.images} at={shown.at} onClose={() => setShown(null)} /> : null}
    </>
  )
}

/** HTML that people wrote and the server sanitised, with a viewer for its pictures. */
export const RichHtml = ({ html }: { html: string }) => (
  <WithPictures>
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  </WithPictures>
)
