"use client"

import { useEffect, useRef, useState } from "react"
import { closedByPress } from "./closed-by-press"
import { PageInput } from "./page-input"
import { useReader } from "./use-reader"

/** Phones have no toolbar: a pill tells the page and opens the way to another one. */
export const PagePill = () => {
  const frame = useReader((state) => state.frame)
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const pages = useReader((state) => Math.max(state.source.pages, total))
  const dialog = useRef<HTMLDialogElement>(null)
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (!frame) return
    const watch = new IntersectionObserver(([entry]) => setReading(entry?.isIntersecting ?? false))
    watch.observe(frame)
    return () => watch.disconnect()
  }, [frame])
  const close = () => dialog.current?.close()
  if (!total) return null
  return (
    <>
      {/* Not disabled but absent from the tab order while one reads something else. */}
      <button type="button" className="pill" data-on={reading} tabIndex={reading ? 0 : -1} aria-label={`第 ${page} 页，共 ${pages} 页，跳转`} onClick={() => dialog.current?.showModal()}>
        {page} / {pages}
      </button>
      <dialog ref={dialog} className="reader-dialog" aria-label="跳转到" {...closedByPress}>
        <div className="reader-dialog-in jump">
          <h2>跳转到第几页</h2>
          <PageInput label="页码，回车跳转" onDone={close} />
          <button type="button" className="bt p block" onClick={close}>
            跳转
          </button>
        </div>
      </dialog>
    </>
  )
}
