"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { rankOf } from "../store/image-queue"
import { inkSources } from "../store/reader-rules"
import { useReaderStore } from "../store/use-reader"
import { useImageQueue } from "./use-image-queue"

export type Phase = "loading" | "loaded" | "failed"
/** Delays (ms) before retrying a page that is not ready (202) or failed to load. */
const pauses = [1_000, 2_000, 4_000]

type Props = { src: string; page: number; title: string; onPhase: (phase: Phase) => void }

/** One page image: loads through the image queue and retries; after the last failure its sheet offers to reload. */
export const ReaderPageImage = ({ src, page, title, onPhase }: Props) => {
  const store = useReaderStore()
  const image = useRef<HTMLImageElement>(null)
  // a renewed signature changes the address, but not the image: only a retry uses it
  const [{ attempt, address }, setAttempt] = useState({ attempt: 0, address: src })
  const [lost, setLost] = useState(false)
  const rank = useCallback(() => rankOf(page, store.getState()), [page, store])
  // until the space is measured, render as on the server
  const [may, end] = useImageQueue(rank, store.getState().plan === null)

  useEffect(() => {
    // The image in the server's HTML may have loaded or failed before hydration.
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
      setAttempt({ attempt: attempt + 1, address: src })
    }, pause)
    return () => window.clearTimeout(timer)
  }, [lost, attempt, src, onPhase])

  if (!may) return null
  const first = page === 1
  return (
    <img
      key={attempt}
      ref={image}
      srcSet={inkSources(address)}
      src={address}
      alt={`${title} 第 ${page} 页`}
      // the sheet displays the failure instead of the browser's icon
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
