/** A link of a page: its address, its text, and whether it is marked as a download. */
export type WebPageLink = { url: string; text: string; download: boolean }
/** One CSS selector per entry: where to look for links, and where not to. */
export type LinkRules = { include: string[]; exclude: string[] }
/** One CSS selector per entry. `replace`: pairs of a text and its replacement. */
export type ArticleRules = { select: string[]; exclude: string[]; replace: [string, string][] }
/** An article as displayed on its page. `content` is not sanitized. */
export type PageArticle = { title: string; content: string; keywords: string; description: string; source: string }

/** A page as received: its bytes, the Content-Type header, and the final address after redirects. */
export type RawPage = { bytes: Uint8Array; type: string; url: string }
/** A robots.txt, the program that it is asked about (lower case), and an address of its site. */
export type RobotsQuestion = { text: string; agent: string; url: string }
/** Whether the address may be crawled, and the seconds between two requests that the site asks for; 0 without any. */
export type RobotsAnswer = { allowed: boolean; delay: number }
export type PageTask = (RawPage & ({ links: LinkRules } | { article: ArticleRules })) | { robots: RobotsQuestion }
export type PageReading = { links: WebPageLink[] } | { article: PageArticle } | { robots: RobotsAnswer }

/** `complex`: too large, too deep or too slow to read. `selector`: a rule is not a valid CSS selector. */
export type PageFault = "complex" | "selector"

export class PageError extends Error {
  constructor(readonly reason: PageFault) {
    super(reason === "complex" ? "网页过于复杂，没有读完" : "选择器不正确")
    this.name = "PageError"
  }
}

/** Reads pages and robots.txt of other sites within limits of time and memory, never on the thread that serves requests. Throws PageError. */
export interface PageReader {
  links(page: RawPage, rules: LinkRules): Promise<WebPageLink[]>
  article(page: RawPage, rules: ArticleRules): Promise<PageArticle>
  robots(question: RobotsQuestion): Promise<RobotsAnswer>
}

type Read = (task: PageTask) => Promise<PageReading | { fault: PageFault }>

/** Creates a reader on top of any function that runs a task. */
export const pageReaderOver = (read: Read): PageReader => {
  const sound = async (task: PageTask): Promise<PageReading> => {
    const reading = await read(task)
    if ("fault" in reading) throw new PageError(reading.fault)
    return reading
  }
  return {
    links: async (page, links) => ((await sound({ ...page, links })) as { links: WebPageLink[] }).links,
    article: async (page, article) => ((await sound({ ...page, article })) as { article: PageArticle }).article,
    robots: async (robots) => ((await sound({ robots })) as { robots: RobotsAnswer }).robots,
  }
}
