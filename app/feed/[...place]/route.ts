import { readFeed } from "@/components/site/site/read-feed"
import { feedOf, feedText, feedTypes } from "@/lib/view/site/feed"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

type Asked = { params: Promise<{ place: string[] }> }

/** Serves `/feed/rss.xml`, `/feed/atom.xml`, and the same below `/feed/category/{id}` and `/feed/user/{id}`. */
export const GET = async (_: Request, { params }: Asked): Promise<Response> => {
  const asked = feedOf((await params).place)
  const found = asked && (await readFeed(asked.place))
  if (!found || typeof found === "number") return notThere(found ?? 404)
  return textAnswer(feedTypes[asked.format], feedText[asked.format](found.feed, found.origin))
}
