import characters from "opencc-js/dict/TSCharacters"

/*
 * Traditional characters and their simplified forms, one to one (OpenCC). Longer words are ignored, because a part of a text must fold like
 * the whole text.
 */

/** The simplified form by code unit. Characters beyond the basic plane are kept, so that a folded text keeps its length. */
const table = new Uint16Array(0x10000).map((_, code) => code)
for (const entry of characters.split("|")) {
  const [traditional = "", simplified = ""] = entry.split(" ")
  if (traditional.length === 1 && simplified.length === 1) table[traditional.charCodeAt(0)] = simplified.charCodeAt(0)
}

export const simplified = (text: string): string => {
  let at = 0
  while (at < text.length && table[text.charCodeAt(at)] === text.charCodeAt(at)) at++
  if (at === text.length) return text
  const units = new Uint16Array(text.length)
  for (let n = 0; n < text.length; n++) units[n] = table[text.charCodeAt(n)]!
  // In chunks, because one call accepts only some tens of thousands of arguments.
  let out = ""
  for (let from = 0; from < units.length; from += 8_192) out += String.fromCharCode(...units.subarray(from, from + 8_192))
  return out
}
