import { readFileSync } from "node:fs"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { descendants } from "../../scripts/lib/processes.mjs"
import { freePort, type Running } from "../../scripts/lib/server.mjs"
import { makeDocx } from "../../server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { takeBuild, type Build } from "./support/build"
import { attachmentOf, register, submit, until, upload, type ClientUser } from "./support/client"
import { query } from "./support/database"
import { processesAbout } from "./support/processes"
import { preparedDataFolder, startSite } from "./support/server"

/*
 * The process dies during its turns: one document is being converted, others wait, one of them paused inside LibreOffice. A waiting
 * document is never given up, however often that happens, and no paused process is left behind.
 */

/** More deaths than a document survives that is blamed for them. */
const kills = 4

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let server: Running
let people: ClientUser[]

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  server = await start(await freePort())
  people = [await register(server.url, "slices1"), await register(server.url, "slices2")]
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

const start = (port: number) =>
  startSite({ main: build.main, dataDir: data.path, port, withinMs: 60_000, env: { SAMPLES: "false", CONVERT_CONCURRENCY: "1" } })

let sent = 0
const submitted = async (as: ClientUser, attachment: number, name: string) => {
  sent += 1
  return submit(server.url, as, attachment, name)
}
const send = async (as: ClientUser, name: string, content: Buffer) =>
  submitted(as, attachmentOf(await upload(server.url, as, name, content)), name)

const pdfOf = (mark: string, pages: number) => makePdf(Array.from({ length: pages }, (_, n) => textPage(`${mark} ${n + 1}`)))
/** Creates a document so large that small files overtake it while LibreOffice prints it, which takes a while. */
const largeWord = () =>
  makeDocx(
    Array.from({ length: 800 }, (_, n) => `文档管理办法第 ${n + 1} 条`),
    { "word/media/noise.bin": randomBytes(1_200_000) },
  )
type Row = { title: string; status: number; pages: number; converted_pages: number; convert_deaths: number; convert_place: number | null }
const rows = () =>
  query<Row>(
    data.path,
    "select title, status, pages, converted_pages, convert_deaths, convert_place from document where deleted_at is null",
  )

/** Checks whether LibreOffice has printed everything that it was sent. */
const noWordWaits = async () => (await rows()).every(({ title, status, pages }) => !title.startsWith("办法") || pages > 0 || status === 3)

const stateOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2)[0] ?? ""
  } catch {
    return ""
  }
}
const printers = () => descendants(server.pid).filter(({ command }) => /soffice\.bin/.test(command))

/**
 * Returns LibreOffice while it is paused for a small document, a new one each time, which is uploaded before LibreOffice starts. On a busy
 * machine, LibreOffice may finish before the small one is sent, or resume before the pause is noticed: then it tries again.
 */
const stoppedOffice = async (tries = 8) => {
  for (let n = 1; n <= tries; n += 1) {
    const name = `插队 ${sent}.pdf`
    const attachment = attachmentOf(await upload(server.url, people[1]!, name, pdfOf(name, 20 + sent)))
    if (await noWordWaits()) await send(people[0]!, `办法 ${sent}.docx`, largeWord())
    await until("LibreOffice prints", async () => printers().length > 0 || noWordWaits(), 60_000)
    await submitted(people[1]!, attachment, name)
    const stopped = await until(
      "LibreOffice stands still or is ready",
      async () => printers().find(({ pid }) => stateOf(pid) === "T") ?? ((await noWordWaits()) && "ready"),
      60_000,
    )
    if (stopped !== "ready") return stopped
  }
  throw new Error(`LibreOffice was never seen standing still in ${tries} tries`)
}

test(
  "a process that is killed repeatedly while documents wait for a slot loses none and counts no crash against them",
  { timeout: 900_000 },
  async () => {
    await send(people[0]!, "很长.pdf", pdfOf("long", 40))
    await until("the long one has pages", async () => (await rows()).some(({ converted_pages }) => converted_pages > 2), 60_000)
    for (let n = 1; n <= kills; n += 1) {
      const stopped = await stoppedOffice()
      await server.kill()
      await until("nothing of it is left", async () => stateOf(stopped.pid) === "" || stateOf(stopped.pid) === "Z", 10_000)
      server = await start(server.port)
    }
    const settled = await until(
      "all documents are converted",
      async () => {
        const documents = await rows()
        return documents.every(({ status }) => status === 2 || status === 3) && documents
      },
      120_000,
    )
    expect(settled).toHaveLength(sent)
    expect(sent).toBeGreaterThanOrEqual(kills + 2)
    expect(settled.filter(({ status }) => status !== 2)).toEqual([])
    expect(settled.filter(({ pages, converted_pages }) => pages !== converted_pages)).toEqual([])
    expect(settled.filter(({ convert_place }) => convert_place !== null)).toEqual([])
    const waited = settled.filter(({ title }) => !title.startsWith("插队"))
    // a document may have had its turn during one kill; it is never counted twice
    expect(waited.filter(({ convert_deaths }) => convert_deaths > 1)).toEqual([])
    const serverPids = new Set([server.pid, ...descendants(server.pid).map(({ pid }) => pid)])
    expect(processesAbout(data.path).filter(({ pid }) => !serverPids.has(pid))).toEqual([])
    expect(processesAbout(build.root).filter(({ pid }) => !serverPids.has(pid))).toEqual([])
  },
)
