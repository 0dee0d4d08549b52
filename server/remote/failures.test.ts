import { expect, test } from "vitest"
import { failureOf, illMessage } from "./failures"

const signedOut = "您未登录或您的登录已过期，请重新登录或刷新页面重试"
const of = (method: string, status: number, message: unknown, signedIn = true) =>
  failureOf({ method, status, body: typeof message === "string" ? { code: 2, error: message, message } : message, signedIn })

test.each([
  // Not found.
  ["GET", 404, "Not Found", 404, "内容不存在"],
  ["GET", 500, "record not found", 404, "内容不存在"],
  ["GET", 400, "record not found", 404, "内容不存在"],
  ["GET", 500, "文档不存在", 404, "文档不存在"],
  ["POST", 501, "Method Not Allowed", 404, "内容不存在"],
  // Permission denied.
  ["GET", 403, "您没有权限访问", 403, "您没有权限访问"],
  ["GET", 500, "您没有权限访问【用户管理】", 403, "您没有权限访问【用户管理】"],
  ["GET", 403, "rpc error: code = PermissionDenied desc = 无权", 403, "您没有权限访问"],
  // Not logged in.
  ["GET", 401, "您未登录", 401, signedOut],
  ["GET", 400, "ID错误", 401, signedOut],
  ["GET", 403, "rpc error: code = Unauthenticated desc = 您未登录", 401, signedOut],
  // Invalid input.
  ["PUT", 400, "标题长度不能超过255个字符", 400, "标题长度不能超过255个字符"],
  ["POST", 500, "分类名称不能为空", 400, "分类名称不能为空"],
  ["POST", 500, "Error 1062 (23000): Duplicate entry 'zh' for key 'code'", 409, "已经存在，或与现状冲突"],
  ["PUT", 400, 'proto: (line 1:2): unknown field "x"', 400, "提交的内容不正确"],
  ["PUT", 400, "保存失败：Error 1406 (22001): Data too long for column", 400, "提交的内容不正确"],
  ["POST", 429, "too many requests", 429, "操作太频繁，请稍后再试"],
  ["POST", 409, "文件已存在", 409, "文件已存在"],
  ["POST", 507, "服务器磁盘空间不足，请联系管理员", 507, "服务器磁盘空间不足，请联系管理员"],
  // Unavailable.
  ["GET", 500, "数据库错误", 502, illMessage],
  ["GET", 500, "Error 1146: Table 'x.mnt_user' doesn't exist", 502, illMessage],
  ["GET", 500, "获取文档失败", 502, illMessage],
  ["PUT", 500, "dial tcp 127.0.0.1:3306: connect: connection refused", 502, illMessage],
  ["GET", 502, "<html>Bad Gateway</html>", 502, illMessage],
  ["GET", 503, "系统维护中", 502, illMessage],
  ["GET", 302, "", 502, illMessage],
] as const)("a response to %s with %i %s becomes %i %s", (method, status, message, meant, sentence) => {
  expect(of(method, status, message)).toEqual({ ok: false, status: meant, message: sentence })
})

test("an invalid id does not end a session for a visitor; text and null bodies are understood too", () => {
  expect(of("GET", 400, "ID错误", false)).toMatchObject({ status: 400, message: "ID错误" })
  expect(failureOf({ method: "GET", status: 500, body: "panic: runtime error", signedIn: false })).toMatchObject({ status: 502 })
  expect(failureOf({ method: "GET", status: 404, body: null, signedIn: false })).toMatchObject({ status: 404, message: "内容不存在" })
})

test("a rejected field keeps its name", () => {
  expect(of("POST", 400, { message: "请输入标题", field: "title" })).toEqual({
    ok: false,
    status: 400,
    message: "请输入标题",
    field: "title",
  })
})
