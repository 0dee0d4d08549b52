import { Link } from "@/components/ui/link"
import type { Found } from "@/lib/view/library/search-entry"
import { searchHref } from "@/lib/view/library/list/search-href"
import type { Asked } from "./search-strip"

type Props = { asked: Pick<Asked, "wd" | "type">; found: Pick<Found, "total" | "corrected" | "relaxed"> }

/** A note that the results are for a corrected query, or match only some of the words. */
export const OtherWords = ({ asked, found }: Props) => {
  if (found.total === 0) return null
  if (found.corrected)
    return (
      <p className="note" role="status">
        没有找到“{asked.wd}”，以下是“<Link href={searchHref(found.corrected, asked.type)}>{found.corrected}</Link>”的结果。
      </p>
    )
  return found.relaxed ? (
    <p className="note" role="status">
      没有完全符合“{asked.wd}”的结果，以下包含其中的部分词。
    </p>
  ) : null
}
