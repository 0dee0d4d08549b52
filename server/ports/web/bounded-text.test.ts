import { expect, test } from "vitest"
import { boundedText, jsonFields } from "./bounded-text"

/** An answer whose body arrives in parts; after them it stays open, or breaks. */
const answerOf = (parts: string[], then: "end" | "open" | "break" = "end") => {
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift()
      if (part !== undefined) return controller.enqueue(new TextEncoder().encode(part))
      if (then === "break") return controller.error(new Error("broken"))
      if (then === "end") controller.close()
      return then === "open" ? new Promise(() => undefined) : undefined
    },
    cancel: () => void (cancelled = true),
  })
  return { response: new Response(body), wasCancelled: () => cancelled }
}

test("a short answer is read whole, and an absent body is empty", async () => {
  expect(await boundedText(answerOf(["豆", "架"]).response, 100)).toBe("豆架")
  expect(await boundedText(new Response(null), 100)).toBe("")
})

test("an answer is cut at the limit, and the rest is not downloaded", async () => {
  const { response, wasCancelled } = answerOf(["abcdef", "ghijkl", "mnopqr"], "open")
  expect(await boundedText(response, 10)).toBe("abcdefghij")
  expect(wasCancelled()).toBe(true)
})

test("a broken answer is an error, unless its beginning is enough", async () => {
  await expect(boundedText(answerOf(["a"], "break").response, 10)).rejects.toThrow("broken")
  const running = new AbortController()
  expect(await boundedText(answerOf(["a"], "break").response, 10, running.signal)).toBe("a")
})

test("a signal ends the wait with what has arrived", async () => {
  const stop = new AbortController()
  const text = boundedText(answerOf(["a"], "open").response, 10, stop.signal)
  setTimeout(() => stop.abort(), 20)
  expect(await text).toBe("a")
})

test.each([
  ['{"a":1}', { a: 1 }],
  ["[]", []],
  ["1", {}],
  ["null", {}],
  ["<html>", {}],
  ["", {}],
])("the fields of %s are %j", (text, fields) => expect(jsonFields(text)).toEqual(fields))
