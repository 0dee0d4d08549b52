import { entriesOf, isReference, itemsOf, nameOf, type PdfValue } from "./pdf-values"

/** Deepest nesting of memberships and visibility expressions. */
const MAX_DEPTH = 32

type Entries = ReadonlyMap<string, PdfValue>

/** Returns the value of an object by number; null if there is none. */
export type ReadObject = (number: number) => PdfValue

/**
 * Evaluates the layers of a document as a viewer opens it: the default configuration, and the usages that its /AS entries for viewing name.
 * Other configurations and usages without such an entry have no effect. ISO 32000-2, 8.11.
 */
export class LayerStates {
  private readonly configuration: Entries
  private readonly visibleByDefault: boolean
  private readonly on: ReadonlySet<number>
  private readonly off: ReadonlySet<number>

  constructor(
    properties: PdfValue,
    private readonly read: ReadObject,
  ) {
    this.configuration = entriesOf(this.resolve(entriesOf(this.resolve(properties)).get("D")))
    this.visibleByDefault = nameOf(this.resolve(this.configuration.get("BaseState"))) !== "OFF"
    this.on = this.numbersOf(this.configuration.get("ON"))
    this.off = this.numbersOf(this.configuration.get("OFF"))
  }

  private resolve(value: PdfValue | undefined): PdfValue {
    return isReference(value) ? this.read(value.reference) : (value ?? null)
  }

  private numbersOf(list: PdfValue | undefined): Set<number> {
    return new Set(
      itemsOf(this.resolve(list))
        .filter(isReference)
        .map(({ reference }) => reference),
    )
  }

  /** Checks whether a group or membership (a reference or a dictionary) is visible. */
  isVisible(membership: PdfValue, depth = 0): boolean {
    if (depth > MAX_DEPTH) return false
    const entries = entriesOf(this.resolve(membership))
    if (nameOf(this.resolve(entries.get("Type"))) === "OCMD") return this.isFulfilled(entries, depth)
    return !isReference(membership) || this.isOn(membership.reference, entries)
  }

  private isOn(number: number, group: Entries): boolean {
    const intents = itemsOf(this.resolve(group.get("Intent"))).map((intent) => nameOf(this.resolve(intent)))
    if (intents.length > 0 && !intents.includes("View") && !intents.includes("All")) return true
    const base = this.off.has(number) ? false : this.visibleByDefault || this.on.has(number)
    const usages = this.viewingUsages(number, group)
    return usages.length > 0 ? !usages.includes("OFF") : base
  }

  /** Returns the states that the usages of a group give it on screens. */
  private viewingUsages(number: number, group: Entries): string[] {
    const usage = entriesOf(this.resolve(group.get("Usage")))
    const states: string[] = []
    for (const item of itemsOf(this.resolve(this.configuration.get("AS")))) {
      const entry = entriesOf(this.resolve(item))
      if (nameOf(this.resolve(entry.get("Event"))) !== "View" || !this.numbersOf(entry.get("OCGs")).has(number)) continue
      for (const category of itemsOf(this.resolve(entry.get("Category"))).map((name) => nameOf(this.resolve(name)))) {
        const state = nameOf(this.resolve(entriesOf(this.resolve(usage.get(category))).get(`${category}State`)))
        if (state !== "") states.push(state)
      }
    }
    return states
  }

  private isFulfilled(membership: Entries, depth: number): boolean {
    const expression = this.resolve(membership.get("VE"))
    if (Array.isArray(expression)) return this.evaluate(expression, depth + 1)
    const groups = membership.get("OCGs")
    const list = this.resolve(groups)
    const members = (Array.isArray(list) ? list : itemsOf(groups)).filter((group) => this.resolve(group) !== null)
    if (members.length === 0) return true
    const states = members.map((group) => this.isVisible(group, depth + 1))
    switch (nameOf(this.resolve(membership.get("P")))) {
      case "AllOn":
        return states.every(Boolean)
      case "AnyOff":
        return !states.every(Boolean)
      case "AllOff":
        return !states.some(Boolean)
      default:
        return states.some(Boolean)
    }
  }

  private evaluate(expression: PdfValue, depth: number): boolean {
    if (depth > MAX_DEPTH) return false
    const value = this.resolve(expression)
    if (!Array.isArray(value)) return this.isVisible(expression, depth)
    const [operator, ...operands] = value
    const states = operands.map((operand) => this.evaluate(operand, depth + 1))
    switch (nameOf(operator)) {
      case "And":
        return states.every(Boolean)
      case "Or":
        return states.some(Boolean)
      case "Not":
        return states[0] === false
      default:
        return false
    }
  }
}
