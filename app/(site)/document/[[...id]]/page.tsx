import type { Metadata } from "next"
import { notFound, permanentRedirect, redirect } from "next/navigation"
import { chainOf, summaryOf } from "@/components/library/document/download/document-facts"
import { DocumentView, type Around } from "@/components/library/document/document-view"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { cardOf } from "@/lib/view/library/document-card"
import { categoryCrumbs } from "@/lib/view/library/list/crumbs"
import { firstRowsOf, firstSheet, type FirstRows } from "@/lib/view/library/first-rows"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { missingMetadata, pageError } from "@/lib/api/page-error"
import { originOf, paths } from "@/lib/rules/path"
import "@/app/styles/library/reading.css"
import "@/app/styles/library/reading-parts.css"
import "@/app/styles/library/reading-tools.css"
import "@/app/styles/library/reading-dialog.css"
import "@/app/styles/library/reading-print.css"
import "@/app/styles/library/document.css"
import { citationOf } from "@/lib/view/library/citation"
import { pageMetadata } from "@/lib/view/page-metadata"
import { siteName } from "@/lib/rules/site/site-name"

type Props = { params: Promise<{ id?: string[] }> }

const isNumber = (id: string) => /^[1-9]\d{0,14}$/.test(id)

const readDocument = async ({ params }: Props) => {
  const [id, ...rest] = (await params).id ?? []
  if (!id || rest.length) return null
  return serverApi("GET /document", isNumber(id) ? { id: Number(id), with_author: true } : { uuid: id, with_author: true })
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [reply, { settings }] = await Promise.all([readDocument(props), readPageChrome()])
  if (!reply?.ok) return missingMetadata(reply, "文档不存在")
  const document = reply.data
  const description = summaryOf(document)
  const address = paths.document(document.uuid)
  const cover = paths.cover(document.uuid, document.version)
  const origin = originOf(settings.system.domain)
  const isPublic = document.visibility === DocumentVisibility.everybody
  const embeds = isPublic && settings.features.oembed
  // oEmbed discovery: other sites' editors learn how to embed the reader
  const oembed = `/api/v1/oembed?${new URLSearchParams({ url: origin + address, format: "json" }).toString()}`
  return pageMetadata(settings.system, {
    title: document.title,
    description,
    keywords: document.keywords,
    path: address,
    type: "article",
    picture: { url: cover, alt: document.title },
    publishedTime: document.created_at,
    modifiedTime: document.updated_at,
    more: citationOf(document, siteName(settings.system), origin && origin + address),
    index: isPublic,
    types: embeds ? { "application/json+oembed": [{ url: oembed, title: document.title }] } : {},
  })
}

/** Reads related and neighbouring documents. If that fails, the page is rendered without them. */
const readAround = async (uuid: string): Promise<Around> => {
  const [related, neighbour] = await Promise.all([
    serverApi("GET /document/related", { uuid }),
    serverApi("GET /document/neighbour", { uuid }),
  ])
  const { previous, next } = neighbour.ok ? neighbour.data : { previous: null, next: null }
  return {
    related: related.ok ? related.data.document.map(cardOf) : [],
    previous: previous && cardOf(previous),
    next: next && cardOf(next),
  }
}

/** Reads the beginning of a spreadsheet for browsers without scripts; null if its text may not be read. */
const readFirstRows = async (uuid: string): Promise<FirstRows | null> => {
  const book = await serverApi("GET /document/sheets", { uuid })
  const sheet = book.ok ? firstSheet(book.data.sheets) : null
  const block = sheet && (await serverApi("GET /document/rows", { uuid, block: sheet.first }))
  return sheet && block?.ok ? firstRowsOf(sheet, block.data.rows) : null
}

/** /document/{id}, id optional (docs/reference/specification.md 2). Without an id it redirects to the list of all documents. */
export default async function DocumentPage(props: Props) {
  const [identifier] = (await props.params).id ?? []
  if (!identifier) redirect(paths.category())
  const [reply, shell, around] = await Promise.all([
    readDocument(props),
    readPageChrome(),
    isNumber(identifier) ? null : readAround(identifier),
  ])
  if (!reply) notFound()
  if (!reply.ok) {
    if (reply.status === 401) redirect(paths.login(paths.document(identifier)))
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError("文档没有读到", reply)
  }
  if (!reply.data.uuid) throw pageError("")
  if (identifier !== reply.data.uuid) permanentRedirect(paths.document(reply.data.uuid))
  const crumbs = [{ label: "首页", href: paths.home }, ...categoryCrumbs(chainOf(reply.data.category), shell.documents, paths.category)]
  const [beside, firstRows] = await Promise.all([
    around ?? readAround(reply.data.uuid),
    reply.data.has_sheets ? readFirstRows(reply.data.uuid) : null,
  ])
  return <DocumentView document={reply.data} settings={shell.settings} crumbs={crumbs} around={beside} firstRows={firstRows} />
}
