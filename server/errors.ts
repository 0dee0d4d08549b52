import { z } from "zod"

/** gRPC's codes, as every compatible server answers them (docs/reference/api.md 1.7), with their HTTP status. */
const statusOf = {
  3: 400,
  16: 401,
  7: 403,
  5: 404,
  6: 409,
  8: 429,
  13: 500,
  14: 503,
  11: 413,
  15: 507,
} as const
type Code = keyof typeof statusOf

/** The one error class: a message for people, a code for programs. Everything else is a fault of ours and answers 500. */
export class AppError extends Error {
  readonly status: number
  constructor(
    readonly code: Code,
    message: string,
    /** seconds after which to try again (429) */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = "AppError"
    this.status = statusOf[code]
  }
}

export const invalid = (message: string) => new AppError(3, message)
export const unauthenticated = (message = "您未登录或您的登录已过期，请重新登录或刷新页面重试") => new AppError(16, message)
export const forbidden = (message: string) => new AppError(7, message)
export const notFound = (message = "内容不存在") => new AppError(5, message)
export const conflict = (message: string) => new AppError(6, message)
export const tooMany = (seconds: number, message = "操作太频繁，请稍后再试") => new AppError(8, message, seconds)
export const tooLarge = (message: string) => new AppError(11, message)

export type ErrorBody = { code: number; message: string }
export type Fault = { status: number; body: ErrorBody; retryAfter?: number; internal: boolean }

/** Maps whatever was thrown to what the caller may see. Unknown faults say nothing of their cause. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof AppError)
    return { status: error.status, body: { code: error.code, message: error.message }, retryAfter: error.retryAfter, internal: false }
  if (error instanceof z.ZodError) return { status: 400, body: { code: 3, message: messageOf(error) }, internal: false }
  if (isDiskFull(error)) return { status: 507, body: { code: 15, message: "服务器磁盘空间不足，请联系管理员" }, internal: true }
  if (isUnfit(error)) return { status: 400, body: { code: 3, message: "提交的内容里有太大的数字或不能用的字符" }, internal: false }
  return { status: 500, body: { code: 13, message: "服务器出了点问题，请稍后再试" }, internal: true }
}

const messageOf = (error: z.ZodError): string => {
  const messages = error.issues.map((issue) => innermost(issue))
  return [...new Set(messages)].join("；")
}

/** A union reports only "invalid"; the sentence a person can use is inside. */
const innermost = (issue: z.core.$ZodIssue): string => {
  if (issue.code === "invalid_union") {
    const inner = issue.errors.flat().find((one) => one.path.length > 0)
    if (inner) return innermost(inner)
  }
  const field = issue.path.filter((part) => typeof part === "string").at(-1)
  const plain = /^(无效输入|应为|Invalid)/.test(issue.message)
  return plain && field ? `${field}：${issue.message}` : issue.message
}

const isDiskFull = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "53100")

/** What PostgreSQL cannot hold: a number beyond its column, a NUL in a text. */
const isUnfit = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && ["22003", "22021", "22P05"].includes(String(error.code))) || isUnfit(error.cause))
