import { expect, test } from "vitest"
import { ArithmeticCoder, Statistics } from "./arithmetic-coder"

/** The test sequence of ITU-T T.88, annex H.2. */
const BITS = "00020051000000c00352872aaaaaaaaa82c02000fcd79ef6bf7fed904f46a3bf"
const CODED = "84c73bfce1a1430402200000410dbb86f4317fff88ff37471adb6adfffac"

test("the arithmetic coder codes the test sequence of the standard", () => {
  const coder = new ArithmeticCoder()
  const statistics = new Statistics(1)
  for (const byte of Buffer.from(BITS, "hex")) for (let bit = 7; bit >= 0; bit -= 1) coder.encode(statistics, 0, (byte >> bit) & 1)
  expect(coder.finish().toString("hex")).toBe(CODED)
})
