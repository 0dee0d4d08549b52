import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { machineWarnings } from "../converter.port"
import { describeCapabilities } from "../local-capabilities"
import { childScript, convertBytes, localConverter } from "../testing/conversion.fixture"
import { makeDocx, makeXlsx, makeZip } from "../testing/office.fixture"
import { hasEquations } from "./equations"
import { findOffice, officeComponentOf, requireComponent } from "./office-detection"

/** A divided installation without Calc and Math, whose program is this machine's. */
let folder: string
const command = () => join(folder, "soffice")
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "office-"))
  for (const library of ["libmergedlo.so", "libswlo.so", "libslideshowlo.so", "libsdlo.so"]) await writeFile(join(folder, library), "")
  await writeFile(command(), '#!/bin/sh\nexec /usr/bin/soffice "$@"\n')
  await chmod(command(), 0o755)
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const nothing = { bubblewrap: null, setpriv: null, prlimit: null }
const formula = (name: string): string =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body><w:p><w:r><w:t>${name}</w:t></w:r></w:p><w:p><m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath></w:p></w:body></w:document>`
const withEquation = makeDocx([], { "word/document.xml": formula("质能方程") })

test("each component that Debian installs separately has its own row with its command", async () => {
  const office = await findOffice(command())
  expect(office?.missing).toEqual(["calc", "math"])
  const fonts = { sans: null, serif: null }
  const rows = describeCapabilities({ ...nothing, office }, fonts, { available: [], missing: [] }, { tesseract: null, heif: null })
  expect(rows.filter(({ name, installed }) => name.startsWith("LibreOffice") && !installed)).toMatchObject([
    { name: "LibreOffice Calc", install: "apt-get install -y --no-install-recommends libreoffice-calc-nogui" },
    { name: "LibreOffice Math", install: "apt-get install -y --no-install-recommends libreoffice-math-nogui", formats: [] },
  ])
  expect(rows.find(({ name }) => name === "LibreOffice Calc")!.formats).toEqual(expect.arrayContaining([".xlsx", ".xls", ".et", ".ods"]))
  expect((await findOffice("/usr/bin/soffice"))?.missing).toEqual([])
})

test("a build that is not divided has all components", async () => {
  await rm(join(folder, "libmergedlo.so"))
  expect((await findOffice(command()))?.missing).toEqual([])
  await writeFile(join(folder, "libmergedlo.so"), "")
})

test("a document waits for the component that opens it", async () => {
  const tools = { ...nothing, office: { command: "soffice", version: "1", missing: ["calc", "math"] as const } }
  for (const ext of [".docx", ".wps", ".rtf", ".pptx"]) expect(() => requireComponent(tools, ext)).not.toThrow()
  for (const ext of [".xlsx", ".xls", ".et", ".ods"]) expect(() => requireComponent(tools, ext)).toThrow("LibreOffice")
  expect([".doc", ".ppt", ".ods", ".vsdx", ".pub"].map(officeComponentOf)).toEqual(["writer", "impress", "calc", "draw", "draw"])
})

test("equations are recognized in documents of Microsoft Office and in OpenDocument packages", async () => {
  const of = async (content: Buffer) => {
    await writeFile(join(folder, "file"), content)
    return hasEquations(join(folder, "file"))
  }
  expect(await of(withEquation)).toBe(true)
  expect(await of(makeZip({ "ppt/slides/slide3.xml": "<p:sld><a14:m><m:oMathPara><m:oMath >" }))).toBe(true)
  expect(
    await of(makeZip({ "META-INF/manifest.xml": '<file-entry media-type="application/vnd.oasis.opendocument.formula" full-path="O/"/>' })),
  ).toBe(true)
  expect(await of(makeDocx(["m:oMath 不是公式"]))).toBe(false)
  expect(await of(Buffer.from("not a package"))).toBe(false)
})

test("without Math the uploader reads that equations are missing, and without Calc a workbook waits", { timeout: 120_000 }, async () => {
  const converter = localConverter(await childScript(), { office: { command: command(), sandbox: false } })
  try {
    expect((await convertBytes(converter, "a.docx", withEquation)).warnings).toContain(machineWarnings.equations)
    expect((await convertBytes(converter, "a.docx", makeDocx(["没有公式"]))).warnings).not.toContain(machineWarnings.equations)
    await expect(convertBytes(converter, "a.xlsx", makeXlsx([["一"]]))).rejects.toMatchObject({ reason: "need_office" })
  } finally {
    await converter.close()
  }
})
