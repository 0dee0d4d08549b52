import { dotsBound } from "../../rules/format"
import { escaped, partsOf, unmarked } from "../../rules/marked"
import { paths } from "../../rules/path"
import { plain, withMarks } from "./list/highlight"

/**
 * A search result with marked texts (`lib/rules/marked.ts`). `page` 0 = the match is in the title or description; `href` opens the page.
 */
export type DisplayHit = { title: string; description: string; snippet: string; page: number; href: string }

const leastLeft = 12

type RawHit = { title: string; description: string; snippet: string; page: number; uuid?: string }

export const hitOf = ({ title, description, snippet, page, uuid = "" }: RawHit, wd: string): DisplayHit => ({
  title: dotsBound(withMarks(plain(title), wd)),
  description: withMarks(plain(description), wd),
  snippet: page === 1 ? withoutTitle(snippet, plain(title)) : snippet,
  page,
  href: pageHref({ uuid, page, snippet }, wd),
})

/** Returns the text after the title on a first page, since the title is above it already; the whole text if little would be left. */
const withoutTitle = (snippet: string, title: string): string => {
  const heading = title.replace(/\s/g, "").toLowerCase()
  const text = unmarked(snippet)
  let matched = 0
  let end = 0
  while (end < text.length && matched < heading.length) {
    const sign = text[end]!.toLowerCase()
    if (sign === heading[matched]) matched++
    else if (sign.trim() !== "") return snippet
    end++
  }
  if (matched < heading.length || text.length - end < leastLeft) return snippet
  let passed = 0
  const rest = partsOf(snippet).flatMap(({ text: part, match }) => {
    const left = part.slice(Math.max(0, end - passed))
    passed += part.length
    return left ? [match ? `<em>${escaped(left)}</em>` : escaped(left)] : []
  })
  return rest.join("").trimStart()
}

/** Returns the URL of the matching page in the reader, which searches there for the text that the snippet marks; "" without a page. */
export const pageHref = ({ uuid, page, snippet }: Pick<Required<RawHit>, "uuid" | "page" | "snippet">, wd: string): string =>
  uuid && page > 0 ? paths.documentPage(uuid, page, partsOf(snippet).find(({ match }) => match)?.text ?? wd) : ""
