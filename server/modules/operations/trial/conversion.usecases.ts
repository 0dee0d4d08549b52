import { randomUUID } from "node:crypto"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Ctx } from "@/server/context"
import { publish } from "@/server/db/events"
import { faultOf } from "@/server/errors"
import { ConversionError, type Engine } from "@/server/ports/converter/converter.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/** Two samples with the same sentence: plain text, which the converter renders itself, and rich text, which needs LibreOffice. */
const sentence = "这是一份试转的样例文档。"
const rich = [...sentence].map((char) => `\\u${char.charCodeAt(0)}?`).join("")
const samples = [
  { name: "样例.txt", ext: ".txt", content: `${sentence}\n第二行。\n` },
  { name: "样例.rtf", ext: ".rtf", content: `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 SimSun;}}\\f0\\fs28 ${rich}\\par}` },
]

const engines: Record<Engine, string> = {
  pdfium: "PDFium",
  office: "LibreOffice",
  text: "文本",
  ebook: "电子书",
  image: "图片",
  ofd: "OFD",
}

/** Longer than any healthy machine needs, short enough for a user who waits (ms). */
const timeoutMs = 60_000

/** The id of a trial, and the user who began it. */
export type Trial = { trial: string; user_id: number }

/**
 * Converts the samples with the saved settings and publishes each result. Never fails: the reason for a failed conversion is part of the
 * result, in the words that an uploader would read.
 */
export const convertSamples = async (ctx: Ctx, trial: Trial): Promise<void> => {
  const { sandbox_required: sandboxRequired } = await settingsOf(ctx.app, "converter")
  let left = samples.length
  // one after another: each sample gets the whole machine, since its time is reported
  for (const one of samples) {
    const result = await convertSample(ctx, one, sandboxRequired)
    left -= 1
    await publish(ctx.db, "sample", { ...trial, ...result, left })
  }
}

const convertSample = async ({ app }: Ctx, { name, ext, content }: (typeof samples)[number], sandboxRequired: boolean) => {
  const workDir = join(app.dataDir, "tmp", "convert", randomUUID())
  await mkdir(workDir, { recursive: true })
  const result = { name, engine: "", pages: 0, characters: 0, milliseconds: 0, error: "" }
  const begun = performance.now()
  try {
    const file = join(workDir, `sample${ext}`)
    await writeFile(file, content)
    const inner = join(workDir, "work")
    await mkdir(inner)
    for await (const event of app.converter.convert({ file, ext, workDir: inner, maxPages: 0, timeoutMs, sandboxRequired })) {
      if (event.type === "opened") Object.assign(result, { engine: engines[event.engine], pages: event.pages })
      if (event.type === "page") result.characters += event.result.text.replace(/\s/g, "").length
    }
  } catch (error) {
    app.log.warn({ err: error, sample: name }, "样例没有转换成功")
    result.error = error instanceof ConversionError ? error.message : faultOf(error).body.message
  } finally {
    result.milliseconds = Math.round(performance.now() - begun)
    await rm(workDir, { recursive: true, force: true })
  }
  return result
}
