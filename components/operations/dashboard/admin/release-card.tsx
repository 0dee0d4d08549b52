"use client"

import { useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { isEndless, noteLines } from "@/lib/view/operations/release-notes"
import { day } from "@/lib/rules/time"

const readRelease = () => api("GET /release")
const readLicense = () => api("GET /license")

/** 版本和授权: the running version, its changes, and the limits of its licence. */
export const ReleaseCard = () => {
  const may = useMay()
  const isAllowed = may("ConfigAPI/GetLatestRelease")
  const licensed = may("ConfigAPI/GetLicense")
  const { data: release, failure } = useAnswer(isAllowed ? readRelease : null, "版本没有读到")
  const { data: license } = useAnswer(licensed ? readLicense : null)
  if (!isAllowed) return null
  return (
    <section className="card" aria-label="版本和授权">
      <h2>版本和授权</h2>
      {release ? <Version release={release} /> : failure ? <p role="alert">{failure}</p> : <Skeleton height={140} />}
      {license ? <License license={license} /> : null}
    </section>
  )
}

const Version = ({ release: { current, tag_name, ignore, body, release_at } }: { release: Output<"GET /release"> }) => {
  const newer = tag_name !== "" && tag_name !== current && tag_name !== ignore
  const lines = noteLines(body)
  return (
    <>
      <p>
        程序版本 <b className="num">{current || tag_name}</b>
        {release_at ? <span className="muted"> · {release_at}</span> : null}
        {newer ? <span className="tag pri">新版本 {tag_name}</span> : null}
      </p>
      {lines.length > 0 ? (
        <details className="adm-news">
          <summary>有什么新内容</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

const limitOf = (value: number): string => (value > 0 ? count(value) : "不限")

const License = ({ license }: { license: Output<"GET /license"> }) => {
  const [now] = useState(() => Date.now())
  const facts: [string, string][] = [
    ["授权类型", license.name || (license.type === 1 ? "正式授权" : "试用")],
    ["最大文档数", limitOf(license.max_docs)],
    ["最大文章数", limitOf(license.max_articles)],
    ["最大用户数", limitOf(license.max_users)],
    ["授权截止日期", license.expired_at === null || isEndless(license.expired_at, now) ? "永久授权" : day(license.expired_at)],
  ]
  return (
    <dl className="adm-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
