import type { Readable } from "node:stream"
import { SaxesParser } from "saxes"

/** Thrown to stop reading a part early. */
export class Enough extends Error {}

export type Attributes = Readonly<Record<string, string>>

/** Handlers for the content of a part, in its order; names come without their prefixes. */
export type XmlEvents = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const MAX_DEPTH = 100
const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * Reads XML piece by piece, so memory does not grow with it. Only XML's five entities are supported: an entity that a DOCTYPE defines is an
 * error.
 * Throws on damaged XML. An event handler may throw `Enough` to stop reading without an error.
 */
export async function readXmlEvents(stream: Readable, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser({ fragment: false })
  const decoder = new TextDecoder("utf-8")
  let depth = 0
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new Error("XML is too deep")
    events.open?.(local(name), attributes as Attributes)
  })
  parser.on("text", (text) => events.text?.(text))
  parser.on("cdata", (text) => events.text?.(text))
  parser.on("closetag", ({ name }) => {
    depth -= 1
    events.close?.(local(name))
  })
  try {
    for await (const chunk of stream) parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    stream.destroy()
  }
}
