import "server-only"
import { cookies, headers } from "next/headers"
import { cache } from "react"
import type { Args, Key, Output, Result } from "../contract/types"
import { isHttps, sessionTokenIn, visitorIn } from "../rules/people/session-cookie"
import { findBackend } from "./backend"
import { failure } from "./result"

/** The session and the share links of the request being rendered. The page cache renders public pages without any cookie. */
const credentials = cache(async () => {
  const [jar, heads] = await Promise.all([cookies(), headers()])
  const read = (name: string) => jar.get(name)?.value ?? ""
  const secure = isHttps(heads.get("x-forwarded-proto"))
  return { token: sessionTokenIn(read, secure), visitor: visitorIn(read, secure) }
})

const once = cache(async (key: Key, input: string) => {
  const backend = findBackend()
  if (!backend) return failure(503, "", { message: "服务正在启动，请稍后再试" })
  const { token, visitor } = await credentials()
  return backend.call(key, JSON.parse(input), token, visitor)
})

/**
 * Calls the API while a page is rendered: in process, or on the server named by API_BASE_URL; the process decides which (`server/main.ts`).
 * Same operations and permissions, without HTTP to itself. Identical calls within one request run once, so that metadata and page share
 * them.
 */
export const serverApi = async <K extends Key>(key: K, ...[input]: Args<K>): Promise<Result<Output<K>>> =>
  (await once(key, JSON.stringify(input ?? {}))) as Result<Output<K>>

/**
 * Returns the nonce of the current render, or undefined without one (`npm run dev`). The server creates one per render, hashes the scripts
 * that carry it and removes it from the page (docs/decisions/003), so that it reveals nothing about the visitor.
 */
export const readScriptNonce = async (): Promise<string | undefined> =>
  /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "")?.[1]
