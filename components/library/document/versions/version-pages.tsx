"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { DocumentVersion, VersionPages as Pages } from "@/lib/contract/types"
import { versionPagePath } from "@/lib/rules/library/version-page"
import { PageStack } from "./page-stack"

type Props = { documentId: number; version: DocumentVersion; onBack: () => void }

/** The pages of one version of a document's file, as readers saw or will see them. */
export const VersionPages = ({ documentId, version: { id, version, name }, onBack }: Props) => {
  const [pages, setPages] = useState<Pages | null>(null)
  const [failure, setFailure] = useState("")
  useEffect(() => {
    let isClosed = false
    void api("GET /document/version/pages", { id: documentId, version_id: id }).then((reply) => {
      if (isClosed) return
      if (reply.ok) setPages(reply.data)
      else setFailure(refusalText(reply, "没有读到这一版的页面"))
    })
    return () => void (isClosed = true)
  }, [documentId, id])
  return (
    <section className="version-pages" aria-label={`第 ${version} 版的页面`}>
      <div className="version-head">
        <button type="button" className="bt sm" autoFocus onClick={onBack}>
          <Icon name="back" small />
          返回版本列表
        </button>
        <p className="meta">
          <span>第 {version} 版</span>
          {name && <span>{name}</span>}
        </p>
      </div>
      {failure && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {failure}
        </p>
      )}
      {!pages && !failure && <Skeleton height={320} />}
      {pages?.pages === 0 && <p className="muted">第 {version} 版没有转换过页面，下载它的文件可以看到内容。</p>}
      {pages && pages.pages > 0 && (
        <PageStack
          pages={pages.pages}
          address={(page) => versionPagePath(id, page, pages.version)}
          width={pages.width}
          height={pages.height}
        />
      )}
    </section>
  )
}
