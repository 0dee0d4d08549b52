import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import type { Card } from "@/lib/view/library/document-card"
import { paths } from "@/lib/rules/path"

type Props = { previous: Card | null; next: Card | null }

/** 上一份, 下一份 within the same category. */
export const Neighbours = ({ previous, next }: Props) =>
  previous || next ? (
    <nav className="neighbours" aria-label="同分类的文档">
      {previous && (
        <Link href={paths.document(previous.uuid)} rel="prev">
          <span>
            <Icon name="back" small />
            上一份
          </span>
          <b>{previous.title}</b>
        </Link>
      )}
      {next && (
        <Link href={paths.document(next.uuid)} rel="next">
          <span>
            下一份
            <Icon name="next" small />
          </span>
          <b>{next.title}</b>
        </Link>
      )}
    </nav>
  ) : null
