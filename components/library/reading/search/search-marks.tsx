"use client"

import { type CSSProperties, useMemo } from "react"
import { hitsOn } from "../store/search"
import { useReader } from "../store/use-reader"

/** Search matches, highlighted on their page; the current one is stronger. */
export const Marks = ({ page }: { page: number }) => {
  const hits = useReader((state) => state.search.hits)
  const at = useReader((state) => state.search.at)
  const here = useMemo(() => hitsOn(hits, page), [hits, page])
  if (!here.length) return null
  return (
    <div className="marks" aria-hidden="true">
      {here.flatMap(({ hit, index }) =>
        hit.boxes.map(([x, y, width, height], line) => (
          <i
            key={`${index}.${line}`}
            data-at={index === at || undefined}
            style={{ "--x": x, "--y": y, "--bw": width, "--bh": height } as CSSProperties}
          />
        )),
      )}
    </div>
  )
}
