import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { searchHref, type SearchKind } from "@/lib/view/library/list/search-href"
import { shorterQueries } from "@/lib/view/library/list/shorter-queries"

type Props = { wd: string; filters: string[]; cleared: string; keywords: string[] }

/** The empty state of a search: the same query without filters, parts of it, and popular searches. */
export const Nothing = ({ wd, filters, cleared, keywords }: Props) => {
  const shorter = shorterQueries(wd)
  return (
    <Empty
      searched
      page
      title="很遗憾，未能检索到相关结果"
      action={
        filters.length > 0 ? (
          <Link className="bt" href={cleared}>
            清除所有筛选
          </Link>
        ) : (
          <Link className="bt" href={paths.category()}>
            看看全部文档
          </Link>
        )
      }
    >
      {filters.length > 0 ? `换个更短的词，或去掉${filters.map((name) => `“${name}”`).join("")}筛选再试。` : "换个更短的词再试。"}
      {shorter.length > 0 ? <Keywords label="试试" keywords={shorter} /> : null}
      {keywords.length > 0 ? <Keywords label="大家在搜" keywords={keywords} /> : null}
    </Empty>
  )
}

/** Displayed without a keyword: popular searches. */
export const StartHere = ({ keywords }: { keywords: string[] }) => (
  <Empty page searched title="想找什么资料？">
    输入一两个词，会同时在标题和正文里找。
    {keywords.length > 0 ? <Keywords label="大家在搜" keywords={keywords} /> : null}
  </Empty>
)

/** Keywords of the results as further searches. Hidden from crawlers, which would follow them endlessly. */
export const Related = ({ keywords, type }: { keywords: string[]; type: SearchKind }) => (
  <aside className="rcol" aria-labelledby="related-title">
    <h2 id="related-title">相关搜索词</h2>
    <div className="rel">
      {keywords.map((word) => (
        <Link key={word} href={searchHref(word, type)} rel="nofollow">
          {word}
        </Link>
      ))}
    </div>
    <AdSlot position="search_right" />
  </aside>
)

const Keywords = ({ label, keywords }: { label: string; keywords: string[] }) => (
  <span className="rel centred">
    <span>{label}</span>
    {keywords.slice(0, 8).map((word) => (
      <Link key={word} href={paths.search(word)} rel="nofollow">
        {word}
      </Link>
    ))}
  </span>
)
