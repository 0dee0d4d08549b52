import { originOf } from "../path"

/** The host name that passkeys of a site with this address setting belong to; "" without one, and for an IP address, which has none. */
export const passkeyHost = (domain: string): string => {
  const origin = originOf(domain.trim())
  const host = origin && new URL(origin).hostname
  return /^\d+(\.\d+){3}$|^\[|^$/.test(host) ? "" : host
}
