"use client"

import "@/app/styles/picture.css"
import dynamic from "next/dynamic"
import { useId, useRef, useState, type DragEvent } from "react"
import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import { ProgressBar } from "@/components/ui/progress-bar"
import { uploadPicture, type PicturePurpose } from "@/lib/upload/send-picture"
import { pictureFormats, pictureMegabytes, pictureRefusal, pictureTypes } from "@/lib/rules/library/picture-rules"
import { useObjectUrl } from "./use-object-url"
import { refusalText } from "@/lib/api/result"

const PhotoViewer = dynamic(() => import("@/components/ui/photo-viewer").then((module) => module.PhotoViewer), { ssr: false })

type Props = {
  kind: PicturePurpose
  value?: string
  /** Receives the address of the image, "" after removal. */
  onChange?: (path: string) => void
  /** id of the file input, to which a form item's label points */
  id?: string
  disabled?: boolean
}

const Act = ({ icon, text, onClick, disabled }: { icon: MoreIconName; text: string; onClick: () => void; disabled?: boolean }) => (
  <button type="button" className="bt text sm" disabled={disabled} onClick={onClick}>
    <MoreIcon name={icon} small />
    {text}
  </button>
)

/** A form field with the address of one image: choose or drop, preview, replace, remove. */
export const PictureField = ({ kind, value = "", onChange, id, disabled = false }: Props) => {
  const generatedId = useId()
  const inputId = id ?? `${generatedId}file`
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [error, setError] = useState("")
  const [over, setOver] = useState(false)
  const [viewing, setViewing] = useState(false)
  const [broken, setBroken] = useState("")
  const preview = useObjectUrl(sending)
  const imageAddress = preview || value
  const uploadKind = kind === "favicon" ? "config" : kind
  const still = disabled || sending !== null

  const take = async (file: File | undefined) => {
    if (!file || still) return
    const refusal = pictureRefusal(file, uploadKind)
    setError(refusal)
    if (refusal) return
    setShare(0)
    setSending(file)
    const reply = await uploadPicture(kind, file, setShare)
    setSending(null)
    if (reply.ok) onChange?.(reply.data.path)
    else setError(refusalText(reply, "图片上传失败"))
  }
  const drag = (event: DragEvent, inside: boolean) => {
    if (!event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    setOver(inside && !still)
  }

  return (
    <div
      className="pic"
      data-kind={kind}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        id={inputId}
        type="file"
        className="sr"
        accept={pictureTypes(uploadKind)}
        disabled={still}
        aria-describedby={`${generatedId}hint ${generatedId}error`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          void take(event.target.files?.[0])
          // so that the same file can be chosen again
          event.target.value = ""
        }}
      />
      <div className="pic-box" aria-busy={sending !== null}>
        {imageAddress && broken !== imageAddress ? (
          <button type="button" className="pic-view" aria-label="查看大图" disabled={sending !== null} onClick={() => setViewing(true)}>
            <img src={imageAddress} alt="" onError={() => setBroken(imageAddress)} />
          </button>
        ) : (
          <label htmlFor={inputId} className="pic-choose" data-off={still || undefined}>
            <MoreIcon name={imageAddress ? "fail" : "upload"} />
            <span>{over ? "松开就上传" : imageAddress ? "图片打不开了，重新选择" : "选择图片，或拖到这里"}</span>
          </label>
        )}
        {sending && <ProgressBar className="pic-bar" label="上传进度" value={share} />}
      </div>
      <div className="pic-side">
        <div className="pic-acts">
          {/* an empty box already contains the prompt */}
          {(value || sending) && (
            <Act
              icon="upload"
              text={sending ? (share < 1 ? `正在上传 ${Math.floor(share * 100)}%` : "正在处理") : "更换"}
              disabled={still}
              onClick={() => input.current?.click()}
            />
          )}
          {value && !sending && broken !== value && <Act icon="eye" text="查看" onClick={() => setViewing(true)} />}
          {value && !sending && <Act icon="trash" text="移除" disabled={disabled} onClick={() => onChange?.("")} />}
        </div>
        <p id={`${generatedId}hint`} className="pic-hint">
          {pictureFormats(uploadKind)}，最大 {pictureMegabytes(uploadKind)} MB
        </p>
        <p id={`${generatedId}error`} className="pic-error" role="alert" hidden={!error}>
          <MoreIcon name="fail" small />
          {error}
        </p>
      </div>
      {viewing && value && <PhotoViewer images={[value]} at={0} onClose={() => setViewing(false)} />}
    </div>
  )
}
