"use client"

import { type CSSProperties, useLayoutEffect, useRef, useState } from "react"
import { pixelsOf } from "../store/image-ink"
import { imageOf, inkSources, sizeOf } from "../store/reader-rules"
import { useReader, useReaderStore } from "../store/use-reader"
import { usePageSign } from "../store/use-signatures"
import { type PageStrip, stripsOf } from "./page-strips"
import { lineOf, scrollText } from "./text-position"

/** The picture is measured at this width in px. */
const measuredWidth = 320

/** Returns the strips of a loaded picture; none if the browser does not give its pixels. */
const readStrips = (image: HTMLImageElement): PageStrip[] => {
  try {
    return stripsOf(pixelsOf(image, measuredWidth))
  } catch {
    return []
  }
}

/** A page without text that can be trusted: its picture stands in the text, cropped to the ink, and its columns below each other. */
export const PagePicture = ({ page }: { page: number }) => {
  const store = useReaderStore()
  const source = useReader((state) => state.source)
  const [width, height] = sizeOf(source, page)
  const sign = usePageSign(page)
  const figure = useRef<HTMLElement>(null)
  /** the lower edge on the screen before the strips replaced the whole picture */
  const bottom = useRef<number | null>(null)
  const [strips, setStrips] = useState<PageStrip[]>([])
  useLayoutEffect(() => {
    const { frame } = store.getState()
    const before = bottom.current
    bottom.current = null
    // a picture above the line that is being read must not move it
    if (frame && figure.current && before !== null && before <= lineOf(frame))
      scrollText(frame, figure.current.getBoundingClientRect().bottom - before)
  }, [store, strips])
  const style = { aspectRatio: `${width}/${height}` }
  if (sign === null) return <figure className="reflow-picture" style={style} />
  const src = imageOf(source, page, sign)
  const onLoad = ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
    if (strips.length) return
    bottom.current = figure.current?.getBoundingClientRect().bottom ?? null
    setStrips(readStrips(currentTarget))
  }
  const picture = (alt: string, part: CSSProperties) => (
    <img src={src} srcSet={inkSources(src)} alt={alt} loading="lazy" decoding="async" draggable={false} style={part} onLoad={onLoad} />
  )
  const alt = `第 ${page} 页的图片`
  return (
    <figure ref={figure} className="reflow-picture">
      {strips.length === 0
        ? picture(alt, style)
        : strips.map((strip, index) => (
            <div key={index} className="reflow-strip" style={{ aspectRatio: `${strip.width * width}/${strip.height * height}` }}>
              {picture(index ? "" : alt, {
                left: `${(-100 * strip.x) / strip.width}%`,
                top: `${(-100 * strip.y) / strip.height}%`,
                width: `${100 / strip.width}%`,
                height: `${100 / strip.height}%`,
              })}
            </div>
          ))}
      <figcaption className="reflow-none">这一页没有可以读取的文字，显示的是它的图片</figcaption>
    </figure>
  )
}
