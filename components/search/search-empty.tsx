import { AdSlot } from "@/components/advertisement/ad-slot"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"

type Props = { filters: string[]; cleared: string; keywords: string[] }

/** Nothing found: links that relax filters, and alternatives. */
export const Nothing = ({ filters, cleared, keywords }: Props) => (
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
    {keywords.length > 0 ? <Keywords keywords={keywords} /> : null}
  </Empty>
)

/** Without a keyword: popular searches. */
export const StartHere = ({ keywords }: { keywords: string[] }) => (
  <Empty page searched title="想找什么资料？">
    输入一两个词，会同时在标题和正文里找。
    {keywords.length > 0 ? <Keywords keywords={keywords} /> : null}
  </Empty>
)

/** Keywords of the results as further searches. Hidden from crawlers, for which they would be endless. */
export const Related = ({ keywords }: { keywords: string[] }) => (
  <aside className="rcol" aria-labelledby="related-title">
    <h2 id="related-title">相关搜索词</h2>
    <div className="rel">
      {keywords.map((word) => (
        <Link key={word} href={paths.search(word)} rel="nofollow">
          {word}
        </Link>
      ))}
    </div>
    <AdSlot position="search_right" />
  </aside>
)

const Keywords = ({ keywords }: { keywords: string[] }) => (
  <span className="rel centred">
    {keywords.slice(0, 8).map((word) => (
      <Link key={word} href={paths.search(word)}>
        {word}
      </Link>
    ))}
  </span>
)
