import { count } from "@/lib/rules/format"
import type { SiteCounts } from "@/lib/view/site/home"

const fewUsers = 20

/** The totals of the site, without those that the display settings hide. */
export const Numbers = ({ counts }: { counts: SiteCounts | null }) =>
  counts ? (
    <span className="meta">
      {counts.documents === null ? null : <span>{count(counts.documents)} 份文档</span>}
      {counts.articles === null ? null : <span className="desk-only">{count(counts.articles)} 篇文章</span>}
      {/* a small number of users would look bad */}
      {counts.users === null || counts.users < fewUsers ? null : <span className="desk-only">{count(counts.users)} 位用户</span>}
    </span>
  ) : null
