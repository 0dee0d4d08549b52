import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hostileHtml } from "../sanitizer/testing/hostile-html"
import { conversionMessages, type ConverterPort } from "./converter.port"
import { childScript, convertBytes, localConverter } from "./testing/conversion.fixture"
import { meet } from "./testing/hostile/containment"
import { hostile } from "./testing/hostile/hostile-file"
import { patience } from "../../../tests/setup/patience"

/** The time limit of a page, after which the child is killed, and how long the whole conversion may take on a busy machine. */
const [pageTimeoutMs, endedWithinSeconds] = [1_500, 25]

let converter: ConverterPort
beforeAll(async () => {
  converter = localConverter(await childScript(), { memoryLimitMb: 900, pageTimeoutMs })
})
afterAll(() => converter.close())

/** A part of the text is enough: a parser that takes too long for it takes far too long for all of it. */
const part = 100_000

describe("the ten most expensive texts as documents [security: parse-freeze, 15.2.2]", () => {
  test.each(Object.entries(hostileHtml))("%s", async (title, html) => {
    const file = hostile(title, "a.html", "shown", () => Buffer.from(html.slice(0, part)))
    const { outcome, faults, seconds } = await meet(converter, file, endedWithinSeconds * 1_000)
    expect(["shown", ...Object.keys(conversionMessages)]).toContain(outcome)
    expect(faults).toEqual([])
    expect(seconds).toBeLessThan((endedWithinSeconds + 5) * patience)
  })
})

test("the next document is converted", async () => {
  expect((await convertBytes(converter, "a.html", "<h1>一</h1><p>春眠不觉晓</p>")).text).toContain("春眠不觉晓")
})
