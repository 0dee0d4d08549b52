import type { Article, HomeItem } from "../contract/types"
import { cardOf, type Card } from "./card"

export type Block = { id: number; title: string; cover: Card | null; rows: Card[] }
export type Headline = { id: number; identifier: string; title: string; created_at: string | null }

const rows = 5

/** A block of the home page: one cover in portrait format and five other titles. */
export const blockOf = (item: HomeItem): Block => {
  const cards = item.document.map(cardOf)
  const upright = cards.find((card) => card.height > card.width && card.width > 0) ?? null
  const cover = cards.length > 1 ? upright : null
  return {
    id: item.category_id,
    title: item.category_name,
    cover,
    rows: cards.filter((card) => card !== cover || cards.length <= rows).slice(0, rows),
  }
}

/** The same block as a row of covers. */
export const shelfOf = (item: HomeItem): Block => ({
  id: item.category_id,
  title: item.category_name,
  cover: null,
  rows: item.document.map(cardOf),
})

export const headlineOf = ({ id, identifier, title, created_at }: Article): Headline => ({ id, identifier, title, created_at })
