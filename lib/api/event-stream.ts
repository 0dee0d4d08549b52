export type StreamEvent = { event: string; data: string }

const fieldOf = (line: string): [string, string] => {
  const colon = line.indexOf(":")
  if (colon < 0) return [line, ""]
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")]
}

/**
 * Parses `text/event-stream` incrementally, from chunks that may end anywhere. Comments (heartbeats) are skipped. Pass it text; it returns
 * the events that this text completed.
 */
export const createEventParser = () => {
  let rest = ""
  return (text: string): StreamEvent[] => {
    const blocks = (rest + text).replaceAll("\r\n", "\n").split("\n\n")
    rest = blocks.pop() ?? ""
    return blocks.flatMap((block) => {
      const fields = block.split("\n").map(fieldOf)
      const data = fields.filter(([name]) => name === "data").map(([, value]) => value)
      const event = fields.find(([name]) => name === "event")?.[1] ?? "message"
      return data.length ? [{ event, data: data.join("\n") }] : []
    })
  }
}
