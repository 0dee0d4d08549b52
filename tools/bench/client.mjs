import { readFile } from "node:fs/promises"
import { Agent, request } from "node:http"
import { basename } from "node:path"
import { Failure } from "../../scripts/lib/failure.mjs"

/** Logs in as the first administrator over HTTP. Resolves with functions that call the API as that user. */
export async function signIn({ url, admin }) {
  if (!admin) throw new Failure("没有从服务的输出里读到第一位管理员的密码。")
  const { token } = await callApi(url, {}, "POST", "/user/login", admin)
  const authorization = { authorization: `Bearer ${token}` }
  const agent = new Agent({ keepAlive: true })
  return {
    call: (method, path, body) => callApi(url, authorization, method, path, body),
    /** Uploads one file as a multipart form; resolves with the attachment. */
    upload: async (path) => {
      const form = new FormData()
      form.append("file", new Blob([await readFile(path)]), basename(path))
      const { data } = await answer(await fetch(`${url}/api/v1/upload/document`, { method: "POST", headers: authorization, body: form }))
      return data
    },
    /** Resolves with the body as it was sent, still compressed. */
    bytes: (path) => raw(url + path, { ...authorization, "accept-encoding": "gzip" }, agent),
  }
}

async function callApi(url, headers, method, path, body) {
  const json = body && { "content-type": "application/json" }
  return answer(await fetch(`${url}/api/v1${path}`, { method, headers: { ...headers, ...json }, body: body && JSON.stringify(body) }))
}

async function answer(reply) {
  const body = await reply.json().catch(() => null)
  if (!reply.ok) throw new Failure(body?.message ?? `接口应答 ${reply.status}`)
  return body
}

function raw(url, headers, agent) {
  return new Promise((done, refuse) => {
    const clientRequest = request(url, { headers, agent }, (reply) => {
      const chunks = []
      reply.on("data", (chunk) => chunks.push(chunk))
      reply.on("end", () => done({ status: reply.statusCode, body: Buffer.concat(chunks) }))
      reply.on("error", refuse)
    })
    clientRequest.on("error", refuse).end()
  })
}
