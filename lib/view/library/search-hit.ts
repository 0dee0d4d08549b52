import { dotsBound } from "../../rules/format"
import { partsOf } from "../../rules/marked"
import { paths } from "../../rules/path"
import { plain, withMarks } from "./list/highlight"

/** Where a search found its words: marked texts (`lib/rules/marked.ts`). `page` 0 = in title or description; `href` opens the page. */
export type Hit = { title: string; description: string; snippet: string; page: number; href: string }

type Found = { title: string; description: string; snippet: string; page: number; uuid?: string }

export const hitOf = ({ title, description, snippet, page, uuid = "" }: Found, wd: string): Hit => ({
  title: dotsBound(withMarks(plain(title), wd)),
  description: withMarks(plain(description), wd),
  snippet,
  page,
  href: pageHref({ uuid, page, snippet }, wd),
})

/** Opens the page of the match in the reader, which looks there for what the snippet marks; "" without a page. */
export const pageHref = ({ uuid, page, snippet }: Pick<Required<Found>, "uuid" | "page" | "snippet">, wd: string): string =>
  uuid && page > 0 ? paths.documentPage(uuid, page, partsOf(snippet).find(({ match }) => match)?.text ?? wd) : ""
