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

/** Returns where a file reads the raw text of an exception. */
const exceptionTextsIn = (text: string): string[] => {
  const bound = [...text.matchAll(/\bcatch ?\(\(?([A-Za-z]\w*)\b/g)].map(([, name]) => name!)
  const names = [...new Set(["error", "err", "cause", "exception", ...bound])].join("|")
  return [...text.matchAll(new RegExp(`\\b(?:(?:${names})\\??\\.message\\b|String\\((?:${names})\\))`, "g"))].map(([read]) => read)
}

/** The files of pages that read the text of an exception, and why no person reads it there. */
const exceptionReaders: Record<string, string> = {
  "lib/view/loading/error-text.ts": "turns it into a Chinese sentence and closed details",
  "lib/view/loading/chunk-reload.ts": "recognizes a chunk that failed to load",
  "components/people/captcha/pow.worker.ts": "the page solves the puzzle itself then and drops the text",
}

test("each way of reading the text of an exception is recognized", () => {
  expect(exceptionTextsIn("} catch (lost) {\n fail(lost.message)")).toEqual(["lost.message"])
  expect(exceptionTextsIn("work.catch((why: unknown) => fail(String(why)))")).toEqual(["String(why)"])
  expect(exceptionTextsIn("show(error?.message)")).toEqual(["error?.message"])
  expect(exceptionTextsIn('} catch {\n fail("没有读到")')).toEqual([])
})

test("no person reads the text of an exception: browsers and libraries write English", () => {
  const readers = sources
    .filter(({ path, text }) => folders.test(path) && !isTest(path) && exceptionTextsIn(text).length > 0)
    .map(({ path }) => path)
  expect(readers.toSorted()).toEqual(Object.keys(exceptionReaders).toSorted())
})
