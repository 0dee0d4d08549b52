/** Everything that XML 1.0 has no way to write, however it is escaped: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const unwritable = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text as content of an element or value of an attribute, whatever people wrote into it. */
export const xmlText = (text: string): string => text.replace(unwritable, "").replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)

export const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>\n`
