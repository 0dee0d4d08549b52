import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { writeSession } from "../api/token"
import { uploadPicture, type PicturePurpose } from "./send-picture"

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
afterAll(() => server.close())
beforeEach(() => localStorage.clear())
afterEach(() => server.resetHandlers())

const picture = new File(["png"], "图.png", { type: "image/png" })
const answers = (answer: (request: Request) => Response) => server.use(http.post("*/api/v1/upload/:kind", ({ request }) => answer(request)))

describe("uploading a picture", () => {
  test.each<[PicturePurpose, string]>([
    ["avatar", "/api/v1/upload/avatar"],
    ["article", "/api/v1/upload/article?type=image"],
    ["favicon", "/api/v1/upload/config?type=favicon"],
  ])("%s is sent to %s with the session's token, as a form", async (use, address) => {
    writeSession("abc.def.ghi", { id: 7 })
    let seen: Request | undefined
    answers((request) => {
      seen = request
      return HttpResponse.json({ code: 200, message: "ok", data: { path: "/uploads/ab/x.webp" } })
    })
    expect(await uploadPicture(use, picture)).toEqual({ ok: true, status: 200, data: { path: "/uploads/ab/x.webp" } })
    const url = new URL(seen!.url)
    expect(url.pathname + url.search).toBe(address)
    expect(seen!.headers.get("authorization")).toBe("Bearer abc.def.ghi")
    expect(seen!.headers.get("content-type")).toMatch(/^multipart\/form-data; ?boundary=/)
  })

  test("messages of editor-style servers are understood", async () => {
    answers(() => HttpResponse.json({ errno: 0, data: { url: "/uploads/0/1/a.png", alt: "图.png" } }))
    expect(await uploadPicture("article", picture)).toMatchObject({ ok: true, data: { path: "/uploads/0/1/a.png" } })
    answers(() => HttpResponse.json({ errno: 1, msg: "类型参数错误" }))
    expect(await uploadPicture("article", picture)).toEqual({ ok: false, status: 502, message: "类型参数错误" })
  })

  test.each([
    [413, { code: 11, message: "图片超过 5 MB 的上限，请压缩后再上传" }, "5 MB"],
    [403, { code: 7, message: "你没有权限访问【上传轮播图】" }, "没有权限"],
    [502, "<html>Bad Gateway</html>", "502"],
    [200, {}, "没有收下"],
    [200, "<html>", "没有收下"],
  ])("status %d is a result with a message, never an exception", async (status, body, words) => {
    answers(() => (typeof body === "string" ? new HttpResponse(body, { status }) : HttpResponse.json(body, { status })))
    const reply = await uploadPicture("banner", picture)
    expect(reply.ok).toBe(false)
    expect(!reply.ok && reply.message).toContain(words)
  })

  test("a network failure is a result as well", async () => {
    answers(() => HttpResponse.error())
    expect(await uploadPicture("avatar", new Blob(["x"], { type: "image/webp" }))).toEqual({
      ok: false,
      status: 0,
      message: "网络没有连上，请检查后重试",
    })
  })
})
