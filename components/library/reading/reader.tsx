"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from "react"
import { useBodyClass } from "@/components/ui/body-class"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { PagePill } from "./input/page-pill"
import { Pages } from "./layout/pages"
import { isAlone, mayPrint, type Policy, type ReaderSource, isWideSheet, sizeOf } from "./store/reader-rules"
import { createReader, type ReaderState } from "./store/reader-store"
import { SidePanel } from "./panels/side-panel"
import { Toolbar } from "./input/toolbar"
import { useAddress } from "./input/use-address"
import { ReaderContext, useReader, useReaderStore } from "./store/use-reader"
import { readPreferences, writePreferences } from "./store/preferences"

// code that the first view does not need loads after it; panels load when they open
const ReaderEffects = dynamic(() => import("./layout/reader-effects").then((module) => module.ReaderEffects), { ssr: false })
const WatermarkTile = dynamic(() => import("./store/watermark").then((module) => module.WatermarkTile))
const Notice = dynamic(() => import("./notice").then((module) => module.Notice))
const FindBar = dynamic(() => import("./search/find-bar").then((module) => module.FindBar), { ssr: false })
const PhoneSheet = dynamic(() => import("./panels/phone-panel").then((module) => module.PhonePanel), { ssr: false })
const PrintPages = dynamic(() => import("./print").then((module) => module.PrintPages), { ssr: false })
const Shortcuts = dynamic(() => import("./input/shortcuts").then((module) => module.Shortcuts), { ssr: false })
const Slides = dynamic(() => import("./layout/slides").then((module) => module.Slides), { ssr: false })
const SheetView = dynamic(() => import("./sheets/sheet-view").then((module) => module.SheetView), {
  ssr: false,
  loading: () => <div className="sheets-coming" aria-hidden="true" />,
})
const TextView = dynamic(() => import("./text/text-view").then((module) => module.TextView), {
  ssr: false,
  loading: () => <p className="side-note">正在打开文字…</p>,
})

const names = ["zoom", "mode", "fontSize", "lineHeight", "textFace", "indent", "crop"] as const
const changed = (state: ReaderState, before: ReaderState) => names.some((name) => state[name] !== before[name])

/** Applies and stores the preferences of this browser; a presentation is not stored. */
const usePreferences = (): void => {
  const store = useReaderStore()
  useLayoutEffect(() => {
    const { source, set } = store.getState()
    const preferences = readPreferences()
    const opensAtColumn = preferences.zoom === "width" && preferences.mode !== "double" && isWideSheet(sizeOf(source, 1))
    set({ ...preferences, zoom: opensAtColumn ? "column" : preferences.zoom })
  }, [store])
  useEffect(
    () =>
      store.subscribe((state, before) => {
        const { zoom, mode, fontSize, lineHeight, textFace, indent, crop } = state
        if (mode === "slides" || !changed(state, before)) return
        // like a factor, a column's width suits one document
        const kind = typeof zoom === "number" || zoom === "column" ? readPreferences().zoom : zoom
        writePreferences({ zoom: kind, mode, fontSize, lineHeight, textFace, indent, crop })
      }),
    [store],
  )
}

/** Returns true from the first opening on: a dialog stays mounted, so that closing it restores the focus. */
const useOpened = (now: boolean): boolean => {
  const [opened, setOpened] = useState(now)
  if (now && !opened) setOpened(true)
  return opened
}

const ReaderShell = ({ children }: { children?: ReactNode }) => {
  const store = useReaderStore()
  const total = useReader((state) => state.source.total)
  const side = useReader((state) => state.side)
  const mode = useReader((state) => state.mode)
  const view = useReader((state) => state.view)
  const whole = useReader(({ source }) => source.total >= source.pages)
  const print = useReader((state) => mayPrint(state.source, state.policy))
  const embedded = useReader((state) => state.policy.embedded)
  const sheetOpened = useOpened(useReader((state) => state.sheet !== ""))
  const helpOpened = useOpened(useReader((state) => state.help))
  const hasHits = useReader((state) => state.search.hits.length > 0)
  const printing = useReader((state) => state.printing)
  const attachShell = useCallback((frame: HTMLElement | null) => store.getState().set({ frame }), [store])
  usePreferences()
  useAddress()
  useEffect(() => {
    const onFull = () => store.getState().set({ full: document.fullscreenElement === store.getState().frame })
    document.addEventListener("fullscreenchange", onFull)
    return () => document.removeEventListener("fullscreenchange", onFull)
  }, [store])

  useBodyClass("reader-page")
  useBodyClass(print ? "" : "reader-unprintable")

  // parts that load later are not started on the server, where they would only fail
  const there = useReader((state) => state.frame !== null)
  const noticed = useReader(({ source }) => source.status !== DocumentStatus.converted)
  const watermark = useReader((state) => state.policy.watermark !== "")
  const waiting = useReader((state) => state.source.underway && state.source.total === 0)
  const alone = useReader((state) => isAlone(state.source))
  const beside = side !== "" && !(alone && side === "thumbs") && total > 0 && mode !== "slides" && view !== "sheets"
  return (
    <section
      ref={attachShell}
      className="reader"
      aria-label="文档阅读器"
      data-mode={mode}
      data-print={print ? "yes" : "no"}
      data-embedded={embedded || undefined}
    >
      {watermark && <WatermarkTile />}
      {total > 0 && mode !== "slides" && <Toolbar />}
      {noticed && <Notice />}
      {there && <ReaderEffects />}
      <div className="rd-body" data-side={beside ? side : undefined} hidden={total === 0 && !waiting}>
        {beside && <SidePanel />}
        {view === "text" ? <TextView /> : view === "sheets" ? <SheetView>{children}</SheetView> : <Pages>{whole ? null : children}</Pages>}
      </div>
      {mode === "slides" && <Slides />}
      {hasHits && <FindBar />}
      <PagePill />
      {sheetOpened && <PhoneSheet />}
      {helpOpened && <Shortcuts />}
      {printing && <PrintPages />}
    </section>
  )
}

/** Displays a document page by page. `children` follow the last readable page if the document has more. */
export const Reader = ({ source, policy, children }: { source: ReaderSource; policy: Policy; children?: ReactNode }) => {
  const [store] = useState(() => createReader(source, policy))
  useEffect(() => store.getState().renew(source), [store, source])
  return (
    <ReaderContext value={store}>
      <ReaderShell>{children}</ReaderShell>
    </ReaderContext>
  )
}
