import { parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5"
import { describe, expect, test } from "vitest"
import { scriptCorpus } from "../../../tests/setup/script-corpus"
import { sanitizeHtmlOf } from "./allowed-html"

type Node = DefaultTreeAdapterTypes.ChildNode
type Seen = { elements: Set<string>; attributes: Set<string>; addresses: Set<string> }

/** Returns a browser's parse of the text. */
const seenIn = (html: string): Seen => {
  const seen: Seen = { elements: new Set(), attributes: new Set(), addresses: new Set() }
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (!("tagName" in node)) continue
      seen.elements.add(node.tagName)
      for (const { name, value } of node.attrs) {
        seen.attributes.add(name)
        if (/^(href|src)$/.test(name)) seen.addresses.add(value)
      }
      walk(node.childNodes)
    }
  }
  walk(parseFragment(html).childNodes)
  return seen
}

const harmful =
  /^(script|style|svg|math|iframe|object|embed|applet|form|input|button|select|textarea|option|base|meta|link|template|noscript|noembed|noframes|frame|frameset|xmp|plaintext|listing|keygen|isindex|video|audio|source|marquee|bgsound|body|html|head|title|dialog|area|map|param)$/
const allowedAttributes = new Set(
  "href title target rel src srcset alt width height loading colspan rowspan start class name align".split(" "),
)
/** Matches an address with a scheme other than web, mail and telephone, as browsers read it. */
const oddAddress = (address: string) => /^(?!(https?|mailto|tel):)[a-z][a-z0-9+.-]*:/i.test(address.replace(/[\u0000-\u0020]/g, ""))

describe.each(["article", "notice"] as const)("%s: hundreds of script injections [security: xss-corpus, 1.3.1]", (kind) => {
  test("the corpus has hundreds of entries", () => {
    expect(scriptCorpus.length).toBeGreaterThan(300)
    expect(scriptCorpus.filter((text) => /script|onerror|javascript/i.test(text)).length).toBeGreaterThan(200)
  })
  test("none leaves an executable element, attribute or address [security: xss-corpus, 1.3.1]", () => {
    for (const text of scriptCorpus) {
      const { html } = sanitizeHtmlOf(kind, text)
      const { elements, attributes, addresses } = seenIn(html)
      expect({ text, elements: [...elements].filter((name) => harmful.test(name)) }).toEqual({ text, elements: [] })
      expect({ text, attributes: [...attributes].filter((name) => !allowedAttributes.has(name)) }).toEqual({ text, attributes: [] })
      expect({ text, addresses: [...addresses].filter(oddAddress) }).toEqual({ text, addresses: [] })
    }
  })
  test("the result is stable under repeated parsing and serializing", () => {
    for (const text of scriptCorpus) {
      const { html } = sanitizeHtmlOf(kind, text)
      const again = serialize(parseFragment(html))
      expect({ text, html: serialize(parseFragment(again)) }).toEqual({ text, html: again })
      const elements = (one: string) => [...seenIn(one).elements].filter((name) => harmful.test(name))
      expect({ text, elements: elements(again) }).toEqual({ text, elements: [] })
    }
  })
})
