import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { CdnError, knowsTags, type CdnAccount, type CdnPort } from "./cdn.port"

/** One CDN or the fake: how to reach it, what it has removed, and how to make it refuse. */
export type CdnWorld = {
  port: CdnPort
  account: CdnAccount
  /** all addresses and folders that were removed, without their scheme */
  removed: () => string[]
  refuse: (reason: string) => void
  close: () => Promise<void>
}

export const secret = "a-secret-of-the-account"
const base = "https://wenku.example.org"
const document = { addresses: [`${base}/document/0123456789abcdef`], folders: [`${base}/view/page/0123456789abcdef/`], tags: [] }

/** The test suite that every adapter and the fake must pass. */
export const cdnSuite = (name: string, open: () => Promise<CdnWorld>): void => {
  describe(name, () => {
    let world: CdnWorld
    beforeEach(async () => {
      world = await open()
    })
    afterEach(() => world.close())

    test("addresses and folders are removed with a valid signature", async () => {
      await world.port.purge(world.account, document)
      expect(world.removed()).toEqual(["wenku.example.org/document/0123456789abcdef", "wenku.example.org/view/page/0123456789abcdef/"])
    })

    test("many addresses are removed in several requests, each once", async () => {
      const addresses = Array.from({ length: 75 }, (_, n) => `${base}/document/${n}`)
      await world.port.purge(world.account, { addresses, folders: [], tags: [] })
      expect(world.removed()).toEqual(addresses.map((address) => address.slice("https://".length)))
    })

    test("tags are removed by a CDN that knows them, beside the addresses", async () => {
      const tags = Array.from({ length: 35 }, (_, n) => `document-${n}`)
      await world.port.purge(world.account, { ...document, tags })
      const removed = ["wenku.example.org/document/0123456789abcdef", "wenku.example.org/view/page/0123456789abcdef/"]
      expect(world.removed()).toEqual([...removed, ...(knowsTags(world.account) ? tags : [])])
    })

    test("a refusal is a message without the secret", async () => {
      world.refuse(`the key ${secret} may not do this`)
      const error = await world.port.purge(world.account, document).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(CdnError)
      expect((error as Error).message).toContain("may not do this")
      expect((error as Error).message).not.toContain(secret)
      expect(world.removed()).toEqual([])
    })
  })
}
