import "@/app/styles/people/appeal.css"
import { MeHead } from "@/components/people/account/me/me-head"
import { Tabs } from "@/components/people/account/me/tabs"
import { MyDecisions } from "@/components/people/appeal/me/my-decisions"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { DecisionKind } from "@/lib/contract/people/appeal.enums"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("我的申诉")

/** Returns a positive number of the address, 0 without one. */
const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export default async function MyAppealsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const id = numberOf(textParam(given, "id"))
  const chosen = numberOf(textParam(given, "kind"))
  const kind = DecisionKind.options.some(({ value }) => value === chosen) ? chosen : 0
  const query = { ...(kind > 0 && { kind: String(kind) }), ...(id > 0 && { id: String(id) }) }
  const [, reply] = await Promise.all([
    currentUser(paths.myAppeals),
    serverApi("GET /appeal/decision/list", { page, size, ...(kind > 0 && { kind }), ...(id > 0 && { id }) }),
  ])
  if (!reply.ok) throw pageError("处理结果没有读到", reply)
  const { total, decision } = reply.data
  stayWithin(given, paths.myAppeals, query, total, decision.length)
  const tabs = [{ label: "全部", value: 0 }, ...DecisionKind.options].map(({ label, value }) => ({
    label,
    href: hrefOf(paths.myAppeals, value ? { kind: String(value) } : {}),
    current: id === 0 && value === kind,
  }))
  return (
    <>
      <MeHead title="我的申诉" total={total} />
      <Tabs label="处理的类型" tabs={tabs} />
      <MyDecisions
        decisions={decision}
        now={Date.now()}
        empty={
          kind || id ? (
            <NothingYet title="没有这类处理" href={paths.myAppeals} action="看全部">
              没有通过审核的内容和受到的处罚会在这里，觉得不对可以申诉。
            </NothingYet>
          ) : (
            <NothingYet title="没有处理记录" href={paths.myDocuments} action="看我的上传">
              没有通过审核的内容和受到的处罚会在这里，觉得不对可以申诉。
            </NothingYet>
          )
        }
      />
      <Pager path={paths.myAppeals} query={query} page={page} size={size} total={total} unit="条" />
    </>
  )
}
