"use client"

import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { count } from "@/lib/rules/format"
import { isBusy, isEditable } from "@/lib/upload/item"
import { countRows, type UploadFilter, groupOf } from "@/lib/upload/rows"
import { BatchEdit } from "./batch-edit"
import { Done } from "./done"
import { FilterPills, ListHead } from "./list-head"
import { useUpload, useUploadStore } from "./upload-context"
import { UploadRow } from "./upload-row"
import { announcement } from "./upload-messages"
import { useConversions } from "./use-conversions"
import { useTicks } from "./use-ticks"

/**
 * Returns the text, updated at most once per `every` ms: a live region that changed with each of thirty files would never stop talking. The
 * last text is always announced.
 */
const useCalmText = (text: string, every = 4_000): string => {
  const [calmText, setShown] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + every - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setShown(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, every])
  return calmText
}

/** Rows per page: keeps a list of a thousand smooth. */
const perPage = 50

export const UploadList = () => {
  const store = useUploadStore()
  const items = useUpload((state) => state.items)
  const [filter, setFilter] = useState<UploadFilter>("all")
  const [page, setPage] = useState(1)
  const [editing, setEditing] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const counts = useMemo(() => countRows(items), [items])
  const matching = useMemo(() => (filter === "all" ? items : items.filter((item) => groupOf(item) === filter)), [items, filter])
  const pages = Math.max(1, Math.ceil(matching.length / perPage))
  const at = Math.min(page, pages)
  const visibleItems = matching.slice((at - 1) * perPage, at * perPage)
  const ticks = useTicks(matching)
  const editable = useMemo(
    () => new Set(items.flatMap((item) => (ticks.keys.has(item.key) && isEditable(item) ? item.key : []))),
    [items, ticks.keys],
  )
  // subscribes when the upload starts: a small file may be converted before its row is submitted
  const busy = items.some(isBusy)
  const steps = useConversions(counts.done > 0 || busy)
  const announced = useCalmText(announcement(items))
  const turn = useCallback((to: number) => {
    setPage(to)
    top.current?.scrollIntoView({ block: "start" })
  }, [])
  const refusedKey = useUpload((state) => state.refusedKey)
  useEffect(() => {
    const index = refusedKey === null ? -1 : store.getState().items.findIndex(({ key }) => key === refusedKey)
    if (index < 0) return
    setFilter("all")
    setPage(Math.floor(index / perPage) + 1)
  }, [refusedKey, store])
  const closeEdit = useCallback(() => setEditing(false), [])
  const choose = (next: UploadFilter) => {
    setFilter(next)
    setPage(1)
  }
  return (
    <>
      <p className="sr" role="status">
        {announced}
      </p>
      {counts.done > 0 && !busy && <Done done={items.filter(({ phase }) => phase === "done")} steps={steps} />}
      {items.length > 0 && (
        <section className="card up-list" aria-label="要上传的文档" ref={top}>
          <ListHead items={items} counts={counts} />
          <FilterPills counts={counts} filter={filter} onFilter={choose} />
          <div className="up-tools" role="group" aria-label="批量操作">
            <label className="tick">
              <input
                type="checkbox"
                checked={ticks.all}
                ref={(box) => {
                  if (box) box.indeterminate = ticks.keys.size > 0 && !ticks.all
                }}
                onChange={ticks.toggleAll}
              />
              全选
            </label>
            <span className="muted num" aria-live="polite">
              {ticks.keys.size > 0 ? `已选 ${count(ticks.keys.size)} 份` : ""}
            </span>
            <span className="end">
              <button
                type="button"
                className="bt sm"
                disabled={!editable.size}
                aria-expanded={editing && editable.size > 0}
                onClick={() => setEditing(!editing)}
              >
                <MoreIcon name="pencil" small />
                批量修改
              </button>
              <button
                type="button"
                className="bt sm danger"
                disabled={!ticks.keys.size}
                onClick={() => store.getState().remove(ticks.keys)}
              >
                <MoreIcon name="trash" small />
                移除选中的
              </button>
            </span>
          </div>
          {editing && editable.size > 0 && <BatchEdit keys={editable} onClose={closeEdit} />}
          <ul className="up-ul">
            {visibleItems.map((item) => (
              <UploadRow key={item.key} item={item} progress={steps[item.uuid]} ticked={ticks.keys.has(item.key)} onTick={ticks.toggle} />
            ))}
          </ul>
          {pages > 1 && (
            <nav className="up-pages" aria-label="翻页">
              <button type="button" className="bt sm" disabled={at === 1} onClick={() => turn(at - 1)}>
                上一页
              </button>
              <span className="num">
                第 {at} / {pages} 页
              </span>
              <button type="button" className="bt sm" disabled={at === pages} onClick={() => turn(at + 1)}>
                下一页
              </button>
            </nav>
          )}
        </section>
      )}
    </>
  )
}
