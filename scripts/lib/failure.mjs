/** An error that is displayed to the user as one sentence. */
export class Failure extends Error {
  /** @param {string} sentence @param {ErrorOptions} [options] */
  constructor(sentence, options) {
    super(sentence, options)
    this.sentence = sentence
  }
}

/** Returns the code of a system error, for instance "ENOENT", or undefined for any other value. @param {unknown} error */
export const errorCodeOf = (error) => (error instanceof Error && "code" in error ? error.code : undefined)
/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error))

/** The fields of errors from Node's system calls and from drivers. */
/** @typedef {Partial<NodeJS.ErrnoException> & { port?: number, address?: string, hostname?: string, sentence?: string, errors?: Known[] }} Known */

/** @type {Record<string, (error: Known) => string>} */
const byCode = {
  EADDRINUSE: (error) => `端口 ${error.port ?? ""} 已被占用，可能豆架已经在运行；请停止占用它的程序，或用 --port 换一个端口。`,
  EADDRNOTAVAIL: (error) => `这台机器没有地址 ${error.address ?? ""}，请检查 --host。`,
  ENOTFOUND: (error) => `找不到主机 ${error.hostname ?? ""}，请检查配置里的地址和网络。`,
  ECONNREFUSED: (error) => `连接 ${[error.address, error.port].filter(Boolean).join(":")} 被拒绝，请检查配置里的地址和对方是否在运行。`,
  ENOSPC: (error) => `磁盘已满，无法写入${error.path ? ` ${error.path}` : ""}，请腾出空间后再试。`,
  EDQUOT: (error) => `磁盘配额已用完，无法写入${error.path ? ` ${error.path}` : ""}，请腾出空间后再试。`,
  EROFS: (error) => `${error.path ?? "磁盘"} 是只读的，请换一个可以写入的文件夹。`,
  EACCES: (error) =>
    error.syscall === "listen"
      ? `没有权限使用端口 ${error.port ?? ""}，请用 --port 换一个 1024 以上的端口。`
      : `没有读写 ${error.path ?? "文件"} 的权限，请检查它属于哪个用户。`,
  EPERM: (error) => `系统不允许修改 ${error.path ?? "文件"}，请检查它属于哪个用户。`,
}

/** Returns one Chinese sentence for any error; errors of this project carry it in `sentence`. @param {unknown} thrown */
export function sentenceOf(thrown) {
  const error = /** @type {Known | null | undefined} */ (thrown)
  if (error?.sentence) return error.sentence
  // Drivers wrap the original error (an AggregateError for several addresses, `cause` for a query).
  for (const inner of [error, /** @type {Known | undefined} */ (error?.cause), ...(error?.errors ?? [])]) {
    if (inner?.sentence) return inner.sentence
    const sentence = byCode[inner?.code ?? ""]
    if (inner && sentence) return sentence(inner)
  }
  // The message of a failed query is its SQL; the reason of the database is its cause.
  const reason = error?.cause instanceof Error ? error.cause.message : (error?.message ?? error)
  return `启动失败：${reason}`
}

/**
 * Prints the sentence and exits the process with code 1. `LOG_LEVEL=debug` also prints the error with its stack.
 * @param {unknown} error @returns {never}
 */
export function fail(error) {
  console.error(sentenceOf(error))
  if (["debug", "trace"].includes(process.env.LOG_LEVEL ?? "")) console.error(error)
  process.exit(1)
}
