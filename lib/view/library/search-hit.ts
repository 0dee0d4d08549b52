import { dotsBound } from "../../rules/format"
import { partsOf } from "../../rules/marked"
import { paths } from "../../rules/path"
import { plain, withMarks } from "./list/highlight"

/**
 * A search result with marked texts (`lib/rules/marked.ts`). `page` 0 = the match is in the title or description; `href` opens the page.
 */
export type DisplayHit = { title: string; description: string; snippet: string; page: number; href: string }

type RawHit = { title: string; description: string; snippet: string; page: number; uuid?: string }

export const hitOf = ({ title, description, snippet, page, uuid = "" }: RawHit, wd: string): DisplayHit => ({
  title: dotsBound(withMarks(plain(title), wd)),
  description: withMarks(plain(description), wd),
  snippet,
  page,
  href: pageHref({ uuid, page, snippet }, wd),
})

/** Returns the URL of the matching page in the reader, which searches there for the text that the snippet marks; "" without a page. */
export const pageHref = ({ uuid, page, snippet }: Pick<Required<RawHit>, "uuid" | "page" | "snippet">, wd: string): string =>
  uuid && page > 0 ? paths.documentPage(uuid, page, partsOf(snippet).find(({ match }) => match)?.text ?? wd) : ""
