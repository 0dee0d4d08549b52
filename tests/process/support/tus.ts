import { bearer, send, type ClientAnswer, type ClientUser } from "./client"

/* A hand-written tus 1.0 client, so that a test can interrupt every request where it wants. */

const version = { "tus-resumable": "1.0.0" }
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",")

export const tusCreate = (
  url: string,
  as: ClientUser | null,
  size: number,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ClientAnswer> =>
  send(`${url}/api/v1/upload/tus`, {
    method: "POST",
    headers: { ...version, ...bearer(as), "upload-length": String(size), "upload-metadata": metadata(fields), ...headers },
  })

/** Returns the path of a created upload, independent of the server's current port. */
export const tusLocation = (reply: ClientAnswer): string => {
  if (reply.status !== 201) throw new Error(`not created: ${reply.status} ${reply.body.toString("utf8").slice(0, 200)}`)
  return new URL(String(reply.headers.location), "http://127.0.0.1").pathname
}

export const tusHead = (url: string, path: string, as: ClientUser | null): Promise<ClientAnswer> =>
  send(`${url}${path}`, { method: "HEAD", headers: { ...version, ...bearer(as) } })

export const tusPatch = (url: string, path: string, as: ClientUser | null, offset: number, body: Buffer): Promise<ClientAnswer> =>
  send(`${url}${path}`, {
    method: "PATCH",
    headers: { ...version, ...bearer(as), "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
    timeoutMs: 30_000,
  })

export const offsetOf = (reply: ClientAnswer): number => Number(reply.headers["upload-offset"] ?? -1)
export const attachmentIn = (reply: ClientAnswer): number => Number(reply.headers["x-attachment-id"] ?? 0)
