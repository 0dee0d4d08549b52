"use client"

import { useEffect, useState } from "react"
import { Link } from "@/components/ui/link"
import { followProgress } from "@/lib/api/progress"
import type { ProgressEvent } from "@/lib/contract/streams"
import { paths } from "@/lib/domain/path"
import { isBusy } from "@/stores/upload-item"
import { useUpload } from "./upload-context"
import { UploadRow } from "./upload-row"
import { announcement } from "./upload-words"

/** The conversion of what was just uploaded, as it goes on. */
const useConversions = (active: boolean) => {
  const [steps, setSteps] = useState<Record<string, ProgressEvent>>({})
  useEffect(() => {
    if (!active) return
    return followProgress({ onEvent: (event) => setSteps((before) => ({ ...before, [event.uuid]: event })) })
  }, [active])
  return steps
}

export const UploadList = () => {
  const items = useUpload((state) => state.items)
  const done = items.filter(({ phase }) => phase === "done").length
  // listening begins with the upload: a small file may be converted before its row says so
  const steps = useConversions(done > 0 || items.some(isBusy))
  return (
    <>
      <p className="sr" role="status">
        {announcement(items)}
      </p>
      {items.length > 0 && (
        <ul className="card up-list">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} progress={steps[item.uuid]} />
          ))}
        </ul>
      )}
      {done > 0 && (
        <div className="card up-done">
          <p>
            {done} 份文档已经上传，转换完成后就能在线阅读。
          </p>
          <Link className="bt" href={paths.myDocuments}>
            查看我的文档
          </Link>
        </div>
      )}
    </>
  )
}
