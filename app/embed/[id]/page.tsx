import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { DocumentEmbed } from "@/components/library/document/document-embed"
import { Analytics } from "@/components/site/site/analytics"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { isOpen } from "@/lib/rules/library/document-visibility"
import { missingMetadata, pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import "@/app/styles/library/reading.css"
import "@/app/styles/library/reading-parts.css"
import "@/app/styles/library/reading-tools.css"
import "@/app/styles/library/reading-dialog.css"
import "@/app/styles/library/reading-print.css"
import "@/app/styles/library/document-embed.css"

type Props = { params: Promise<{ id: string }> }

const readDocument = async ({ params }: Props) => {
  const { id } = await params
  return /^[0-9a-zA-Z]{1,32}$/.test(id) ? serverApi("GET /document", { uuid: id }) : null
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [reply, { settings }] = await Promise.all([readDocument(props), readPageChrome()])
  if (!reply?.ok) return missingMetadata(reply, "文档不存在")
  // not indexed: search engines should list the document's own page, which is the canonical address
  return {
    title: reply.data.title,
    robots: { index: false },
    ...(settings.system.domain && { alternates: { canonical: paths.document(reply.data.uuid) } }),
  }
}

/** /embed/{uuid}: the reader alone, for iframes on other sites. */
export default async function EmbedPage(props: Props) {
  const [reply, { settings }] = await Promise.all([readDocument(props), readPageChrome()])
  if (!reply) notFound()
  if (!reply.ok) {
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError("文档没有读到", reply)
  }
  // a document with restricted visibility is not embedded, not even for its owner or staff
  if (!isOpen(reply.data)) notFound()
  return (
    <>
      <DocumentEmbed document={reply.data} settings={settings} />
      <Analytics />
    </>
  )
}
