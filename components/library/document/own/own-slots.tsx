"use client"

import { useEffect, useState, type ReactNode } from "react"
import { createPortal } from "react-dom"
import { CardParts } from "@/components/library/document/document-card"
import { RowParts } from "@/components/library/document/document-row"
import { StatusTag } from "@/components/library/document/tags/status-tag"
import { useSettings } from "@/components/providers/settings"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import type { Document } from "@/lib/contract/types"
import { isReadable, readyPages } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"
import type { OwnUpload } from "@/lib/upload/own-uploads"
import type { SiteSettings } from "@/lib/view/site/site-settings"

type Look = "card" | "row" | "line"
/** An element at the top of a list, with the document to render in it and the time of loading. */
type ListSlot = { element: HTMLElement; look: Look; document: Document; now: number }
type Props = { owner: number; uploads: OwnUpload[] }

const maxOf: Record<Look, number> = { card: 6, row: 10, line: 5 }
const lookOf = (list: Element): Look => (list.matches(".shelf") ? "card" : list.matches(".res") ? "row" : "line")

const isIn = ({ owner, categories }: OwnUpload, list: string) =>
  list === "all" || list === `user ${owner}` || categories.includes(Number(list))

/**
 * Inserts an element for each new document that a list does not contain yet. Shelves and short lists drop as many items at their end.
 * Returns the elements with a function that removes them again.
 */
const makeSlots = (documents: Document[], uploads: OwnUpload[], now: number): { places: ListSlot[]; undo: () => void } => {
  const undo: (() => void)[] = []
  const places = [...document.querySelectorAll<HTMLElement>("main [data-newest]")].flatMap((list) => {
    const look = lookOf(list)
    const there = [...list.children] as HTMLElement[]
    const missing = documents
      .filter(({ uuid }) => uploads.some((one) => one.uuid === uuid && isIn(one, list.dataset.newest ?? "")))
      .filter(({ uuid }) => !list.querySelector(`a[href="${paths.document(uuid)}"]`))
      .slice(0, maxOf[look])
    if (missing.length === 0) return []
    const last = look === "row" ? [] : there.slice(Math.max(0, there.length - missing.length))
    for (const one of last) one.remove()
    const elements = missing.map(() => document.createElement(look === "card" ? "article" : "li"))
    if (look === "card") for (const element of elements) element.className = "bk"
    list.prepend(...elements)
    const wasHidden = list.hidden
    list.hidden = false
    undo.push(() => {
      for (const element of elements) element.remove()
      list.append(...last)
      list.hidden = wasHidden
    })
    return missing.map((one, at) => ({ element: elements[at]!, look, document: one, now }))
  })
  return { places, undo: () => undo.forEach((back) => back()) }
}

/** The user's new documents, in each list of the page that they belong to. */
export const OwnSlots = ({ owner, uploads }: Props) => {
  const settings = useSettings()
  const [places, setPlaces] = useState<ListSlot[]>([])
  useEffect(() => {
    let undo: (() => void) | undefined
    let left = false
    void api("GET /document/list", { user_id: [owner], page: 1, size: 12, order: "id desc" }).then((reply) => {
      if (left || !reply.ok) return
      const made = makeSlots(reply.data.document, uploads, Date.now())
      undo = made.undo
      setPlaces(made.places)
    })
    return () => {
      left = true
      undo?.()
      setPlaces([])
    }
  }, [owner, uploads])
  return places.map((slot, at) => createPortal(<OwnDocument {...slot} settings={settings} />, slot.element, `${slot.document.uuid} ${at}`))
}

const OwnDocument = ({ look, document, now, settings }: Omit<ListSlot, "element"> & { settings: SiteSettings }): ReactNode => {
  const ready = readyPages(document, document.pages)
  const state = isReadable(document.status) ? (
    <span className="tag pri">刚上传</span>
  ) : (
    <StatusTag status={document.status} ready={ready} pages={document.pages} />
  )
  if (look === "card")
    return (
      <CardParts document={document} settings={settings}>
        <p className="bk-own">{state}</p>
      </CardParts>
    )
  if (look === "row")
    return (
      <RowParts document={document} settings={settings} now={now} eager>
        {state}
      </RowParts>
    )
  return (
    <>
      <Kind ext={document.ext} />
      <Link href={paths.document(document.uuid)}>{document.title}</Link>
      {state}
    </>
  )
}
