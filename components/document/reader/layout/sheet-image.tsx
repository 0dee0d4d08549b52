"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { rankOf } from "./image-queue"
import { useReaderStore } from "../use-reader"
import { useImageQueue } from "./use-image-queue"

export type Phase = "loading" | "loaded" | "failed"
/** A page that is not there yet (202) or was lost on the way is asked for again after these pauses. */
const pauses = [1_000, 2_000, 4_000]

type Props = { src: string; page: number; title: string; onPhase: (phase: Phase) => void }

/** One page image: waits for its turn, and tries again by itself; after the last try its sheet offers to reload. */
export const SheetImage = ({ src, page, title, onPhase }: Props) => {
  const store = useReaderStore()
  const image = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [lost, setLost] = useState(false)
  const rank = useCallback(() => rankOf(page, store.getState()), [page, store])
  // before the room is measured, what is drawn is what the server has drawn
  const [may, end] = useImageQueue(rank, store.getState().plan === null)

  useEffect(() => {
    // The server's HTML may have loaded or lost this image before React was here to hear of it.
    const now = image.current
    if (!now?.complete) return
    end()
    if (now.naturalWidth > 0) onPhase("loaded")
    else setLost(true)
  }, [attempt, onPhase, may, end])

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

  if (!may) return null
  const first = page === 1
  return (
    <img
      key={attempt}
      ref={image}
      src={src}
      alt={`${title} 第 ${page} 页`}
      // a lost picture's own sign says nothing: the sheet tells
      hidden={lost}
      loading="eager"
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onLoad={() => {
        end()
        onPhase("loaded")
      }}
      onError={() => {
        end()
        setLost(true)
      }}
    />
  )
}
