import { PassThrough } from "node:stream"
import { expect, test } from "vitest"
import { askToContinue } from "./question"

const question = "大半文件没有找到。仍然继续吗？（y/N）"

/** A terminal at which this is typed; null: Ctrl-D. */
const terminalWith = (typed: string | null, { isTTY = true } = {}) => {
  const input = Object.assign(new PassThrough(), { isTTY })
  let printed = ""
  const output = { isTTY, write: (text: string | Uint8Array) => ((printed += String(text)), true) }
  if (typed === null) input.end()
  else if (typed) input.write(`${typed}\n`)
  return { terminal: { input, output }, printed: () => printed }
}
const noSignal = new AbortController().signal

test.each([
  ["y", true],
  ["Y", true],
  [" yes ", true],
  ["是", true],
  ["n", false],
  ["好的", false],
  [" ", false],
  [null, false],
])("the answer %j to the question whether to continue is %j", async (typed, expected) => {
  const { terminal, printed } = terminalWith(typed)
  expect(await askToContinue(question, noSignal, terminal)).toBe(expected)
  expect(printed()).toBe(question)
})

test("without a terminal nothing is asked, and the answer is no", async () => {
  const { terminal, printed } = terminalWith("y", { isTTY: false })
  expect(await askToContinue(question, noSignal, terminal)).toBe(false)
  expect(printed()).toBe("")
})

test("a signal at the question ends the import with a sentence", async () => {
  const { terminal } = terminalWith("")
  const controller = new AbortController()
  const answer = askToContinue(question, controller.signal, terminal)
  controller.abort()
  await expect(answer).rejects.toMatchObject({ sentence: expect.stringContaining("已经停下") })
})
