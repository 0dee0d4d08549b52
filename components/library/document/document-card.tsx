import type { ReactNode } from "react"
import { Cover } from "@/components/ui/cover"
import { Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { badgeOf } from "@/lib/contract/library/document.formats"
import type { Card } from "@/lib/view/library/document-card"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { price } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"

type PriceProps = { document: Pick<Card, "price" | "is_vip">; settings: Pick<SiteSettings, "system" | "vip">; both?: boolean }

/** 免费 in green, a price in grey, VIP in the only gold if the site has memberships; `both` adds the price where space allows. */
export const Price = ({ document, settings: { system, vip }, both = false }: PriceProps) => {
  const marked = document.is_vip && vip.enable
  if (marked && !both) return <Vip />
  return (
    <>
      {marked && <Vip />}
      <span className={document.price > 0 ? "nowrap" : "free"}>{price(document.price, system.credit_name)}</span>
    </>
  )
}

type Props = { document: Card; settings: SiteSettings; eager?: boolean; children?: ReactNode }

/** A document on a shelf: first page on the rail with an edge in the colour of its format, a two-line title, one line of facts. */
export const DocumentCard = (props: Props) => (
  <article className="bk">
    <CardParts {...props} />
  </article>
)

/** The content of a document card. */
export const CardParts = ({ document, settings, eager = false, children }: Props) => (
  <>
    <Link href={paths.document(document.uuid)}>
      <div className="stand">
        <Cover document={document} eager={eager} edged />
      </div>
      <h3 className="bk-t">{document.title}</h3>
    </Link>
    {children}
    <div className="bk-m">
      <span>{badgeOf(document.ext)}</span>
      {document.pages > 0 ? <span>{document.pages} 页</span> : null}
      <span className="r">
        <Price document={document} settings={settings} />
      </span>
    </div>
  </>
)
