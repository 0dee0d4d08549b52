"use client"

import { useState } from "react"
import { kindOf, kinds } from "@/lib/contract/library/document.formats"
import { PaperSketch } from "@/components/ui/paper-sketch"

/**
 * The first page of a document, from its cover's address alone, in a box that fits any aspect ratio; a drawn sheet if there is none.
 * Decorative.
 */
export const PageThumb = ({ src, ext }: { src: string; ext: string }) => {
  const [broken, setBroken] = useState("")
  return (
    <span className="thumb">
      <span className="cover t1">
        {src && broken !== src ? (
          <img className="pp" src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
        ) : (
          <PaperSketch kind={kinds[kindOf(ext)].style} />
        )}
      </span>
    </span>
  )
}
