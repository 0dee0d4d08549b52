"use client"

import { useEffect, useRef, type CSSProperties } from "react"
import { frameSandbox } from "@/lib/rules/site/advertisement-frame"
import { reportAdEvent } from "./ad-events"
import type { Ad } from "./ad-provider"
import { noteDailyView } from "./daily-views"

/** It counts as seen after half of it was in the window for this long (ms). */
const seenMs = 1_000

/**
 * One advertisement. Reports once that it was in view, and clicks. A click inside a frame is invisible to the page, which only notices that
 * the frame has the focus.
 */
export const AdBox = ({ ad: { id, b, html, frame, heights } }: { ad: Ad }) => {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (!entry?.isIntersecting) return
        timer = setTimeout(() => {
          watch.disconnect()
          noteDailyView(id)
          reportAdEvent({ id, b, click: false })
        }, seenMs)
      },
      { threshold: 0.5 },
    )
    watch.observe(element)
    const look = () => {
      if (frame && element.contains(document.activeElement)) reportAdEvent({ id, b, click: true })
    }
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a")) reportAdEvent({ id, b, click: true })
    }
    window.addEventListener("blur", look)
    element.addEventListener("click", click)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      window.removeEventListener("blur", look)
      element.removeEventListener("click", click)
    }
  }, [id, b, frame])

  if (frame) {
    const style = { "--ad-frame": `${heights.desktop}px`, "--ad-frame-phone": `${heights.phone}px` } as CSSProperties
    return (
      <div className="ad" ref={box}>
        <iframe className="ad-frame" title="广告" src={frame} sandbox={frameSandbox} style={style} loading="lazy" />
      </div>
    )
  }
  return <div className="ad" ref={box} dangerouslySetInnerHTML={{ __html: html }} />
}
