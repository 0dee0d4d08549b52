/** A link of a page: its address, what it says, and whether it is marked as a download. */
export type PageLink = { url: string; text: string; download: boolean }
/** One CSS selector an entry: where links are looked for, and where not. */
export type LinkRules = { include: string[]; exclude: string[] }
/** One CSS selector an entry; `replace`: pairs of a text and what stands there instead. */
export type ArticleRules = { select: string[]; exclude: string[]; replace: [string, string][] }
/** An article as its page shows it. `content` is not sanitised. */
export type PageArticle = { title: string; content: string; keywords: string; description: string; source: string }

/** A page as it came: its bytes, the header Content-Type, and the address behind all redirects. */
export type RawPage = { bytes: Uint8Array; type: string; url: string }
export type PageTask = RawPage & ({ links: LinkRules } | { article: ArticleRules })
export type PageReading = { links: PageLink[] } | { article: PageArticle }

/** `complex`: too large, too deep or too slow to read. `selector`: a rule is no CSS selector. */
export type PageFault = "complex" | "selector"

export class PageError extends Error {
  constructor(readonly reason: PageFault) {
    super(reason === "complex" ? "网页过于复杂，没有读完" : "选择器不正确")
    this.name = "PageError"
  }
}

/** Reads pages of other sites, never on the thread that serves people, within limits of time and memory. Throws PageError. */
export interface PageReader {
  links(page: RawPage, rules: LinkRules): Promise<PageLink[]>
  article(page: RawPage, rules: ArticleRules): Promise<PageArticle>
}

type Read = (task: PageTask) => Promise<PageReading | { fault: PageFault }>

/** The reader over whatever runs a task. */
export const pageReaderOver = (read: Read): PageReader => {
  const sound = async (task: PageTask): Promise<PageReading> => {
    const reading = await read(task)
    if ("fault" in reading) throw new PageError(reading.fault)
    return reading
  }
  return {
    links: async (page, links) => ((await sound({ ...page, links })) as { links: PageLink[] }).links,
    article: async (page, article) => ((await sound({ ...page, article })) as { article: PageArticle }).article,
  }
}
