/** Checks for a path on this site or an http(s) URL, so that a click can never execute a script. */
export const isAddress = (text: string): boolean => /^(\/(?![/\\])[^\s"'<>\\]*|https?:\/\/[^\s"'<>\\]+)$/i.test(text)
