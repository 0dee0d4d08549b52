"use client"

import "@/app/styles/library/reading-shelf.css"
import { useEffect, useState } from "react"
import { Cover } from "@/components/ui/cover"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { mergePositions, type ReadDocument, type ReadingPosition, unfinishedDocuments } from "../store/last-page"

const many = 4

/**
 * Adds the user's positions from other devices to those of this browser; the next page displays them, so that nothing moves on this one.
 */
const usePositions = (user: number): void => {
  useEffect(() => {
    if (user === 0) return
    void api("GET /document/position/list", { size: many }).then((reply) => {
      if (reply.ok)
        mergePositions(reply.data.position.map(({ updated_at, ...one }) => ({ ...one, at: updated_at ? Date.parse(updated_at) : 0 })))
    })
  }, [user])
}

const Item = ({ document }: { document: ReadDocument & ReadingPosition }) => {
  const { uuid, title, page, pages } = document
  return (
    <article className="half">
      <Link href={`${paths.document(uuid)}#page=${page}`}>
        <div className="stand">
          <Cover document={{ id: 0, price: 0, is_vip: false, ...document }} eager edged />
        </div>
        <i className="read" style={{ ["--read" as string]: page / pages }} />
        <h3>{title}</h3>
        <p>
          第 {count(page)} 页 · 还有 {count(pages - page)} 页
        </p>
      </Link>
    </article>
  )
}

/** Four covers, each on its own piece of the shelf, which is green up to the saved page. */
export const ReadingShelf = ({ user }: { user: number }) => {
  const [documents] = useState(() => unfinishedDocuments().slice(0, many))
  usePositions(user)
  if (documents.length === 0) return null
  return (
    <section aria-label="继续阅读">
      <h2>继续阅读</h2>
      <div className="reading-row">
        {documents.map((document) => (
          <Item key={document.uuid} document={document} />
        ))}
      </div>
    </section>
  )
}
