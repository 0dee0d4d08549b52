import type { FieldsData } from "@kenjiuno/msgreader"
import { ConversionError } from "../converter.port"
import type { Correspondent, Letter, LetterAttachment } from "./letter"
import { decodeLoose } from "./mime-repair"

/** The code page of texts that are not Unicode, if the file does not name one: that of Windows in China. */
const USUAL_CODEPAGE = 936
/** The message classes of Exchange begin an address of its own; the address for people is another property. */
const EXCHANGE_ADDRESS = /^\/o=/i

const addressOf = (...addresses: (string | undefined)[]): string => addresses.find((one) => one && !EXCHANGE_ADDRESS.test(one)) ?? ""

function recipients(fields: FieldsData, type: "to" | "cc"): Correspondent[] {
  const chosen = (fields.recipients ?? []).filter(({ recipType = "to" }) => recipType === type)
  return chosen.map(({ name = "", smtpAddress, email }) => {
    const address = addressOf(smtpAddress, email)
    return { name: name === address ? "" : name, address }
  })
}

function attachmentOf(one: FieldsData): LetterAttachment {
  if (one.innerMsgContent) return { name: `${one.name || one.innerMsgContentFields?.subject || "邮件"}.msg`, bytes: 0 }
  return { name: one.fileName || one.fileNameShort || one.name || "", bytes: one.contentLength ?? 0 }
}

function isoDate(date: string | undefined): string {
  const instant = new Date(date ?? "")
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString()
}

/** The module is CommonJS: Node wraps its default export once more. */
async function readerClass(): Promise<typeof import("@kenjiuno/msgreader").default> {
  const module = (await import("@kenjiuno/msgreader")) as unknown as { default: { default: typeof import("@kenjiuno/msgreader").default } }
  return module.default.default
}

/** Reads a mail that Outlook saved (.msg). Throws ConversionError: corrupt. */
export async function readOutlookMail(bytes: Buffer): Promise<Letter> {
  const Reader = await readerClass()
  // the parser ignores the offset of a view
  const { buffer } = Uint8Array.from(bytes)
  const parse = (codepage: number): { reader: InstanceType<typeof Reader>; fields: FieldsData } => {
    const reader = new Reader(buffer)
    reader.parserConfig = { ansiEncoding: `cp${codepage}` }
    return { reader, fields: reader.getFileData() }
  }
  const first = parse(USUAL_CODEPAGE)
  const { messageCodepage = USUAL_CODEPAGE } = first.fields
  const { reader, fields } = messageCodepage === USUAL_CODEPAGE ? first : parse(messageCodepage)
  if (fields.error || fields.dataType !== "msg") throw new ConversionError("corrupt", { cause: new Error(fields.error ?? "no message") })
  const html = fields.html ? decodeLoose(Buffer.from(fields.html), fields.internetCodepage) : (fields.bodyHtml ?? null)
  const address = addressOf(fields.senderSmtpAddress, fields.senderEmail, fields.sentRepresentingSmtpAddress)
  const attachments = fields.attachments ?? []
  const isDrawn = ({ pidContentId: id }: FieldsData): boolean => Boolean(id) && html !== null && html.includes(`cid:${id}`)
  const text = fields.body ?? ""
  const unreadable = html === null && text.trim() === "" && fields.compressedRtf !== undefined
  return {
    subject: fields.subject ?? "",
    from: address || fields.senderName ? [{ name: fields.senderName === address ? "" : (fields.senderName ?? ""), address }] : [],
    to: recipients(fields, "to"),
    copies: recipients(fields, "cc"),
    sent: isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime),
    html,
    text,
    attachments: attachments.filter((one) => !isDrawn(one)).map(attachmentOf),
    picture: (reference) => {
      const match = attachments.find(({ pidContentId: id }) => id && reference === `cid:${id}`)
      return match ? Buffer.from(reader.getAttachment(match).content) : null
    },
    notes: unreadable ? ["邮件正文是 RTF 格式，预览中不显示"] : [],
  }
}
