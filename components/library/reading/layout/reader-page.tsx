"use client"

import dynamic from "next/dynamic"
import { type CSSProperties, memo, useState } from "react"
import { Marks } from "../search/search-marks"
import { boxOf } from "../store/page-layout"
import { imageOf, sizeOf, thumbOf } from "../store/reader-rules"
import { type Phase, ReaderPageImage } from "./reader-page-image"
import { useReader } from "../store/use-reader"
import { usePageSign } from "../store/use-signatures"

// rendered on the server if the site has a watermark
const Watermark = dynamic(() => import("../store/watermark").then((module) => module.Watermark))
const SheetLost = dynamic(() => import("./reader-page-lost").then((module) => module.ReaderPageLost), { ssr: false })
// loaded only when the reader stays on a page; most documents have no links
const TextLayer = dynamic(() => import("../text/text-layer").then((module) => module.TextLayer), { ssr: false })
const PageLinks = dynamic(() => import("../links/page-links").then((module) => module.PageLinks), { ssr: false })

/** One page: its box is final before the image loads, which avoids layout shift. Text layer and marks rotate with it. */
export const ReaderPage = memo(({ page }: { page: number }) => {
  const [phase, setPhase] = useState<Phase>("loading")
  const [round, setRound] = useState(0)
  const source = useReader((state) => state.source)
  const words = useReader((state) => state.policy.selectable && state.source.hasText)
  const watermark = useReader((state) => state.policy.watermark !== "")
  const turn = useReader((state) => state.turn)
  const box = useReader((state) => state.plan && boxOf(state.plan, page))
  const there = page <= source.ready
  const sign = usePageSign(page)

  const [width, height] = sizeOf(source, page)
  const shape = (turn % 180 ? { "--w": height, "--h": width } : { "--w": width, "--h": height }) as CSSProperties
  const boxStyle: CSSProperties = box ? { left: box.x, top: box.y, width: box.width, height: box.height } : {}
  // a cropped page is whole, behind a smaller window
  const whole = box?.whole
  return (
    <div
      className="sheet"
      id={`page=${page}`}
      data-page={page}
      data-phase={phase}
      data-coming={!there || undefined}
      style={{ ...shape, ...boxStyle, "--u": box ? `${box.scale}px` : undefined } as CSSProperties}
    >
      <div
        className="leaf"
        data-turn={turn || undefined}
        style={whole && { left: whole.x, top: whole.y, right: "auto", bottom: "auto", width: whole.width, height: whole.height }}
      >
        {/* until the page is loaded its thumbnail replaces it; a page in the server's HTML needs none */}
        {there && box && source.thumbs && sign !== null && phase !== "loaded" && (
          <img className="leaf-thumb" src={thumbOf(source, page, sign)} alt="" decoding="async" draggable={false} />
        )}
        {there && sign !== null && phase !== "failed" && (
          <ReaderPageImage
            key={`${source.version}.${round}`}
            src={imageOf(source, page, sign)}
            page={page}
            title={source.title}
            onPhase={setPhase}
          />
        )}
        {watermark && <Watermark />}
        <Marks page={page} />
        {there && box && words && <TextLayer page={page} />}
        {there && box && source.links && <PageLinks page={page} />}
      </div>
      {there && phase === "loading" && !source.thumbs && <span className="sheet-number">第 {page} 页</span>}
      {!there && <span className="sheet-note">第 {page} 页正在转换</span>}
      {phase === "failed" && (
        <SheetLost
          page={page}
          onRetry={() => {
            setPhase("loading")
            setRound(round + 1)
          }}
        />
      )}
    </div>
  )
})
ReaderPage.displayName = "Sheet"
