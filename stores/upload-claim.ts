import { api } from "@/lib/api/client"
import type { SendFailure } from "@/lib/api/upload"
import type { RecycledDocument } from "@/lib/contract/types"
import { proofOf } from "@/lib/domain/upload-proof"
import type { Twin, UploadItem } from "./upload-item"

/** What the server says about a content before it is sent. */
export type Verdict = { kind: "send" } | { kind: "held"; twin: Twin } | { kind: "instant"; attachmentId: number } | { kind: "away"; failure: SendFailure }

const send: Verdict = { kind: "send" }
/** The network is away, or the server asks for patience: the same question later. */
export const isPassing = (status: number): boolean => status === 0 || status === 429

/** Remembers one's own recycle bin for as long as the page lives: a folder of files asks for it once. */
export const createJudge = () => {
  let bin: Promise<RecycledDocument[]> | null = null
  const readBin = () => (bin ??= api("GET /document/recycle", { own: true, page: 1, size: 100 }).then((reply) => (reply.ok ? reply.data.document : [])))

  const onSite = async (hash: string): Promise<Twin | null> => {
    const seen = await api("GET /document/exist", { hash })
    return seen.ok ? { place: "site", id: seen.data.id, uuid: seen.data.uuid, title: seen.data.title, username: "", own: false, likeness: 1 } : null
  }
  const inBin = async (hash: string): Promise<Twin | null> => {
    const mine = (await readBin()).find(({ attachment }) => attachment?.hash === hash)
    return mine ? { place: "recycle", id: mine.id, uuid: mine.uuid, title: mine.title, username: mine.username, own: true, likeness: 1 } : null
  }

  /**
   * 秒传: a file that the site has need not be sent, once it is proved that one holds it. Who was not asked yet whether they
   * want the same content a second time is asked. Whatever does not work here ends in sending the file.
   */
  return async ({ accepted }: UploadItem, file: File, md5: string, signal: AbortSignal): Promise<Verdict> => {
    const claim = await api("POST /upload/claim", { hash: md5, size: file.size, name: file.name })
    if (!claim.ok && isPassing(claim.status)) return { kind: "away", failure: claim }
    const id = claim.ok ? claim.data.id : ""
    if (!accepted) {
      const twin = (id ? await onSite(md5) : null) ?? (await inBin(md5))
      if (twin) return { kind: "held", twin }
    }
    if (!claim.ok || !id || signal.aborted) return send
    const proof = await proofOf(file, claim.data).catch(() => "")
    if (!proof || signal.aborted) return send
    const kept = await api("PUT /upload/claim", { id, proof })
    if (kept.ok && kept.data.id > 0) return { kind: "instant", attachmentId: kept.data.id }
    return !kept.ok && isPassing(kept.status) ? { kind: "away", failure: kept } : send
  }
}
