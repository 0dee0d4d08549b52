import { createHash } from "node:crypto"
import { afterEach, beforeEach, expect, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { refusal, world } from "@/tests/setup/world"
import { createUploadMemory } from "../memory"
import { createUpload } from "../queue"
import { uploadLimits } from "../rules"

/* Upload queues in the test environment, with a fake connection that only records what is sent. */

type Sent = {
  file: File
  md5: string
  url: string
  onProgress: (sent: number) => void
  onSafe: (url: string, accepted: number) => void
  onDone: (id: number) => void
  onFail: (failed: { status: number; message: string; wait?: number; timedOut?: string }) => void
}
const hoisted = vi.hoisted(() => ({ sent: [] as Sent[], paused: 0, cancelled: 0 }))

vi.mock("../send", () => ({
  sendFile: (options: Sent) => {
    hoisted.sent.push(options)
    return { pause: () => (hoisted.paused += 1), cancel: () => (hoisted.cancelled += 1) }
  },
}))

/** The sent parts, and how often the queue was paused and cancelled. */
export const wire = hoisted

export const limits = uploadLimits(1, [])
export const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
export const collectedFiles = (...files: File[]) => files.map((one) => ({ file: one, path: "" }))
export const md5 = (text: string) => createHash("md5").update(text).digest("hex")
export const submitted = ({ document }: { document: { attachment_id: unknown }[] | { attachment_id: unknown } }) => ({
  document: [document].flat().map(({ attachment_id }) => ({
    id: Number(attachment_id),
    uuid: `u${attachment_id}`,
    status: 0,
    attachment_id: Number(attachment_id),
  })),
})
export const memoryOf = () => createUploadMemory({ storage: () => localStorage, owner: 7, now: () => Date.now() })
export const fileHandles = { keep: vi.fn(async () => undefined), drop: vi.fn(async () => undefined), list: async () => new Map() }
const made: ReturnType<typeof createUpload>[] = []
export const make = () => {
  const store = createUpload({ memory: memoryOf(), fileHandles, lineage: (category) => (category ? [1, category] : []) })
  made.push(store)
  return store
}
type Store = ReturnType<typeof make>
export const phases = (store: Store) => store.getState().items.map(({ phase }) => phase)
export const first = (store: Store) => store.getState().items[0]!
export const keys = (store: Store) => new Set(store.getState().items.map(({ key }) => key))
export const sending = (count = 1) => vi.waitFor(() => expect(wire.sent).toHaveLength(count))
export const begun = async (...files: File[]) => {
  const store = make()
  store.getState().add(collectedFiles(...files), limits)
  store.getState().setTerms({ category: 2, price: 5 })
  store.getState().start()
  await sending(Math.min(2, files.length))
  return store
}
export const calls = <K extends Key>(key: K) => world.inputsOf(key)

beforeEach(() => {
  localStorage.clear()
  wire.sent.length = 0
  wire.paused = 0
  wire.cancelled = 0
  world.answer("POST /upload/claim", { id: "", salt: "", ranges: [] })
  world.answer("GET /document/recycle", { total: 0, document: [] })
  world.answer("POST /document", submitted)
  world.answer("GET /document/suggest", { title: "", keywords: ["豆", "架"], description: "讲豆", language: "zh-CN", duplicates: [] })
  for (const key of ["GET /document/exist", "PUT /upload/claim"] as const) world.answer(key, refusal(404, ""))
})
afterEach(() => {
  vi.useRealTimers()
  // leaving the page stores its state: keep it out of the next test
  for (const store of made.splice(0)) store.getState().leave()
})
