/** A path of the site or an http(s) address: nothing that runs when it is clicked. */
export const isAddress = (text: string): boolean => /^(\/(?![/\\])[^\s"'<>\\]*|https?:\/\/[^\s"'<>\\]+)$/i.test(text)
