"use client"

import { Link } from "@/components/ui/link"
import { ShelfDrawing } from "@/components/ui/shelf-drawing"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import type { UploadItem } from "@/lib/upload/item"
import { useUploadStore } from "./upload-context"
import type { Steps } from "./use-conversions"

/** Summarises the result: 都能在线阅读了, or how many are readable, await review, or failed to convert. */
export const outcomeOf = (done: UploadItem[], steps: Steps): string => {
  const of = (status: number) => done.filter((item) => (steps[item.uuid]?.status ?? item.status) === status).length
  const [converted, reviewing, failed] = [of(DocumentStatus.converted), of(DocumentStatus.reviewing), of(DocumentStatus.failed)]
  if (converted === done.length) return "都能在线阅读了。"
  const rest = done.length - converted - reviewing - failed
  const parts = [
    converted > 0 && `转换好 ${count(converted)} 份`,
    reviewing > 0 && `${count(reviewing)} 份等待审核，通过后公开`,
    failed > 0 && `${count(failed)} 份没有转换成，原因写在那一行`,
    rest > 0 && (converted + reviewing + failed > 0 ? `剩下 ${count(rest)} 份转换完就能在线阅读` : "转换完就能在线阅读"),
  ]
  return `${parts.filter(Boolean).join("，")}。`
}

/** Displayed when all uploads have finished: the result and the next steps. */
export const Done = ({ done, steps }: { done: UploadItem[]; steps: Steps }) => {
  const store = useUploadStore()
  const [only] = done
  return (
    <section className="card up-done" aria-label="上传结果">
      <ShelfDrawing />
      <p>
        <b>{count(done.length)} 份文档已经上传</b>，{outcomeOf(done, steps)}
      </p>
      <div className="up-done-do">
        {done.length === 1 && only?.uuid && (
          <Link className="bt p" href={paths.document(only.uuid)}>
            打开文档
          </Link>
        )}
        <Link className={done.length === 1 && only?.uuid ? "bt" : "bt p"} href={paths.myDocuments}>
          查看我的文档
        </Link>
        <button type="button" className="bt text" onClick={() => store.getState().remove(new Set(done.map(({ key }) => key)))}>
          再传一批
        </button>
      </div>
    </section>
  )
}
