import { refusalText } from "../api/result"
import { HashStopped, hashFile } from "./hash-file"
import { sendFile } from "./send"
import type { SendFailure } from "./send-types"
import type { Remembered, UploadMemory } from "./memory"
import { createInstantCheck, isPassing } from "./instant-upload"
import type { FoundDuplicate, UploadItem } from "./item"

export type Deps = {
  patch: (key: string, part: Partial<UploadItem>) => void
  memory: UploadMemory
  remember: (key: string, part: Pick<Remembered, "url" | "attachment" | "share"> & { review?: boolean }) => void
  /** Returns an earlier row of the list with the same content. */
  duplicateInList: (key: string, md5: string) => FoundDuplicate | null
  /** Called when the server has the file. */
  onArrived: (key: string) => void
  /** Called when there is no network, or too many requests: it is retried automatically. */
  onAway: (key: string, failure: SendFailure) => void
  /** Called when bytes were transferred, so the network is available. */
  onMoved: (bytes: number) => void
  /** Called when a slot becomes free. */
  onFree: () => void
}

/** Uploads one file: hashing, then instant upload or sending. Each step can be stopped. */
export const createRunner = ({ patch, memory, remember, duplicateInList, onArrived, onAway, onMoved, onFree }: Deps) => {
  const stops = new Map<string, (forget: boolean) => void>()
  const checkInstant = createInstantCheck()

  const end = (key: string, part: Partial<UploadItem>) => {
    stops.delete(key)
    patch(key, part)
    onFree()
  }
  const fail = (key: string, failure: SendFailure) => {
    if (!isPassing(failure.status)) return end(key, { phase: "failed", message: refusalText(failure, "上传失败或超时，请重试") })
    stops.delete(key)
    onAway(key, failure)
  }
  const arrive = (key: string, attachmentId: number, instant: boolean, duplicate: FoundDuplicate | null = null) => {
    stops.delete(key)
    patch(key, { attachmentId, instant, share: 1 })
    // a confirmation without an answer is repeated after a reload
    remember(key, { url: "", attachment: attachmentId, share: 1, ...(duplicate && { review: true }) })
    if (duplicate) end(key, { phase: "duplicate", duplicate })
    else onArrived(key)
  }

  const send = (item: UploadItem, file: File, md5: string, url: string) => {
    const { key } = item
    let last = -1
    patch(key, { phase: "uploading", share: url ? item.share : 0, url })
    const sending = sendFile({
      file,
      name: item.name,
      md5,
      url,
      onProgress: (sent) => {
        // bytes of an earlier attempt do not count towards the speed
        if (last >= 0) onMoved(Math.max(0, sent - last))
        last = sent
        patch(key, { share: sent / file.size })
      },
      onSafe: (safe, accepted) => {
        patch(key, { url: safe })
        remember(key, { url: safe, attachment: 0, share: Math.max(accepted / file.size, memory.find(md5, item.size)?.share ?? 0) })
      },
      onFail: (failed) => fail(key, failed),
      onDone: (attachmentId) => arrive(key, attachmentId, false),
    })
    stops.set(key, (forget) => (forget ? sending.cancel() : sending.pause()))
  }

  const hashed = async ({ key, md5 }: UploadItem, file: File, signal: AbortSignal): Promise<string> => {
    if (md5) return md5
    patch(key, { phase: "hashing", share: 0 })
    return hashFile(file, (share) => patch(key, { share }), signal)
  }

  /**
   * Continues with the known hash: checks it against the expected one, looks for duplicates, resumes an earlier upload, or tries an instant
   * upload.
   */
  const proceed = async (item: UploadItem, file: File, md5: string, signal: AbortSignal): Promise<void> => {
    const { key } = item
    if (item.expected && item.expected !== md5)
      return end(key, { phase: "failed", md5, expected: "", message: "内容和上次那份不同。重试会当作新文件上传" })
    patch(key, { md5, phase: "checking" })
    const duplicate = duplicateInList(key, md5)
    if (duplicate && !item.accepted) return end(key, { phase: "duplicate", duplicate })
    // stored data of this content belongs to the first row
    const before = duplicate ? undefined : memory.find(md5, item.size)
    if (before?.attachment) return arrive(key, before.attachment, false)
    const url = item.url || before?.url || ""
    if (url) return send({ ...item, share: before?.share ?? item.share }, file, md5, url)
    const verdict = await checkInstant(item, file, md5, signal)
    if (signal.aborted) return
    if (verdict.kind === "away") return fail(key, verdict.failure)
    if (verdict.kind === "duplicate") return end(key, { phase: "duplicate", duplicate: verdict.duplicate })
    if (verdict.kind === "instant") {
      patch(key, { suggestion: verdict.suggestion })
      return arrive(key, verdict.attachmentId, true, verdict.duplicate)
    }
    send(item, file, md5, "")
  }

  const run = async (item: UploadItem): Promise<void> => {
    const { key, file, attachmentId } = item
    if (attachmentId > 0) return onArrived(key)
    if (!file) return end(key, { phase: "failed", message: "这份文件要重新选择" })
    const control = new AbortController()
    stops.set(key, () => control.abort())
    try {
      const md5 = await hashed(item, file, control.signal)
      if (!control.signal.aborted) await proceed(item, file, md5, control.signal)
    } catch (error) {
      if (!(error instanceof HashStopped) && !control.signal.aborted) end(key, { phase: "failed", message: "文件读取失败" })
    }
  }

  const stop = (key: string, forget: boolean) => {
    stops.get(key)?.(forget)
    stops.delete(key)
  }
  return { run, stop, stopAll: () => [...stops.keys()].forEach((key) => stop(key, false)) }
}
