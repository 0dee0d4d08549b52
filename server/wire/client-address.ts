import type { IncomingMessage } from "node:http"
import { BlockList, isIP, type Socket } from "node:net"
import { LRUCache } from "lru-cache"

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, "")

/** Returns the remote address of a connection; "" if it has been closed. */
export const peerOf = (socket: Socket): string => plain(socket.remoteAddress ?? "")

/** Returns a function that checks whether the configuration names an address as a proxy (addresses and networks). */
export const proxyCheck = (trusted: string[]): ((address: string) => boolean) => {
  if (trusted.length === 0) return () => false
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    if (bits) proxies.addSubnet(address, Number(bits), family)
    else proxies.addAddress(address, family)
  }
  const check = (address: string) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
  // searching the list costs as much as a fifth of a small response, and the same proxy asks all the time
  const cache = new LRUCache<string, boolean>({ max: 1_000, memoMethod: check })
  return (address) => cache.memo(address)
}

/**
 * Returns the user's IP address. A header is trusted only if the connection itself comes from a configured proxy; then the last address in
 * X-Forwarded-For that is not such a proxy counts. `onStranger` is called with the address of a connection that sent such a header but is
 * not configured.
 */
export const clientAddress = (trusted: string[], onStranger: (peer: string) => void = () => undefined) => {
  const isProxy = proxyCheck(trusted)
  return (req: IncomingMessage): string => {
    const peer = peerOf(req.socket)
    if (!isProxy(peer)) {
      if (req.headers["x-forwarded-for"]) onStranger(peer)
      return peer
    }
    const hops = String(req.headers["x-forwarded-for"] ?? "")
      .split(",")
      .map(plain)
      .filter((hop) => isIP(hop))
    return hops.reverse().find((hop) => !isProxy(hop)) ?? peer
  }
}
