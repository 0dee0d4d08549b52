import { withoutElements } from "./xml-tokens"

const REVISION = /<(?:[\w.-]+:)?(?:tracked-changes|change|change-start|change-end|annotation|annotation-end)[\s/>]/
const DROPPED = new Set(["tracked-changes", "change", "change-start", "change-end", "annotation-end"])

/**
 * Returns OpenDocument XML after all tracked changes are accepted and all comments removed. Deleted text is in the list of changes, not in
 * the body. An `annotation` in another namespace than office belongs to a formula.
 */
export function acceptOdfRevisionsXml(xml: string): string {
  if (!REVISION.test(xml)) return xml
  return withoutElements(xml, (prefix, name) => DROPPED.has(name) || (name === "annotation" && prefix === "office"))
}
