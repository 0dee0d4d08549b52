import "server-only"
import { cache } from "react"
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
  /** false when the back end did not answer: the frame still stands, with its defaults */
  alive: boolean
  /** why the settings could not be read; "" where they could */
  failure: string
}

const list = { page: 1, size: 10_000 }

/** Data for header, footer and metadata, read once per request. */
export const readSiteFrame = cache(async (): Promise<Shell> => {
  const [settings, navigation, categories] = await Promise.all([
    serverApi("GET /settings"),
    serverApi("GET /navigation/list", list),
    serverApi("GET /category/list", {
      field: ["id", "title", "parent_id", "icon", "cover", "doc_count", "enable", "description", "show_description", "type"],
      type: [ContentKind.document, ContentKind.article],
    }),
  ])
  const rows: Category[] = categories.ok ? categories.data.category : []
  const items: Navigation[] = navigation.ok ? navigation.data.navigation : []
  const known = settings.ok ? settings.data : Settings.parse({})
  const every = categoryTree(rows, 0, false)
  return {
    settings: known,
    navigation: navigationTree(items),
    documents: known.display.hide_category_without_document ? categoryTree(rows, 0, true) : every,
    everyDocumentCategory: every,
    articles: categoryTree(rows, 1, false),
    alive: settings.ok,
    failure: settings.ok ? "" : settings.message || "查询系统设置失败",
  }
})
