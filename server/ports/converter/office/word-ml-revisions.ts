import { acceptRevisionsXml } from "./word-revisions"
import { withoutElements } from "./xml-tokens"

const REMOVED = /\b\w+:type="Word\.(?:Deletion|Comment|Comment\.Start|Comment\.End|Formatting)"/

/** The same for Word 2003 XML (WordML), which wraps every change and comment in an `aml:annotation`. */
export function acceptWordMlRevisions(xml: string): string {
  return withoutElements(acceptRevisionsXml(xml), (_, name, source) => name === "annotation" && REMOVED.test(source))
}
