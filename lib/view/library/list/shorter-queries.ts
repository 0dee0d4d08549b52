const longest = 4

/**
 * Returns alternatives for a query without results: its words one by one, and a long Chinese word in two halves. The whole query is not
 * included.
 */
export const shorterQueries = (wd: string): string[] => {
  const words = wd.split(/[\s，。、；：,.;:!?！？“”"'《》()（）]+/u).filter((word) => [...word].length > 1 && /[\p{L}\p{N}]/u.test(word))
  const parts = words.flatMap((word) => {
    const characters = [...word]
    if (characters.length <= longest || !/^\p{Script=Han}+$/u.test(word)) return [word]
    const half = Math.ceil(characters.length / 2)
    return [characters.slice(0, half).join(""), characters.slice(half).join("")]
  })
  return [...new Set(parts)].filter((part) => part !== wd && [...part].length <= 20).slice(0, 6)
}
