import type { Article, Banner, Friendlink, HomeItem } from "../contract/types"
import type { ArticleRow } from "./article-row"
import { cardOf, type Card, type Row } from "./card"
import type { CategoryNode } from "./category-tree"
import { isExternal } from "./navigation-tree"
import { pick } from "./pick"

/** A category with its newest documents. `picture` is the category's own; without one, `cover` is a document's. */
export type Block = { id: number; title: string; picture: string; cover: Card | null; rows: Card[] }
export type Headline = { id: number; identifier: string; title: string; created_at: string | null }
/** A picture of the carousel; `href` is empty where it leads nowhere. */
export type Slide = { id: number; title: string; picture: string; href: string; external: boolean }
export type FriendLink = Pick<Friendlink, "id" | "title" | "link">
/** A category with the number of its documents. */
export type Tile = Pick<CategoryNode, "id" | "title" | "doc_count"> & { icon: string }

/** What both versions of the home page show. */
type Shared = {
  slides: Slide[]
  notices: Headline[]
  /** the site's description */
  lead: string
  keywords: string[]
  counts: Counts | null
  /** chosen by staff, or the newest ones where nobody has chosen */
  shelfTitle: string
  articlesTitle: string
  blocks: Block[]
}
/** null where the display settings hide it. */
export type Counts = { documents: number | null; articles: number | null; users: number | null }
export type HomeOne = Shared & { version: "v1"; shelf: Card[]; articles: Headline[]; categories: CategoryNode[]; style: string }
export type HomeTwo = Shared & { version: "v2"; shelf: Row[]; articles: ArticleRow[]; tiles: Tile[]; latest: Card[] }
export type Home = HomeOne | HomeTwo

const rows = 5
const maxSlides = 8

/** A block of the home page: one picture in portrait format and five titles beside it. */
export const blockOf = (item: HomeItem): Block => {
  const cards = item.document.map(cardOf)
  const upright = cards.find((card) => card.height > card.width && card.width > 0) ?? null
  const cover = cards.length > 1 && !item.category_cover ? upright : null
  return {
    id: item.category_id,
    title: item.category_name,
    picture: item.category_cover,
    cover,
    rows: cards.filter((card) => card !== cover || cards.length <= rows).slice(0, rows),
  }
}

/** The same block as a row of covers. */
export const shelfOf = (item: HomeItem): Block => ({
  id: item.category_id,
  title: item.category_name,
  picture: "",
  cover: null,
  rows: item.document.map(cardOf),
})

export const headlineOf = ({ id, identifier, title, created_at }: Article): Headline => ({ id, identifier, title, created_at })

/** The first pictures, in the order of the list; one without a picture shows nothing. */
export const slidesOf = (banners: readonly Banner[]): Slide[] =>
  banners
    .filter(({ path }) => path !== "")
    .slice(0, maxSlides)
    .map(({ id, title, path, url }) => ({ id, title, picture: path, href: url, external: isExternal(url) }))

/** Announcements alone, also where the server did not understand the question. */
export const noticesOf = (articles: readonly Article[]): Headline[] =>
  articles
    .filter(({ notice }) => notice > 0)
    .slice(0, 3)
    .map(headlineOf)

export const friendLinkOf = (row: Friendlink): FriendLink => pick(row, ["id", "title", "link"])

/** Words under the search, at most eight. */
export const keywordsOf = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))].slice(0, 8)

/** The categories with most documents: eight, or four where there are fewer than eight. */
export const tilesOf = (categories: readonly CategoryNode[], icons: ReadonlyMap<number, string>): Tile[] =>
  categories
    .toSorted((a, b) => b.doc_count - a.doc_count)
    .slice(0, categories.length < 8 ? 4 : 8)
    .map(({ id, title, doc_count }) => ({ id, title, doc_count, icon: icons.get(id) ?? "" }))
