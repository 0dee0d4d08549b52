import { readFeed } from "@/components/site/site/read-feed"
import { feedOf, feedText, feedTypes } from "@/lib/view/site/feed"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

type Props = { params: Promise<{ place: string[] }> }

/** Serves `/feed/rss.xml`, `/feed/atom.xml`, and the same below `/feed/category/{id}` and `/feed/user/{id}`. */
export const GET = async (_: Request, { params }: Props): Promise<Response> => {
  const request = feedOf((await params).place)
  const result = request && (await readFeed(request.place))
  if (!result || typeof result === "number") return notThere(result ?? 404)
  return textAnswer(feedTypes[request.format], feedText[request.format](result.feed, result.origin))
}
