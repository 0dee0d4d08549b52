import { afterAll, beforeAll, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import { until } from "./support/client"
import { launchSite, newDataFolder, type DataFolder } from "./support/server"

let build: Build
let data: DataFolder

beforeAll(async () => {
  build = await takeBuild()
  data = await newDataFolder()
})
afterAll(async () => {
  await data?.remove()
  await build?.remove()
})

test("a site whose output nobody reads starts, serves its pages and stops", { timeout: 240_000 }, async () => {
  const site = await launchSite({ main: build.main, dataDir: data.path, env: { SAMPLES: "false" } })
  site.child.stdout.destroy()
  site.child.stderr.destroy()
  const isReady = () =>
    fetch(`${site.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  // the first start prints the administrator's password, which fails here
  await until("the site is ready or has ended", async () => site.child.exitCode !== null || (await isReady()), 100_000)
  expect(site.child.exitCode).toBeNull()
  expect((await fetch(site.url)).status).toBe(200)
  expect((await site.stop()).code).toBe(0)
})
