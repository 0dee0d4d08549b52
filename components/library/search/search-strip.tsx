import { BigSearch } from "@/components/library/search/big-search"
import type { SearchKind } from "@/lib/view/library/list/search-href"

/** `isCut`: the query was truncated to the maximum length. */
export type SearchPageQuery = { wd: string; type: SearchKind; isCut: boolean }

/** The search below the header of the result page; it stays at the top while the header scrolls away. */
export const SearchStrip = ({ query }: { query: SearchPageQuery }) => (
  <div className="strip">
    <div className="wrap">
      <BigSearch key={`${query.type}:${query.wd}`} wd={query.wd} type={query.type} clearable large={false} />
    </div>
  </div>
)
