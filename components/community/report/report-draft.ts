import { tabStore } from "@/lib/browser-storage"

/* A report whose session ended before it was sent, for the way to the login and back in this tab. */

/** `about`: a document's uuid, or kind and id of something else. */
export type ReportDraft = { person: number; about: string; reason: number; remark: string; picture: string }

const key = "report-draft"

export const keepReportDraft = (draft: ReportDraft): void => void tabStore.setItem(key, JSON.stringify(draft))

/** Returns the user's draft about this, once. */
export const takeReportDraft = (person: number, about: string): Pick<ReportDraft, "reason" | "remark" | "picture"> => {
  const draft = tabStore.getJson(key) as Partial<ReportDraft> | null
  tabStore.removeItem(key)
  const isOwn = draft?.person === person && draft.about === about
  if (!isOwn) return { reason: 0, remark: "", picture: "" }
  return { reason: Number(draft.reason) || 0, remark: String(draft.remark ?? ""), picture: String(draft.picture ?? "") }
}
