import type { ReactNode } from "react"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import type { EmptyText } from "./options"

type Props = {
  status: "loading" | "ready" | "failed"
  message: string
  count: number
  filtered: boolean
  emptyText: EmptyText
  onRetry: () => void
  onReset: () => void
  onCreate?: () => void
  children: ReactNode
}

/** The list by its state: rows, empty, no matches, failed or loading. Visible rows stay while the next ones load. */
export const ListState = ({ status, message, count, filtered, emptyText, onRetry, onReset, onCreate, children }: Props) => {
  if (status === "failed")
    return (
      <div className="adm-blank" role="alert">
        <Empty
          searched
          title="列表没有加载出来"
          action={
            <button type="button" className="bt p" onClick={onRetry}>
              <Icon name="rotate" small />
              重新加载
            </button>
          }
        >
          {message}
        </Empty>
      </div>
    )
  if (count > 0) return children
  if (status === "loading") return <ListSkeleton />
  return (
    <div className="adm-blank">
      {filtered ? (
        <Empty
          searched
          title="没有符合条件的记录"
          action={
            <button type="button" className="bt" onClick={onReset}>
              清除条件
            </button>
          }
        >
          换个更短的词，或去掉一些条件再试。
        </Empty>
      ) : (
        <Empty
          title={emptyText.title}
          action={
            onCreate ? (
              <button type="button" className="bt p" onClick={onCreate}>
                <Icon name="plus" small />
                新增
              </button>
            ) : emptyText.next ? (
              <Link className="bt p" href={emptyText.next.href}>
                {emptyText.next.label}
              </Link>
            ) : null
          }
        >
          {emptyText.text}
        </Empty>
      )}
    </div>
  )
}

const ListSkeleton = () => (
  <div className="adm-sk" aria-busy="true" aria-label="正在加载">
    {Array.from({ length: 10 }, (_, row) => (
      <div key={row}>
        <Skeleton width={16} height={16} />
        <Skeleton width={`${30 + ((row * 17) % 30)}%`} />
        <Skeleton width={80} />
        <Skeleton width={120} />
      </div>
    ))}
  </div>
)
