import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { detectSandbox } from "../converter/sandbox/sandbox-detection"
import { bundleChild, childCommands, localConverter } from "../converter/testing/conversion.fixture"
import { directPictures } from "./direct.pictures"
import type { PicturesPort } from "./pictures.port"
import { picturesSuite } from "./pictures.suite"

const { bubblewrap } = await detectSandbox()

describe("in the calling process", () => picturesSuite(directPictures))

describe("in a child of the converter [security: pictures-decoded-apart, media-file-write]", () => {
  let converter: ReturnType<typeof localConverter>
  const child = bundleChild()
  beforeAll(async () => {
    converter = localConverter((await child).script)
  })
  afterAll(async () => {
    await converter.close()
    await (await child).remove()
  })
  picturesSuite(() => converter)

  test.skipIf(bubblewrap === null)("which runs in a sandbox", async () => {
    expect(await childCommands()).toEqual([expect.stringContaining("--unshare-all --uid 65534")])
  })

  test("is refused where a sandbox is required and there is none", async () => {
    const bare = localConverter((await child).script, { office: { sandbox: false } })
    const pictures: PicturesPort = bare
    const how = { format: "png", box: { width: 1, height: 1, fit: "inside" }, output: { type: "png" }, moving: false } as const
    await expect(pictures.redraw("/nowhere", how, { sandboxRequired: true })).rejects.toMatchObject({ reason: "need_sandbox" })
    await bare.close()
  })
})
