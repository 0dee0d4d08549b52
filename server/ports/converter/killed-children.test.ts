import { readFile } from "node:fs/promises"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import type { ConversionEvent, ConverterPort } from "./converter.port"
import { childScript, closeSharedConverter, convertBytes, localConverter, withFile } from "./testing/conversion.fixture"
import { descendants } from "./testing/hostile/containment"
import { makeDocx } from "./testing/office.fixture"
import { makePdf, textPage } from "./testing/pdf.fixture"

/*
 * If a process is killed from outside (out of memory, or by hand), the file is not to blame: the work is
 * repeated, and the file fails only the third time (docs/reference/conversion.md 7).
 */

let converter: ConverterPort
const fresh = async () => (converter = localConverter(await childScript()))
// the tests kill every child of this process
beforeAll(closeSharedConverter)
afterEach(() => converter.close())

/** Kills this process's children whose command line matches; returns how many were killed. */
const killOurs = async (command: RegExp): Promise<number> => {
  let killed = 0
  for (const pid of await descendants()) {
    if (!command.test(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""))) continue
    process.kill(pid, "SIGKILL")
    killed += 1
  }
  return killed
}
const drawing = /pdfium-child/
const file = makePdf(Array.from({ length: 8 }, (_, n) => textPage(`page ${n + 1}`)))

/** Converts a file and kills the rendering children whenever `when` is true; returns how many were killed. */
const drawWithDeaths = async (when: (event: ConversionEvent) => boolean) => {
  const events: ConversionEvent[] = []
  let killed = 0
  await fresh()
  await withFile("a.pdf", file, async (path, workDir) => {
    for await (const event of converter.convert({ file: path, ext: ".pdf", workDir, maxPages: 0, timeoutMs: 60_000 })) {
      events.push(event)
      if (when(event)) killed += await killOurs(drawing)
    }
  })
  return { events, killed }
}

describe("the rendering child", () => {
  test.each([
    ["before its first page", (event: ConversionEvent) => event.type === "opened"],
    ["at its cover", (event: ConversionEvent) => event.type === "page" && event.result.page === 1],
    ["between its pages", (event: ConversionEvent) => event.type === "page" && event.result.page === 4],
  ])("killed once %s: every page is rendered anyway", async (_, when) => {
    const { events, killed } = await drawWithDeaths(when)
    expect(killed).toBeGreaterThan(0)
    expect(events.flatMap((event) => (event.type === "page" ? [event.result.kind] : []))).toEqual(Array.from({ length: 8 }, () => "vector"))
    expect(events.filter(({ type }) => type === "warning")).toEqual([])
    expect(events.filter(({ type }) => type === "cover")).toHaveLength(1)
  })

  test("killed for the third time: the file fails", async () => {
    await expect(drawWithDeaths(({ type }) => type === "page")).rejects.toMatchObject({ reason: "memory", message: "文档过于复杂" })
  })
})

describe("LibreOffice", () => {
  /** Kills LibreOffice as soon as it appears, the given number of times. */
  const withDeaths = async (times: number) => {
    await fresh()
    let left = times
    let busy = false
    const timer = setInterval(() => {
      if (left === 0 || busy) return
      busy = true
      void killOurs(/soffice\.bin.*convert-to/s).then((killed) => {
        if (killed > 0) left -= 1
        busy = false
      })
    }, 50)
    try {
      return await convertBytes(converter, "a.docx", makeDocx(["文档管理办法"]))
    } finally {
      clearInterval(timer)
    }
  }

  test("killed twice: the document is printed anyway", async () => {
    expect((await withDeaths(2)).text).toContain("文档管理办法")
  })

  test("killed at every start: the file fails, but is not reported as damaged", async () => {
    await expect(withDeaths(99)).rejects.toMatchObject({ reason: "memory" })
  })
})
