import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { preferencesIn } from "./preferences"

describe("reader preferences", () => {
  it("are valid whatever the storage contains", () => {
    expect(preferencesIn(null)).toEqual({
      zoom: "width",
      mode: "scroll",
      fontSize: 18,
      lineHeight: 1.8,
      textFace: "song",
      indent: false,
      crop: false,
    })
    expect(preferencesIn('{"zoom":9,"mode":"slides","fontSize":99}')).toEqual({
      zoom: "width",
      mode: "scroll",
      fontSize: 18,
      lineHeight: 1.8,
      textFace: "song",
      indent: false,
      crop: false,
    })
    expect(preferencesIn('{"crop":true}').crop).toBe(true)
    expect(preferencesIn('{"crop":1}').crop).toBe(false)
    expect(preferencesIn('{"indent":true}').indent).toBe(true)
    expect(preferencesIn('{"indent":"yes"}').indent).toBe(false)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { zoom, mode, fontSize, lineHeight } = preferencesIn(text)
        expect(["width", "page"]).toContain(zoom)
        expect(["scroll", "single", "double"]).toContain(mode)
        expect(fontSize >= 14 && fontSize <= 28 && lineHeight >= 1.5 && lineHeight <= 2.1).toBe(true)
      }),
    )
  })
})
