/* Text that users type into number and code fields, often with a Chinese input method that writes full-width characters. */

/** Returns the text with half-width digits and letters: "１３８" becomes "138". For numbers and codes only, never for names or passwords. */
export const halfWidth = (text: string): string => text.normalize("NFKC")

/** Parses a typed number ("５", "１，０００", "1。5"); null for an empty text, NaN for one that is no number. */
export const readNumber = (text: string): number | null => {
  const typed = halfWidth(text).replaceAll("。", ".").replace(/\s+/g, "")
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : typed
  if (plain === "") return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** Returns the digits of a typed text; full-width ones count. */
export const digitsOf = (text: string): string => halfWidth(text).replace(/\D/g, "")
