/** One address of a letter; either part may be empty. */
export type Correspondent = { name: string; address: string }

export type LetterAttachment = { name: string; bytes: number }

/** The displayed parts of a mail, for every format that it may be stored in. */
export type Letter = {
  subject: string
  from: Correspondent[]
  to: Correspondent[]
  copies: Correspondent[]
  /** The time of sending as an ISO date; empty if the mail does not contain it. */
  sent: string
  /** The HTML of the text, or null if the mail has only plain text. */
  html: string | null
  text: string
  attachments: LetterAttachment[]
  /** Returns a picture that the HTML refers to by `cid:`; null for all others, remote ones above all. */
  picture(reference: string): Buffer | null
  /** Parts that are not displayed, as Chinese sentences for the uploader. */
  notes: string[]
}

/** Bytes of a mail that is read into memory. */
export const MAX_MAIL = 60e6
