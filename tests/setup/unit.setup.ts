import { afterAll, afterEach, beforeEach, expect, vi } from "vitest"
import { closeAll } from "./opened"
import { waitMs } from "./patience"

const { waitFor } = vi
// the files of a process share `vi`
if (!("patient" in waitFor))
  vi.waitFor = Object.assign<typeof waitFor, { patient: true }>((callback, options = waitMs) => waitFor(callback, options), {
    patient: true,
  })

afterAll(closeAll)

/** Any error printed during a test fails that test. */
let printed: unknown[][] = []

beforeEach(() => {
  printed = []
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void printed.push(words))
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(printed, "console.error was called").toEqual([])
})
