import { type Attributes, Enough, type XmlEvents } from "./xml-events"

/** Reads a drawing part up to the first object that is visible. */
export class DrawingReader implements XmlEvents {
  visible = false

  open(name: string, attributes: Attributes): void {
    if (name !== "cNvPr" || attributes["hidden"] === "1" || attributes["hidden"] === "true") return
    this.visible = true
    throw new Enough()
  }
}
