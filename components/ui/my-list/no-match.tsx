import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"

/** Empty result of a filter, with a link that clears it. */
export const NoMatch = ({ what, cleared }: { what: string; cleared: string }) => (
  <div className="card pad">
    <Empty
      searched
      title={`没有符合条件的${what}`}
      action={
        <Link className="bt" href={cleared}>
          清除筛选
        </Link>
      }
    >
      换个更短的词，或放宽时间和状态再看看。
    </Empty>
  </div>
)
