"use client"

import { useEffect, useState } from "react"
import { DocumentCard } from "@/components/library/document/document-card"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { cardOf, type Card } from "@/lib/view/library/document-card"

const cardCount = 3

/** Three popular documents, for visitors who opened an address without a page. */
export const NotFoundShelf = () => {
  const settings = useSettings()
  const [cards, setCards] = useState<Card[] | null>(null)
  useEffect(() => {
    let alive = true
    void api("GET /document/list", { order: "view_count desc", page: 1, size: cardCount }).then((reply) => {
      if (alive) setCards(reply.ok ? reply.data.document.map(cardOf) : [])
    })
    return () => {
      alive = false
    }
  }, [])
  if (cards?.length === 0) return null
  return (
    <section className="not-found-shelf" aria-label="很多人在看" aria-busy={!cards}>
      {cards ? (
        <>
          <h2>很多人在看</h2>
          <div className="shelf">
            {cards.map((card) => (
              <DocumentCard key={card.id} document={card} settings={settings} />
            ))}
          </div>
        </>
      ) : null}
    </section>
  )
}
