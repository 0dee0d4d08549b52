import { Cover } from "@/components/ui/cover"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { Card } from "@/lib/view/library/document-card"
import { paths } from "@/lib/rules/path"

const max = 6

/** 相关文档: six small covers beside their titles; only the first five on phones. */
export const RelatedDocuments = ({ documents }: { documents: Card[] }) =>
  documents.length > 0 ? (
    <section className="card pad related" aria-labelledby="related-title">
      <h2 id="related-title">相关文档</h2>
      <ul>
        {documents.slice(0, max).map((document) => (
          <li key={document.id}>
            <Cover document={document} />
            <div>
              <Link href={paths.document(document.uuid)}>{document.title}</Link>
              <p className="bk-m">
                <Kind ext={document.ext} />
                {document.pages > 0 && <span>{document.pages} 页</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  ) : null
