import type { AdminIconName } from "@/components/admin/crud/admin-icon"
import { entities, type EntityNames } from "@/lib/contract/entities"
import { isGroup, type AdminEntry } from "@/lib/view/admin-menu"
import { screenWords, type AdminTab } from "@/lib/view/admin-words"
import { rankOf, wordsOf } from "./palette-match"
import type { Recent } from "../crud/recent"
import type { SettingEntry } from "./use-setting-entries"

/** One entry of the palette: its link and texts. */
export type PaletteEntry = { key: string; label: string; about: string; icon: AdminIconName; href: string }

/** The entries of the palette: the user's menu, tabs and settings, and recently opened items. */
export type PaletteSources = {
  menu: readonly AdminEntry[]
  recent: readonly Recent[]
  tabs: readonly AdminTab[]
  settings: readonly SettingEntry[]
}

/** Lists that the palette can search for the typed text, in this order. */
const searched: readonly EntityNames[] = [entities.document, entities.article, entities.user]

/** Returns the screens of the menu, each with its group. */
const pagesOf = (menu: readonly AdminEntry[]): PaletteEntry[] =>
  menu.flatMap((entry) =>
    isGroup(entry)
      ? entry.pages.map(({ path, title }) => ({ key: path, label: title, about: entry.title, icon: entry.icon, href: path }))
      : [{ key: entry.path, label: entry.title, about: "", icon: entry.icon ?? "file", href: entry.path }],
  )

type Candidate = PaletteEntry & { words: string }

/**
 * Returns the palette's entries for a query. Without a query: recent items and all screens. Otherwise: the recent items, screens, tabs and
 * settings that match, best first, and links that search the lists of documents, articles and users.
 */
export const paletteEntries = (query: string, { menu, recent, tabs, settings }: PaletteSources): PaletteEntry[] => {
  const pages = pagesOf(menu)
  const open = new Set(pages.map(({ href }) => href))
  const objects = recent
    // items that the user may no longer open are omitted
    .filter(({ path }) => open.has(path.split("?")[0]!))
    .map(({ path, title, kind }) => ({ key: `${path} ${title}`, label: title, about: kind, icon: "clock" as const, href: path }))
  const words = wordsOf(query)
  if (words.length === 0) return [...objects, ...pages]
  const candidates: Candidate[] = [
    ...objects.map((entry) => ({ ...entry, words: "" })),
    ...pages.map((entry) => ({ ...entry, words: screenWords[entry.href] ?? "" })),
    ...tabs
      .filter(({ path }) => open.has(path))
      .map(({ path, tab, title, words }) => ({
        key: `${path} ${tab}`,
        label: title,
        about: pages.find(({ href }) => href === path)!.label,
        words,
        icon: "file" as const,
        href: `${path}?tab=${tab}`,
      })),
    ...settings.filter(({ href }) => open.has(href.split("?")[0]!)).map((entry) => ({ ...entry, icon: "settings" as const })),
  ]
  const matches = candidates
    .flatMap((entry) => {
      const rank = rankOf(words, entry.label, `${entry.about} ${entry.words}`)
      return rank === null ? [] : [{ entry, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry: { key, label, about, icon, href } }) => ({ key, label, about, icon, href }))
  const wd = query.trim()
  const lists = searched
    .filter(({ screen }) => open.has(screen))
    .map(({ screen, label }) => ({
      key: `search ${screen}`,
      label: `在${label}里找“${wd}”`,
      about: "搜索",
      icon: "search" as const,
      href: `${screen}?${new URLSearchParams({ wd }).toString()}`,
    }))
  return [...matches, ...lists]
}
