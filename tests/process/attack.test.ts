import { beforeAll, describe, expect, test } from "vitest"
import { attacks } from "../../tools/attack/attacks.mjs"
import { areas, carryOut, nameOf } from "../../tools/attack/run.mjs"
import { openSite, type Site } from "../../tools/attack/site.mjs"
import { ownServer } from "./support/own-server"

/* The short form of `npm run attack` (docs/SECURITY.md): attacks that take longer, or have their own test, are left to the command. */

const { server, data } = ownServer({ SAMPLES: "false" })
let site: Site
beforeAll(async () => {
  site = await openSite({ url: server().url, admin: data().admin, own: true, dataDir: data().path })
})

const short = attacks.filter(({ long }) => !long)

describe.each(Object.entries(areas).filter(([area]) => short.some((attack) => attack.area === area)))("%s", (area) => {
  test.each(short.filter((attack) => attack.area === area).map((attack) => [nameOf(attack), attack] as const))("%s", async (_, attack) => {
    const { attempts, broken, successes } = await carryOut(site, attack)
    expect({ broken, successes }).toEqual({ broken: undefined, successes: [] })
    expect(attempts).toBeGreaterThan(0)
  })
})
