import { describe, expect, test } from "vitest"
import { failure, refusalText, timeout } from "./result"

const textOf = (status: number, statusText: string, body: unknown) => {
  const refused = failure(status, statusText, body)
  return refused.ok ? "" : refusalText(refused, "登录失败")
}

describe("what a person reads of a failed call", () => {
  test.each([
    [400, "Bad Request", { message: "用户名或密码错误" }, "用户名或密码错误"],
    [500, "Internal Server Error", "", "登录失败（500 Internal Server Error）"],
    [500, "", {}, "登录失败（500）"],
    [502, "Bad Gateway", "Bad Gateway", "登录失败（502 Bad Gateway）"],
    [503, "Service Unavailable", " no healthy upstream\n", "登录失败（503 Service Unavailable no healthy upstream）"],
    [502, "Bad Gateway", "<html><body>nginx</body></html>", "登录失败（502 Bad Gateway）"],
    [500, "Internal Server Error", "a\nb", "登录失败（500 Internal Server Error）"],
    [500, "Internal Server Error", "x".repeat(81), "登录失败（500 Internal Server Error）"],
    [500, "Internal Server Error", { message: "" }, "登录失败（500 Internal Server Error）"],
    [0, "", "", "网络没有连上，请检查后重试"],
  ])("%i %s with the body %j", (status, statusText, body, text) => expect(textOf(status, statusText, body)).toBe(text))

  test("a call that got no answer in time does not blame the network", () => {
    expect(timeout("PUT")).toEqual({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "PUT" })
  })
})
