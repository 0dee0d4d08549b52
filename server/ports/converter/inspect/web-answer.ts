const page = /^<(!doctype\s+html|html|head|body|title|meta|script|div|h1|p)[\s>]/i
const data = /^([{[]|<\?xml\b|<(error|errors|response|result|fault|problem|soap(-env)?:|[a-z]+:envelope)\b)/i
const leading = /^(\s|<!--[\s\S]*?-->)+/

/** Returns the start of a text in any encoding: the markers that are searched for are ASCII. */
function startOf(head: Buffer): string {
  const [first, second] = head
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || head.subarray(0, 64).includes(0)
  const text = wide ? head.toString("latin1").replace(/\0/g, "") : head.toString("latin1")
  return text.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "").replace(leading, "")
}

/**
 * Recognizes what a server sent in place of a file: a page (the link expired, or asks for a login) or data (an error of its interface).
 * Null for all else.
 */
export function webAnswerOf(head: Buffer): "web_page" | "data_answer" | null {
  const start = startOf(head)
  // the declaration of XML may precede a page
  const body = start.replace(/^<\?xml[^>]*\?>/i, "").replace(leading, "")
  if (page.test(start) || page.test(body)) return "web_page"
  return data.test(start) ? "data_answer" : null
}
