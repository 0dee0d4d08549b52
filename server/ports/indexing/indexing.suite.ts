import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { IndexingError, type IndexingPort, type IndexingTarget } from "./indexing.port"

type Received = { origin: string; key: string; urls: string[] }
/** One search engine or the fake: how to reach it, what it has received, and how to make it refuse. */
export type IndexingWorld = {
  port: IndexingPort
  target: IndexingTarget
  received: () => Received[]
  refuse: (reason: string) => void
  close: () => Promise<void>
}

const site = { origin: "https://wenku.example.org", key: "0123456789abcdef" }
const urls = ["https://wenku.example.org/document/0123456789abcdef", "https://wenku.example.org/article/about"]

/** The test suite that every adapter and the fake must pass. */
export const indexingSuite = (name: string, open: () => Promise<IndexingWorld>): void => {
  describe(name, () => {
    let world: IndexingWorld
    beforeEach(async () => {
      world = await open()
    })
    afterEach(() => world.close())

    test("the addresses are sent with the site and its key", async () => {
      await world.port.push(world.target, site, urls)
      expect(world.received()).toEqual([{ ...site, urls }])
    })

    test("an error is a message without the key", async () => {
      world.refuse(`token ${site.key} is not valid`)
      const error = await world.port.push(world.target, site, urls).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(IndexingError)
      expect((error as Error).message).not.toContain(site.key)
      expect((error as Error).message.length).toBeGreaterThan(4)
    })

    test("reports how many addresses one call may carry", () => {
      expect(world.port.most[world.target]).toBeGreaterThanOrEqual(1_000)
    })
  })
}
