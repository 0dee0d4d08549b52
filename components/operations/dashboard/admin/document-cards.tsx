"use client"

import { useMemo } from "react"
import { DocumentCard } from "@/components/library/document/document-card"
import { useMay } from "@/components/providers/use-may"
import { useSettings } from "@/components/providers/settings"
import { Cover } from "@/components/ui/cover"
import { Empty } from "@/components/ui/empty"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Document } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { relativeTime } from "@/lib/rules/time"
import { Card } from "./card"

const [topSize, shelfSize] = [5, 6]

const upload = (
  <Link className="bt" href={paths.upload}>
    上传文档
  </Link>
)

/** 下载最多: the five most downloaded documents, with their covers. */
export const TopCard = () => {
  const isAllowed = useMay()("DocumentAPI/ListDocument")
  const answer = useAnswer(
    useMemo(
      () =>
        isAllowed
          ? () => api("GET /document/list", { status: [DocumentStatus.converted], order: "download_count desc", page: 1, size: topSize })
          : null,
      [isAllowed],
    ),
  )
  if (!isAllowed) return null
  return (
    <Card
      title="下载最多"
      answer={answer}
      height={420}
      end={
        <Link className="lk" href={`/admin/document/list?status=${DocumentStatus.converted}&order=download_count+desc`}>
          全部
        </Link>
      }
    >
      {({ document }) =>
        document.length === 0 ? (
          <Empty level="h3" title="还没有文档" action={upload} />
        ) : (
          <ol className="dash-top">
            {document.map((row) => (
              <li key={row.id}>
                <Cover document={row} />
                <div>
                  <Link href={paths.document(row.uuid)}>{row.title}</Link>
                  <p className="muted num">
                    <Kind ext={row.ext} /> {count(row.download_count)} 次下载 · {count(row.view_count)} 次浏览
                  </p>
                </div>
              </li>
            ))}
          </ol>
        )
      }
    </Card>
  )
}

const tones: Record<number, string> = {
  [DocumentStatus.failed]: "bad",
  [DocumentStatus.reviewing]: "wait",
  [DocumentStatus.rejected]: "bad",
}

const State = ({ document, now }: { document: Document; now: number }) => (
  <p className="dash-state">
    {document.status === DocumentStatus.converted ? (
      <span className="muted">{relativeTime(document.created_at ?? now, now)}</span>
    ) : (
      <span className={`st ${tones[document.status] ?? "off"}`}>{DocumentStatus.labelOf(document.status)}</span>
    )}
  </p>
)

/** 最新上传: the newest documents as a shelf, in any state. */
export const NewestCard = () => {
  const isAllowed = useMay()("DocumentAPI/ListDocument")
  const answer = useAnswer(
    useMemo(
      () =>
        isAllowed
          ? async () => {
              const reply = await api("GET /document/list", { order: "id desc", page: 1, size: shelfSize })
              return reply.ok ? { ...reply, data: { ...reply.data, now: Date.now() } } : reply
            }
          : null,
      [isAllowed],
    ),
  )
  const settings = useSettings()
  if (!isAllowed) return null
  return (
    <Card
      title="最新上传"
      answer={answer}
      height={300}
      end={
        <Link className="lk" href="/admin/document/list">
          文档列表
        </Link>
      }
    >
      {({ document, now }) =>
        document.length === 0 ? (
          <Empty level="h3" title="还没有文档" action={upload} />
        ) : (
          <div className="shelf dash-shelf">
            {document.map((row) => (
              <DocumentCard key={row.id} document={row} settings={settings}>
                <State document={row} now={now} />
              </DocumentCard>
            ))}
          </div>
        )
      }
    </Card>
  )
}
