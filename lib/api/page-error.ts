import { notFound } from "next/navigation"
import type { Result } from "../contract/types"
import { isNotOffered } from "./absent"
import { refusalText, type Refused } from "./result"

/**
 * Returns the metadata of a page without data. `missing` is used only if the data does not exist; after a failed request this is unknown.
 */
export const missingMetadata = (reply: { status: number } | null, missing: string): { title: string; robots: { index: false } } => ({
  title: reply && reply.status >= 500 ? "这一页暂时打不开" : missing,
  robots: { index: false },
})

/** A page exists only if the server has the call for its data: answers 404 if it lacks this call. */
export const notFoundIfAbsent = (reply: Result<unknown>): void => {
  if (isNotOffered(reply)) notFound()
}

/**
 * A page that failed to load its data must not answer 200: the page cache would store it instead of serving the last good version. Thrown,
 * this error becomes a 500 with the error view of app/(site)/error.tsx. `sentence` says what could not be read, `reply` why. A page whose
 * call the server lacks is a 404 instead.
 */
export const pageError = (sentence: string, reply?: Refused): Error => {
  if (reply) notFoundIfAbsent(reply)
  return new Error((reply ? refusalText(reply, sentence) : sentence) || "这一页暂时没有加载出来")
}
