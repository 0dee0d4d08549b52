import "server-only"
import { cache } from "react"
import type { AdRoom } from "@/components/site/advertisement/ad-provider"
import { knownRoom } from "@/components/site/advertisement/known-room"
import { serverApi } from "@/lib/api/server"
import { refusalText } from "@/lib/api/result"
import { Frame } from "@/lib/contract/site/site"
import type { Settings } from "@/lib/contract/types"
import { categoryTree, type CategoryNode, type FrameCategory } from "@/lib/view/library/category-tree"
import { navigationTree, type NavigationNode } from "@/lib/view/site/navigation-tree"
import { lastSettings, rememberSettings } from "./last-settings"

export type PageChromeData = {
  settings: Settings
  navigation: NavigationNode[]
  documents: CategoryNode[]
  /** includes empty categories, which a setting hides from lists */
  everyDocumentCategory: CategoryNode[]
  articles: CategoryNode[]
  /** the space that advertisements take now, by position; null if the server does not report it */
  adRoom: AdRoom | null
  /** imported categories that have another number here, by their old one */
  movedCategory: ReadonlyMap<number, number>
  /** whether an announcement is in force for any audience */
  announcement: boolean
  /** false if the back end did not answer: the page chrome then renders with the last known settings and nothing else */
  alive: boolean
  /** why the settings could not be loaded; "" if they could */
  failure: string
}

type Trees = Record<"every" | "filled" | "articles", () => CategoryNode[]>
/** The page chrome without a back end. */
const none = Frame.parse({})
const made = new WeakMap<readonly FrameCategory[], Trees>()

const onFirstUse = <T>(make: () => T): (() => T) => {
  let value: T | undefined
  return () => (value ??= make())
}

/** Renders share their answers (docs/decisions/101), and therefore these trees: a site may have thousands of categories. */
const treesOf = (rows: FrameCategory[]): Trees => {
  const cachedTrees = made.get(rows)
  if (cachedTrees) return cachedTrees
  const trees: Trees = {
    every: onFirstUse(() => categoryTree(rows, 0, false)),
    filled: onFirstUse(() => categoryTree(rows, 0, true)),
    articles: onFirstUse(() => categoryTree(rows, 1, false)),
  }
  made.set(rows, trees)
  return trees
}

/** Loads the data for header, footer and metadata: one call per request. */
export const readPageChrome = cache(async (): Promise<PageChromeData> => {
  const frame = await serverApi("GET /frame")
  if (frame.ok) rememberSettings(frame.data.settings)
  const { settings, navigation, category, room, announcement, moved_category } = frame.ok
    ? frame.data
    : { ...none, settings: lastSettings(none.settings) }
  const trees = treesOf(category)
  const adRoom = room ? Object.fromEntries(room.map(({ position, ...heights }) => [position, heights])) : null
  knownRoom().room = adRoom
  return {
    settings,
    navigation: navigationTree(navigation),
    documents: settings.display.hide_category_without_document ? trees.filled() : trees.every(),
    everyDocumentCategory: trees.every(),
    articles: trees.articles(),
    adRoom,
    movedCategory: new Map(moved_category.map(({ from, to }) => [from, to])),
    announcement,
    alive: frame.ok,
    failure: frame.ok ? "" : refusalText(frame, "查询系统设置失败"),
  }
})
