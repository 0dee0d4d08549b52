import type { z } from "zod"
import { parametersOf } from "./parameters"
import type { JsonSchema, SchemaWriter } from "./schema-writer"
import { xmlNoticeMax, type Stream } from "../streams"

/** One request of a stream: `path` is relative to the stream's path, followed by its input and its non-error answers. */
export type StreamRequest = { method: string; path: string; parameters?: JsonSchema[]; requestBody?: JsonSchema; answers: JsonSchema }

const header = (name: string, description: string, type = "string"): JsonSchema => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type },
})
const answered = (description: string, headers: Record<string, string> = {}): JsonSchema => ({
  description,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: "string" } }])),
})
const binary = { type: "string", format: "binary" }

const version = header("Tus-Resumable", "1.0.0")
const uploadId: JsonSchema = { name: "id", in: "path", required: true, description: "Location 的最后一段", schema: { type: "string" } }
const state = { "Upload-Offset": "已经收到多少字节", "X-Attachment-Id": "附件编号，传完才有" }

/** The requests of tus 1.0 (https://tus.io/protocols/resumable-upload). */
const tus: StreamRequest[] = [
  {
    method: "POST",
    path: "",
    parameters: [
      version,
      header("Upload-Length", "文件有多少字节", "integer"),
      header("Upload-Metadata", "filename 和 md5，值用 base64，以逗号隔开"),
    ],
    answers: { "201": answered("开始了", { Location: "这次上传的地址" }) },
  },
  {
    method: "HEAD",
    path: "/{id}",
    parameters: [uploadId, version],
    answers: { "200": answered("传到哪里了", { ...state, "Upload-Length": "一共多少字节" }) },
  },
  {
    method: "PATCH",
    path: "/{id}",
    parameters: [uploadId, version, header("Upload-Offset", "从第几个字节起", "integer")],
    requestBody: { required: true, content: { "application/offset+octet-stream": { schema: binary } } },
    answers: { "204": answered("收到了", state) },
  },
  { method: "DELETE", path: "/{id}", parameters: [uploadId, version], answers: { "204": answered("取消了") } },
]

/**
 * The schema of an event stream describes one event, as the tools for OpenAPI 3.1 read it: its name, and its data, which is JSON in a text.
 */
const eventsOf = (events: Record<string, z.ZodType>, write: SchemaWriter["write"]): StreamRequest => {
  const kinds = Object.entries(events).map(([name, data]) => ({
    type: "object",
    description: `事件 ${name}，data 是 JSON`,
    required: ["event", "data"],
    properties: {
      event: { type: "string", const: name },
      data: { type: "string", contentMediaType: "application/json", contentSchema: write(data, "output") },
    },
  }))
  const schema = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { method: "GET", path: "", answers: { "200": { description: "成功", content: { "text/event-stream": { schema } } } } }
}

/** The answers to a notice in the format of the server that sent it; a refused one may also get our own error. */
const noticeAnswers = (type: "text/plain" | "application/json"): JsonSchema => {
  const fault = { $ref: "#/components/schemas/Error" }
  if (type === "text/plain") {
    const plain = { "text/plain": { schema: { type: "string" } } }
    const refused = { "application/json": { schema: fault }, ...plain }
    return { "200": { description: "收到了", content: plain }, "400": { description: "没有通过校验", content: refused } }
  }
  const said = { type: "object", required: ["code"], properties: { code: { type: "string" }, message: { type: "string" } } }
  return {
    "200": { description: "收到了", content: { [type]: { schema: said } } },
    "400": { description: "没有通过校验", content: { [type]: { schema: { anyOf: [fault, said] } } } },
  }
}

/** Returns the requests that the document lists for a stream: a single one, or all requests of its protocol. */
export const requestsOf = (method: string, { carries }: Stream, { write }: SchemaWriter): StreamRequest[] => {
  if (!carries) return [{ method, path: "", answers: { "200": { description: "成功" } } }]
  if ("protocol" in carries) return tus
  if ("redirect" in carries) {
    const named: JsonSchema = { name: carries.redirect, in: "path", required: true, schema: { type: "string", maxLength: 64 } }
    return [{ method, path: `/{${carries.redirect}}`, parameters: [named], answers: { "302": answered("转到那里", { Location: "地址" }) } }]
  }
  if ("xml" in carries) {
    const schema = write(carries.xml, "input")
    const requestParts =
      method === "GET"
        ? { parameters: parametersOf(schema) }
        : { requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } } }
    return [
      {
        method,
        path: "",
        ...requestParts,
        answers: { "200": { description: "成功", content: { "text/xml": { schema: { type: "string" } } } } },
      },
    ]
  }
  if ("events" in carries) return [eventsOf(carries.events, write)]
  if ("notice" in carries) {
    const requestBody = {
      required: true,
      content: {
        [carries.notice]: { schema: carries.notice === "text/xml" ? { type: "string", maxLength: xmlNoticeMax } : { type: "object" } },
      },
    }
    const parameters = carries.query ? parametersOf(write(carries.query, "input")) : []
    return [{ method, path: "", parameters, requestBody, answers: noticeAnswers(carries.answer) }]
  }
  if ("text" in carries) {
    const said = { description: "成功", content: { "text/plain": { schema: { type: "string" } } } }
    return [{ method, path: "", parameters: parametersOf(write(carries.text, "input")), answers: { "200": said } }]
  }
  const form = { type: "object", required: ["file"], properties: { file: binary } }
  return [
    {
      method,
      path: "",
      parameters: carries.query ? parametersOf(write(carries.query, "input")) : [],
      requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
      answers: { "200": { description: "成功", content: { "application/json": { schema: write(carries.file, "output") } } } },
    },
  ]
}
