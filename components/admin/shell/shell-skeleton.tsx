import { Skeleton } from "@/components/ui/skeleton"

/** Until the browser knows who is there. */
export const ShellSkeleton = () => (
  <div className="adm-wait" aria-busy="true" aria-label="正在加载">
    <Skeleton width={160} height={30} />
    <Skeleton height={32} />
    <Skeleton height={420} />
  </div>
)
