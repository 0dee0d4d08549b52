import { failure } from "@/lib/api/result"
import type { Result } from "../../lib/contract/types"

/*
 * Kinds of failures of a remote server, each with a Chinese message. The server's own message reaches users only if it is a readable
 * sentence.
 */

export type RemoteFailure = Extract<Result<never>, { ok: false }>

export const illMessage = "后端暂时没有回应，请稍后再试"

/** Returns the failure for a server that did not answer or whose answer was unintelligible. */
export const ill = (): RemoteFailure => ({ ok: false, status: 502, message: illMessage })

/** Messages that replace purely technical ones. */
const sentences: Record<number, string> = {
  400: "提交的内容不正确",
  401: "您未登录或您的登录已过期，请重新登录或刷新页面重试",
  403: "您没有权限访问",
  404: "内容不存在",
  409: "已经存在，或与现状冲突",
  413: "内容太大",
  429: "操作太频繁，请稍后再试",
}

/** Matches technical terms of databases, Go and its libraries, and proxies. */
const technical =
  /rpc error|error \d{3,}|\bsql|dial tcp|duplicate entry|foreign key|panic|goroutine|runtime error|nil pointer|\bjson:|proto:|strconv|\bEOF\b|context (deadline|canceled)|unknown field|\.go:\d|<html|[a-z]+_[a-z_]+\b.*(null|column|table)|数据库/i
const isSentence = (text: string): boolean => /[\u4e00-\u9fff]/.test(text) && text.length <= 300 && !technical.test(text)

/** The server's disk is full. That is a matter for its administrator and does not mean that it is unavailable. */
const full = 507

type Answer = { method: string; status: number; body: unknown; signedIn: boolean }

/**
 * Returns the failure for an answer with a status other than 200 (docs/reference/api.md 1.7). Compatible servers answer 500 for missing
 * content, missing permissions and invalid input, and 400 `ID错误` for an expired session.
 */
export const failureOf = ({ method, status, body, signedIn }: Answer): RemoteFailure => {
  const { message: said, field } = failure(status, "", body) as RemoteFailure
  const meant = meaningOf(method, status, said, signedIn)
  if (meant >= 500 && meant !== full) return ill()
  const message = isSentence(said) && meant !== 401 ? said : (sentences[meant] ?? sentences[400]!)
  return { ok: false, status: meant, message, ...(field && { field }) }
}

const meaningOf = (method: string, status: number, said: string, signedIn: boolean): number => {
  if (/code = Unauthenticated/.test(said) || (status === 400 && signedIn && said.startsWith("ID错误"))) return 401
  if (status === 501 || /record not found/i.test(said)) return 404
  if (status < 500) return status < 400 ? 502 : status
  if (status === full && isSentence(said)) return full
  if (status > 500) return 502
  if (/没有权限|无权/.test(said)) return 403
  if (/duplicate entry/i.test(said)) return 409
  if (!isSentence(said)) return 502
  // A message about a read reports that it failed; a message about a change gives the reason for the refusal.
  if (method === "GET") return said.includes("不存在") ? 404 : 502
  return 400
}
