import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { expect, onTestFinished, test } from "vitest"
import { childScript, convertBytes, localConverter } from "../testing/conversion.fixture"
import { redHeic as heic } from "../testing/heic.fixture"
import { findHeifConvert } from "./heif-decoding"

async function converterWith(path: string | undefined): Promise<ReturnType<typeof localConverter>> {
  const converter = localConverter(await childScript(), path === undefined ? {} : { heif: { path } })
  onTestFinished(() => converter.close())
  return converter
}

/** Creates a folder with a program that answers like heif-convert and writes the same picture for each file. */
async function mockHeifConvert(body: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "heif-"))
  await chmod(path, 0o755)
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  await sharp({ create: { width: 80, height: 40, channels: 3, background: "teal" } })
    .jpeg()
    .toFile(join(path, "sample.jpg"))
  const script = `#!/bin/sh
[ "$1" = "--help" ] && { echo "heif-convert  libheif version: 9.9.9"; exit 0; }
${body.replaceAll("SAMPLE", join(path, "sample.jpg"))}
`
  await writeFile(join(path, "heif-convert"), script, { mode: 0o755 })
  return path
}

test("without heif-convert a HEIC picture waits for it, also under the name of a JPEG", async () => {
  const converter = await converterWith("/nowhere")
  await expect(convertBytes(converter, "a.heic", heic)).rejects.toMatchObject({
    reason: "need_heif",
    message: "服务器未安装 heif-convert，暂不能预览 HEIC 图片",
  })
  await expect(convertBytes(converter, "a.jpg", heic)).rejects.toMatchObject({ reason: "need_heif" })
})

test("heif-convert runs in the sandbox and its picture becomes the page", async () => {
  const converter = await converterWith(await mockHeifConvert('[ "$1 $2" = "-q 92" ] || exit 3; cp SAMPLE "$4"'))
  const { pages, events } = await convertBytes(converter, "a.heic", heic)
  expect(events[0]).toEqual({ type: "opened", pages: 1, engine: "image" })
  expect(pages).toMatchObject([{ width: 60, height: 30, kind: "raster" }])
  expect((await converter.capabilities()).find(({ name }) => name === "heif-convert")).toMatchObject({ installed: true, version: "9.9.9" })
})

test("the first of several pictures is shown", async () => {
  const converter = await converterWith(await mockHeifConvert('cp SAMPLE "${4%.jpg}-1.jpg"'))
  expect((await convertBytes(converter, "a.heif", heic)).pages).toHaveLength(1)
})

test("a HEIC picture that cannot be decoded is damaged, and a link in place of the result is not followed", async () => {
  const failing = await converterWith(await mockHeifConvert("exit 1"))
  await expect(convertBytes(failing, "a.heic", heic)).rejects.toMatchObject({ reason: "corrupt" })
  const linking = await converterWith(await mockHeifConvert('ln -s SAMPLE "$4"'))
  await expect(convertBytes(linking, "a.heic", heic)).rejects.toMatchObject({ reason: "corrupt" })
})

test("the heif-convert of this machine decodes a picture; a machine without it reports that", async () => {
  const converter = await converterWith(undefined)
  const installed = (await findHeifConvert(undefined)) !== null
  expect((await converter.capabilities()).find(({ name }) => name === "heif-convert")).toMatchObject({ installed })
  const conversion = convertBytes(converter, "a.heic", heic)
  if (installed) expect((await conversion).pages).toMatchObject([{ width: 48, height: 48 }])
  else await expect(conversion).rejects.toMatchObject({ reason: "need_heif" })
})
