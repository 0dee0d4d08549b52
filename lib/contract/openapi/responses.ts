import { ErrorCode } from "../error-code"
import type { JsonSchema } from "./schema-writer"

const retryAfter = { "Retry-After": { description: "几秒以后再试", schema: { type: "integer", minimum: 1 } } }

/**
 * Error responses by status: the component's name, its meaning and its headers. `both`: the answer
 * may also be a line of plain text, if the request could not be read at all.
 */
const refusals: Record<number, { name: string; description: string; headers?: JsonSchema; both?: true }> = {
  400: { name: "BadRequest", description: "提交的内容不正确" },
  401: { name: "Unauthorized", description: "没有登录，或登录已经过期" },
  403: { name: "Forbidden", description: "没有权限，或网站已关闭" },
  404: { name: "NotFound", description: "不存在，或不能看到" },
  408: { name: "TooSlow", description: "请求没有在限定的时间内传完", both: true },
  409: { name: "Conflict", description: "已经存在、与现状冲突，或刚才有人改过" },
  410: { name: "Gone", description: "这次上传已经结束或过期" },
  412: { name: "VersionRequired", description: "缺少请求头 Tus-Resumable" },
  413: { name: "TooLarge", description: "内容太大" },
  423: { name: "Locked", description: "正在从别处上传" },
  429: { name: "TooMany", description: "次数太多", headers: retryAfter },
  431: { name: "HeadTooLarge", description: "网址或请求头太长", both: true },
  500: { name: "Failed", description: "服务器出错" },
  503: { name: "Unavailable", description: "服务正在启动，连接太多，或后端暂时没有回应", headers: retryAfter, both: true },
  507: { name: "NoSpace", description: "服务器存不下了" },
}

const json = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
const plain = { "text/plain": { schema: { type: "string" } } }

/** Statuses that the listener answers before it knows the call: the request is too slow or too long, or there are too many connections. */
export const connectionRefusals = [408, 431, 503]

/** The answer to a request whose `If-None-Match` names the current state. */
export const unchanged: JsonSchema = { description: "没有变化（请求头 If-None-Match 是上次的 ETag）" }

/** `components.responses` of the document. */
export const refusalComponents: JsonSchema = Object.fromEntries(
  Object.values(refusals).map(({ name, both, ...more }) => [name, { ...more, content: both ? { ...json, ...plain } : json }]),
)

export const responsesOf = (statuses: readonly number[]): JsonSchema =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${refusals[status]!.name}` }]))

/** The body of every error response (docs/reference/api.md 1.7). */
export const errorSchema: JsonSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: {
      type: "integer",
      enum: ErrorCode.options.map(({ value }) => value),
      description: `gRPC 状态码：${ErrorCode.options.map(({ value, label }) => `${value} ${label}`).join("；")}`,
    },
    message: { type: "string", description: "给人看的一句话" },
    field: { type: "string", description: "这句话说的是哪一项输入；在列表或对象里的写成 document.0.title" },
    appeal: { type: "string", description: "登录因处罚被拒绝时：半小时内可以用它提交一次申诉（POST /appeal/pass）" },
  },
  examples: [{ code: ErrorCode.invalidArgument, message: "请输入标题", field: "title" }],
}
