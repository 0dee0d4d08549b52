import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { conversionMessages, type ConverterPort } from "../../server/ports/converter/converter.port"
import { detectOfficeTools } from "../../server/ports/converter/office/office-detection"
import { bundleChild, childCommands, convertBytes, localConverter } from "../../server/ports/converter/testing/conversion.fixture"
import { bombFiles } from "../../server/ports/converter/testing/hostile/bomb-files"
import { brokenFiles } from "../../server/ports/converter/testing/hostile/broken-files"
import { meet, startListener, temporaryFiles, watchMemory } from "../../server/ports/converter/testing/hostile/containment"
import { noise, type HostileFile } from "../../server/ports/converter/testing/hostile/hostile-file"
import { linkFiles } from "../../server/ports/converter/testing/hostile/link-files"
import { makeAzw3, makeMobi } from "../../server/ports/converter/testing/mobi.fixture"
import { makeEpub } from "../../server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { patience } from "../setup/patience"

/** LibreOffice does not start with less than 800 MB of address space; PDFium's child processes are limited to this value. */
const MEMORY_MB = 900
/** Tolerance for memory that a process allocates between two measurements. */
const SLACK_MB = 500
/**
 * A conversion that ends by itself does so within twenty seconds on an idle machine; a document that times out would prove nothing about
 * containment.
 */
const TIMEOUT_MS = 25_000 * patience
const OFFICE = /\.(docx|docm|doc|odt|xlsx|xlsm|xls|rtf|pptx|ppt)$/

const { office, bubblewrap } = await detectOfficeTools(undefined)
const listener = await startListener()
const child = bundleChild()
const before = await temporaryFiles()
afterAll(async () => {
  await (await child).remove()
  await listener.close()
})

/** Two conversions at a time: a process may use `MEMORY_MB`, and LibreOffice often waits. */
const turns = Array.from({ length: 2 }, () => Promise.resolve())
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = turns.shift()!.then(work)
  turns.push(
    result.then(
      () => undefined,
      () => undefined,
    ),
  )
  return result
}

/** Returns the allowed outcomes; without LibreOffice also the message that it is missing. */
const outcomesOf = (outcomes: readonly string[]): readonly string[] => (office ? outcomes : [...outcomes, "need_office"])
const links = linkFiles(listener.urls).filter(({ name }) => OFFICE.test(name))
/** Linked content may be on any page; other files do their harm on the first. */
const pagesOf = (file: HostileFile) => (links.includes(file) ? 30 : 3)
/** DOUJIA_DAMAGED=12 or more: the long form. The damaged bytes are the same in every run. */
const rounds = Number(process.env.DOUJIA_DAMAGED ?? 2)

describe.each([
  [
    "in the sandbox",
    bubblewrap !== null,
    [...bombFiles, ...brokenFiles.filter(({ name, outcomes }) => OFFICE.test(name) && outcomes.includes("corrupt")), ...links],
  ],
  // as in a container that forbids user namespaces: only the hardened profile and the limits contain LibreOffice
  ["without a cage", false, links],
])("%s", (_, sandbox, files) => {
  let converter: ConverterPort
  let peak = (): number => 0
  beforeAll(async () => {
    converter = localConverter((await child).script, { memoryLimitMb: MEMORY_MB, pageTimeoutMs: 12_000, office: { sandbox } })
    peak = watchMemory()
  })
  afterAll(() => converter.close())

  test.concurrent.each(files.map((file) => [file.title, file] as const))(
    "%s [security: 5.2.3, 1.5.1, upload-bombs, xml-corpus, office-escape]",
    async (_, file) => {
      const { outcome, faults, seconds } = await inTurn(() => meet(converter, file, TIMEOUT_MS, { alone: false, maxPages: pagesOf(file) }))
      expect(outcomesOf(file.outcomes)).toContain(outcome)
      expect(faults).toEqual([])
      expect(seconds).toBeLessThan(TIMEOUT_MS / 1000 + 5 * patience)
    },
  )

  test("no network connection is made, memory stays limited, the next document is converted, no process or file is left [security: disposable-sandbox, office-escape, renderer-ssrf]", async () => {
    expect(listener.calls()).toBe(0)
    expect((await childCommands()).filter((line) => /soffice/.test(line))).toEqual([])
    expect(peak()).toBeLessThan(MEMORY_MB + SLACK_MB)
    expect((await convertBytes(converter, "a.pdf", makePdf([textPage("still here")]))).text).toContain("still here")
    await converter.close()
    expect(await childCommands()).toEqual([])
    // another test's LibreOffice may be running: only new files belong to this test
    await expect
      .poll(async () => (await temporaryFiles()).filter((name) => !before.includes(name) && !name.startsWith("converter-")), {
        timeout: 10_000,
      })
      .toEqual([])
  })
})

describe("documents damaged at random", () => {
  const sources: Array<[name: string, make: () => Buffer]> = [
    ["a.pdf", () => makePdf([textPage("Hello", "中文"), textPage("x")])],
    ["a.epub", () => makeEpub(["<h1>一</h1><p>春眠不觉晓</p>", "<p>x</p>"])],
    ["a.mobi", () => makeMobi("<h1>一</h1><p>春</p><mbp:pagebreak/><p>x</p>", { contents: [["甲", "<h1>"]] })],
    ["a.azw3", () => makeAzw3(["<h1 id='a'>一</h1>", "<p>x</p>"], { contents: [["甲", ""]] })],
    ["a.html", () => Buffer.from("<h1>一</h1><table><tr><td>二</table><img src='data:image/png;base64,AAAA'>")],
  ]
  let converter: ConverterPort
  beforeAll(async () => {
    converter = localConverter((await child).script, { memoryLimitMb: MEMORY_MB, pageTimeoutMs: 700 })
  })
  afterAll(() => converter.close())

  test.each(sources)("%s is converted or fails with a reason", async (name, make) => {
    const whole = make()
    for (let round = 1; round <= rounds; round += 1) {
      const damaged = Buffer.from(whole)
      // after the first bytes, which identify the file type
      for (const [index, byte] of noise(6, round * 31).entries())
        damaged[80 + ((noise(4, round * 97 + index).readUInt32LE() >>> 4) % (damaged.length - 80))] = byte
      const { outcome, faults } = await meet(converter, { title: name, name, make: () => damaged, outcomes: [] }, 10_000)
      expect(["shown", ...Object.keys(conversionMessages)], `round ${round}`).toContain(outcome)
      expect(faults, `round ${round}`).toEqual([])
    }
  })
})

test("the listener detects connections", async () => {
  await Promise.all(listener.urls.slice(0, 3).map((url) => fetch(url)))
  expect(listener.calls()).toBeGreaterThanOrEqual(3)
})
