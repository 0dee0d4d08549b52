import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { ShareEntry } from "@/components/library/sharing/share-entry"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { ShareState } from "@/lib/contract/library/sharing.enums"
import { paths } from "@/lib/rules/path"

export const metadata: Metadata = { title: "打开分享的文档", robots: { index: false, follow: false }, referrer: "no-referrer" }

/** The address of a share link. Loading it counts nothing: a chat program's preview is no visit. */
export default async function SharePage({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params
  const reply = await serverApi("GET /document/share", { key })
  if (!reply.ok) {
    if (reply.status >= 500 || reply.status === 0) throw pageError("分享链接没有读到", reply)
    notFound()
  }
  const { state, uuid } = reply.data
  if (state === ShareState.open) redirect(paths.document(uuid))
  return (
    <main id="main" className="wrap">
      <ShareEntry shareKey={key} state={state} />
    </main>
  )
}
