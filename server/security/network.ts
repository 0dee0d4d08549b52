import { isIPv6 } from "node:net"

/** The unit of limits: an IPv4 address, or an IPv6 /64, which one subscriber has; "" without an address. */
export const networkOf = (ip: string): string => {
  const bare = ip.split("%")[0]!
  if (!isIPv6(bare)) return ip
  const [head = "", tail] = bare.toLowerCase().split("::")
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean))
  // an address that ends in dotted form is two groups there, all of them behind the first four
  const gap =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - before!.length - after!.length - (bare.includes(".") ? 1 : 0)) }, () => "0")
  return `${[...before!, ...gap, ...after!]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
