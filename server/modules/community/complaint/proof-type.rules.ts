import { proofExtensions } from "@/lib/contract/community/complaint.enums"

const ascii = (text: string) => Buffer.from(text, "latin1")
const zip = ascii("PK\u0003\u0004")
const ole = Buffer.from("D0CF11E0A1B11AE1", "hex")

/** The first bytes of each type. */
const beginnings: Record<(typeof proofExtensions)[number], (head: Buffer) => boolean> = {
  ".pdf": (head) => head.includes("%PDF-"),
  ".jpg": (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  ".jpeg": (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  ".png": (head) => head.subarray(1, 4).equals(ascii("PNG")),
  ".webp": (head) => head.subarray(0, 4).equals(ascii("RIFF")) && head.subarray(8, 12).equals(ascii("WEBP")),
  ".doc": (head) => head.subarray(0, 8).equals(ole),
  ".docx": (head) => head.subarray(0, 4).equals(zip),
}

/** How much of a file `isProofContent` reads, in bytes. */
export const proofHeadBytes = 1_024

export const isProofExtension = (ext: string): ext is (typeof proofExtensions)[number] => proofExtensions.some((one) => one === ext)
/** Checks whether a file begins as its extension says. */
export const isProofContent = (ext: (typeof proofExtensions)[number], head: Buffer): boolean => beginnings[ext](head)
