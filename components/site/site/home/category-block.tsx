import { DocumentCard, Price } from "@/components/library/document/document-card"
import { Cover } from "@/components/ui/cover"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import { badgeOf } from "@/lib/contract/library/document.formats"
import type { HomeBlock } from "@/lib/view/site/home"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { paths } from "@/lib/rules/path"

type Props = { blocks: HomeBlock[]; settings: SiteSettings; className?: string }

/** Puts lists that follow each other into one group with two columns; a row of covers is a group of its own. */
const groupsOf = (blocks: HomeBlock[]): HomeBlock[][] => {
  const groups: HomeBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (last && !block.rail && !last[0]!.rail) last.push(block)
    else groups.push([block])
  }
  return groups
}

/**
 * Categories with their newest documents: lists of titles in two columns and rows of covers by turns (`lib/view/site/home.ts`). One
 * element, so that they form one static part.
 */
export const CategoryBlocks = ({ blocks, settings, className = "" }: Props) => {
  if (blocks.length === 0) return null
  return (
    <div>
      {groupsOf(blocks).map((group) =>
        group[0]!.rail ? (
          <CategoryRail key={group[0]!.id} block={group[0]!} settings={settings} />
        ) : (
          <div key={group[0]!.id} className={`blocks ${className}`.trimEnd()}>
            {group.map((block) => (
              <CategoryList key={block.id} block={block} settings={settings} />
            ))}
          </div>
        ),
      )}
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
      <Cover document={cover} edged />
    </Link>
  ) : null

/** A category's newest documents: one image and their titles. */
const CategoryList = ({ block, settings }: { block: HomeBlock; settings: SiteSettings }) => (
  <section className={block.picture || block.cover ? "blk" : "blk no-cover"}>
    <Head block={block} />
    <Picture block={block} />
    <ul className="rows" data-newest={block.id || undefined}>
      {block.rows.map((document) => (
        <li key={document.id}>
          <Link href={paths.document(document.uuid)}>{document.title}</Link>
          <span className="pg">
            {badgeOf(document.ext)}
            {document.pages > 0 ? <span>{document.pages} 页</span> : null}
            <Price document={document} settings={settings} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
