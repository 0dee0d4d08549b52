import { getEventListeners } from "node:events"
import { afterEach, expect, test } from "vitest"
import { closingSignal, stopSignal, type StopSignal } from "./stop-signal"
import { endlessTurn } from "./turn"

let open: StopSignal[] = []
afterEach(() => {
  for (const one of open) one.release()
  open = []
})
const conversions = (closing: AbortController, count: number) =>
  (open = Array.from({ length: count }, () => stopSignal(60_000, [undefined, closing.signal], endlessTurn)))

test("many waiting conversions cause no listener leak warning, and each removes its listener at the end", async () => {
  const warned: string[] = []
  const note = (warning: Error) => warned.push(warning.name)
  process.on("warning", note)
  const closing = closingSignal()
  conversions(closing, 40)
  await new Promise((resolve) => setImmediate(resolve))
  process.off("warning", note)
  expect(warned).toEqual([])
  expect(getEventListeners(closing.signal, "abort")).toHaveLength(40)
  for (const one of open) one.release()
  expect(getEventListeners(closing.signal, "abort")).toHaveLength(0)
})

test("closing aborts each of them with its reason", () => {
  const closing = closingSignal()
  const stops = conversions(closing, 12)
  const reason = new Error("closed")
  closing.abort(reason)
  expect(stops.map(({ signal }) => signal.reason)).toEqual(Array(12).fill(reason))
})
