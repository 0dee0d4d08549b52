import type { Address, Attachment } from "postal-mime"
import { ConversionError } from "../converter.port"
import type { Correspondent, Letter } from "./letter"
import { repairMail } from "./mime-repair"

/** Mails within mails, and parts within parts. */
const MAX_NESTING = 20

const correspondents = (addresses: readonly (Address | undefined)[]): Correspondent[] =>
  addresses.flatMap((one) => (one ? (one.group ?? [one]) : [])).map(({ name, address }) => ({ name, address }))

const contentOf = ({ content }: Attachment): Buffer =>
  typeof content === "string" ? Buffer.from(content) : content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content)

const nameOf = ({ filename, mimeType }: Attachment): string => filename ?? (mimeType === "message/rfc822" ? "邮件.eml" : "")

/** Reads a mail in the format of RFC 5322 and MIME (.eml). Throws ConversionError: corrupt. */
export async function readMimeMail(bytes: Buffer): Promise<Letter> {
  const { default: PostalMime } = await import("postal-mime")
  const limits = { maxNestingDepth: MAX_NESTING, maxRfc822NestingDepth: MAX_NESTING }
  const mail = await PostalMime.parse(repairMail(bytes), limits).catch((error: unknown) => {
    throw new ConversionError("corrupt", { cause: error })
  })
  const html = mail.html ?? null
  const pictures = new Map(mail.attachments.flatMap((one) => (one.contentId ? [[one.contentId.replace(/^<|>$/g, ""), one]] : [])))
  const isDrawn = (one: Attachment): boolean => {
    const id = one.contentId?.replace(/^<|>$/g, "")
    return id !== undefined && html !== null && html.includes(`cid:${id}`)
  }
  return {
    subject: mail.subject ?? "",
    from: correspondents([mail.from ?? mail.sender]),
    to: correspondents(mail.to ?? []),
    copies: correspondents(mail.cc ?? []),
    sent: mail.date ?? "",
    html,
    text: mail.text ?? "",
    attachments: mail.attachments.filter((one) => !isDrawn(one)).map((one) => ({ name: nameOf(one), bytes: contentOf(one).length })),
    picture: (reference) => {
      const picture = /^cid:/i.test(reference) ? pictures.get(decodeReference(reference.slice(4))) : undefined
      return picture ? contentOf(picture) : null
    },
    notes: [],
  }
}

function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
