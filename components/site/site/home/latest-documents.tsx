import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { Card } from "@/lib/view/library/document-card"

/** Titles of the newest documents. */
export const LatestDocuments = ({ documents }: { documents: Card[] }) =>
  documents.length > 0 ? (
    <section aria-labelledby="latest-title">
      <div className="h-s">
        <h2 id="latest-title">最新文档</h2>
      </div>
      <ul className="rows" data-newest="all">
        {documents.map((document) => (
          <li key={document.id}>
            <Kind ext={document.ext} />
            <Link href={paths.document(document.uuid)}>{document.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  ) : null
