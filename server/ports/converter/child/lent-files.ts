import type { ExchangeFolder } from "../sandbox/exchange-folder"
import type { ChildCalls, ChildRequest } from "./child-protocol"

/** Name of an extracted attachment: its own name comes from the file and may be anything. */
const EXTRACTED = "extracted"

type Output = ChildCalls[keyof ChildCalls]["output"]

/** Returns the file that a call refers to, if any. */
export const fileOf = ({ call, input }: ChildRequest): string | null =>
  call === "open" || call === "redraw" || call === "sheets" || call === "cut" || call === "revisions" || call === "equations"
    ? input.file
    : call === "rewrite" || call === "unlock" || call === "objects" || call === "extract"
      ? input.from
      : null

/** Makes the file of a call available to a confined child and replaces the path in the call with the path inside the sandbox. */
export async function lendFiles(exchange: ExchangeFolder, request: ChildRequest): Promise<ChildRequest> {
  switch (request.call) {
    case "open":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "sheets":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "cut":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "revisions":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "equations":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "redraw":
      return { ...request, input: { ...request.input, file: await exchange.show(request.input.file) } }
    case "rewrite":
    case "objects":
    case "unlock": {
      const { from, ext } = request.input
      return { ...request, input: { ext, from: await exchange.show(from), to: exchange.writingPlace(`written${ext}`) } }
    }
    case "extract": {
      const { from, skip } = request.input
      return { ...request, input: { skip, from: await exchange.show(from), to: exchange.writingPlace(EXTRACTED) } }
    }
    case "close":
      await exchange.clear()
      return request
    default:
      return request
  }
}

/** Moves the child's output to the location that the call requested; `rewritten` becomes false if it is not a regular file. */
export async function takeFiles(exchange: ExchangeFolder, request: ChildRequest, output: Output): Promise<Output> {
  if (request.call === "extract" && "names" in output && output.name !== "")
    return (await exchange.take(EXTRACTED, request.input.to)) ? output : { ...output, name: "" }
  if (request.call !== "rewrite" && request.call !== "unlock" && request.call !== "objects") return output
  if (!("rewritten" in output) || !output.rewritten) return output
  const { to, ext } = request.input
  return { rewritten: await exchange.take(`written${ext}`, to) }
}
