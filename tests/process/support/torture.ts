import { setTimeout as pause } from "node:timers/promises"
import sharp from "sharp"
import { makeDocx } from "@/server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { attachmentOf, md5, sha256, submit, upload, type Person } from "./client"
import { attachmentIn, offsetOf, tusCreate, tusHead, tusPatch, tusPlace } from "./tus"
import type { seeded } from "./random"

/** What the server has acknowledged, which must hold after every crash. */
export type Acknowledged = {
  attachments: Map<number, { sha256: string; ext: string }>
  documents: Map<string, number>
  /** the resumable uploads among them, as they were named while they were under way */
  places: Set<string>
  /** uploads that went on after a crash from where the server said */
  resumed: number
  /** uploads that were whole when the server died, and were taken over by asking for their state */
  completed: number
}

type Options = {
  url: () => string
  person: Person
  random: ReturnType<typeof seeded>
  record: Acknowledged
  maxDocuments: () => number
  running: () => boolean
}

const words = ["数据库", "连接池", "函数", "章节", "目录", "习题", "附录", "索引"]
let serial = 0

const kinds = ["pdf", "pdf", "txt", "md", "docx", "docx", "png"] as const

/** A small file of a fresh content, or now and then one that somebody sent before. */
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

/** One person who goes on uploading, by one request or piece by piece, and submitting, whatever happens to the server. */
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
      // the server is away: only what it acknowledged counts
      await pause(60)
    }
    await pause(random.below(160))
  }
}

/** Sends by tus and goes on after every break with what HEAD says; 0 when the upload is not known any more. */
const sendInPieces = async ({ url, person, random, record, running }: Options, name: string, content: Buffer): Promise<number> => {
  const acknowledged = (id: number) => {
    record.places.add(place.slice(place.lastIndexOf("/") + 1))
    return id
  }
  const place = tusPlace(await tusCreate(url(), person, content.length, { filename: name, md5: md5(content) }))
  let offset = 0
  let broken = false
  for (;;) {
    try {
      if (broken) {
        const head = await tusHead(url(), place, person)
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
      const reply = await tusPatch(url(), place, person, offset, content.subarray(offset, end))
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
