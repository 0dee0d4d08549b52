"use client"

import "@/app/styles/library/reading-sheets.css"
import { type ReactNode, useState } from "react"
import { useReader, useReaderStore } from "../store/use-reader"
import { Watermark, WatermarkTile } from "../store/watermark"
import { type Book, useBook } from "./sheet-data"
import { SheetGrid } from "./sheet-grid"

/** A separate watermark tile: the one for pages is not rendered here. */
const onSheet = "sheet-watermark"

const Tabs = ({ book, chosen, choose }: { book: Book; chosen: number; choose: (index: number) => void }) => (
  <div className="book-tabs" role="tablist" aria-label="工作表">
    {book.sheets.map(({ name }, index) => (
      <button
        key={index}
        type="button"
        role="tab"
        id={`sheet-tab-${index}`}
        aria-selected={index === chosen}
        aria-controls="sheet-panel"
        tabIndex={index === chosen ? 0 : -1}
        onClick={() => choose(index)}
        onKeyDown={(event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
          if (!by) return
          event.preventDefault()
          event.stopPropagation()
          const next = (index + by + book.sheets.length) % book.sheets.length
          choose(next)
          document.getElementById(`sheet-tab-${next}`)?.focus()
        }}
      >
        {name || `表 ${index + 1}`}
      </button>
    ))}
  </div>
)

/** A spreadsheet as its sheets: tabs, a scrolling grid, and a note about unreadable content below it. */
export const SheetView = ({ children }: { children?: ReactNode }) => {
  const store = useReaderStore()
  const uuid = useReader((state) => state.source.uuid)
  const version = useReader((state) => state.source.version)
  const [chosen, choose] = useState(0)
  const { book, failed, again } = useBook(uuid, version)
  const sheet = book?.sheets[Math.min(chosen, book.sheets.length - 1)]
  return (
    <div className="book">
      <div className="book-in">
        {sheet && (
          <SheetGrid
            key={`${version} ${sheet.first} ${sheet.name}`}
            uuid={uuid}
            book={book!}
            sheet={sheet}
            labelledBy={`sheet-tab-${chosen}`}
          />
        )}
        {!book && !failed && <p className="side-note">正在打开表格…</p>}
        {(failed || (book && !sheet)) && (
          <p className="side-note" role="alert">
            表格没有加载出来。
            <button type="button" className="lk" onClick={again}>
              重新加载
            </button>
            <button type="button" className="lk" onClick={() => store.getState().set({ view: "pages" })}>
              看分页
            </button>
          </p>
        )}
        <div className="book-mark">
          <WatermarkTile id={onSheet} />
          <Watermark id={onSheet} />
        </div>
      </div>
      {book && book.sheets.length > 0 && (
        <div className="book-bar">
          <Tabs book={book} chosen={Math.min(chosen, book.sheets.length - 1)} choose={choose} />
          {sheet?.drawings && (
            <button type="button" className="lk" onClick={() => store.getState().set({ view: "pages" })}>
              图表见分页视图
            </button>
          )}
          {sheet && (
            <span className="book-count">
              {sheet.rows} 行 · {sheet.columns} 列
            </span>
          )}
        </div>
      )}
      {book?.more && children}
    </div>
  )
}
