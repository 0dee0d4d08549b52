import { isIPv6 } from "node:net"

/** Returns the unit for limits: an IPv4 address, or an IPv6 /64, the network of one subscriber; "" without an address. */
export const networkOf = (ip: string): string => {
  const bare = ip.split("%")[0]!
  if (!isIPv6(bare)) return ip
  const [head = "", tail] = bare.toLowerCase().split("::")
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean))
  // A dotted ending stands for two groups, which are both after the first four.
  const gap =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - before!.length - after!.length - (bare.includes(".") ? 1 : 0)) }, () => "0")
  return `${[...before!, ...gap, ...after!]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
