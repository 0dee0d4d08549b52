"use client"

import { useId, useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { complaintLimits, proofExtensions } from "@/lib/contract/community/complaint.enums"
import { uploadProof, type SentProof } from "@/lib/upload/send-proof"
import { refusalText } from "@/lib/api/result"

const { files: maxFiles, megabytes } = complaintLimits
const types = proofExtensions.map((ext) => ext.slice(1).toUpperCase()).join("、")

const refusalOf = ({ name, size }: File): string => {
  if (!proofExtensions.some((ext) => name.toLowerCase().endsWith(ext))) return `《${name}》不是 ${types}`
  return size > megabytes * 1024 * 1024 ? `《${name}》超过 ${megabytes} MB` : ""
}

type Props = { value?: SentProof[]; onChange?: (files: SentProof[]) => void; id?: string }

/** Proof files: chosen together, sent one after another. */
export const ProofField = ({ value = [], onChange, id }: Props) => {
  const ownId = useId()
  const [sending, setSending] = useState("")
  const [error, setError] = useState("")
  const take = async (list: FileList | null) => {
    const chosen = [...(list ?? [])]
    setError("")
    let files = value
    for (const file of chosen) {
      const refusal = files.length >= maxFiles ? `证明材料最多 ${maxFiles} 份` : refusalOf(file)
      if (refusal) {
        setError(refusal)
        continue
      }
      setSending(file.name)
      const reply = await uploadProof(file)
      if (reply.ok) onChange?.((files = [...files, reply.data]))
      else setError(refusalText(reply, `《${file.name}》没有上传成功`))
    }
    setSending("")
  }
  return (
    <div className="proof">
      <label className={sending || value.length >= maxFiles ? "bt off" : "bt"}>
        <MoreIcon name="upload" small />
        选择文件
        <input
          id={id ?? ownId}
          type="file"
          className="sr"
          multiple
          accept={proofExtensions.join(",")}
          disabled={sending !== "" || value.length >= maxFiles}
          onChange={({ target }) => {
            void take(target.files).then(() => (target.value = ""))
          }}
        />
      </label>
      <p className="muted">
        {types}，每份不超过 {megabytes} MB，最多 {maxFiles} 份
      </p>
      {sending && (
        <p className="muted" role="status">
          正在上传《{sending}》…
        </p>
      )}
      {value.length > 0 && (
        <ul>
          {value.map((file) => (
            <li key={file.key}>
              <span className="cut">{file.name}</span>
              <button
                type="button"
                className="bt text sm"
                aria-label={`移除 ${file.name}`}
                onClick={() => onChange?.(value.filter(({ key }) => key !== file.key))}
              >
                移除
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="form-error" role="alert" hidden={!error}>
        <MoreIcon name="fail" small />
        {error}
      </p>
    </div>
  )
}
