"use client"

import { type CSSProperties, memo, useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { imageOf, sizeOf } from "./reader-rules"
import { type Phase, SheetImage } from "./sheet-image"
import { useReader } from "./use-reader"

/** Images are asked for two pages ahead and let go twelve pages away. */
const ahead = 2
const keep = 12

/** One page: its box is final before the image arrives, so nothing on the page ever moves. */
export const Sheet = memo(({ page }: { page: number }) => {
  const [phase, setPhase] = useState<Phase>("loading")
  const [round, setRound] = useState(0)
  const source = useReader((state) => state.source)
  const turn = useReader((state) => state.turn)
  const reach = phase === "loaded" ? keep : ahead
  const near = useReader((state) => page >= state.from - reach && page <= state.to + reach)
  const shown = near && page <= source.ready
  useEffect(() => {
    if (!shown) setPhase("loading")
  }, [shown])

  const [width, height] = sizeOf(source, page)
  const box = (turn % 180 ? { "--w": height, "--h": width } : { "--w": width, "--h": height }) as CSSProperties
  return (
    <div className="sheet" id={`page=${page}`} data-page={page} data-phase={phase} data-turn={turn || undefined} style={box}>
      {shown && phase !== "failed" && (
        <SheetImage key={`${source.version}.${round}`} src={imageOf(source, page)} page={page} title={source.title} onPhase={setPhase} />
      )}
      {page > source.ready && <span className="sheet-note">第 {page} 页正在转换</span>}
      {phase === "failed" && (
        <div className="alert bad sheet-lost" role="alert">
          <Icon name="fail" />
          <div>
            <b>第 {page} 页没有加载出来</b>
            <p>网络不太稳定，其余页面不受影响。</p>
          </div>
          <button
            type="button"
            className="bt sm"
            onClick={() => {
              setPhase("loading")
              setRound(round + 1)
            }}
          >
            重新加载
          </button>
        </div>
      )}
    </div>
  )
})
Sheet.displayName = "Sheet"
