import { expect, test } from "vitest"
import { cropOf, measureInk, type PixelImage } from "./cover-ink"

/** White paper of 100 × 140 with black boxes, each given as left, top, width, height. */
const sheet = (...boxes: [number, number, number, number][]): PixelImage => {
  const data = Buffer.alloc(100 * 140 * 3, 255)
  for (const [left, top, width, height] of boxes)
    for (let y = top; y < top + height; y += 1) data.fill(0, (y * 100 + left) * 3, (y * 100 + left + width) * 3)
  return { data, width: 100, height: 140, channels: 3 }
}

test("a blank page and a single heading are faint, a page of lines is not", () => {
  expect(measureInk(sheet())).toEqual({ faint: true, box: null })
  expect(measureInk(sheet([15, 15, 30, 4])).faint).toBe(true)
  expect(measureInk(sheet(...Array.from({ length: 12 }, (_, n): [number, number, number, number] => [15, 15 + n * 9, 70, 2]))).faint).toBe(
    false,
  )
})

test("blank margins are cropped, in the page's ratio and by a factor of at most 1.18", () => {
  const page = sheet([15, 20, 70, 80])
  const crop = cropOf(measureInk(page), page)
  expect(crop).toEqual({ left: 7, top: 14, width: 85, height: 119 })
  const narrow = sheet([40, 60, 20, 20])
  expect(cropOf(measureInk(narrow), narrow)).toMatchObject({ width: 85, height: 119 })
})

test("content that reaches the edges is not cropped", () => {
  const page = sheet([0, 0, 100, 30], [20, 50, 40, 4])
  expect(cropOf(measureInk(page), page)).toEqual({ left: 0, top: 0, width: 100, height: 140 })
})
