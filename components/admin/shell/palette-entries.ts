import type { AdminIconName } from "@/components/admin/admin-icon"
import { entities, type EntityNames } from "@/lib/contract/entities"
import { isGroup, type AdminEntry } from "@/lib/view/admin-menu"
import type { Recent } from "./recent"

/** One entry of the palette: its link and texts. */
export type PaletteEntry = { key: string; label: string; about: string; icon: AdminIconName; href: string }

/** Lists that the palette can search for the typed text, in this order. */
const searched: readonly EntityNames[] = [entities.document, entities.article, entities.user]

const fits = (text: string, words: readonly string[]) => words.every((word) => text.toLowerCase().includes(word))
const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns the screens of the menu, each with its group. */
const pagesOf = (menu: readonly AdminEntry[]): PaletteEntry[] =>
  menu.flatMap((entry) =>
    isGroup(entry)
      ? entry.pages.map(({ path, title }) => ({ key: path, label: title, about: entry.title, icon: entry.icon, href: path }))
      : [{ key: entry.path, label: entry.title, about: "", icon: entry.icon ?? "file", href: entry.path }],
  )

/**
 * Returns the palette's entries for a query. Without a query: recent items and all screens. Otherwise: those of them that match, and
 * links that search the lists of documents, articles and users.
 */
export const paletteEntries = (query: string, menu: readonly AdminEntry[], recent: readonly Recent[]): PaletteEntry[] => {
  const words = wordsOf(query)
  const pages = pagesOf(menu)
  const open = new Set(pages.map(({ href }) => href))
  const objects = recent
    // items that the user may no longer open are omitted
    .filter(({ path }) => open.has(path.split("?")[0]!))
    .map(({ path, title, kind }) => ({ key: `${path} ${title}`, label: title, about: kind, icon: "clock" as const, href: path }))
  const matches = [...objects, ...pages].filter(({ label, about }) => fits(`${label} ${about}`, words))
  const wd = query.trim()
  const lists = wd
    ? searched
        .filter(({ screen }) => open.has(screen))
        .map(({ screen, label }) => ({
          key: `search ${screen}`,
          label: `在${label}里找“${wd}”`,
          about: "搜索",
          icon: "search" as const,
          href: `${screen}?${new URLSearchParams({ wd }).toString()}`,
        }))
    : []
  return [...matches, ...lists]
}
