import { Highlight } from "@/components/ui/highlight"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import type { EntryRow } from "@/lib/view/library/search-entry"

/** A document or article in a mixed list, without a cover so that both have the same layout. */
export const EntryResult = ({ entry, now }: { entry: EntryRow; now: number }) => (
  <li>
    <h2>
      {entry.isArticle ? <span className="kind kind-text">文章</span> : <Kind ext={entry.ext} />}
      <Link href={entry.href}>
        <Highlight text={entry.title} />
      </Link>
    </h2>
    {entry.snippet ? (
      <p>
        {entry.pageHref ? (
          <Link className="hit-page" href={entry.pageHref}>
            第 {entry.page} 页
          </Link>
        ) : null}
        <Highlight text={entry.snippet} />
      </p>
    ) : null}
    <div className="meta">
      {entry.username ? <span>{entry.username}</span> : null}
      {entry.pages > 0 ? <span>{entry.pages} 页</span> : null}
      <Time value={entry.created_at} now={now} />
    </div>
  </li>
)
