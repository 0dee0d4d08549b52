import { createHash, randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, open, rm } from "node:fs/promises"
import { extname, join } from "node:path"
import { Transform, type Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Services } from "@/server/context"
import { invalid, tooLarge } from "@/server/errors"

/** A received file in its temporary location, with its hashes and size. */
export type ReceivedFile = { path: string; size: number; sha256: string; md5: string }

const megabyte = 1024 * 1024

/** "文件超过 50 MB 的上限" */
export const overLimit = (megabytes: number) => tooLarge(`文件超过 ${megabytes} MB 的上限，请压缩或拆分后再上传`)

/** Rejects names that are paths, contain line breaks, or are too long; keeps others unchanged. */
export const requireFileName = (name: string): { name: string; ext: string } => {
  const clean = name.normalize("NFC").trim()
  if (!clean) throw invalid("文件没有名字，请改名后重新上传")
  if (/[/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(clean) || /^\.+$/.test(clean))
    throw invalid("文件名里有斜杠、换行等不能用的字符，请改名后重新上传")
  if ([...clean].length > 200) throw invalid("文件名太长，请缩短到 200 个字以内再上传")
  return { name: clean, ext: extname(clean).toLowerCase() }
}

/** Measures and hashes bytes as they pass; stops at the limit. */
const meter = (limit: number, megabytes: number) => {
  const sha256 = createHash("sha256")
  const md5 = createHash("md5")
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) return done(overLimit(megabytes))
      sha256.update(chunk)
      md5.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: sha256.digest("hex"), md5: md5.digest("hex") }) }
}

/** Returns a new path in the folder for incoming files. */
export const temporaryPath = async (app: Pick<Services, "dataDir">): Promise<string> => {
  const folder = join(app.dataDir, "tmp", "incoming")
  await mkdir(folder, { recursive: true })
  return join(folder, randomUUID())
}

/** Streams a request's file to disk, with one chunk in memory. Leaves nothing behind on failure. */
export const receiveStream = async (app: Services, source: Readable, megabytes: number): Promise<ReceivedFile> => {
  const path = await temporaryPath(app)
  const measured = meter(megabytes * megabyte, megabytes)
  // Opened first: if the client has already disconnected, the cleanup would otherwise run before the file exists.
  const file = await open(path, "wx")
  try {
    await pipeline(source, measured.stream, file.createWriteStream())
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, ...measured.result() }
}

/** Hashes a file that is already on disk (the end of a resumed upload). */
export const measureFile = async (path: string, megabytes: number): Promise<ReceivedFile> => {
  const measured = meter(megabytes * megabyte, megabytes)
  measured.stream.resume()
  await pipeline(createReadStream(path), measured.stream)
  return { path, ...measured.result() }
}
