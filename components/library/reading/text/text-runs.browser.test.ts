import { describe, expect, it } from "vitest"
import { between, joinRuns, selectedText } from "./text-runs"

describe("copied text", () => {
  it("is joined on one line and separated between lines", () => {
    expect(between(["一", 0, 0, 10, 10], ["二", 10, 0, 10, 10])).toBe("")
    expect(between(["one", 0, 0, 30, 10], ["two", 36, 1, 30, 10])).toBe(" ")
    expect(between(["one ", 0, 0, 30, 10], ["two", 36, 1, 30, 10])).toBe("")
    expect(between(["one", 0, 0, 30, 10], ["two", 0, 14, 30, 10])).toBe("\n")
    // a second column begins above, so that is another line
    expect(between(["end", 0, 700, 30, 10], ["top", 300, 50, 30, 10])).toBe("\n")
    expect(
      joinRuns([
        { run: ["a", 0, 0, 9, 9], text: "a" },
        { run: ["b", 0, 20, 9, 9], text: "b" },
      ]),
    ).toBe("a\nb")
  })
  it("starts and ends at the selection", () => {
    const runs: [string, number, number, number, number][] = [
      ["第一行文字", 0, 0, 50, 10],
      ["第二行", 0, 20, 30, 10],
      ["第三行", 0, 40, 30, 10],
    ]
    const layer = document.createElement("div")
    const spans = runs.map((run) => {
      const span = document.createElement("span")
      span.textContent = run[0]
      layer.append(span)
      return { span, run }
    })
    document.body.append(layer)
    const range = document.createRange()
    range.setStart(spans[0]!.span.firstChild!, 2)
    range.setEnd(spans[1]!.span.firstChild!, 2)
    expect(selectedText(range, spans)).toBe("行文字\n第二")
    range.selectNodeContents(layer)
    expect(selectedText(range, spans)).toBe("第一行文字\n第二行\n第三行")
    layer.remove()
  })
})
