import { ConversionError } from "../converter.port"

/** One topic of a mind map or one item of an outline. */
export type Topic = { title: string; note: string; link: string; topics: Topic[] }

const MAX_TOPICS = 20_000
const MAX_LEVELS = 60

/** Counts the topics of a map while it is read. */
export class TopicBudget {
  private count = 0

  /** Throws ConversionError: too_large. */
  take(level: number): void {
    this.count += 1
    if (this.count > MAX_TOPICS || level > MAX_LEVELS) throw new ConversionError("too_large")
  }
}
