"use client"

import { Link } from "@/components/ui/link"
import { entities } from "@/lib/contract/entities"
import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import type { SpiderDocument, SpiderUrl } from "@/lib/contract/types"
import { isCrawlActive } from "@/lib/rules/collecting/spider-url-status"
import { paths } from "@/lib/rules/path"

/** A link to another site, which opens in a new window without a referrer. */
export const UrlCell = ({ url }: { url: string }) => (
  <a className="adm-url" href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
    {url}
  </a>
)

const tones: Record<number, string> = { 0: "wait", 1: "pri", 2: "ok", 3: "bad" }

/** The status and, while the crawl runs, the number of pages read. */
export const ProgressCell = ({ link: { status, pages } }: { link: SpiderUrl }) => (
  <span className={`st ${tones[status] ?? ""}`}>
    {SpiderUrlStatus.labelOf(status)}
    {isCrawlActive(status) && pages > 0 ? ` ${pages} 页` : ""}
  </span>
)

/** The number of documents the crawl collected, with a link to them. */
export const FoundCell = ({ link: { id, total } }: { link: SpiderUrl }) =>
  total > 0 ? <Link href={`${entities.spiderDocument.screen}?spider_url_id=${id}`}>{total}</Link> : <>0</>

/** The title, with a link to the document once it is published. */
export const TitleCell = ({ row }: { row: SpiderDocument }) =>
  row.document_id > 0 ? (
    <Link className="cut name" href={paths.document(row.document_id)} target="_blank" title={row.title}>
      {row.title}
    </Link>
  ) : row.title ? (
    <span className="cut name" title={row.title}>
      {row.title}
    </span>
  ) : (
    <span className="muted">还没有标题</span>
  )
