import { tabStore } from "@/lib/browser-storage"

/* A report whose session ended before it was sent, for the way to the login and back in this tab. */

/** `about`: a document's uuid, or kind and id of something else. */
export type ReportDraft = { person: number; about: string; reason: number; remark: string }

const key = "report-draft"

export const keepReportDraft = (draft: ReportDraft): void => void tabStore.setItem(key, JSON.stringify(draft))

/** Returns the user's draft about this, once. */
export const takeReportDraft = (person: number, about: string): Pick<ReportDraft, "reason" | "remark"> => {
  const draft = tabStore.getJson(key) as Partial<ReportDraft> | null
  tabStore.removeItem(key)
  const isOwn = draft?.person === person && draft.about === about
  return { reason: isOwn ? Number(draft.reason) || 0 : 0, remark: isOwn ? String(draft.remark ?? "") : "" }
}
