import { afterAll, expect, test } from "vitest"
import { childCommands, ownConverter } from "./testing/conversion.fixture"
import { brokenFiles } from "./testing/hostile/broken-files"
import { meet, startListener, temporaryFiles } from "./testing/hostile/containment"
import { metadataFiles, symbolicLinkFiles } from "./testing/hostile/inside-files"
import { linkFiles } from "./testing/hostile/link-files"
import { lockedFiles } from "./testing/hostile/locked-files"
import { patience } from "../../../tests/setup/patience"

/** Office files and the large ones are tested in tests/process/hostile.test.ts. */
const OFFICE = /\.(docx|docm|doc|odt|xlsx|xlsm|xls|rtf|pptx|ppt)$/
const listener = await startListener()
const quick = [...lockedFiles, ...brokenFiles, ...linkFiles(listener.urls)].filter(
  ({ name, outcomes }) => !OFFICE.test(name) || !outcomes.some((outcome) => outcome === "shown" || outcome === "corrupt"),
)

const before = await temporaryFiles()
afterAll(() => listener.close())
const converter = ownConverter()

test.each(quick.map((file) => [file.title, file] as const))("%s", async (_, file) => {
  const { outcome, faults, seconds } = await meet(converter(), file, 20_000)
  expect(file.outcomes).toContain(outcome)
  expect(faults).toEqual([])
  expect(seconds).toBeLessThan(15 * patience)
})

test.each(metadataFiles.map((file) => [file.title, file] as const))(
  "%s are plain text in every page and title [security: metadata-xss]",
  async (_, file) => {
    const headings = ["<script>alert(1)</script>"]
    expect(await meet(converter(), file, 20_000)).toMatchObject({ outcome: "shown", faults: [], headings })
  },
)

test.each(symbolicLinkFiles.map((file) => [file.title, file] as const))("%s are not followed [security: 5.2.5]", async (_, file) => {
  const { outcome, faults } = await meet(converter(), file, 20_000)
  expect(file.outcomes).toContain(outcome)
  expect(faults).toEqual([])
})

test("no network connection was made and no file or process is left [security: disposable-sandbox, renderer-ssrf]", async () => {
  expect(listener.calls()).toBe(0)
  await converter().close()
  expect(await childCommands()).toEqual([])
  // other test files create such folders too: only those that remain belong to this file
  await expect
    .poll(async () => (await temporaryFiles()).filter((name) => !before.includes(name) && !name.startsWith("converter-")), {
      timeout: 5000,
    })
    .toEqual([])
})
