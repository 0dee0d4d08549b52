"use client"

import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from "react"
import { Notice } from "./notice"
import { PagePill } from "./page-pill"
import { Rail } from "./rail"
import { isWaiting, type Source } from "./reader-rules"
import { createReader } from "./reader-store"
import { Resume } from "./resume"
import { Sheet } from "./sheet"
import { Shortcuts } from "./shortcuts"
import { Toolbar } from "./toolbar"
import { useAddress } from "./use-address"
import { useConversion } from "./use-conversion"
import { useKeys } from "./use-keys"
import { usePosition } from "./use-position"
import { ReaderContext, useReader, useReaderStore } from "./use-reader"

/** Nobody knows yet how many pages there will be: one stands for them. */
const PageToCome = () => {
  const [width, height] = useReader((state) => state.source.fallback)
  return <div className="sheet" data-phase="loading" aria-hidden="true" style={{ "--w": width, "--h": height } as CSSProperties} />
}

const Frame = ({ children }: { children?: ReactNode }) => {
  const store = useReaderStore()
  const total = useReader((state) => state.source.total)
  const zoom = useReader((state) => state.zoom)
  const rail = useReader((state) => state.rail)
  const night = useReader((state) => state.night)
  const hold = useCallback((frame: HTMLElement | null) => store.getState().set({ frame }), [store])
  usePosition()
  useAddress()
  useKeys()
  useConversion()
  useEffect(() => {
    const onFull = () => store.getState().set({ full: document.fullscreenElement === store.getState().frame })
    document.addEventListener("fullscreenchange", onFull)
    return () => document.removeEventListener("fullscreenchange", onFull)
  }, [store])

  const waiting = useReader((state) => isWaiting(state.source.status) && state.source.total === 0)
  const scale = typeof zoom === "number" ? ({ "--scale": zoom } as CSSProperties) : undefined
  return (
    <section ref={hold} className="reader" aria-label="文档阅读器" data-night={night || undefined}>
      {total > 0 && <Toolbar />}
      <Notice />
      <Resume />
      <div className="rd-body" data-rail={(rail && total > 0) || undefined} hidden={total === 0 && !waiting}>
        {rail && total > 0 && <Rail />}
        <div className="pages" role="region" aria-label="页面" tabIndex={0} data-zoom={typeof zoom === "number" ? "scale" : zoom} style={scale}>
          {waiting && <PageToCome />}
          {Array.from({ length: total }, (_, index) => (
            <Sheet key={index + 1} page={index + 1} />
          ))}
          {children}
        </div>
      </div>
      <PagePill />
      <Shortcuts />
    </section>
  )
}

/** Reads a document page by page. `children` come after the last page that may be read here. */
export const Reader = ({ source, children }: { source: Source; children?: ReactNode }) => {
  const [store] = useState(() => createReader(source))
  useEffect(() => store.getState().renew(source), [store, source])
  return (
    <ReaderContext value={store}>
      <Frame>{children}</Frame>
    </ReaderContext>
  )
}
