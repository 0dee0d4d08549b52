"use client"

import { useMemo, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { fileSize } from "@/lib/domain/format"
import type { Remembered } from "@/lib/domain/upload-memory"
import { extensionOf } from "@/lib/domain/upload-rules"
import { useUpload, useUploadStore } from "./upload-context"

const same = ({ name, size }: { name: string; size: number }, one: Remembered) => name === one.name && size === one.size

/** What was on its way when the page was left: it goes on with the same files, where it stopped. */
export const Unfinished = () => {
  const store = useUploadStore()
  const feedback = useFeedback()
  const [earlier, setEarlier] = useState(() => store.getState().remembered())
  // what came into the list by whatever way, or was forgotten, is offered no longer
  const here = useUpload(({ items }) => items.map(({ md5, expected }) => md5 || expected).join())
  const rest = useMemo(() => {
    const known = new Set(store.getState().remembered().map(({ md5 }) => md5))
    return earlier.filter(({ md5 }) => known.has(md5) && !here.includes(md5))
  }, [store, earlier, here])

  const take = (wanted: Remembered[], files: File[]) => {
    const matched = wanted.flatMap((one) => {
      const file = files.find((candidate) => same(candidate, one))
      return file ? [{ one, file }] : []
    })
    for (const { one, file } of matched) store.getState().recall(one, file)
    const [first] = wanted
    if (!matched.length && first) feedback.warning(wanted.length === 1 ? `请选择同一个文件：${first.name}（${fileSize(first.size)}）` : "选的文件里没有上次没传完的")
  }
  const forget = (gone: Remembered[]) => {
    store.getState().forget(gone)
    setEarlier((before) => before.filter((one) => !gone.includes(one)))
  }
  const chosen = (wanted: Remembered[]) => ({
    type: "file" as const,
    className: "sr",
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
      take(wanted, [...(currentTarget.files ?? [])])
      currentTarget.value = ""
    },
  })
  if (!rest.length) return null
  const unsent = rest.filter(({ attachment }) => !attachment)
  return (
    <section className="card up-rest" aria-label="上次没有传完的文件">
      <div className="up-rest-h">
        <h2>上次还有 {rest.length} 份没有传完</h2>
        {unsent.length > 1 && (
          <label className="bt sm">
            <input {...chosen(unsent)} multiple aria-label="选择这些文件，一起继续" />
            一起继续
          </label>
        )}
        <button type="button" className="bt sm text" onClick={() => forget(rest)}>
          全部放弃
        </button>
      </div>
      <ul>
        {rest.map((one) => (
          <li key={one.md5}>
            <Kind ext={extensionOf(one.name)} />
            <p>
              {one.name}
              <small>{one.attachment ? "已经传完，还没有提交" : `${fileSize(one.size)}，已传 ${Math.floor(one.share * 100)} %`}</small>
            </p>
            {one.attachment ? (
              <button type="button" className="bt sm" aria-label={`继续提交 ${one.name}`} onClick={() => store.getState().recall(one, null)}>
                继续
              </button>
            ) : (
              <label className="bt sm">
                <input {...chosen([one])} aria-label={`继续上传 ${one.name}`} />
                继续上传
              </label>
            )}
            <button type="button" className="ib" aria-label={`放弃 ${one.name}`} title="放弃" onClick={() => forget([one])}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
