import { expect, test } from "vitest"
import { contract } from "./contract"
import type { Call } from "./area"

test("every call that contacts other servers has a limit, so that nobody uses the site to send mail, requests or messages [security: 2.4.1, mail-tests]", () => {
  const calls = Object.entries(contract as Record<string, Call>).filter(([, call]) => call.transaction === false)
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.flatMap(([key, { limit }]) => (limit ? [] : [key]))).toEqual([])
})
