"use client"

import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useBodyClass } from "@/components/ui/body-class"
import { imageOf, sizeOf } from "./store/reader-rules"
import { useReader, useReaderStore } from "./store/use-reader"
import { Watermark, WatermarkTile } from "./store/watermark"

/** The maximum number of printed pages; more make browsers slow. */
const maxPages = 200
const onPaper = "print-watermark"

/** Prints all readable pages, one per sheet of paper: loads them, prints them and removes them. */
export const PrintPages = () => {
  const store = useReaderStore()
  const source = useReader((state) => state.source)
  // printed pages load once: renewed signatures have no effect
  const [signatures] = useState(store.getState().signatures)
  const [done, setDone] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const count = Math.min(source.ready, maxPages)
  const [width, height] = sizeOf(source, 1)
  const close = () => store.getState().set({ printing: false })

  useBodyClass("reader-printing")
  useEffect(() => {
    dialog.current?.showModal()
    const over = () => store.getState().set({ printing: false })
    window.addEventListener("afterprint", over)
    return () => window.removeEventListener("afterprint", over)
  }, [store])
  useEffect(() => {
    if (!count || done < count) return
    // the dialog itself is not printed, but it would stay open behind the browser's print dialog
    dialog.current?.close()
    window.print()
  }, [done, count])

  return createPortal(
    <>
      <dialog
        ref={dialog}
        className="reader-dialog print-wait"
        aria-label="准备打印"
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
      >
        <div className="reader-dialog-in jump">
          <h2>准备打印</h2>
          <p role="status">
            已加载 {done} / {count} 页
          </p>
          <progress value={done} max={count} aria-label="加载进度" />
          {source.ready > maxPages && <p className="muted">一次最多打印前 {maxPages} 页。</p>}
          <button type="button" className="bt block" onClick={close}>
            取消
          </button>
        </div>
      </dialog>
      <div className="print-pages" aria-hidden="true">
        <style>{`@page { size: ${width}pt ${height}pt; margin: 0 }`}</style>
        <WatermarkTile id={onPaper} />
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="print-page">
            <img
              src={imageOf(source, index + 1, signatures.pages.get(index + 1) ?? "")}
              alt=""
              loading="eager"
              onLoad={() => setDone((before) => before + 1)}
              onError={() => setDone((before) => before + 1)}
            />
            <Watermark id={onPaper} />
          </div>
        ))}
      </div>
    </>,
    document.body,
  )
}
