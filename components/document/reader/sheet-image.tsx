"use client"

import { useEffect, useRef, useState } from "react"

export type Phase = "loading" | "loaded" | "failed"
/** A page that is not there yet (202) or was lost on the way is asked for again after these pauses. */
const pauses = [1_000, 2_000, 4_000]

type Props = { src: string; page: number; title: string; onPhase: (phase: Phase) => void }

/** One page image that tries again by itself; after the last try its sheet offers to reload. */
export const SheetImage = ({ src, page, title, onPhase }: Props) => {
  const image = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [lost, setLost] = useState(false)

  useEffect(() => {
    // The server's HTML may have loaded or lost this image before React was here to hear of it.
    const now = image.current
    if (!now?.complete) return
    if (now.naturalWidth > 0) onPhase("loaded")
    else setLost(true)
  }, [attempt, onPhase])

  useEffect(() => {
    if (!lost) return
    const pause = pauses[attempt]
    if (pause === undefined) return onPhase("failed")
    const timer = window.setTimeout(() => {
      setLost(false)
      setAttempt(attempt + 1)
    }, pause)
    return () => window.clearTimeout(timer)
  }, [lost, attempt, onPhase])

  const first = page === 1
  return (
    <img
      key={attempt}
      ref={image}
      src={src}
      alt={`${title} 第 ${page} 页`}
      loading="eager"
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onLoad={() => onPhase("loaded")}
      onError={() => setLost(true)}
    />
  )
}
