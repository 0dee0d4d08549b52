import type { ExchangeFolder } from "../sandbox/exchange-folder"
import type { ChildCalls, ChildRequest } from "./child-protocol"

type Output = ChildCalls[keyof ChildCalls]["output"]

/** The file that a call names, if it names one. */
export const fileOf = ({ call, input }: ChildRequest): string | null =>
  call === "open" || call === "redraw" || call === "sheets" ? input.file : call === "rewrite" ? input.from : null

/** Shows a confined child the file that a call names, and puts the path that the child knows into the call. */
export async function lendFiles(exchange: ExchangeFolder, request: ChildRequest): Promise<ChildRequest> {
  switch (request.call) {
    case "open":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "sheets":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "redraw":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "rewrite": {
      const { from, ext } = request.input
      return { ...request, input: { ext, from: await exchange.show(from), to: exchange.writingPlace(`written${ext}`) } }
    }
    case "close":
      await exchange.clear()
      return request
    default:
      return request
  }
}

/** Brings what the child wrote to where the call wanted it; `rewritten` becomes false when there is no ordinary file. */
export async function takeFiles(exchange: ExchangeFolder, request: ChildRequest, output: Output): Promise<Output> {
  if (request.call !== "rewrite" || !("rewritten" in output) || !output.rewritten) return output
  const { to, ext } = request.input
  return { rewritten: await exchange.take(`written${ext}`, to) }
}
