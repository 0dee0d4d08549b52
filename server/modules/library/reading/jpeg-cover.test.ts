import { expect, test } from "vitest"
import type { Services } from "@/server/context"
import { jpegCover } from "./jpeg-cover.http"

/** A site whose drawing program ends a drawing when the test says so. */
const slowSite = () => {
  const stored = new Map<string, Buffer>()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const app = {
    pageImages: { cached: () => undefined, read: async (key: string) => stored.get(key) ?? null },
    storage: {
      onDisk: async (key: string) => ({ path: key, done: async () => undefined }),
      put: async (key: string, content: Buffer) => void stored.set(key, content),
    },
    pictures: {
      redraw: async (path: string) => {
        begun.push(path)
        await new Promise<void>((end) => ends.push(end))
        return { content: Buffer.from(path), width: 1, height: 1, moving: false }
      },
    },
  } as unknown as Services
  const cover = (n: number) =>
    jpegCover(
      app,
      { sha256: `${n}`.repeat(64), version: 1 },
      { key: `key-${n}`, content: Buffer.alloc(0), type: "image/webp", name: "name" },
    )
  /** Ends drawings until none begins any more. */
  const endAll = async () => {
    for (let idle = 0; idle < 5; idle++) {
      await new Promise((turn) => setImmediate(turn))
      for (const end of ends.splice(0)) {
        end()
        idle = 0
      }
    }
  }
  return { cover, begun, endAll }
}

test("parallel requests for one cover draw it once, and of many covers one is drawn at a time [security: covers-queued]", async () => {
  const { cover, begun, endAll } = slowSite()
  const same = Array.from({ length: 50 }, () => cover(1))
  const others = [2, 3, 4].map((n) => cover(n))
  await new Promise((turn) => setTimeout(turn, 20))
  expect(begun).toEqual(["key-1"])
  await endAll()
  expect((await Promise.all([...same, ...others])).map(String)).toEqual([
    ...Array.from({ length: 50 }, () => "key-1"),
    "key-2",
    "key-3",
    "key-4",
  ])
  expect(begun).toEqual(["key-1", "key-2", "key-3", "key-4"])
})

test("covers beyond the queue are not drawn now [security: covers-queued]", async () => {
  const { cover, begun, endAll } = slowSite()
  const covers = Array.from({ length: 40 }, (_, n) => cover(n))
  await new Promise((turn) => setTimeout(turn, 20))
  await endAll()
  const drawn = (await Promise.all(covers)).filter(Boolean)
  expect([drawn.length, begun.length]).toEqual([17, 17])
})
