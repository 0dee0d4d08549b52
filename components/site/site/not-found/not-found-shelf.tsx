"use client"

import { DocumentCard } from "@/components/library/document/document-card"
import { useSettings } from "@/components/providers/settings"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { cardOf } from "@/lib/view/library/document-card"

const cardCount = 3

const readPopular = () => api("GET /document/list", { order: "view_count desc", page: 1, size: cardCount })

/** Three popular documents, for visitors who opened an address without a page. */
export const NotFoundShelf = () => {
  const settings = useSettings()
  const { data, failure } = useAnswer(readPopular)
  if (failure || data?.document.length === 0) return null
  const cards = data?.document.map(cardOf)
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
