import type { Container } from "../document-formats"
import type { OleContent } from "./ole-inspection"

/** The header fields at the beginning of a mail. At least one `MAIL_FIELD` distinguishes it from other texts with such lines. */
const FIELD = /^[!-9;-~]+[ \t]*:/
const MAIL_FIELD = /^(from|to|subject|date|received|message-id|mime-version|return-path|delivered-to|x-[\w-]+|content-type)[ \t]*:/i
const LINES = 200

/** Checks for the headers of a mail; a line of a mailbox may precede them. */
function startsWithHeaders(head: Buffer): boolean {
  const lines = head
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*(?:From [^\n]*\n)?/, "")
    .split(/\r?\n/, LINES)
  const end = lines.indexOf("")
  // the last line may be cut off
  const headers = lines.slice(0, end === -1 ? Math.max(1, lines.length - 1) : end)
  return headers.every((line) => FIELD.test(line) || /^[ \t]/.test(line)) && headers.some((line) => MAIL_FIELD.test(line))
}

/** Checks whether a file is a mail, from its first bytes or, if Outlook saved it, from its streams. */
export async function isMail(head: Buffer, container: Container, streams: () => Promise<OleContent>): Promise<boolean> {
  if (container !== "ole2") return startsWithHeaders(head)
  const content = await streams().catch(() => null)
  return content?.program === "outlook"
}
