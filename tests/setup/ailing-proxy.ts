import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { closeAtTheEnd } from "./opened"

/**
 * A network between an import and its source that fails on purpose. `silence` passes nothing on, in old and new connections; `cut` breaks
 * the connections that are open; `leave` also refuses new ones for good.
 */
export const startAilingProxy = async (target: string, onRequest: (text: string) => void = () => undefined) => {
  let isSilent = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    open.add(near)
    near.on("close", () => open.delete(near))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
      from.on("data", (chunk: Buffer) => {
        if (from === near) onRequest(chunk.toString("latin1"))
        if (!isSilent) to.write(chunk)
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const leave = () => {
    server.close()
    cut()
  }
  closeAtTheEnd(async () => leave())
  return {
    address: (user: string, database: string) => `mysql://${user}@127.0.0.1:${port}/${database}`,
    cut,
    leave,
    silence: (silent: boolean) => void (isSilent = silent),
  }
}
