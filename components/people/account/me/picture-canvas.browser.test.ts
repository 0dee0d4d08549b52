import { afterEach, describe, expect, test, vi } from "vitest"
import { centred, turnedRight } from "./crop-placing"
import { cropImage, cropSide, turnedSize } from "./picture-canvas"

afterEach(() => vi.restoreAllMocks())

describe("cropping a square out of a picture", () => {
  test.each([
    [0, 400, 300],
    [90, 300, 400],
    [-180, 400, 300],
    [45, 494.97, 494.97],
  ])("rotated by %d degrees a picture of 400 × 300 takes %d × %d", (degrees, width, height) => {
    const turned = turnedSize(400, 300, degrees)
    expect([turned.width, turned.height].map((side) => Math.round(side * 100) / 100)).toEqual([width, height])
  })

  test("four quarter turns return to the start, each centred", () => {
    const moved = { ...centred, crop: { x: 9, y: 9 }, zoom: 2 }
    const turns = [1, 2, 3, 4].map((times) => Array.from({ length: times }).reduce<typeof moved>((now) => turnedRight(now), moved))
    expect(turns.map(({ rotation }) => rotation)).toEqual([90, -180, -90, 0])
    expect(turns[0]).toEqual({ crop: { x: 0, y: 0 }, zoom: 2, rotation: 90 })
  })

  /** Applies the recorded canvas transformations to a point of the image. */
  const drawnAt = async (area: { x: number; y: number; width: number; height: number }, degrees: number, [px, py]: [number, number]) => {
    const matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
    let at: [number, number] = [0, 0]
    const drawing = {
      scale: (x: number, y: number) => Object.assign(matrix, { a: matrix.a * x, b: matrix.b * x, c: matrix.c * y, d: matrix.d * y }),
      translate: (x: number, y: number) =>
        Object.assign(matrix, { e: matrix.e + matrix.a * x + matrix.c * y, f: matrix.f + matrix.b * x + matrix.d * y }),
      rotate: (angle: number) => {
        const { a, b, c, d } = matrix
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
        Object.assign(matrix, { a: a * cos + c * sin, b: b * cos + d * sin, c: c * cos - a * sin, d: d * cos - b * sin })
      },
      drawImage: (_: unknown, x: number, y: number) =>
        (at = [matrix.a * (px + x) + matrix.c * (py + y) + matrix.e, matrix.b * (px + x) + matrix.d * (py + y) + matrix.f]),
    }
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(drawing as unknown as RenderingContext)
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["x"])))
    expect(await cropImage({ naturalWidth: 400, naturalHeight: 200 } as HTMLImageElement, area, degrees)).toBeInstanceOf(Blob)
    return at.map(Math.round)
  }

  test("the corner of the area becomes the corner of the result", async () => {
    expect(await drawnAt({ x: 100, y: 50, width: 128, height: 128 }, 0, [100, 50])).toEqual([0, 0])
    expect(await drawnAt({ x: 100, y: 50, width: 128, height: 128 }, 0, [228, 178])).toEqual([cropSide, cropSide])
    // rotated clockwise, the image's lower left corner becomes the upper left one
    expect(await drawnAt({ x: 0, y: 0, width: 200, height: 200 }, 90, [0, 200])).toEqual([0, 0])
  })

  test("a browser without canvas support is detected", async () => {
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null)
    expect(await cropImage({ naturalWidth: 4, naturalHeight: 4 } as HTMLImageElement, { x: 0, y: 0, width: 4, height: 4 }, 0)).toBeNull()
  })
})
