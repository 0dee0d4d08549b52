import { ErrorCode } from "../lib/contract/error-code"

/** The HTTP status of each code (docs/reference/api.md 1.7). */
const statusOf: Record<ErrorCode, number> = {
  [ErrorCode.invalidArgument]: 400,
  [ErrorCode.deadlineExceeded]: 408,
  [ErrorCode.unauthenticated]: 401,
  [ErrorCode.factorRequired]: 400,
  [ErrorCode.factorMissing]: 403,
  [ErrorCode.purchaseRequired]: 403,
  [ErrorCode.permissionDenied]: 403,
  [ErrorCode.notFound]: 404,
  [ErrorCode.alreadyExists]: 409,
  [ErrorCode.confirmationRequired]: 403,
  [ErrorCode.outOfRange]: 413,
  [ErrorCode.resourceExhausted]: 429,
  [ErrorCode.notOffered]: 404,
  [ErrorCode.internal]: 500,
  [ErrorCode.unavailable]: 503,
  [ErrorCode.dataLoss]: 507,
}

type Details = {
  /** The input field that the message refers to, by its name on the wire; nested ones as `document.0.title`. */
  field?: string
  /** Seconds after which to retry (429, 503). */
  retryAfter?: number
  /** Of a login that a punishment refuses: signed permission to send one appeal (`people/decision/appeal-pass.usecases.ts`). */
  appeal?: string
}

/** The only error class: a message for users, a code for programs. Any other error answers 500. */
export class AppError extends Error {
  readonly status: number
  readonly field?: string
  readonly retryAfter?: number
  readonly appeal?: string
  constructor(
    readonly code: ErrorCode,
    message: string,
    { field, retryAfter, appeal }: Details = {},
  ) {
    super(message)
    this.name = "AppError"
    this.status = statusOf[code]
    this.field = field
    this.retryAfter = retryAfter
    this.appeal = appeal
  }
}

export const invalid = (message: string, field?: string) => new AppError(ErrorCode.invalidArgument, message, { field })
export const unauthenticated = (message = "你未登录或你的登录已过期，请重新登录或刷新页面重试") =>
  new AppError(ErrorCode.unauthenticated, message)
export const forbidden = (message: string, field?: string) => new AppError(ErrorCode.permissionDenied, message, { field })
/** The session must confirm its password again (`server/security/confirmation.ts`). */
export const unconfirmed = () =>
  new AppError(ErrorCode.confirmationRequired, "为了安全，这一步要先确认登录密码；也可以重新登录，然后在十分钟内操作")
export const notFound = (message = "内容不存在", field?: string) => new AppError(ErrorCode.notFound, message, { field })
export const conflict = (message: string, field?: string) => new AppError(ErrorCode.alreadyExists, message, { field })
export const tooMany = (seconds: number, message = "操作太频繁，请稍后再试", field?: string) =>
  new AppError(ErrorCode.resourceExhausted, message, { field, retryAfter: seconds })
export const tooLarge = (message: string) => new AppError(ErrorCode.outOfRange, message)
/** The feature does not exist on the server behind this site. */
export const notOffered = (message = "这个站点没有此功能") => new AppError(ErrorCode.notOffered, message)
export const unavailable = (message: string, retryAfter?: number) => new AppError(ErrorCode.unavailable, message, { retryAfter })

/** PostgreSQL refuses connections or does not answer. */
export const databaseSilent = () => unavailable("网站的数据库暂时没有回应，请稍后再试", 5)

/** The disk is full, or has less than its reserve. */
export const noSpace = () =>
  new AppError(ErrorCode.dataLoss, "服务器剩余空间不足，现在只能浏览和下载，不能提交内容，请稍后再试或联系管理员", { retryAfter: 60 })

/** The same as `databaseSilent`, for a change that PostgreSQL may have received. */
export const changeUnanswered = () => unavailable("网站的数据库暂时没有回应，刚才的操作可能已经生效，请稍后刷新查看", 5)

export type ErrorBody = { code: ErrorCode; message: string; field?: string; appeal?: string }
export type Fault = { status: number; body: ErrorBody; retryAfter?: number; internal: boolean }

const fault = (code: ErrorCode, message: string, { field, retryAfter, appeal }: Details = {}, internal = false): Fault => ({
  status: statusOf[code],
  body: { code, message, ...(field && { field }), ...(appeal && { appeal }) },
  retryAfter,
  internal,
})

/** Maps an error to the response. Unknown errors reveal nothing about their cause. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof AppError) return fault(error.code, error.message, error)
  if (isDiskFull(error)) return { ...faultOf(noSpace()), internal: true }
  if (isConnectionLost(error)) return { ...faultOf(databaseSilent()), internal: true }
  if (isUnfit(error)) return fault(ErrorCode.invalidArgument, "提交的内容里有太大的数字或不能用的字符")
  return fault(ErrorCode.internal, "服务器出了点问题，请稍后再试", {}, true)
}

/** Checks whether the connection to PostgreSQL was lost, so that the work may be retried. */
export const isConnectionLost = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = "code" in one && typeof one.code === "string" ? one.code : ""
    // a missing socket is also ENOENT, but from `connect`
    if (code === "ENOENT" && "syscall" in one && one.syscall === "connect") return true
    // too many connections are temporary, too
    if (
      /^(53300|57P0\d|08\w{3}|ECONN\w+|EPIPE)$/.test(code) ||
      /^Connection terminated|^Query read timeout|timeout exceeded when trying to connect|not queryable|the database system is (starting up|shutting down|in recovery)/.test(
        one.message,
      )
    )
      return true
  }
  return false
}

/** ENOSPC and EDQUOT of files, 53100 of PostgreSQL, whose error is the cause of the failed query. */
const isDiskFull = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause)
    if ("code" in one && ["ENOSPC", "EDQUOT", "53100"].includes(String(one.code))) return true
  return false
}

/** Checks for values that PostgreSQL cannot store: a number out of the column's range, or a NUL in a text. */
const isUnfit = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && ["22003", "22021", "22P05"].includes(String(error.code))) || isUnfit(error.cause))

/**
 * A reason why the process cannot start, as one Chinese sentence for the operator at the terminal. `scripts/start.mjs` prints only
 * `sentence`, without a stack.
 */
export class StartError extends Error {
  readonly sentence: string

  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options)
    this.name = "StartError"
    this.sentence = sentence
  }
}

const sentencesByCode: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `磁盘已满，无法写入 ${path}，请腾出空间后再启动。`,
  EDQUOT: (path) => `磁盘配额已用完，无法写入 ${path}，请腾出空间后再启动。`,
  EACCES: (path) => `没有读写 ${path} 的权限，请检查这个文件夹属于哪个用户。`,
  EPERM: (path) => `系统不允许修改 ${path}，请检查这个文件夹属于哪个用户。`,
  EROFS: (path) => `${path} 所在的磁盘是只读的，请换一个可以写入的文件夹。`,
  ENOTDIR: (path) => `${path} 不是文件夹，请换一个数据文件夹。`,
  EEXIST: (path) => `${path} 不是文件夹，请换一个数据文件夹。`,
}

/** Returns the code of a system error (`ENOSPC`, `EACCES`, …), or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
}

/** Converts a system error at `path` to a `StartError`; a `StartError` passes unchanged. */
export function diskError(error: unknown, path: string): StartError {
  if (error instanceof StartError) return error
  const sentence = sentencesByCode[errorCode(error)]
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(sentence ? sentence(path) : `无法使用 ${path}：${reason}`, { cause: error })
}
