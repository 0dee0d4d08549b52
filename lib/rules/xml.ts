/** Characters that XML 1.0 cannot represent, even escaped: control characters, lone surrogates, U+FFFE and U+FFFF. */
const unwritable = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes arbitrary user text for the content of an element or the value of an attribute. */
export const xmlText = (text: string): string => text.replace(unwritable, "").replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)

export const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>\n`
