"use client"

import "@/app/styles/picture.css"
import { Button, Modal, Slider } from "antd"
import dynamic from "next/dynamic"
import { useId, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { uploadPicture } from "@/lib/upload/send-picture"
import { pictureFormats, pictureRefusal, pictureTypes } from "@/lib/rules/library/picture-rules"
import { centred, maxZoom, turnedRight } from "./crop-placing"
import { cropImage, openImage, type CropArea } from "./picture-canvas"
import { useObjectUrl } from "@/components/ui/form/use-object-url"
import { refusalText } from "@/lib/api/result"

const CropStage = dynamic(() => import("./crop-stage").then((module) => module.CropStage), { ssr: false })

/** Size limit of the chosen file (MB). Only the crop is sent, so it may exceed the limit of an avatar. */
const maxMegabytes = 30

type Props = { open: boolean; onClose: () => void; onDone: (path: string) => void }

/**
 * Lets the user choose an image, position it behind a round window and upload the crop. `onDone` receives its address; the server has set
 * the avatar by then.
 */
export const AvatarCrop = ({ open, onClose, onDone }: Props) => (
  <Modal open={open} onCancel={onClose} title="更换头像" footer={null} width={440} destroyOnHidden mask={{ closable: false }}>
    <Steps onClose={onClose} onDone={onDone} />
  </Modal>
)

/** Mounted only while the dialog is open, so that each opening starts afresh. */
const Steps = ({ onClose, onDone }: Omit<Props, "open">) => {
  const [file, setFile] = useState<File | null>(null)
  const [placing, setPlacing] = useState(centred)
  const [error, setError] = useState("")
  const [sending, setSending] = useState(false)
  const [ready, setReady] = useState(false)
  const area = useRef<CropArea | null>(null)
  const source = useObjectUrl(file)
  const input = useRef<HTMLInputElement>(null)
  const ids = useId()

  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const refusal = pictureRefusal(chosen, "avatar", maxMegabytes)
    if (refusal) return setError(refusal)
    const probe = URL.createObjectURL(chosen)
    const opens = await openImage(probe).then(
      () => true,
      () => false,
    )
    URL.revokeObjectURL(probe)
    if (!opens) return setError(`这张图片打不开，请换一张 ${pictureFormats("avatar")} 图片`)
    setError("")
    setReady(false)
    area.current = null
    setPlacing(centred)
    setFile(chosen)
  }

  const send = async () => {
    if (!area.current) return
    setSending(true)
    setError("")
    const blob = await openImage(source)
      .then((image) => cropImage(image, area.current!, placing.rotation))
      .catch(() => null)
    const reply = blob ? await uploadPicture("avatar", blob) : null
    setSending(false)
    if (!reply) return setError("浏览器没能裁剪这张图片，请换一张再试")
    if (!reply.ok) return setError(refusalText(reply, "头像保存失败"))
    onDone(reply.data.path)
    onClose()
  }

  return (
    <div className="crop">
      <input
        ref={input}
        id={`${ids}file`}
        type="file"
        className="sr"
        accept={pictureTypes("avatar")}
        aria-label="选择头像图片"
        aria-describedby={error ? `${ids}error` : `${ids}hint`}
        onChange={(event) => {
          void take(event.target.files?.[0])
          // so that the same file can be chosen again
          event.target.value = ""
        }}
      />
      <div className="crop-stage">
        {file && source ? (
          <CropStage
            image={source}
            placing={placing}
            onPlacing={(change) => setPlacing((now) => ({ ...now, ...change }))}
            onArea={(newArea) => (area.current = newArea)}
            onReady={() => setReady(true)}
          />
        ) : (
          <label htmlFor={`${ids}file`} className="crop-choose">
            <Icon name="upload" />
            <b>选择一张图片</b>
            <span id={`${ids}hint`}>
              {pictureFormats("avatar")}，最大 {maxMegabytes} MB
            </span>
          </label>
        )}
      </div>
      {error && (
        <p id={`${ids}error`} className="pic-error" role="alert">
          <MoreIcon name="fail" small />
          {error}
        </p>
      )}
      <div className="crop-row" hidden={!file}>
        <span id={`${ids}zoom`}>缩放</span>
        <Slider
          min={1}
          max={maxZoom}
          step={0.05}
          value={placing.zoom}
          disabled={sending}
          tooltip={{ open: false }}
          ariaLabelledByForHandle={`${ids}zoom`}
          onChange={(zoom: number) => setPlacing((now) => ({ ...now, zoom }))}
        />
        <button
          type="button"
          className="ib"
          aria-label="向右转 90 度"
          title="向右转 90 度"
          disabled={sending}
          onClick={() => setPlacing(turnedRight)}
        >
          <Icon name="rotate" />
        </button>
      </div>
      <p className="crop-note" hidden={!file}>
        拖动图片或按方向键调整位置，双指或滚轮缩放
      </p>
      <div className="crop-acts">
        {file && (
          <Button disabled={sending} onClick={() => input.current?.click()}>
            换一张
          </Button>
        )}
        <Button disabled={sending} onClick={onClose}>
          取消
        </Button>
        <Button type="primary" loading={sending} disabled={!file || !ready} onClick={() => void send()}>
          {sending ? "正在保存" : "保存头像"}
        </Button>
      </div>
    </div>
  )
}
