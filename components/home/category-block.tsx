import { DocumentCard } from "@/components/document/document-card"
import { Cover } from "@/components/ui/cover"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import type { Block } from "@/lib/view/home"
import { paths } from "@/lib/domain/path"

/** A category's newest documents as covers, over the whole width. */
export const CategoryShelf = ({ block }: { block: Block }) => (
  <section className="wrap sec">
    <div className="sec-h">
      <h2>{block.title}</h2>
      <More href={paths.category(block.id)} />
    </div>
    <div className="shelf home-shelf">
      {block.rows.map((document) => (
        <DocumentCard key={document.id} document={document} />
      ))}
    </div>
  </section>
)

/** A category's newest documents: one cover and titles. */
export const CategoryBlock = ({ block }: { block: Block }) => (
  <section className={block.cover ? "blk" : "blk no-cover"}>
    <div className="sec-h">
      <h2>{block.title}</h2>
      <More href={paths.category(block.id)} />
    </div>
    {block.cover ? (
      <Link className="stand" href={paths.document(block.cover.uuid)} aria-label={block.cover.title}>
        <Cover document={block.cover} />
      </Link>
    ) : null}
    <ul className="rows">
      {block.rows.map((document) => (
        <li key={document.id}>
          <Kind ext={document.ext} />
          <Link href={paths.document(document.uuid)}>{document.title}</Link>
          {document.pages > 0 ? <span className="pg">{document.pages} 页</span> : null}
        </li>
      ))}
    </ul>
  </section>
)
