import "server-only"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { BannerType } from "@/lib/contract/site/banner.enums"
import { articleRowOf } from "@/lib/view/articles/article-row"
import { cardOf, rowOf } from "@/lib/view/library/document-card"
import {
  blocksOf,
  friendLinkOf,
  headlineOf,
  keywordsOf,
  noticesOf,
  slidesOf,
  stripOf,
  tilesOf,
  type FriendLink,
  type Home,
} from "@/lib/view/site/home"
import { pageError } from "@/lib/api/page-error"

const many = 12
const newest = (limit: number) => serverApi("GET /document/list", { limit, size: limit, order: "id desc" })

/** Loads what both versions display besides the recommended documents. A failed call omits its part of the page. */
const readShared = async () => {
  const [frame, banners, notices, blocks, articles, stats, words] = await Promise.all([
    readPageChrome(),
    serverApi("GET /banner/list", { enable: [true], type: [BannerType.website], field: ["id", "title", "path", "url"] }),
    serverApi("GET /article/list", { is_notice: [true], page: 1, size: 3, order: "notice desc" }),
    serverApi("GET /document/home", { limit: 6 }),
    serverApi("GET /article/list", { page: 1, size: 9 }),
    serverApi("GET /stats"),
    serverApi("GET /search/suggest"),
  ])
  const { system, display } = frame.settings
  const style = display.home_version === "v2" ? "side" : display.index_document_style === "list" ? "list" : "card"
  return {
    frame,
    found: articles.ok ? articles.data.article.filter(({ notice }) => notice === 0).slice(0, 6) : [],
    shared: {
      slides: banners.ok ? slidesOf(banners.data.banner) : [],
      notices: notices.ok ? noticesOf(notices.data.article) : [],
      lead: system.description.trim(),
      keywords: keywordsOf(words.ok ? words.data.hot : system.recommend_words),
      counts: stats.ok
        ? {
            documents: display.show_document_count ? stats.data.document_count : null,
            articles: display.show_document_count ? stats.data.article_count : null,
            users: display.show_register_user_count ? stats.data.user_count : null,
          }
        : null,
      articlesTitle: frame.navigation.find((item) => item.href === "/article")?.title ?? "文章资讯",
      blocks: blocks.ok ? blocksOf(blocks.data.document, style) : [],
    },
  }
}

/** Loads the home page in the version of the display settings (docs/reference/specification.md 2): `v1` unless it is `v2`. */
export const readHome = async (): Promise<Home> => {
  const [{ frame, found: articles, shared }, recommended, latest] = await Promise.all([
    readShared(),
    serverApi("GET /document/list", { is_recommend: [true], limit: many, size: many, order: "recommend_at desc" }),
    newest(many),
  ])
  if (!latest.ok) throw pageError("最新文档没有读到", latest)
  const { display } = frame.settings
  const chosen = recommended.ok && recommended.data.document.length > 0 ? recommended.data.document : null
  const shelf = (chosen ?? latest.data.document).slice(0, many)
  if (display.home_version !== "v2")
    return {
      ...shared,
      version: "v1",
      shelfTitle: chosen ? "文档推荐" : "最新文档",
      shelf: shelf.map(cardOf),
      articles: articles.map(headlineOf),
      categories: display.show_index_categories ? stripOf(frame.documents) : [],
    }
  return {
    ...shared,
    version: "v2",
    shelfTitle: chosen ? "精选推荐" : "最新文档",
    shelf: shelf.map(rowOf),
    articles: articles.map(articleRowOf),
    tiles: display.show_index_categories ? tilesOf(frame.documents, await readIcons()) : [],
    // without recommendations the shelf already displays them
    latest: chosen ? latest.data.document.slice(0, 8).map(cardOf) : [],
  }
}

const readIcons = async (): Promise<Map<number, string>> => {
  const reply = await serverApi("GET /category/list", { parent_id: [0], type: [ContentKind.document], field: ["id", "icon"] })
  return new Map(reply.ok ? reply.data.category.map(({ id, icon }) => [id, icon]) : [])
}

/** Loads the links at the bottom of the home page. */
export const readFriendLinks = async (): Promise<FriendLink[]> => {
  const reply = await serverApi("GET /friendlink/list", { enable: [true], field: ["id", "title", "link"] })
  return reply.ok ? reply.data.friendlink.map(friendLinkOf) : []
}
