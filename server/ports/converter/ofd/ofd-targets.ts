import type { ConvertedOutlineItem } from "../converter.port"
import type { OfdDocument } from "./ofd-document"
import { numberOf, POINTS_PER_MM } from "./values"
import { child, children, type XmlNode } from "./xml-tree"

const MAX_ITEMS = 5000
export type LinkTarget = { page: number; down: number; url: string }

function destinationOf(goto: XmlNode, { root }: OfdDocument): XmlNode | undefined {
  const name = child(goto, "Bookmark")?.attributes["Name"]
  const bookmark = children(child(root, "Bookmarks"), "Bookmark").find(({ attributes }) => attributes["Name"] === name)
  return child(goto, "Dest") ?? (name === undefined ? undefined : child(bookmark, "Dest"))
}

/** Returns where an action leads: a page of the file or an address. Null for sounds, films, attachments and events without a click. */
export function targetOf(action: XmlNode, document: OfdDocument, firstPage: number): LinkTarget | null {
  if ((action.attributes["Event"] ?? "CLICK").toUpperCase() !== "CLICK") return null
  const uri = child(action, "URI")?.attributes
  if (uri) return { page: 0, down: 0, url: `${uri["Base"] ?? ""}${uri["URI"] ?? ""}` }
  const goto = child(action, "Goto")
  const destination = goto && destinationOf(goto, document)
  const index = document.pages.findIndex(({ id }) => id === destination?.attributes["PageID"])
  if (!destination || index < 0) return null
  const down = Math.max(0, (numberOf(destination, "Top", 0) - document.size.y) * POINTS_PER_MM)
  return { page: firstPage + index, down, url: "" }
}

/** Returns a document's outline; entries that lead to no page are left out with their title only. */
export function outlineOf(document: OfdDocument, firstPage: number): ConvertedOutlineItem[] {
  const items: ConvertedOutlineItem[] = []
  const collect = (parent: XmlNode | undefined, level: number): void => {
    for (const element of children(parent, "OutlineElem")) {
      if (items.length >= MAX_ITEMS) return
      const actions = children(child(element, "Actions"), "Action")
      const page = actions.map((action) => targetOf(action, document, firstPage)?.page ?? 0).find((target) => target > 0) ?? 0
      items.push({ title: element.attributes["Title"] ?? "", page, level })
      collect(element, level + 1)
    }
  }
  collect(child(document.root, "Outlines"), 1)
  return items
}
