import type { Dynamic } from "../../contract/types"
import { dayText, dayName } from "../../rules/time"

export type Sentence = { before: string; title: string; after: string; href: string }

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** Returns the text of an HTML fragment: tags removed, entities decoded. Never insert it as HTML. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
      return (name && entities[name.toLowerCase()]) || all
    })
    .trim()

/** Splits an activity into the text before, the linked title, and the text after. */
export const sentenceOf = ({ content, title, href }: Pick<Dynamic, "content" | "title" | "href">): Sentence => {
  const text = textOfHtml(content)
  const at = title ? text.indexOf(title) : -1
  const safeHref = /^\/(?![/\\])[\w/?=&%.-]*$/.test(href) ? href : ""
  if (at < 0) return { before: text || title, title: "", after: "", href: "" }
  return { before: text.slice(0, at), title, after: text.slice(at + title.length), href: safeHref }
}

export type DayOf<T> = { key: string; name: string; date: string; rows: T[] }

/** Groups rows by day in the site's zone, newest first. */
export const byDay = <T extends { created_at: string | null }>(rows: T[], now: number): DayOf<T>[] => {
  const days: DayOf<T>[] = []
  for (const row of rows) {
    const at = row.created_at ?? now
    const date = dayText(at, now)
    const last = days.at(-1)
    if (last?.date === date) last.rows.push(row)
    else days.push({ key: `${date} ${days.length}`, name: dayName(at, now), date, rows: [row] })
  }
  return days
}
