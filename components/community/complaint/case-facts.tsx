import { Link } from "@/components/ui/link"
import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import type { ComplaintTarget } from "@/lib/contract/types"

const tones: Record<number, string> = {
  [ComplaintStatus.takenDown]: "tag warn",
  [ComplaintStatus.countered]: "tag warn",
  [ComplaintStatus.upheld]: "tag bad",
  [ComplaintStatus.restored]: "tag ok",
}

export const StatusTag = ({ status }: { status: number }) => (
  <span className={tones[status] ?? "tag"}>{ComplaintStatus.labelOf(status)}</span>
)

/** The objects of a complaint, with links as far as the reader may see it. */
export const TargetList = ({ targets }: { targets: ComplaintTarget[] }) => (
  <ul>
    {targets.map(({ type, document_id, title, href, is_hidden }) => (
      <li key={`${type}/${document_id}`}>
        {href ? (
          <Link className="lk" href={href} target="_blank">
            {title}
          </Link>
        ) : (
          title
        )}
        {is_hidden ? <span className="tag warn">已下架</span> : null}
      </li>
    ))}
  </ul>
)
