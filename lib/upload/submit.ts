import { refusalText } from "../api/result"
import { api } from "@/lib/api/client"
import type { SendFailure } from "./send-types"
import type { UploadMemory } from "./memory"
import { keywordsOf, titleOf } from "./rules"
import type { UploadTerms } from "./terms"
import { isPassing } from "./instant-upload"
import { termsOf, type UploadItem } from "./item"

type Deps = {
  items: () => UploadItem[]
  find: (key: string) => UploadItem | undefined
  patch: (key: string, part: Partial<UploadItem>) => void
  terms: () => UploadTerms
  /** ids from the top category down to the chosen one */
  lineage: (category: number) => number[]
  memory: UploadMemory
  onAway: (key: string, failure: SendFailure) => void
  onFree: () => void
}

/** Up to `alone` files are each submitted immediately; more than that in batches of `together`, because of rate limits. */
const alone = 100
const together = 10

/** Checks whether the server rejected the uploaded file itself. An error without a field may mean the file. */
const isAboutFile = ({ field }: SendFailure): boolean => !field || field === "document" || field.endsWith(".attachment_id")

/** Submits uploaded files as documents. A rejected one does not block the others. */
export const createSubmitter = ({ items, find, patch, terms, lineage, memory, onAway, onFree }: Deps) => {
  const waiting: string[] = []

  const documentOf = (item: UploadItem) => {
    const { price, is_vip, language, keywords, description, audience } = termsOf(item, terms())
    return {
      attachment_id: item.attachmentId,
      title: item.title.trim() || titleOf(item.name),
      price,
      description: description.trim(),
      // sent only if true: some compatible servers do not support it
      ...(is_vip && { is_vip }),
      ...(keywords.length > 0 && { keywords: keywordsOf(keywords).join(",") }),
      ...(language && { language }),
      ...(audience.visibility >= 0 && { visibility: audience.visibility, group_id: audience.groups }),
    }
  }

  const refuse = (item: UploadItem, failure: SendFailure) => {
    if (isPassing(failure.status)) return onAway(item.key, failure)
    // uploaded before a reload and deleted since: a retry uploads it again
    const stale = failure.status === 400 && item.file !== null && isAboutFile(failure)
    if (stale) memory.forget(item.md5, item.size)
    patch(item.key, {
      phase: "failed",
      message: refusalText(failure, "上传失败或超时，请重试"),
      ...(stale && { attachmentId: 0, url: "", accepted: true }),
    })
  }

  const submit = async (group: UploadItem[], category: number): Promise<void> => {
    const reply = await api("POST /document", { category_id: lineage(category), document: group.map(documentOf) })
    if (!reply.ok && group.length > 1 && !isPassing(reply.status)) {
      for (const item of group) await submit([item], category)
      return
    }
    for (const item of group) {
      if (!reply.ok) {
        refuse(item, reply)
        continue
      }
      const made =
        reply.data.document.find((one) => one.attachment_id === item.attachmentId) ??
        (group.length === 1 ? reply.data.document[0] : undefined)
      memory.forget(item.md5, item.size)
      if (made) memory.made(made.uuid, lineage(category))
      patch(item.key, {
        phase: "done",
        message: "",
        uuid: made?.uuid ?? "",
        documentId: made?.id ?? 0,
        status: made?.status ?? 0,
        own: termsOf(item, terms()),
      })
    }
    onFree()
  }

  const flush = () => {
    const ready = waiting.splice(0).flatMap((key) => find(key) ?? [])
    const byCategory = new Map<number, UploadItem[]>()
    for (const item of ready) {
      const { category } = termsOf(item, terms())
      byCategory.set(category, [...(byCategory.get(category) ?? []), item])
    }
    for (const [category, group] of byCategory) while (group.length) void submit(group.splice(0, together), category)
  }

  return {
    /** `coming` = whether more files are being uploaded. */
    add: (key: string, coming: boolean) => {
      patch(key, { phase: "submitting", share: 1 })
      waiting.push(key)
      if (items().length <= alone || waiting.length >= together || !coming) flush()
    },
    /** No more files are coming: submits an incomplete batch. */
    settle: () => {
      if (waiting.length) flush()
    },
  }
}
