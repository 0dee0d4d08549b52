import { Link } from "@/components/ui/link"
import type { SearchResults } from "@/lib/view/library/search-entry"
import { searchHref } from "@/lib/view/library/list/search-href"
import type { SearchPageQuery } from "./search-strip"

type Props = { query: Pick<SearchPageQuery, "wd" | "type">; results: Pick<SearchResults, "total" | "corrected" | "relaxed"> }

/** A note that the results are for a corrected query, or match only some of the words. */
export const OtherWords = ({ query, results }: Props) => {
  if (results.total === 0) return null
  if (results.corrected)
    return (
      <p className="note" role="status">
        没有找到“{query.wd}”，以下是“<Link href={searchHref(results.corrected, query.type)}>{results.corrected}</Link>”的结果。
      </p>
    )
  return results.relaxed ? (
    <p className="note" role="status">
      没有完全符合“{query.wd}”的结果，以下包含其中的部分词。
    </p>
  ) : null
}
