import { readFile } from "node:fs/promises"
import { describe, expect, test, vi } from "vitest"
import { ConversionTurn } from "./conversion-turn"
import { startDeadline } from "./deadline"
import { type ConversionRun, convertBytes, ownConverter, withFile } from "./testing/conversion.fixture"
import { descendants } from "./testing/hostile/containment"
import { makeDocx } from "./testing/office.fixture"
import { makePdf, textPage } from "./testing/pdf.fixture"

/* A conversion takes turns: it pauses between two pages, and it can be stopped with all its processes in the middle of a step. */

const converter = ownConverter()

const pdf = makePdf(Array.from({ length: 6 }, (_, n) => textPage(`page ${n + 1}`)))
const newTurn = () => {
  const controller = new AbortController()
  const parked = vi.fn()
  return { turn: new ConversionTurn(controller.signal, parked), parked, controller }
}
/** Returns the name, process group, state and CPU time of this process's descendants. */
const states = async () => {
  const processes = await Promise.all(
    (await descendants()).map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
      const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      return {
        pid,
        name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
        group: Number(rest[1]),
        state,
        ticks: Number(rest[10]) + Number(rest[11]),
      }
    }),
  )
  return processes.filter(({ name, state }) => name !== "" && state !== "Z")
}
const expectOnlyThreePages = ({ pages, events }: ConversionRun) => {
  expect(pages.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(events.filter(({ type }) => type === "text")).toEqual([])
}
const printing = async () => (await states()).some(({ name }) => name === "soffice.bin")

describe("a PDF", () => {
  test("pauses before its next page, renders the remaining pages when its turn returns, and its time stops meanwhile", async () => {
    const { turn, parked, controller } = newTurn()
    const seen: number[] = []
    await withFile("a.pdf", pdf, async (file, workDir) => {
      const input = { file, ext: ".pdf", workDir, maxPages: 0, timeoutMs: 15_000, signal: controller.signal, turn }
      const work = (async () => {
        for await (const event of converter().convert(input)) {
          if (event.type !== "page") continue
          seen.push(event.result.page)
          if (event.result.page === 2) turn.ask()
        }
      })()
      await vi.waitFor(() => expect(parked).toHaveBeenCalledOnce(), 30_000)
      const before = seen.length
      expect(before).toBeLessThan(5)
      // Convert enough other documents now that the child process of the paused conversion is given to another document.
      for (let n = 0; n < 3; n += 1) expect((await convertBytes(converter(), "b.pdf", pdf)).pages).toHaveLength(6)
      expect(seen).toHaveLength(before)
      turn.go()
      await work
    })
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  })

  test("ends at once when aborted while waiting", async () => {
    const { turn, parked, controller } = newTurn()
    turn.ask()
    const refused = expect(convertBytes(converter(), "a.pdf", pdf, { turn, signal: controller.signal })).rejects.toThrow("enough")
    await vi.waitFor(() => expect(parked).toHaveBeenCalledOnce(), 30_000)
    controller.abort(new Error("enough"))
    await refused
  })
})

describe("LibreOffice", () => {
  test("is stopped in the middle with all its children, gets no CPU, and continues where it was", async () => {
    const { turn, parked } = newTurn()
    const work = convertBytes(converter(), "a.docx", makeDocx(["文档管理办法"]), { turn })
    await vi.waitFor(async () => expect(await printing()).toBe(true), { timeout: 30_000, interval: 20 })
    turn.ask()
    expect(turn.stop()).toBe(true)
    expect(parked).toHaveBeenCalledOnce()
    const group = (await states()).find(({ name }) => name === "soffice.bin")?.group
    const mine = async () => (await states()).filter((one) => one.group === group)
    await vi.waitFor(async () => expect((await mine()).every(({ state }) => state === "T")).toBe(true), 10_000)
    const before = await mine()
    expect(before.map(({ name }) => name)).toContain("soffice.bin")
    // Until then another document has the machine to itself.
    expect((await convertBytes(converter(), "b.pdf", pdf)).pages).toHaveLength(6)
    expect(await mine()).toEqual(before)
    turn.go()
    expect((await work).text).toContain("文档管理办法")
  })

  test("is killed with all its children when aborted while stopped", async () => {
    const { turn, controller } = newTurn()
    const work = convertBytes(converter(), "a.docx", makeDocx(["x"]), { turn, signal: controller.signal })
    const refused = expect(work).rejects.toThrow("enough")
    await vi.waitFor(async () => expect(await printing()).toBe(true), { timeout: 30_000, interval: 20 })
    turn.ask()
    expect(turn.stop()).toBe(true)
    controller.abort(new Error("enough"))
    await refused
    await vi.waitFor(async () => expect(await printing()).toBe(false), 20_000)
  })

  test("does not start while others go first, and prints only as many pages as allowed [security: page-ceiling]", async () => {
    const { turn, parked } = newTurn()
    turn.ask()
    const sixPages = makeDocx(Array.from({ length: 6 }, () => ["\f", "page"]).flat())
    const work = convertBytes(converter(), "a.docx", sixPages, { turn, maxLength: 3 })
    await vi.waitFor(() => expect(parked).toHaveBeenCalledOnce(), 30_000)
    expect(await printing()).toBe(false)
    turn.go()
    expectOnlyThreePages(await work)
  })
})

describe("pages are counted up to a limit [security: page-ceiling]", () => {
  const lines = Array.from({ length: 400 }, (_, n) => `line ${n + 1}`)
  test.each<[string, Buffer | string]>([
    ["a.pdf", pdf],
    ["a.txt", lines.join("\n")],
    ["a.md", `# head\n\n${lines.join("\n\n")}`],
    ["a.csv", lines.map((line) => `${line},x`).join("\n")],
    ["a.html", lines.map((line) => `<p>${line}</p>`).join("")],
    ["a.js", lines.join("\n")],
  ])("of %s", async (name, content) => {
    expectOnlyThreePages(await convertBytes(converter(), name, content, { maxLength: 3 }))
  })
})

test("a deadline counts only running time", async () => {
  const ended = vi.fn()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  const deadline = startDeadline(1_000, ended)
  vi.advanceTimersByTime(900)
  deadline.stop()
  vi.advanceTimersByTime(60_000)
  expect(deadline.left()).toBe(100)
  deadline.go()
  vi.advanceTimersByTime(99)
  expect(ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  expect(ended).toHaveBeenCalledOnce()
})
