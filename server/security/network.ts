import { isIPv4, isIPv6 } from "node:net"

/** Returns the first `count` groups of an IPv6 address, without leading zeros. */
const groupsOf = (bare: string, count: number): string => {
  const [head = "", tail] = bare.toLowerCase().split("::")
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean))
  // A dotted ending counts as two groups, which are both after the first four.
  const gap =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - before!.length - after!.length - (bare.includes(".") ? 1 : 0)) }, () => "0")
  return [...before!, ...gap, ...after!]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")
}

/** Returns the unit for limits: an IPv4 address, or an IPv6 /64, the network of one subscriber; "" without an address. */
export const networkOf = (ip: string): string => {
  const bare = ip.split("%")[0]!
  return isIPv6(bare) ? `${groupsOf(bare, 4)}::/64` : ip.slice(0, 64)
}

/** Returns the addresses that one customer of a provider often holds together: an IPv4 /24 or an IPv6 /48; "" without an address. */
export const neighbourhoodOf = (ip: string): string => {
  const bare = ip.split("%")[0]!
  if (isIPv6(bare)) return `${groupsOf(bare, 3)}::/48`
  return isIPv4(bare) ? `${bare.slice(0, bare.lastIndexOf("."))}.0/24` : ip.slice(0, 64)
}
