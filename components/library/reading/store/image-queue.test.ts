import { describe, expect, it } from "vitest"
import { createImageQueue, rankOf } from "./image-queue"

describe("the image loading queue", () => {
  const at = (ranks: Record<string, number>) => {
    const imageQueue = createImageQueue()
    const begun: string[] = []
    const ends = Object.fromEntries(
      Object.keys(ranks).map((name) => [
        name,
        imageQueue.ask(
          () => ranks[name]!,
          () => void begun.push(name),
        ),
      ]),
    )
    return { imageQueue, begun, ends }
  }

  it("starts with visible pages, then neighbours by distance, one at a time, thumbnails last", () => {
    const { imageQueue, begun, ends } = at({ thumb: 1000, far: 4, seen: 0, near: 1, alsoSeen: 0, other: 2 })
    expect(begun).toEqual(["seen", "alsoSeen"])
    imageQueue.next()
    expect(begun, "two are under way").toEqual(["seen", "alsoSeen"])
    for (const name of ["seen", "alsoSeen", "near", "other", "far"]) ends[name]!()
    expect(begun).toEqual(["seen", "alsoSeen", "near", "other", "far", "thumb"])
  })

  it("keeps a slot free of thumbnails, for a page that is queued later", () => {
    const { imageQueue, begun } = at({ thumb: 1000, otherThumb: 1000 })
    imageQueue.next()
    expect(begun).toEqual(["thumb"])
    imageQueue.ask(
      () => 1,
      () => void begun.push("page"),
    )
    imageQueue.next()
    expect(begun).toEqual(["thumb", "page"])
  })

  it("removes unmounted images, and releases a slot once", () => {
    const { imageQueue, begun, ends } = at({ one: 1, two: 2, three: 3, four: 4 })
    imageQueue.next()
    expect(begun).toEqual(["one", "two"])
    ends.three!()
    ends.one!()
    ends.one!()
    expect(begun).toEqual(["one", "two", "four"])
  })

  it("starts an image at once when it becomes visible", () => {
    const ranks = { one: 1, two: 2, three: 3 }
    const { imageQueue, begun } = at(ranks)
    imageQueue.next()
    ranks.three = 0
    imageQueue.next()
    expect(begun).toEqual(["one", "two", "three"])
  })

  it("ranks pages by distance, in scroll direction first", () => {
    const order = (up: boolean) =>
      [1, 2, 3, 4, 5, 6, 7, 8].sort((a, b) => rankOf(a, { from: 4, to: 5, up }) - rankOf(b, { from: 4, to: 5, up }))
    expect(order(false)).toEqual([4, 5, 6, 3, 7, 2, 8, 1])
    expect(order(true)).toEqual([4, 5, 3, 6, 2, 7, 1, 8])
    expect(rankOf(1, { from: 1, to: 0, up: false }), "before anything was measured").toBe(0)
  })
})
