import type { Services } from "@/server/context"
import { rm } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import busboy from "@fastify/busboy"
import { overLimit, receiveStream, type ReceivedFile } from "./incoming-file.usecases"
import { invalid } from "@/server/errors"

export type MultipartPart = { name: string; file: ReceivedFile }
/** Checks the file's name before its content is read, and returns the size limit. */
type Admit = (name: string) => Promise<{ megabytes: number }>

/** Creates a parser for a form with this content type; null for other types and for an invalid boundary. */
const parserOf = (headers: IncomingMessage["headers"], type: string) => {
  if (!/^multipart\/form-data;/i.test(type)) return null
  try {
    return busboy({
      headers: { ...headers, "content-type": type },
      preservePath: true,
      limits: { files: 1, fields: 10, fieldSize: 10_000, headerPairs: 100, parts: 20 },
    })
  } catch {
    return null
  }
}

/**
 * Receives the only part of a multipart form, named `file`, and streams it to disk (docs/reference/api.md 1.9). Leaves no file on failure.
 */
export const receivePart = (app: Services, req: IncomingMessage, admit: Admit): Promise<MultipartPart> =>
  new Promise((resolve, reject) => {
    const type = req.headers["content-type"] ?? ""
    const form = parserOf(req.headers, type)
    if (!form) return reject(invalid("请用 multipart/form-data 上传文件"))
    let pending: Promise<MultipartPart> | null = null
    let source: Readable | null = null
    /** The parser does not end the current part when the body breaks off; received data is discarded. */
    const fail = (error: Error) => {
      reject(error)
      // Discards the rest of the body without parsing it.
      req.unpipe(form).resume()
      source?.destroy(error)
      pending?.then(({ file }) => rm(file.path, { force: true })).catch(() => undefined)
    }
    const broken = () => fail(invalid("上传中断，请重新上传"))
    form.on("file", (field, stream, name) => {
      if (field !== "file") return stream.resume()
      source = stream
      // Without a listener, an error before the stream is read would end the process.
      stream.on("error", () => undefined)
      pending = admit(name ?? "").then(async ({ megabytes }) => {
        // A too large content-length is rejected before the body is read.
        if (Number(req.headers["content-length"] ?? 0) > (megabytes + 1) * 1024 * 1024) throw overLimit(megabytes)
        return { name, file: await receiveStream(app, stream, megabytes) }
      })
      pending.catch(reject)
    })
    form.on("partsLimit", () => fail(invalid("表单的内容太多")))
    form.on("filesLimit", () => fail(invalid("一次只能上传一个文件")))
    form.on("error", broken)
    form.on("finish", () => (pending ? pending.then(resolve, reject) : reject(invalid("请选择要上传的文件"))))
    req.on("aborted", broken)
    req.pipe(form)
  })
