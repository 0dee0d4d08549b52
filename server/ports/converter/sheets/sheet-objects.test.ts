import { describe, expect, test } from "vitest"
import { paperOf, printedArea } from "./object-paper"
import { boxOf, isClear, readObjects } from "./sheet-objects"

const corner = (name: string, column: number, row: number, right = 0, down = 0): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${right * 9525}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${down * 9525}</xdr:rowOff></xdr:${name}>`
const shape = (more = ""): string => `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="s"${more}/></xdr:nvSpPr></xdr:sp>`
const two = (body: string): string => `<xdr:twoCellAnchor>${corner("from", 1, 1, 10, 5)}${corner("to", 3, 4)}${body}</xdr:twoCellAnchor>`
const drawing = (anchors: string): string => `<xdr:wsDr xmlns:xdr="x" xmlns:a="a">${anchors}</xdr:wsDr>`
const sizes = { widths: new Map([[2, 100]]), width: 50, heights: new Map([[1, 40]]), height: 20 }
const boxesIn = (anchors: string) => readObjects("xl/drawings/drawing1.xml", drawing(anchors)).objects.map((object) => boxOf(object, sizes))

describe("the objects of a sheet", () => {
  test("lie between two cells, at a cell, or at a point", () => {
    expect(boxesIn(two(shape()))).toEqual([{ x: 60, y: 25, width: 140, height: 75 }])
    const one = `<xdr:oneCellAnchor>${corner("from", 3, 2)}<xdr:ext cx="952500" cy="190500"/>${shape()}</xdr:oneCellAnchor>`
    expect(boxesIn(one)).toEqual([{ x: 200, y: 60, width: 100, height: 20 }])
    const point = `<xdr:absoluteAnchor><xdr:pos x="2857500" y="95250"/><xdr:ext cx="95250" cy="0"/>${shape()}</xdr:absoluteAnchor>`
    expect(boxesIn(point)).toEqual([{ x: 300, y: 10, width: 10, height: 1 }])
  })

  test("are left out if they are hidden or collapsed", () => {
    expect(boxesIn(two(shape(' hidden="1"')))).toEqual([])
    const folded = { ...sizes, height: 0, heights: new Map<number, number>(), width: 0, widths: new Map<number, number>() }
    const [object] = readObjects("d", drawing(two(shape()))).objects
    expect(boxOf(object!, folded)).toBeNull()
  })

  test("keep their content without the position", () => {
    const [object] = readObjects("d", drawing(two(`${shape()}<xdr:clientData/>`))).objects
    expect(object).toMatchObject({ part: "d", root: '<xdr:wsDr xmlns:xdr="x" xmlns:a="a">', prefix: "xdr:" })
    expect(object?.body).toBe(`${shape()}<xdr:clientData/>`)
    expect(isClear(object!)).toBe(true)
    expect(isClear(readObjects("d", drawing(two("<xdr:pic/>"))).objects[0]!)).toBe(false)
  })

  test("are incomplete if some have several versions or the part is damaged", () => {
    const versions = `<mc:AlternateContent><mc:Choice>${two(shape())}</mc:Choice><mc:Fallback>${two(shape())}</mc:Fallback></mc:AlternateContent>`
    expect(readObjects("d", drawing(versions + two(shape())))).toMatchObject({ complete: false, objects: [{ prefix: "xdr:" }] })
    expect(readObjects("d", "no drawing")).toEqual({ objects: [], complete: false })
    expect(readObjects("d", drawing(""))).toEqual({ objects: [], complete: true })
  })
})

test("an object is printed on the smallest paper that holds it, at the largest scale", () => {
  expect(paperOf(200, 100)).toEqual({ code: 9, landscape: true, scale: 100 })
  expect(paperOf(900, 1_200)).toEqual({ code: 8, landscape: false, scale: 100 })
  const { code, scale } = paperOf(2_800, 1_000)
  expect({ code, small: scale < 60 }).toEqual({ code: 8, small: true })
  const { width } = printedArea(2_800, 1_000, 0)
  expect(width).toBeLessThan(1_190)
  expect(printedArea(200, 100, 6)).toEqual({ left: 0, top: 0, width: 159, height: 84 })
  expect(printedArea(200, 100, 0)).toEqual({ left: 4.5, top: 4.5, width: 150, height: 75 })
})
