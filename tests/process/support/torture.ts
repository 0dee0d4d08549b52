import { setTimeout as pause } from "node:timers/promises"
import sharp from "sharp"
import { makeDocx } from "@/server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { attachmentOf, md5, sha256, submit, upload, type ClientUser } from "./client"
import { attachmentIn, offsetOf, tusCreate, tusHead, tusPatch, tusLocation } from "./tus"
import type { seeded } from "./random"

/** Everything the server has acknowledged, which must still be true after every crash. */
export type Acknowledged = {
  attachments: Map<number, { sha256: string; ext: string }>
  documents: Map<string, number>
  /** the resumable uploads among them, by the names that they had in progress */
  places: Set<string>
  /** uploads that resumed after a crash at the offset that the server reported */
  resumed: number
  /** uploads that were complete when the server died, and were accepted by requesting their state */
  completed: number
}

type Options = {
  url: () => string
  person: ClientUser
  random: ReturnType<typeof seeded>
  record: Acknowledged
  maxDocuments: () => number
  running: () => boolean
}

const words = ["数据库", "连接池", "函数", "章节", "目录", "习题", "附录", "索引"]
let serial = 0

const kinds = ["pdf", "pdf", "txt", "md", "docx", "docx", "png"] as const

/** Creates a small file with new content or, now and then, one that another user has sent before. */
const makeFile = async (random: Options["random"]): Promise<{ name: string; content: Buffer }> => {
  serial += 1
  const mark = random.below(8) === 0 ? `shared ${random.below(3)}` : `unique ${serial}`
  const kind = random.pick(kinds)
  if (kind === "pdf") {
    const pages = Array.from({ length: 1 + random.below(3) }, (_, n) => textPage(`${mark} page ${n + 1}`, random.pick(words)))
    return { name: `文件 ${serial}.pdf`, content: makePdf(pages) }
  }
  if (kind === "png") {
    const side = 40 + random.below(200)
    const content = await sharp({
      create: { width: side, height: side, channels: 3, background: "#ffffff", noise: { type: "gaussian", mean: 128, sigma: 40 } },
    })
      .png()
      .toBuffer()
    return { name: `文件 ${serial}.png`, content }
  }
  if (kind === "docx")
    return {
      name: `文件 ${serial}.docx`,
      content: makeDocx([`# ${mark}`, ...Array.from({ length: 1 + random.below(3) }, () => ["\f", random.pick(words)]).flat()]),
    }
  const lines = Array.from({ length: 3 + random.below(60) }, () => `${random.pick(words)}${random.pick(words)}`)
  return { name: `文件 ${serial}.${kind}`, content: Buffer.from(`# ${mark}\n\n${lines.join("\n\n")}\n`) }
}

/** Runs one user who keeps uploading, in one request or in chunks, and submitting, whatever happens to the server. */
export const actor = async (options: Options): Promise<void> => {
  const { random, record, person, url, running } = options
  while (running()) {
    const { name, content } = await makeFile(random)
    try {
      const id = random.below(2) ? attachmentOf(await upload(url(), person, name, content)) : await sendInPieces(options, name, content)
      if (!id) continue
      record.attachments.set(id, { sha256: sha256(content), ext: name.slice(name.lastIndexOf(".")) })
      if (record.documents.size < options.maxDocuments() && random.below(10) > 1) {
        const document = await submit(url(), person, id, name)
        record.documents.set(document.uuid, id)
      }
    } catch (error) {
      if (error instanceof Error && /not (uploaded|submitted|created): 4/.test(error.message)) throw error
      // the server is down: only what it acknowledged counts
      await pause(60)
    }
    await pause(random.below(160))
  }
}

/** Uploads by tus and resumes after every interruption at the offset from HEAD; returns 0 if the upload no longer exists. */
const sendInPieces = async ({ url, person, random, record, running }: Options, name: string, content: Buffer): Promise<number> => {
  const acknowledged = (id: number) => {
    record.places.add(uploadPath.slice(uploadPath.lastIndexOf("/") + 1))
    return id
  }
  const uploadPath = tusLocation(await tusCreate(url(), person, content.length, { filename: name, md5: md5(content) }))
  let offset = 0
  let broken = false
  for (;;) {
    try {
      if (broken) {
        const head = await tusHead(url(), uploadPath, person)
        if (head.status === 404 || head.status === 410) return 0
        if (head.status !== 200) throw new Error(`HEAD ${head.status}`)
        offset = offsetOf(head)
        if (attachmentIn(head)) {
          record.completed += 1
          return acknowledged(attachmentIn(head))
        }
        record.resumed += 1
        broken = false
      }
      const end = Math.min(content.length, offset + 1 + random.below(content.length))
      const reply = await tusPatch(url(), uploadPath, person, offset, content.subarray(offset, end))
      if (reply.status !== 204) throw new Error(`PATCH ${reply.status}`)
      offset = offsetOf(reply)
      if (offset === content.length) return acknowledged(attachmentIn(reply))
      await pause(random.below(80))
    } catch {
      if (!running()) return 0
      broken = true
      await pause(80)
    }
  }
}
