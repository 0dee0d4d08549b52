import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createGuardedFetch } from "../web/guarded-fetch"
import { guardedWebhooks } from "./guarded.webhook"
import { memoryWebhooks, type MemoryDelivery, type MemoryReceiver } from "./memory.webhook"
import { webhookSuite } from "./webhook.suite"

webhookSuite("over the network", async () => {
  const receivers: Record<string, MemoryReceiver> = {}
  const deliveries: MemoryDelivery[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      const headers = req.headers as Record<string, string>
      deliveries.push({ url: `http://${req.headers.host}${req.url}`, headers, body: Buffer.concat(chunks).toString("utf8") })
      const { status, headers: sent, body } = receivers[req.url!] ?? { status: 404 }
      res.writeHead(status, sent).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const allowed = ["127.0.0.1"]
  return {
    // the receiver is on this machine, but counts as one outside
    port: guardedWebhooks({ fetch: createGuardedFetch(allowed), allowed, isInner: () => false }),
    address: (path) => `${site}${path}`,
    receive: (path, receiver) => void (receivers[path] = receiver),
    deliveries: () => deliveries,
    silent: "http://127.0.0.1:9/",
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
})

webhookSuite("memory", async () => {
  const port = memoryWebhooks()
  const address = (path: string) => `https://receiver.example.org${path}`
  return {
    port,
    address,
    receive: (path, receiver) => void (port.receivers[address(path)] = receiver),
    deliveries: () => port.deliveries,
    silent: "https://silent.example.org/",
    close: () => undefined,
  }
})
