import { expect, test } from "vitest"
import { streamFinder } from "./streams"

const nothing = async () => undefined
const find = streamFinder([
  { stream: "POST /upload/document", serve: nothing },
  { stream: "POST /upload/tus", serve: nothing },
  { stream: "GET /document/progress", serve: nothing },
])
const keyOf = (method: string, path: string) => find(method, `/api/v1${path}`)?.key

test("a stream is matched by its method and its full path", () => {
  expect(keyOf("POST", "/upload/document")).toBe("POST /upload/document")
  expect(keyOf("GET", "/document/progress")).toBe("GET /document/progress")
  expect(keyOf("GET", "/upload/document")).toBeUndefined()
  expect(keyOf("POST", "/upload/document/x")).toBeUndefined()
  expect(keyOf("POST", "/upload/banner")).toBeUndefined()
  expect(find("POST", "/upload/document")).toBeUndefined()
})

test("a declaration says that its address lies outside the API; a stream without a declaration cannot be served", () => {
  const called = { title: "通知", access: "public", about: "表单", outsideApi: true } as const
  const finder = streamFinder([{ stream: "POST /callback/example", serve: nothing }], { "POST /callback/example": called })
  expect(finder("POST", "/callback/example")?.key).toBe("POST /callback/example")
  expect(finder("GET", "/callback/example")).toBeUndefined()
  expect(finder("POST", "/api/v1/callback/example")).toBeUndefined()
  expect(() => streamFinder([{ stream: "POST /callback/other", serve: nothing }], {})).toThrow("POST /callback/other")
})

test.each(["POST", "HEAD", "PATCH", "DELETE", "OPTIONS"])(
  "%s of an upload belongs to tus, but a path that only begins alike does not",
  (method) => {
    expect(keyOf(method, "/upload/tus/0123456789abcdef0123456789abcdef")).toBe("POST /upload/tus")
    expect(keyOf(method, "/upload/tus")).toBe("POST /upload/tus")
    expect(keyOf(method, "/upload/tusk")).toBeUndefined()
  },
)
