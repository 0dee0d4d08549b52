import { request } from "node:http"
import { multipartEnd } from "./client"
import { megabytesOf } from "../../../scripts/lib/processes.mjs"
import type { Running } from "../../../scripts/lib/server.mjs"

export type LargeUploadResult = {
  status: number
  body: string
  /** bytes that the server accepted */ taken: number
  /** the server's peak memory meanwhile, MB */ peak: number
}

/** Uploads a body of `size` bytes without ever holding it in memory; resolves with the response, whenever it arrives. */
export const sendLarge = (server: Running, headers: Record<string, string>, head: Buffer, size: number): Promise<LargeUploadResult> =>
  new Promise((done, fail) => {
    const chunk = Buffer.alloc(256 * 1024, 0x61)
    let [sent, peak, over] = [0, 0, false]
    let answer: { status: number; body: string } | null = null
    const out = request(`${server.url}/api/v1/upload/document`, { method: "POST", headers, agent: false })
    const finish = () => {
      if (over || !answer) return
      over = true
      clearInterval(watch)
      done({ ...answer, taken: out.socket?.bytesWritten ?? sent, peak })
      out.destroy()
    }
    const watch = setInterval(() => (peak = Math.max(peak, megabytesOf(server.pid))), 20)
    out.on("response", (reply) => {
      answer = { status: reply.statusCode ?? 0, body: "" }
      reply.on("data", (part: Buffer) => (answer!.body += part.toString("utf8")))
      reply.on("end", finish)
    })
    out.on("error", (error) => {
      clearInterval(watch)
      if (answer) finish()
      else fail(error)
    })
    const pump = () => {
      while (sent < size && !over) {
        sent += chunk.length
        if (!out.write(chunk)) return void out.once("drain", pump)
      }
      if (!over) out.end(multipartEnd)
    }
    out.write(head)
    pump()
  })
