import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "../security/network"
import { peerOf } from "./client-address"

/**
 * Limits for the connections of this process, in total and per network; `idleSeconds` without a byte ends a response that is not being
 * read.
 */
export type ConnectionLimits = { total: number; perNetwork: number; idleSeconds: number }

type Open = { network: string; running: number }

/**
 * Keeps one network from taking all connections. Above the limit, the longest idle connection is closed (even if it has not finished the
 * head of its request); if none is idle, the new connection is refused with 503. An `isProxy` address represents many users: its
 * connections count toward the total, but have no limit per network.
 */
export const limitConnections = (server: Server, limits: ConnectionLimits, isProxy: (peer: string) => boolean): void => {
  const open = new Map<Socket, Open>()
  /** connections without a request in progress, longest idle first; also grouped by network */
  const idle = new Set<Socket>()
  const networks = new Map<string, Set<Socket>>()

  const forget = (socket: Socket) => {
    const { network } = open.get(socket) ?? {}
    open.delete(socket)
    idle.delete(socket)
    if (network === undefined) return
    const others = networks.get(network)
    others?.delete(socket)
    if (others?.size === 0) networks.delete(network)
  }
  /** Closes the longest idle of these connections; returns false if none is idle. */
  const makeRoom = (sockets: Iterable<Socket>): boolean => {
    for (const socket of sockets) {
      if (!idle.has(socket)) continue
      forget(socket)
      socket.destroy()
      return true
    }
    return false
  }
  const hasRoom = (network: string, counted: boolean): boolean => {
    const sockets = networks.get(network)
    if (counted && sockets && sockets.size >= limits.perNetwork && !makeRoom(sockets)) return false
    return open.size < limits.total || makeRoom(idle)
  }

  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket)
    const network = networkOf(peer)
    if (!hasRoom(network, !isProxy(peer))) return refuse(socket)
    open.set(socket, { network, running: 0 })
    idle.add(socket)
    const sockets = networks.get(network) ?? new Set()
    sockets.add(socket)
    networks.set(network, sockets)
    socket.once("close", () => forget(socket))
  })
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    const state = open.get(socket)
    if (!state) return
    state.running += 1
    idle.delete(socket)
    res.once("close", () => {
      state.running -= 1
      if (state.running > 0 || !open.has(socket)) return
      idle.add(socket)
      // move to the end of both sets, so that the first entry is the longest idle
      const sockets = networks.get(state.network)
      sockets?.delete(socket)
      sockets?.add(socket)
    })
  })
  // also called while a response is being computed: that is not the visitor's fault
  server.setTimeout(limits.idleSeconds * 1000, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

const busy =
  "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\nconnection: close\r\n\r\n连接太多，请稍后再试\n"

const refuse = (socket: Socket): void => {
  socket.on("error", () => undefined)
  socket.end(busy, () => socket.destroy())
}
