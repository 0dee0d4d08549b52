import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** A request as received, with undecoded `path`. */
export type RawSmsRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type AcceptedSms = { mobile: string; code: string; template: string }
export type MockSmsAnswer = { status?: number; body: string }

/** A provider's checks and answers. `take` throws where the real provider would refuse. */
export type MockSmsProvider = {
  take(raw: RawSmsRequest): AcceptedSms
  accepted(taken: AcceptedSms): MockSmsAnswer
  refused(message: string): MockSmsAnswer
}

export type Behaviour =
  | { kind: "accept" }
  | { kind: "refuse"; text: string }
  | { kind: "silence" }
  | { kind: "down" }
  | { kind: "redirect" }
  | { kind: "flood" }
  | { kind: "drip" }

/** Starts a mock provider on this machine, which answers like the real one or misbehaves on demand. */
export const standInServer = async (standIn: MockSmsProvider) => {
  const taken: AcceptedSms[] = []
  const raws: RawSmsRequest[] = []
  let behaviour: Behaviour = { kind: "accept" }
  const open = new Set<ServerResponse>()

  const reply = (res: ServerResponse, { status = 200, body }: MockSmsAnswer) =>
    void res.writeHead(status, { "content-type": "application/json" }).end(body)
  const server = createServer((req, res) => {
    open.add(res)
    void text(req).then((body) => {
      const raw: RawSmsRequest = { method: req.method!, path: req.url!, headers: req.headers, body }
      raws.push(raw)
      if (behaviour.kind === "silence") return
      if (behaviour.kind === "redirect") return void res.writeHead(302, { location: "/elsewhere" }).end()
      if (behaviour.kind === "drip") return void res.writeHead(200).write("{")
      try {
        const one = standIn.take(raw)
        if (behaviour.kind === "refuse") return reply(res, standIn.refused(behaviour.text))
        taken.push(one)
        const answer = standIn.accepted(one)
        reply(res, behaviour.kind === "flood" ? { ...answer, body: answer.body + " ".repeat(5_000_000) } : answer)
      } catch (error) {
        reply(res, standIn.refused((error as Error).message))
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const close = () =>
    new Promise<void>((done) => {
      for (const res of open) res.destroy()
      server.closeAllConnections()
      server.close(() => done())
    })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    raws,
    close,
    behave: async (next: Behaviour) => {
      behaviour = next
      if (next.kind === "down") await close()
    },
  }
}
