import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { detectSandbox } from "../converter/sandbox/sandbox-detection"
import { childCommands, childScript, closeSharedConverter, localConverter } from "../converter/testing/conversion.fixture"
import { directPictures } from "./direct.pictures"
import type { PicturesPort } from "./pictures.port"
import { picturesSuite } from "./pictures.suite"

const { bubblewrap, setpriv } = await detectSandbox()
/** Returns the user ids of this process's children that run the converter's program, as seen from outside the sandbox's namespace. */
const childUsers = async () => {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "ppid=,uid=,args="])
  const children = stdout.split("\n").filter((line) => Number(line.trim().split(/\s+/)[0]) === process.pid && line.includes("pdfium-child"))
  return children.map((line) => Number(line.trim().split(/\s+/)[1]))
}

describe("in the calling process", () => picturesSuite(directPictures))

describe("in a child of the converter [security: pictures-decoded-apart, media-file-write]", () => {
  let converter: ReturnType<typeof localConverter>
  beforeAll(async () => {
    await closeSharedConverter()
    converter = localConverter(await childScript())
  })
  afterAll(() => converter.close())
  picturesSuite(() => converter)

  test("runs in the strictest sandbox of this machine", async () => {
    if (bubblewrap) expect(await childCommands()).toEqual([expect.stringContaining("--unshare-all --uid 65534")])
    else expect(await childUsers()).toEqual([setpriv ? 65534 : process.getuid?.()])
  })

  test("is rejected if a sandbox is required and unavailable", async () => {
    const bare = localConverter(await childScript(), { office: { sandbox: false } })
    const pictures: PicturesPort = bare
    const how = { format: "png", box: { width: 1, height: 1, fit: "inside" }, output: { type: "png" }, moving: false } as const
    await expect(pictures.redraw("/nowhere", how, { sandboxRequired: true })).rejects.toMatchObject({ reason: "need_sandbox" })
    await bare.close()
  })
})
