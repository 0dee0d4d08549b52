"use client"

import { useCallback, useId, useMemo } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { kindNames, kinds } from "@/lib/contract/enums"
import { mostFiles, uploadLimits } from "@/lib/domain/upload-rules"
import { useUpload, useUploadStore } from "./upload-context"
import { useFileDrop } from "./use-file-drop"

/** 支持 PDF、Word、PPT … : the families of which at least one extension is allowed. */
const familiesOf = (extensions: string[]) => kindNames.filter((name) => kinds[name].ext.some((ext) => extensions.includes(ext))).map((name) => (name === "other" ? "电子书与图片" : kinds[name].label))

/** Where files come in: chosen, dropped anywhere on the page, or pasted. The limits are said before. */
export const DropZone = () => {
  const store = useUploadStore()
  const feedback = useFeedback()
  const hint = useId()
  const { max_document_size, document_allowed_ext } = useSettings().security
  const limits = useMemo(() => uploadLimits(max_document_size, document_allowed_ext), [max_document_size, document_allowed_ext])
  const empty = useUpload((state) => state.items.length === 0)

  const take = useCallback(
    (files: File[]) => {
      const refused = store.getState().add(files, limits)
      for (const why of refused.slice(0, 3)) feedback.warning(why)
      if (refused.length > 3) feedback.warning(`还有 ${refused.length - 3} 个文件没有加入`)
    },
    [store, limits, feedback],
  )
  const over = useFileDrop(take)

  return (
    <label className="drop" data-over={over || undefined} data-small={!empty || undefined}>
      <input
        type="file"
        multiple
        className="sr"
        accept={limits.extensions.join(",")}
        aria-describedby={hint}
        aria-label="选择文件"
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          // so that the same file may be chosen again after it was taken out
          event.target.value = ""
        }}
      />
      <Icon name="upload" />
      <b>{over ? "松开就加入" : empty ? "选择文件，或拖到这一页" : "继续添加文件"}</b>
      <span id={hint}>
        支持 {familiesOf(limits.extensions).join("、")}；单个最大 {limits.maxMegabytes} MB，一次最多 {mostFiles} 份
      </span>
    </label>
  )
}
