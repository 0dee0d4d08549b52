import type { ResultPage } from "@/components/library/document/list/document-results"
import { count } from "@/lib/rules/format"
import type { SearchResults } from "@/lib/view/library/search-entry"

type Props = { results: Pick<SearchResults, "total" | "sampled">; page: Pick<ResultPage, "page" | "size" | "max" | "query"> }

/** How many results the pages of a search reach; 0 if they reach all. */
export const reachOf = ({ results: { total }, page: { size, max } }: Props): number =>
  max !== undefined && total > max * size ? max * size : 0

/** Explains below many results where the pages end, and which results the numbers and the order cover. */
export const Limits = ({ results, page }: Props) => {
  const reach = reachOf({ results, page })
  const isSorted = Boolean(page.query["sort"])
  const sentences = [
    results.sampled > 0 ? `结果很多，筛选旁的数字${isSorted ? "和现在的排序" : ""}只看其中最受欢迎的 ${count(results.sampled)} 条。` : "",
    reach > 0 && page.page >= reach / page.size ? `只能翻到前 ${count(reach)} 条，再加一个词或筛选，可以找到其余的。` : "",
  ].filter(Boolean)
  return sentences.length > 0 ? <p className="note">{sentences.join("")}</p> : null
}
