import { kindOf, kinds } from "@/lib/contract/library/document.formats"
import type { Card } from "@/lib/view/library/document-card"
import { hasCover } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"
import { PaperSketch } from "./paper-sketch"

const a4 = { width: 210, height: 297 }

/** Returns the number of sheets behind the cover: none under 20 pages, one under 100, else several. */
export const thickness = (pages: number): "t1" | "t2" | "t3" => (pages < 20 ? "t1" : pages < 100 ? "t2" : "t3")

/** Returns the size of the cover, with an aspect ratio between A4 and 16:6. */
export const boxOf = (width: number, height: number): { width: number; height: number } =>
  width > 0 && height > 0 ? { width: 210, height: Math.round(210 * Math.min(a4.height / a4.width, Math.max(0.375, height / width))) } : a4

/**
 * The first page of a document in its own aspect ratio, or its title if that page is uninformative; a drawn sheet of the same size until it
 * is converted. Decorative: the title beside it is the link. `edged`: the edge at the left has the colour of the format.
 */
export const Cover = ({ document, eager = false, edged = false }: { document: Card; eager?: boolean; edged?: boolean }) => {
  const box = boxOf(document.width, document.height)
  return (
    <span className={`cover ${thickness(document.pages)}`} data-kind={edged ? kinds[kindOf(document.ext)].style : undefined}>
      {hasCover(document) ? (
        <img
          className="pp"
          src={paths.cover(document.uuid, document.version)}
          width={box.width}
          height={box.height}
          style={{ aspectRatio: `${box.width}/${box.height}` }}
          alt=""
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      ) : (
        <PaperSketch kind={kinds[kindOf(document.ext)].style} />
      )}
    </span>
  )
}
