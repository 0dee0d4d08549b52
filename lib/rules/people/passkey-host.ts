import { originOf } from "../path"

/**
 * Returns the host name that passkeys belong to, for a site with this address setting. "" without an address or for an IP address, which
 * cannot have passkeys.
 */
export const passkeyHost = (domain: string): string => {
  const origin = originOf(domain.trim())
  const host = origin && new URL(origin).hostname
  return /^\d+(\.\d+){3}$|^\[|^$/.test(host) ? "" : host
}
