import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/skeleton"

type Props = { failure: string; onRetry: () => void }

/** The content of a drawer while its row is loading, or the reason why loading failed. */
export const DrawerWait = ({ failure, onRetry }: Props) =>
  failure ? (
    <div role="alert">
      <Empty
        searched
        title="内容没有加载出来"
        action={
          <button type="button" className="bt p" onClick={onRetry}>
            <Icon name="rotate" small />
            重新加载
          </button>
        }
      >
        {failure}
      </Empty>
    </div>
  ) : (
    <div aria-busy="true" aria-label="正在加载">
      <Skeleton height={320} />
    </div>
  )
