// Calls an API by key and input, as the pages do.

/** @typedef {Record<string, unknown>} Fields */
/** @typedef {{ status: number, data: Fields, message: string }} Reply */

/** Builds the query string. Lists become repeated keys. @param {Fields} input */
const queryOf = (input) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) for (const one of [value].flat()) query.append(name, String(one))
  return query.size ? `?${query}` : ""
}

/** @param {Response} reply @returns {Promise<Reply>} */
const replyOf = async (reply) => {
  // a stream of events has no end
  if (reply.headers.get("content-type")?.startsWith("text/event-stream")) {
    await reply.body?.cancel()
    return { status: reply.status, data: {}, message: "" }
  }
  const text = await reply.text()
  /** @type {unknown} */
  let data = null
  try {
    data = JSON.parse(text || "{}")
  } catch {
    data = null
  }
  const fields = typeof data === "object" && data !== null ? /** @type {Fields} */ (data) : {}
  return { status: reply.status, data: fields, message: String(fields["message"] ?? text.slice(0, 120)) }
}

/** How long a call may take (ms): a server that hangs must not stop the walk. */
const patienceMs = 60_000

/** @param {string} token */
const authorization = (token) => (token ? { authorization: `Bearer ${token}` } : /** @type {Record<string, string>} */ ({}))

/**
 * Creates a client of the API at `url`, with `token` or as an anonymous user. A deletion with a password has a JSON body.
 * @param {string} url
 * @param {string} token
 */
export const clientOf = (url, token = "") => {
  /** @param {string} key @param {Fields} [input] */
  const call = async (key, input = {}) => {
    const [method = "GET", path = ""] = key.split(" ")
    const inBody = method === "POST" || method === "PUT" || "password" in input
    return replyOf(
      await fetch(`${url}/api/v1${path}${inBody ? "" : queryOf(input)}`, {
        method,
        signal: AbortSignal.timeout(patienceMs),
        headers: { ...authorization(token), ...(inBody && { "content-type": "application/json" }) },
        ...(inBody && { body: JSON.stringify(input) }),
      }),
    )
  }
  /** Uploads one file as the form part `file`. @param {string} path @param {string} name @param {Uint8Array<ArrayBuffer>} content */
  const upload = async (path, name, content) => {
    const form = new FormData()
    form.append("file", new Blob([content]), name)
    return replyOf(
      await fetch(`${url}/api/v1${path}`, {
        method: "POST",
        headers: authorization(token),
        body: form,
        signal: AbortSignal.timeout(patienceMs),
      }),
    )
  }
  return { call, upload, token }
}

/** @typedef {ReturnType<typeof clientOf>} Client */

/** Returns the rows in the list `name` of a reply. @param {Reply} reply @param {string} name @returns {Fields[]} */
export const rowsOf = ({ data }, name) => (Array.isArray(data[name]) ? data[name] : [])
