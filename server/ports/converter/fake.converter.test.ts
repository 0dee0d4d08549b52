import sharp from "sharp"
import { expect, test } from "vitest"
import { ConversionError } from "./converter.port"
import { converterSuite } from "./converter.suite"
import { createFakeConverter } from "./fake.converter"
import { convertBytes } from "./testing/conversion.fixture"

converterSuite("fake", async () => createFakeConverter())

test("fails with the reason given in the first line", async () => {
  const failure = await convertBytes(createFakeConverter(), "a.pdf", "FAIL encrypted\n").catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConversionError)
  expect(failure).toMatchObject({ reason: "encrypted", message: "文档已加密，无法预览，请上传未加密的文件" })
})

test("has the requested number of pages and a cover picture", async () => {
  const { pages, events } = await convertBytes(createFakeConverter({ pages: 5 }), "a.pdf", "x")
  expect(pages).toHaveLength(5)
  const cover = events.find((event) => event.type === "cover")
  expect(cover && (await sharp(cover.webp).metadata()).format).toBe("webp")
})
