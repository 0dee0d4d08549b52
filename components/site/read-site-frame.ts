import "server-only"
import { cache } from "react"
import type { AdRoom } from "@/components/advertisement/ad-provider"
import { knownRoom } from "@/components/advertisement/known-room"
import { serverApi } from "@/lib/api/server"
import { ContentKind } from "@/lib/contract/enums"
import type { Category, Navigation } from "@/lib/contract/types"
import { Settings } from "@/lib/contract/site"
import { categoryTree, type CategoryNode } from "@/lib/view/category-tree"
import { navigationTree, type NavigationNode } from "@/lib/view/navigation-tree"

export type Shell = {
  settings: ReturnType<typeof Settings.parse>
  navigation: NavigationNode[]
  documents: CategoryNode[]
  /** with the empty ones, which a setting keeps from lists */
  everyDocumentCategory: CategoryNode[]
  articles: CategoryNode[]
  /** the room that advertisements take now, by position; null where the server does not say */
  adRoom: AdRoom | null
  /** false when the back end did not answer: the frame still stands, with its defaults */
  alive: boolean
  /** why the settings could not be read; "" where they could */
  failure: string
}

const list = { page: 1, size: 10_000 }

type Trees = Record<"every" | "filled" | "articles", () => CategoryNode[]>
const none: Category[] = []
const made = new WeakMap<readonly Category[], Trees>()

const onFirstUse = <T>(make: () => T): (() => T) => {
  let known: T | undefined
  return () => (known ??= make())
}

/** Renderings share their answers (docs/decisions/101), and with them the trees: a site may have thousands of categories. */
const treesOf = (rows: Category[]): Trees => {
  const known = made.get(rows)
  if (known) return known
  const trees: Trees = {
    every: onFirstUse(() => categoryTree(rows, 0, false)),
    filled: onFirstUse(() => categoryTree(rows, 0, true)),
    articles: onFirstUse(() => categoryTree(rows, 1, false)),
  }
  made.set(rows, trees)
  return trees
}

/** Data for header, footer and metadata, read once per request. */
export const readSiteFrame = cache(async (): Promise<Shell> => {
  const [settings, navigation, categories, ads] = await Promise.all([
    serverApi("GET /settings"),
    serverApi("GET /navigation/list", list),
    serverApi("GET /category/list", {
      field: ["id", "title", "parent_id", "icon", "cover", "doc_count", "enable", "description", "show_description", "type"],
      type: [ContentKind.document, ContentKind.article],
    }),
    serverApi("GET /advertisement/room"),
  ])
  const trees = treesOf(categories.ok ? categories.data.category : none)
  const items: Navigation[] = navigation.ok ? navigation.data.navigation : []
  const site = settings.ok ? settings.data : Settings.parse({})
  const adRoom = ads.ok ? Object.fromEntries(ads.data.room.map(({ position, ...heights }) => [position, heights])) : null
  knownRoom().room = adRoom
  return {
    settings: site,
    navigation: navigationTree(items),
    documents: site.display.hide_category_without_document ? trees.filled() : trees.every(),
    everyDocumentCategory: trees.every(),
    articles: trees.articles(),
    adRoom,
    alive: settings.ok,
    failure: settings.ok ? "" : settings.message || "查询系统设置失败",
  }
})
