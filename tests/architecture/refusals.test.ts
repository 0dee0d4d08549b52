import { expect, test } from "vitest"
import { isTest, sources } from "./source"

/** Where an answer is read, and the one place that turns a failed one into what a person reads. */
const folders = /^(?:app|components|lib|stores)\//
const reader = "lib/api/result.ts"

/** Returns the names that a file treats as an answer (`reply.ok`) and whose `message` it reads past `refusalText`. */
const messagesReadIn = (text: string): string[] => {
  const answers = new Set([...text.matchAll(/\b([A-Za-z]\w*)\??\.ok\b/g)].map(([, name]) => name!))
  const readers = [
    ...text.matchAll(/\b([A-Za-z]\w*)\??\.message\b/g),
    ...text.matchAll(/\{[^{}]*\bmessage\b[^{}]*\} = ([A-Za-z]\w*)\b(?!\()/g),
  ]
  return readers.map(([, name]) => name!).filter((name) => answers.has(name))
}

test("both ways of reading the message are recognized", () => {
  expect(messagesReadIn("if (!reply.ok) return refuse(reply.message)")).toEqual(["reply"])
  expect(messagesReadIn('const text = done?.ok ? "" : done?.message')).toEqual(["done"])
  expect(messagesReadIn("if (!reply.ok) { const { status, message } = reply }")).toEqual(["reply"])
  expect(messagesReadIn('if (!reply.ok) return refuse(refusalText(reply, "保存失败"))')).toEqual([])
  expect(messagesReadIn("if (reply.ok) return\nfail(refusal.message)")).toEqual([])
})

test("what a person reads of a failed call has the sentence of its caller: refusalText (docs/decisions/167)", () => {
  const faults = sources
    .filter(({ path }) => folders.test(path) && !isTest(path) && path !== reader)
    .flatMap(({ path, text }) => messagesReadIn(text).map((name) => `${path}: ${name}.message`))
  expect(faults).toEqual([])
})
