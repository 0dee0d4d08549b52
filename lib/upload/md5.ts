import SparkMD5 from "spark-md5"

/** Files are read in chunks of 2 MB (docs/reference/specification.md 9). */
export const piece = 2 * 1024 * 1024

/** Yields the bytes of a file, chunk by chunk. Throws 文件读取失败 if the file cannot be read (it was moved, or is a folder). */
export const readPieces = async function* (file: Blob, from = 0, to = file.size): AsyncGenerator<ArrayBuffer> {
  for (let start = from; start < to; start += piece)
    yield await file
      .slice(start, Math.min(to, start + piece))
      .arrayBuffer()
      .catch(() => Promise.reject(new Error("文件读取失败")))
}

/** Returns the MD5 of a file in hex. `onProgress` receives the progress, 0 to 1, and cancels by returning false. */
export const md5Of = async (file: Blob, onProgress: (share: number) => boolean | void): Promise<string> => {
  const hash = new SparkMD5.ArrayBuffer()
  let done = 0
  for await (const bytes of readPieces(file)) {
    hash.append(bytes)
    done += bytes.byteLength
    if (onProgress(Math.min(1, done / file.size)) === false) return ""
  }
  if (done !== file.size) throw new Error("文件读取失败")
  return hash.end()
}
