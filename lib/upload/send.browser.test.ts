import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { writeSession } from "../api/token"

/* The server's answers to the tus library, and whether an upload has begun. */
type Failed = { originalResponse: { getStatus: () => number } }
const tus = vi.hoisted(() => ({
  started: 0,
  status: 404,
  url: null as string | null,
  tries: (_error: Failed): boolean => {
    throw new Error("nothing was sent")
  },
}))
vi.mock("tus-js-client", () => ({
  Upload: class {
    url = tus.url
    constructor(
      _file: File,
      private options: { onError: (error: Error) => void; onShouldRetry: (error: Failed) => boolean },
    ) {}
    start() {
      tus.started += 1
      tus.tries = (error) => this.options.onShouldRetry(error)
      const originalResponse = { getStatus: () => tus.status, getBody: () => "Not Found", getHeader: () => undefined }
      this.options.onError(Object.assign(new Error("tus"), { originalResponse }))
    }
    abort = async () => undefined
  },
}))

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
afterAll(() => server.close())
beforeEach(() => {
  vi.resetModules()
  writeSession("a.b.c", { id: 7 })
  Object.assign(tus, { started: 0, status: 404, url: null })
})
afterEach(() => server.resetHandlers())

const file = new File(["%PDF-"], "讲义.pdf")
const answers = (answer: () => Response | Promise<Response>) => {
  const seen: Request[] = []
  server.use(
    http.post("*/api/v1/upload/document", ({ request }) => {
      seen.push(request)
      return answer()
    }),
  )
  return seen
}
/** Resets the module's state. */
const freshPage = async () => {
  const { sendFile } = await import("./send")
  return (sent = file) =>
    new Promise<unknown>((resolve) => {
      sendFile({
        file: sent,
        md5: "m",
        url: "",
        onProgress: () => undefined,
        onSafe: () => undefined,
        onDone: (id) => resolve(id),
        onFail: resolve,
      })
    })
}

it("a back end without partial uploads gets the file in one request, and is tried in vain only once", async () => {
  const seen = answers(() => HttpResponse.json({ code: 200, message: "ok", data: { id: 9, hash: "h" } }))
  const send = await freshPage()
  expect([await send(), await send()]).toEqual([9, 9])
  expect(tus.started).toBe(1)
  expect(seen[0]!.headers.get("authorization")).toBe("Bearer a.b.c")
  expect(seen[0]!.headers.get("content-type")).toMatch(/^multipart\/form-data; ?boundary=/)
})

it("a back end that says that it takes no parts is not asked, however many files start at once", async () => {
  answers(() => HttpResponse.json({ code: 200, message: "ok", data: { id: 9, hash: "h" } }))
  const send = await freshPage()
  const { rememberAbsent } = await import("../api/absent")
  rememberAbsent(["POST /upload/tus"])
  expect(await Promise.all([send(), send(), send()])).toEqual([9, 9, 9])
  expect(tus.started).toBe(0)
})

it.each([
  [413, { code: 11, message: "文件超过 50 MB 的上限" }, { status: 413, message: "文件超过 50 MB 的上限" }],
  [200, {}, { status: 502, message: "上传失败或超时，请重试" }],
])("an error (%d) is shown with the server's message", async (status, body, failed) => {
  answers(() => HttpResponse.json(body, { status }))
  expect(await (await freshPage())()).toMatchObject(failed)
})

it("a network failure is status 0", async () => {
  answers(() => HttpResponse.error())
  expect(await (await freshPage())()).toMatchObject({ status: 0 })
})

it("a file that was moved or changed meanwhile is not mistaken for a network failure", async () => {
  Object.assign(tus, { status: 0 })
  const moved = Object.assign(new File(["x"], "走了.pdf"), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) }),
  })
  expect(await (await freshPage())(moved)).toEqual({ status: 400, message: "文件读取失败" })
})

it("a started upload, and any other error, does not fall back to one request", async () => {
  const seen = answers(() => HttpResponse.json({}))
  tus.url = "/api/v1/upload/tus/1"
  expect(await (await freshPage())()).toMatchObject({ status: 404 })
  Object.assign(tus, { url: null, status: 403 })
  expect(await (await freshPage())()).toMatchObject({ status: 403 })
  expect(seen).toEqual([])
})

it.each([
  [408, true],
  [423, true],
  [500, true],
  [507, false],
  [403, false],
])("a part answered with %d is retried at once: %s", async (status, again) => {
  tus.url = "/api/v1/upload/tus/1"
  await (
    await freshPage()
  )()
  expect(tus.tries({ originalResponse: { getStatus: () => status } })).toBe(again)
})
