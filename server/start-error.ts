/**
 * A reason why the process cannot start, said in one Chinese sentence for the person at the terminal.
 * `scripts/start.mjs` prints `sentence` alone, without a stack.
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

/** The code of a system error (`ENOSPC`, `EACCES`, …), or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
}

/** Turns a system error met at `path` into a `StartError`; a `StartError` passes unchanged. */
export function diskError(error: unknown, path: string): StartError {
  if (error instanceof StartError) return error
  const sentence = sentencesByCode[errorCode(error)]
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(sentence ? sentence(path) : `无法使用 ${path}：${reason}`, { cause: error })
}
