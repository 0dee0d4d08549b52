"use client"

import { type CSSProperties, memo, useEffect, useState } from "react"
import type { TextRun } from "@/lib/contract/types"
import { useReader, useReaderStore } from "../store/use-reader"

/** Delay before the text is requested (ms), so that pages scrolled past are skipped. */
const settle = 120
/** Width is measured once at this size; the ratio between rendered and true width is the same at any zoom. */
const measured = 100

let canvas: CanvasRenderingContext2D | null = null
const widthOf = (text: string, font: string): number => {
  canvas ??= document.createElement("canvas").getContext("2d")
  if (!canvas) return 0
  canvas.font = `${measured}px ${font}`
  return canvas.measureText(text).width / measured
}

const styleOf = ([text, x, y, width, height]: TextRun, font: string): CSSProperties => {
  const natural = widthOf(text, font) * height
  return { "--x": x, "--y": y, "--s": height, "--k": natural > 0 && width > 0 ? (width / natural).toFixed(4) : 1 } as CSSProperties
}

const Lines = memo(({ runs }: { runs: TextRun[] }) => {
  const font = typeof window === "undefined" ? "sans-serif" : getComputedStyle(document.body).fontFamily
  return (
    <>
      {runs.map((run, index) => (
        <span key={index} data-run={index} style={styleOf(run, font)}>
          {run[0]}
        </span>
      ))}
    </>
  )
})
Lines.displayName = "Lines"

/**
 * The text of a page, invisible and exactly above its image, for selection, copying and screen readers. Requested once the page stays on
 * the
 * screen for a moment, and aborted when it leaves.
 */
export const TextLayer = ({ page }: { page: number }) => {
  const store = useReaderStore()
  const seen = useReader((state) => page >= state.from && page <= Math.max(state.from, state.to))
  const [runs, setRuns] = useState<TextRun[] | null>(() => store.getState().textLayers.find(page) ?? null)
  useEffect(() => {
    if (!seen || runs) return
    const giveUp = new AbortController()
    const timer = window.setTimeout(() => {
      void store
        .getState()
        .textLayers.read(page, giveUp.signal)
        .then((read) => {
          if (read && !giveUp.signal.aborted) setRuns(read)
        })
    }, settle)
    return () => {
      window.clearTimeout(timer)
      giveUp.abort()
    }
  }, [seen, runs, page, store])
  if (!runs?.length) return null
  return (
    <div className="text-layer" data-text-layer={page}>
      <Lines runs={runs} />
      <i className="text-layer-end" />
    </div>
  )
}
