const sentenceEnd = /[。！？…：；.!?:;”’」』）)]\s*$/
const newBlock =
  /^(\s{2,}|　|[-•·●▪■◆*]\s|[（(]?\d{1,3}[.、)）]|[一二三四五六七八九十]{1,3}[、.]|第[一二三四五六七八九十百\d]{1,4}[章节条部分])/
const cjk = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/

/** Joins the lines of a paragraph: without space between Chinese characters, otherwise with one; hyphenated words are joined. */
const glue = (one: string, next: string): string => {
  if (/[A-Za-z]-$/.test(one) && /^[a-z]/.test(next)) return one.slice(0, -1) + next
  const tight = cjk.test(one.at(-1) ?? "") || cjk.test(next[0] ?? "")
  return tight ? one + next : `${one} ${next}`
}

/**
 * Paragraphs of a page's text, whose lines end where the paper did. A line goes on when the one before is about as long as the page is wide
 * and ends in the middle of a sentence.
 */
export const paragraphsOf = (text: string): string[] => {
  const lines = text.replace(/\r/g, "").split("\n")
  const longest = Math.max(0, ...lines.map((line) => line.trim().length))
  const paragraphs: string[] = []
  let open = false
  for (const line of lines) {
    const trimmed = line.trim()
    if (!trimmed) {
      open = false
      continue
    }
    const before = paragraphs.at(-1)
    if (open && before !== undefined && !newBlock.test(line)) paragraphs[paragraphs.length - 1] = glue(before, trimmed)
    else paragraphs.push(trimmed)
    open = trimmed.length >= longest * 0.7 && !sentenceEnd.test(trimmed)
  }
  return paragraphs
}

/** First page of the piece that a page is in; the server gives at most `size` pages at once. */
export const pieceOf = (page: number, size: number): number => Math.floor((page - 1) / size) * size + 1
