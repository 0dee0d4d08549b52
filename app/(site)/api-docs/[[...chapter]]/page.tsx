import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { ApiChapterView } from "@/components/operations/api-docs/api-chapter"
import { ApiOverview } from "@/components/operations/api-docs/api-overview"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { paths } from "@/lib/rules/path"
import { offers } from "@/lib/view/capabilities"
import { apiCalls, apiChapters, offeredCalls } from "@/lib/view/operations/api-docs"
import { pageMetadata } from "@/lib/view/page-metadata"

type Props = { params: Promise<{ chapter?: string[] }> }

const chapterOf = async ({ params }: Props) => {
  const [name, ...more] = (await params).chapter ?? []
  const match = apiChapters.find((chapter) => chapter.name === name)
  if (more.length > 0 || (name !== undefined && !match)) notFound()
  return match
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [chapter, { settings }] = await Promise.all([chapterOf(props), readPageChrome()])
  return pageMetadata(settings.system, {
    title: chapter ? `${chapter.label}的接口` : "接口文档",
    description: chapter?.about ?? "用自己的程序读取、上传和搜索：全部接口、字段、例子，可以直接试。",
    path: chapter ? paths.apiChapter(chapter.name) : paths.apiDocs,
  })
}

export default async function ApiDocsPage(props: Props) {
  const [chapter, { settings }] = await Promise.all([chapterOf(props), readPageChrome()])
  const { absent } = settings.capabilities
  const calls = offeredCalls(apiCalls(), absent)
  const tokens = offers(absent, "GET /user/token")
  return chapter ? (
    <ApiChapterView chapter={chapter} calls={calls.get(chapter.name)!} tokens={tokens} />
  ) : (
    <ApiOverview counts={Object.fromEntries([...calls].map(([name, list]) => [name, list.length]))} tokens={tokens} />
  )
}
