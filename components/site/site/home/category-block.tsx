import { DocumentCard } from "@/components/library/document/document-card"
import { Cover } from "@/components/ui/cover"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import type { HomeBlock } from "@/lib/view/site/home"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { paths } from "@/lib/rules/path"

type Props = { blocks: HomeBlock[]; settings: SiteSettings; className?: string }

/**
 * Categories with their newest documents: rows of covers, then lists of titles in two columns (`lib/view/site/home.ts`). One element, so
 * that they form one static part.
 */
export const CategoryBlocks = ({ blocks, settings, className = "" }: Props) => {
  const lists = blocks.filter(({ rail }) => !rail)
  if (blocks.length === 0) return null
  return (
    <div>
      {blocks.map((block) => (block.rail ? <CategoryRail key={block.id} block={block} settings={settings} /> : null))}
      {lists.length > 0 ? (
        <div className={`blocks ${className}`.trimEnd()}>
          {lists.map((block) => (
            <CategoryList key={block.id} block={block} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

const Head = ({ block }: { block: HomeBlock }) => (
  <div className="sec-h">
    <h2>{block.title}</h2>
    <More href={paths.category(block.id || undefined)} />
  </div>
)

/** A category's newest documents as covers over the full width; on phones a row to swipe. */
const CategoryRail = ({ block, settings }: { block: HomeBlock; settings: SiteSettings }) => (
  <section className="wrap sec">
    <Head block={block} />
    <div className="shelf rail" data-newest={block.id || undefined}>
      {block.rows.map((document) => (
        <DocumentCard key={document.id} document={document} settings={settings} />
      ))}
    </div>
  </section>
)

/** The category's own image, or the cover of one of its documents. */
const Picture = ({ block: { id, title, picture, cover } }: { block: HomeBlock }) =>
  picture ? (
    <Link className="stand" href={paths.category(id)} aria-label={`${title}的全部文档`}>
      <span className="cover t1">
        <img className="pp" src={picture} width={210} height={297} alt="" loading="lazy" decoding="async" />
      </span>
    </Link>
  ) : cover ? (
    <Link className="stand" href={paths.document(cover.uuid)} aria-label={cover.title}>
      <Cover document={cover} />
    </Link>
  ) : null

/** A category's newest documents: one image and their titles. */
const CategoryList = ({ block }: { block: HomeBlock }) => (
  <section className={block.picture || block.cover ? "blk" : "blk no-cover"}>
    <Head block={block} />
    <Picture block={block} />
    <ul className="rows" data-newest={block.id || undefined}>
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
