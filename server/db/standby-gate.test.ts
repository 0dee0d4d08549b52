import { setTimeout as pause } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { createStandbyGate } from "./standby-gate"

/** A primary whose log ends at `end`, and a standby that has applied it up to `applied`. */
const replication = () => {
  const state = { end: 0, applied: 0, fault: null as Error | null, errors: [] as unknown[] }
  const gate = createStandbyGate({
    position: async () => String(state.end),
    hasApplied: async (position) => {
      if (state.fault) throw state.fault
      return state.applied >= Number(position)
    },
    onError: (error) => void state.errors.push(error),
    restMs: 20,
  })
  return { state, gate, opened: () => vi.waitUntil(() => gate.isOpen(), { timeout: 10_000, interval: 5 }) }
}

test("the standby is not read until it has been compared with the primary", async () => {
  const { gate, opened } = replication()
  expect(gate.isOpen()).toBe(false)
  gate.close()
  await opened()
  gate.end()
  expect(gate.isOpen()).toBe(false)
})

test("a change closes the gate at once, and it opens when the standby has applied that change", async () => {
  const { state, gate, opened } = replication()
  gate.close()
  await opened()
  state.end = 5
  gate.close()
  expect(gate.isOpen()).toBe(false)
  await pause(60)
  expect(gate.isOpen()).toBe(false)
  state.applied = 5
  await opened()
  gate.end()
})

test("a change that is announced while the standby catches up with an earlier one keeps the gate closed", async () => {
  const { state, gate, opened } = replication()
  state.end = 1
  gate.close()
  await pause(10)
  state.end = 2
  gate.close()
  state.applied = 1
  await pause(60)
  expect(gate.isOpen()).toBe(false)
  state.applied = 2
  await opened()
  gate.end()
})

test("a standby that fails is reported once and read again when it answers", async () => {
  const { state, gate, opened } = replication()
  gate.close()
  await opened()
  state.fault = new Error("connection refused")
  gate.fail(state.fault)
  expect(gate.isOpen()).toBe(false)
  await pause(80)
  expect(gate.isOpen()).toBe(false)
  expect(state.errors).toEqual([state.fault])
  state.fault = null
  await opened()
  state.fault = new Error("connection refused again")
  gate.fail(state.fault)
  expect(state.errors).toHaveLength(2)
  gate.end()
})
