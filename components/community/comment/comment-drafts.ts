import { hasLoggedOut } from "@/lib/api/token"
import { localStore } from "@/lib/browser-storage"
import type { CommentTarget } from "./comment-target"

/* Unsent comments and replies in this browser, per user; they survive a closed tab and the end of a session (docs/decisions/169). */

type CommentDraft = { target: number; type: number; parent: number; text: string; page: string; at: number }
type Subject = Pick<CommentTarget, "id" | "type">

const maxDrafts = 20
const maxAgeMs = 90 * 86_400_000
const keyOf = (person: number) => `comments:${person}`

const isDraft = (one: unknown): one is CommentDraft => {
  const { target, type, parent, text, page, at } = (one ?? {}) as Record<string, unknown>
  return [target, type, parent, at].every((value) => typeof value === "number") && typeof text === "string" && typeof page === "string"
}

const readAll = (person: number): CommentDraft[] => {
  const items = localStore.getJson(keyOf(person))
  return Array.isArray(items) ? items.filter(isDraft).filter(({ at }) => Date.now() - at < maxAgeMs) : []
}

/** Returns the user's draft below this document or article; `parent` is the comment being replied to, 0 = none. */
export const readCommentDraft = (person: number, { id, type }: Subject, parent: number): { text: string; page: string } => {
  const draft = person ? readAll(person).find((one) => one.target === id && one.type === type && one.parent === parent) : undefined
  return { text: draft?.text ?? "", page: draft?.page ?? "" }
}

/** Returns the comment to which the user's latest unsent reply belongs, 0 if there is none. */
export const draftedReply = (person: number, { id, type }: Subject): number =>
  (person ? readAll(person).find((one) => one.target === id && one.type === type && one.parent > 0) : undefined)?.parent ?? 0

/** Stores an unsent text, newest first; an empty one is deleted. */
export const writeCommentDraft = (person: number, { id, type }: Subject, parent: number, text: string, page = ""): void => {
  if (!person || hasLoggedOut(person)) return
  const others = readAll(person).filter((one) => one.target !== id || one.type !== type || one.parent !== parent)
  const drafts = text.trim() ? [{ target: id, type, parent, text, page, at: Date.now() }, ...others].slice(0, maxDrafts) : others
  if (drafts.length > 0) localStore.setItem(keyOf(person), JSON.stringify(drafts))
  else localStore.removeItem(keyOf(person))
}
