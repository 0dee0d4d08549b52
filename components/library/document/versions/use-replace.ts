"use client"

import { useEffect, useRef, useState } from "react"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { HashStopped, hashFile } from "@/lib/upload/hash-file"
import { sendFile } from "@/lib/upload/send"
import { refusalOf, uploadLimits } from "@/lib/upload/rules"

/** `share`: progress within the step, 0 to 1. */
export type Replacing = { step: "idle" | "hashing" | "sending" | "saving"; share: number; error: string }

const idle: Replacing = { step: "idle", share: 0, error: "" }

/** Uploads a new file for the document and replaces the old one; `onDone` is called when the server has accepted it. */
export const useReplace = (id: number, onDone: () => void) => {
  const { max_document_size, document_allowed_ext } = useSettings().security
  const [state, setState] = useState<Replacing>(idle)
  const stop = useRef<() => void>(() => undefined)
  // URL of the unfinished upload; choosing the same file again resumes it
  const lastUpload = useRef({ md5: "", url: "" })
  useEffect(() => () => stop.current(), [])
  const fail = (error: string) => setState({ ...idle, error })

  const save = async (attachment_id: number) => {
    setState({ step: "saving", share: 1, error: "" })
    const reply = await api("PUT /document/file", { id, attachment_id })
    if (!reply.ok) return fail(refusalText(reply, "替换失败"))
    setState(idle)
    onDone()
  }
  const send = (file: File, md5: string) => {
    setState({ step: "sending", share: 0, error: "" })
    const sending = sendFile({
      file,
      md5,
      url: lastUpload.current.md5 === md5 ? lastUpload.current.url : "",
      onSafe: (url) => (lastUpload.current = { md5, url }),
      onProgress: (sent) => setState({ step: "sending", share: sent / file.size, error: "" }),
      onFail: (failed) =>
        fail(
          failed.status === 0 && !failed.timedOut
            ? "网络断开了，请再试一次，已传的部分不会重传"
            : refusalText(failed, "上传失败或超时，请重试"),
        ),
      onDone: (attachment) => void save(attachment),
    })
    stop.current = sending.pause
  }
  const start = async (file: File) => {
    const refusal = refusalOf(file, uploadLimits(max_document_size, document_allowed_ext))
    if (refusal) return fail(refusal.replace("，已忽略该文件", ""))
    const control = new AbortController()
    stop.current = () => control.abort()
    setState({ step: "hashing", share: 0, error: "" })
    try {
      const md5 = await hashFile(file, (share) => setState({ step: "hashing", share, error: "" }), control.signal)
      if (!control.signal.aborted) send(file, md5)
    } catch (error) {
      if (!(error instanceof HashStopped)) fail("文件读取失败")
    }
  }
  const cancel = () => {
    stop.current()
    stop.current = () => undefined
    setState(idle)
  }
  return { state, start, cancel }
}
