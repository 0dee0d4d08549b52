import { isChunkError } from "./chunk-reload"

/** `sentence` says what happened and what to do; `details` is the raw text of the exception for a report, "" if it would not help. */
export type ErrorText = { sentence: string; details: string }

const maxDetails = 300
/** What Chromium, Firefox and Safari say of a request that got no answer. */
const lostConnection = /failed to fetch|networkerror|network error|load failed|network connection was lost|appears to be offline/i
/** A sentence of ours (`lib/api/page-error.ts`); the messages of browsers and libraries are English. */
const isSentence = (message: string): boolean => /^[“《]?\p{Script=Han}/u.test(message)

const rawText = (error: unknown): string => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : typeof error === "string" ? error : ""
  return text.replace(/\s+/g, " ").trim().slice(0, maxDetails)
}

/**
 * Returns what a person reads of an exception that reached an error page. Anything can be thrown there, also by the browser, React or a
 * library, so the message itself is read only if it is a sentence of ours. Next withholds the message of a server error; its digest
 * identifies it in the server's log.
 */
export const errorText = (error: unknown): ErrorText => {
  if (isChunkError(error)) return { sentence: "页面没有载入完整，请刷新", details: "" }
  const digest = typeof error === "object" && error !== null && "digest" in error ? error.digest : ""
  if (typeof digest === "string" && digest) {
    return { sentence: `服务器没有处理好这个请求，编号 ${digest}。请稍后重新加载；仍然不行时，把编号告诉管理员。`, details: "" }
  }
  const message = error instanceof Error ? error.message : ""
  if (isSentence(message)) return { sentence: message, details: "" }
  const details = rawText(error)
  if (lostConnection.test(message)) return { sentence: "网络没有连上，请检查网络后重新加载。", details }
  return { sentence: "这一页没有运行起来，请重新加载；仍然不行时，换一个新版的浏览器打开。", details }
}
