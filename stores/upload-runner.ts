import { api } from "@/lib/api/client"
import { HashStopped, hashFile } from "@/lib/api/file-hash"
import { type SendFailure, sendFile } from "@/lib/api/upload"
import { titleOf } from "@/lib/domain/upload-rules"
import type { UploadItem, UploadTerms } from "./upload-item"

type Desk = {
  find: (key: string) => UploadItem | undefined
  patch: (key: string, part: Partial<UploadItem>) => void
  terms: () => UploadTerms
  /** a place became free */
  onFree: () => void
}

/** What happens to one file: hashed, sent, registered. Knows how to stop each of them. */
export const createRunner = ({ find, patch, terms, onFree }: Desk) => {
  const stops = new Map<string, (forget: boolean) => void>()

  const fail = (key: string, { status, message }: SendFailure) => {
    stops.delete(key)
    const offline = status === 0
    patch(key, { phase: "failed", offline, message: offline ? "网络断开了，连上后自动继续" : message || "上传失败或超时，请重试" })
    onFree()
  }

  const submit = async (key: string) => {
    const item = find(key)
    if (!item) return
    patch(key, { phase: "submitting", share: 1 })
    const { categoryIds, price, description, language } = terms()
    const title = item.title.trim() || titleOf(item.file.name)
    const document = { attachment_id: item.attachmentId, title, price, description, ...(language ? { language } : {}) }
    const reply = await api("POST /document", { category_id: categoryIds, document: [document] })
    if (!reply.ok) return fail(key, reply)
    const made = reply.data.document[0]
    patch(key, { phase: "done", uuid: made?.uuid ?? "", documentId: made?.id ?? 0 })
    onFree()
  }

  const send = (key: string, file: File, md5: string) => {
    patch(key, { phase: "uploading", share: 0, md5 })
    const sending = sendFile({
      file,
      md5,
      onProgress: (sent) => patch(key, { share: sent / file.size }),
      onFail: (failed) => fail(key, failed),
      onDone: (attachmentId) => {
        stops.delete(key)
        patch(key, { attachmentId })
        void submit(key)
      },
    })
    stops.set(key, (forget) => (forget ? sending.cancel() : sending.pause()))
  }

  const run = async ({ key, file, md5, attachmentId }: UploadItem): Promise<void> => {
    if (attachmentId > 0) return submit(key)
    if (md5) return send(key, file, md5)
    const control = new AbortController()
    stops.set(key, () => control.abort())
    patch(key, { phase: "hashing", share: 0 })
    try {
      const found = await hashFile(file, (share) => patch(key, { share }), control.signal)
      if (!control.signal.aborted) send(key, file, found)
    } catch (error) {
      if (!(error instanceof HashStopped)) fail(key, { status: 400, message: "文件读取失败" })
    }
  }

  const stop = (key: string, forget: boolean) => {
    stops.get(key)?.(forget)
    stops.delete(key)
  }
  return { run, stop, stopAll: () => [...stops.keys()].forEach((key) => stop(key, false)) }
}
