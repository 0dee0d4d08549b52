import { isAbsent } from "@/lib/api/absent"
import { api } from "@/lib/api/client"
import type { SendFailure } from "./send-types"
import type { RecycledDocument } from "@/lib/contract/types"
import { proofOf } from "./proof"
import type { FoundDuplicate, FileSuggestion, UploadItem } from "./item"

/** `instant`: the server already has the content, so nothing is sent; `duplicate` is then an existing document with the same content. */
export type InstantVerdict =
  | { kind: "send" }
  | { kind: "duplicate"; duplicate: FoundDuplicate }
  | { kind: "instant"; attachmentId: number; duplicate: FoundDuplicate | null; suggestion: FileSuggestion | null }
  | { kind: "away"; failure: SendFailure }

const send: InstantVerdict = { kind: "send" }
/** Checks for a temporary failure (no network, an ended session, or too many requests) that is worth a retry later. */
export const isPassing = (status: number): boolean => status === 0 || status === 401 || status === 429

/** Loads the user's recycle bin only once per page, although many files are checked against it. */
export const createInstantCheck = () => {
  let bin: Promise<RecycledDocument[]> | null = null
  let claims = true
  let askAgain = 0
  const readBin = () =>
    (bin ??= api("GET /document/recycle", { own: true, page: 1, size: 100 }).then((reply) => (reply.ok ? reply.data.document : [])))

  const inBin = async (hash: string): Promise<FoundDuplicate | null> => {
    const mine = (await readBin()).find(({ attachment }) => attachment?.hash === hash)
    return mine
      ? { place: "recycle", id: mine.id, uuid: mine.uuid, title: mine.title, username: mine.username, own: true, likeness: 1 }
      : null
  }
  /** Compatible servers without 秒传 can at least report that a file exists (docs/reference/api.md 2.5). */
  const byHash = async (hash: string): Promise<FoundDuplicate | null> => {
    const seen = await api("GET /document/exist", { hash })
    return seen.ok
      ? { place: "site", id: seen.data.id, uuid: seen.data.uuid, title: seen.data.title, username: "", own: false, likeness: 1 }
      : null
  }
  /** The file now belongs to the user. Looks up documents with the same content. */
  const instant = async (attachmentId: number, accepted: boolean): Promise<InstantVerdict> => {
    if (accepted) return { kind: "instant", attachmentId, duplicate: null, suggestion: null }
    const reply = await api("GET /document/suggest", { attachment_id: attachmentId })
    const same = reply.ok ? reply.data.duplicates.find(({ likeness }) => likeness >= 1) : undefined
    return {
      kind: "instant",
      attachmentId,
      duplicate: same ? { ...same, place: "site", id: 0 } : null,
      suggestion: reply.ok ? reply.data : null,
    }
  }

  /**
   * 秒传: a file that the site already has is not sent, once the user's browser has proved possession. Asks the user first whether they want
   * to upload the same content again. If any step fails, the file is sent.
   */
  return async ({ accepted, name }: UploadItem, file: File, md5: string, signal: AbortSignal): Promise<InstantVerdict> => {
    const deleted = accepted || isAbsent("GET /document/recycle own") ? null : await inBin(md5)
    if (deleted) return { kind: "duplicate", duplicate: deleted }
    if (Date.now() < askAgain) return send
    const claim = claims ? await api("POST /upload/claim", { hash: md5, size: file.size, name }) : null
    if (claim && !claim.ok) {
      if (claim.status === 0) return { kind: "away", failure: claim }
      // the hourly limit is reached: send further files without checking
      if (claim.status === 429) askAgain = Date.now() + (claim.wait ?? 60) * 1_000
      if (claim.status === 404) claims = false
    }
    if (!claims) {
      const duplicate = accepted ? null : await byHash(md5)
      return duplicate ? { kind: "duplicate", duplicate } : send
    }
    if (!claim?.ok || !claim.data.id || signal.aborted) return send
    const proof = await proofOf(file, claim.data).catch(() => "")
    if (!proof || signal.aborted) return send
    const proven = await api("PUT /upload/claim", { id: claim.data.id, proof })
    if (proven.ok && proven.data.id > 0) return instant(proven.data.id, accepted)
    return !proven.ok && isPassing(proven.status) ? { kind: "away", failure: proven } : send
  }
}
