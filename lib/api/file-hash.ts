import SparkMD5 from "spark-md5"

/** spec §9: files are read in pieces of 2 MB. */
const piece = 2 * 1024 * 1024

export class HashStopped extends Error {}

/**
 * MD5 of a file. One piece is about 10 ms of work, and reading the next one lets the page breathe in between,
 * so this needs no worker. Throws 文件读取失败 when the file cannot be read (it was moved, or is a folder).
 */
export const hashFile = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
  const hash = new SparkMD5.ArrayBuffer()
  for (let start = 0; start < file.size; start += piece) {
    if (signal.aborted) throw new HashStopped()
    const bytes = await file
      .slice(start, start + piece)
      .arrayBuffer()
      .catch(() => Promise.reject(new Error("文件读取失败")))
    hash.append(bytes)
    onProgress(Math.min(1, (start + bytes.byteLength) / file.size))
  }
  return hash.end()
}
