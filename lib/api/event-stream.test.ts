import { expect, it } from "vitest"
import { createEventParser } from "./event-stream"

it("reassembles events from chunks that end anywhere", () => {
  const parse = createEventParser()
  expect(parse(": 豆架\n\nevent: docu")).toEqual([])
  expect(parse('ment\ndata: {"id":1}\n')).toEqual([])
  expect(parse("\nevent: document\r\ndata:a\r\ndata: b\r\n\r\n: \n\n")).toEqual([
    { event: "document", data: '{"id":1}' },
    { event: "document", data: "a\nb" },
  ])
})
