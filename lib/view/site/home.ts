import type { Article, Banner, Friendlink, HomeItem } from "../../contract/types"
import type { ArticleListRow } from "../articles/article-row"
import { cardOf, type Card, type DocumentListRow } from "../library/document-card"
import type { CategoryNode } from "../library/category-tree"
import { isExternal } from "./navigation-tree"
import { pick } from "../pick"

/**
 * A category with its newest documents (id 0: several small categories). `rail`: a full-width row of covers; otherwise a list of titles
 * beside `picture` (the category's image) or `cover` (a document's cover).
 */
export type HomeBlock = { id: number; title: string; rail: boolean; picture: string; cover: Card | null; rows: Card[] }
export type Headline = { id: number; identifier: string; title: string; created_at: string | null }
/** An image of the carousel; `href` is empty if it has no link. */
export type Slide = { id: number; title: string; picture: string; href: string; external: boolean }
export type FriendLink = Pick<Friendlink, "id" | "title" | "link">
/** A category with its number of documents. */
export type Tile = Pick<CategoryNode, "id" | "title" | "doc_count"> & { icon: string }

/** A category of the category strip, with its first children. */
export type StripCategory = Pick<CategoryNode, "id" | "title" | "doc_count"> & {
  children: Pick<CategoryNode, "id" | "title">[]
  /** all children; the strip displays the first ones */
  total: number
}

/** The data of both versions of the home page. */
type Shared = {
  slides: Slide[]
  notices: Headline[]
  /** the site's description */
  lead: string
  keywords: string[]
  counts: SiteCounts | null
  /** selected by staff, or the newest ones if none are selected */
  shelfTitle: string
  articlesTitle: string
  blocks: HomeBlock[]
}
/** null if the display settings hide it. */
export type SiteCounts = { documents: number | null; articles: number | null; users: number | null }
export type HomeOne = Shared & { version: "v1"; shelf: Card[]; articles: Headline[]; categories: StripCategory[] }
export type HomeTwo = Shared & { version: "v2"; shelf: DocumentListRow[]; articles: ArticleListRow[]; tiles: Tile[]; latest: Card[] }
export type Home = HomeOne | HomeTwo

const rows = 5
const maxSlides = 8

/**
 * A category with at least `railFrom` documents is a row of covers; one with fewer than `fewest` shares a block with other small
 * categories.
 */
const railFrom = 4
const fewest = 3
/** The title of the shared block. */
const othersTitle = "更多文档"

const railOf = ({ category_id, category_name, document }: HomeItem): HomeBlock => ({
  id: category_id,
  title: category_name,
  rail: true,
  picture: "",
  cover: null,
  rows: document.map(cardOf),
})

/** Builds a list of titles beside one image: the category's image, otherwise the cover of the first document. */
const listOf = ({ category_id, category_name, category_cover, document }: HomeItem): HomeBlock => {
  const cards = document.slice(0, rows).map(cardOf)
  const cover = !category_cover && cards.length > 1 ? cards[0]! : null
  return { id: category_id, title: category_name, rail: false, picture: category_cover, cover, rows: cards }
}

/** In each group of three categories, two are lists of titles side by side, and the third is a row of covers, if it has enough. */
const beat = 3

/** A list that would be alone in its pair becomes a row of covers, if it has enough documents. */
const withoutGaps = (blocks: HomeBlock[], rails: HomeBlock[]): HomeBlock[] => {
  let run = 0
  return blocks.map((block, at) => {
    run = block.rail ? 0 : run + 1
    const isAlone = !block.rail && run % 2 === 1 && (blocks[at + 1]?.rail ?? true)
    return isAlone && rails[at]!.rows.length >= railFrom ? rails[at]! : block
  })
}

/**
 * Returns the blocks of the home page. `card`: pairs of lists of titles and rows of covers by turns, so that sections differ; the smallest
 * categories share a block. `list`: only rows of covers. `side`: only lists, for a narrow column.
 */
export const blocksOf = (items: readonly HomeItem[], style: "card" | "list" | "side"): HomeBlock[] => {
  const filled = items.filter(({ document }) => document.length > 0)
  if (style === "list") return filled.map(railOf)
  const small = filled.filter(({ document }) => document.length < fewest)
  const isShared = (item: HomeItem) => small.length >= 2 && small.includes(item)
  const shared = { category_id: 0, category_name: othersTitle, category_cover: "", document: small.flatMap(({ document }) => document) }
  const sections = [...filled.filter((item) => !isShared(item)), ...(small.length < 2 ? [] : [shared])]
  if (style === "side") return sections.map(listOf)
  const rails = sections.map(railOf)
  const blocks = sections.map((item, at) => (at % beat === beat - 1 && item.document.length >= railFrom ? rails[at]! : listOf(item)))
  return withoutGaps(blocks, rails)
}

export const headlineOf = ({ id, identifier, title, created_at }: Article): Headline => ({ id, identifier, title, created_at })

/** Returns the first images, in list order; skips banners without an image. */
export const slidesOf = (banners: readonly Banner[]): Slide[] =>
  banners
    .filter(({ path }) => path !== "")
    .slice(0, maxSlides)
    .map(({ id, title, path, url }) => ({ id, title, picture: path, href: url, external: isExternal(url) }))

/** Keeps only announcements, because a server may ignore that filter. */
export const noticesOf = (articles: readonly Article[]): Headline[] =>
  articles
    .filter(({ notice }) => notice > 0)
    .slice(0, 3)
    .map(headlineOf)

export const friendLinkOf = (row: Friendlink): FriendLink => pick(row, ["id", "title", "link"])

/** Returns the keywords below the search field, at most eight. */
export const keywordsOf = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))].slice(0, 8)

/** Returns the first eight categories, each with its first eight children. */
export const stripOf = (categories: readonly CategoryNode[]): StripCategory[] =>
  categories.slice(0, 8).map(({ id, title, doc_count, children }) => ({
    id,
    title,
    doc_count,
    children: children.slice(0, 8).map((child) => ({ id: child.id, title: child.title })),
    total: children.length,
  }))

/** Returns the categories with the most documents: eight, or four if there are fewer than eight. */
export const tilesOf = (categories: readonly CategoryNode[], icons: ReadonlyMap<number, string>): Tile[] =>
  categories
    .toSorted((a, b) => b.doc_count - a.doc_count)
    .slice(0, categories.length < 8 ? 4 : 8)
    .map(({ id, title, doc_count }) => ({ id, title, doc_count, icon: icons.get(id) ?? "" }))
