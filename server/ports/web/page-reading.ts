import { isTooComplex } from "../sanitizer/html-limits"
import { articleOf } from "./page-article"
import { linksOf } from "./page-links"
import {
  pageReaderOver,
  type PageFault,
  type PageReader,
  type PageReading,
  type PageTask,
  type RobotsAnswer,
  type RobotsQuestion,
} from "./page-reader"
import { textOfPage } from "./page-text"
import { mayCrawl, readRobots } from "./robots"

const answerOf = ({ text, agent, url }: RobotsQuestion): RobotsAnswer => {
  const robots = readRobots(text, agent)
  return { allowed: mayCrawl(robots, url), delay: robots.delay }
}

/** Reads a page on the calling thread. `page.worker.ts` runs this. */
export const readPage = (task: PageTask): PageReading | { fault: PageFault } => {
  if ("robots" in task) return { robots: answerOf(task.robots) }
  const html = textOfPage(task.bytes, task.type)
  if (isTooComplex(html)) return { fault: "complex" }
  try {
    return "links" in task ? { links: linksOf(html, task.url, task.links) } : { article: articleOf(html, task.url, task.article) }
  } catch {
    // The only invalid input can be a selector.
    return { fault: "selector" }
  }
}

/** The fake: runs on the calling thread. */
export const directPageReader = (): PageReader => pageReaderOver(async (task) => readPage(task))
