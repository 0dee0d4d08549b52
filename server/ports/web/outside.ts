import { lookup } from "node:dns/promises"
import ipaddr from "ipaddr.js"
import { WebError } from "./web.port"

/* Determines which addresses are outside our own networks. */

/** Checks whether an address is on the public internet or listed in `allowed` (single addresses, or networks such as 10.0.0.0/8). */
export const isOutside = (address: string, allowed: readonly string[] = []): boolean => {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ip.range() === "unicast" || allowed.some((one) => isWithin(ip, one))
}

const isWithin = (ip: ipaddr.IPv4 | ipaddr.IPv6, written: string): boolean => {
  const [network, bits] = ipaddr.isValidCIDR(written) ? ipaddr.parseCIDR(written) : [ipaddr.process(written), null]
  if (network.kind() !== ip.kind()) return false
  return bits === null ? network.toNormalizedString() === ip.toNormalizedString() : ip.match([network, bits] as never)
}

/** Maximum number of redirects of one request. */
export const maxRedirects = 3

/**
 * Returns the normalized address, if it is a plain web address. `anyPort`: tests use unusual ports.
 * @throws WebError "address"
 */
export const requireWebAddress = (text: string, anyPort = false): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && (anyPort || url.port === "")
  if (!isUsable) throw new WebError("address")
  return url.href
}

/** Checks whether the host of a URL is literally an inner address that `allowed` does not list. Other names are checked when connecting. */
export const isInsideHost = (url: string, allowed: readonly string[] = []): boolean => {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1")
  if (/(^|\.)localhost\.?$/i.test(host)) return !allowed.some((one) => /^127\.|^::1$/.test(one))
  return ipaddr.isValid(host) && !isOutside(host, allowed)
}

/**
 * Resolves a name whose addresses must all be outside, and returns one of them. Connecting to that address prevents the name from resolving
 * elsewhere in the meantime.
 */
export const outsideAddress = async (hostname: string, allowed: readonly string[]): Promise<string> => {
  const name = hostname.replace(/^\[(.*)\]$/, "$1")
  const addresses = await lookup(name, { all: true }).catch((cause: unknown) => {
    throw new WebError("unavailable", { cause })
  })
  if (!addresses.length || !addresses.every(({ address }) => isOutside(address, allowed))) throw new WebError("address")
  return addresses[0]!.address
}

/** Checks whether an error, however deeply nested, is a refusal by the filtering http agent. */
export const isRefusedByAgent = (error: unknown): boolean => {
  for (let one = error as { message?: string; cause?: unknown } | undefined, depth = 0; one && depth < 5; depth++) {
    if (one instanceof WebError && one.reason === "address") return true
    if (
      /is not allowed|It is (private|reserved|loopback|linkLocal|uniqueLocal|unspecified|carrierGradeNat|multicast|broadcast)/i.test(
        one.message ?? "",
      )
    )
      return true
    one = one.cause as typeof one
  }
  return false
}
