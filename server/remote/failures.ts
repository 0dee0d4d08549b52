import { failure } from "../../lib/api/result"
import type { Result } from "../../lib/contract/types"

/* The kinds of failures of an existing server, each with a Chinese message; the own message of that server reaches a person only when it is a sentence. */

export type Failure = Extract<Result<never>, { ok: false }>

export const illMessage = "后端暂时没有回应，请稍后再试"

/** The server did not answer, or nothing that can be understood. */
export const ill = (): Failure => ({ ok: false, status: 502, message: illMessage })

/** Said instead of what only programs understand. */
const sentences: Record<number, string> = {
  400: "提交的内容不正确",
  401: "您未登录或您的登录已过期，请重新登录或刷新页面重试",
  403: "您没有权限访问",
  404: "内容不存在",
  409: "已经存在，或与现状冲突",
  413: "内容太大",
  429: "操作太频繁，请稍后再试",
}

/** Words of programs: databases, Go and its libraries, proxies. */
const technical =
  /rpc error|error \d{3,}|\bsql|dial tcp|duplicate entry|foreign key|panic|goroutine|runtime error|nil pointer|\bjson:|proto:|strconv|\bEOF\b|context (deadline|canceled)|unknown field|\.go:\d|<html|[a-z]+_[a-z_]+\b.*(null|column|table)|数据库/i
const isSentence = (text: string): boolean => /[\u4e00-\u9fff]/.test(text) && text.length <= 300 && !technical.test(text)

/** The server has no room left: its administrator's business, and no illness. */
const full = 507

type Answer = { method: string; status: number; body: unknown; signedIn: boolean }

/**
 * The failure that an answer of another status than 200 means (docs/reference/api.md 1.7): compatible servers answer 500 for what is
 * missing, for lacking rights and for a refused input, and 400 `ID错误` for a session that has ended.
 */
export const failureOf = ({ method, status, body, signedIn }: Answer): Failure => {
  const { message: said, ...rest } = failure(status, "", body) as Failure
  const meant = meaningOf(method, status, said, signedIn)
  if (meant >= 500 && meant !== full) return ill()
  return { ...rest, status: meant, message: isSentence(said) && meant !== 401 ? said : (sentences[meant] ?? sentences[400]!) }
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
  // a sentence about reading says that it failed, one about a change why it was refused
  if (method === "GET") return said.includes("不存在") ? 404 : 502
  return 400
}
