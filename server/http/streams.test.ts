import { expect, test } from "vitest"
import { streamFinder } from "./streams"

const nothing = async () => undefined
const find = streamFinder([
  { stream: "POST /upload/document", serve: nothing },
  { stream: "POST /upload/tus", serve: nothing },
  { stream: "GET /document/progress", serve: nothing },
])
const keyOf = (method: string, path: string) => find(method, path)?.key

test("a stream is found by its method and its whole path", () => {
  expect(keyOf("POST", "/upload/document")).toBe("POST /upload/document")
  expect(keyOf("GET", "/document/progress")).toBe("GET /document/progress")
  expect(keyOf("GET", "/upload/document")).toBeUndefined()
  expect(keyOf("POST", "/upload/document/x")).toBeUndefined()
  expect(keyOf("POST", "/upload/banner")).toBeUndefined()
})

test.each(["POST", "HEAD", "PATCH", "DELETE", "OPTIONS"])(
  "%s of an upload belongs to tus, and nothing that only begins alike",
  (method) => {
    expect(keyOf(method, "/upload/tus/0123456789abcdef0123456789abcdef")).toBe("POST /upload/tus")
    expect(keyOf(method, "/upload/tus")).toBe("POST /upload/tus")
    expect(keyOf(method, "/upload/tusk")).toBeUndefined()
  },
)
