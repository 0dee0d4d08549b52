/** How many people a comment can mention. */
const maxMentions = 10

/** Returns the user names after "@" in a text, in lower case, each once. A name ends at a space, a line end or punctuation. */
export const mentionedNames = (text: string): string[] => {
  const names = [...text.matchAll(/(?:^|[^A-Za-z0-9._%+-])@([^\s@，。！？、：；“”‘’（）《》,!?:;()<>"']{2,32})/gu)].map(([, name]) =>
    name!.toLowerCase(),
  )
  return [...new Set(names)].slice(0, maxMentions)
}
