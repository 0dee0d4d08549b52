import { ListFilter } from "@/components/ui/my-list/list-filter"
import { MeHead } from "@/components/people/account/me/me-head"
import { MyFavorites } from "@/components/community/favorite/me/my-favorites"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Tabs } from "@/components/people/account/me/tabs"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Pager } from "@/components/ui/pager"
import { WithCall } from "@/components/ui/with-call"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { numberParam, size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("我的收藏")

const kinds = [
  { type: "", kind: ContentKind.document, label: "文档", href: paths.category(), action: "去找文档" },
  { type: "article", kind: ContentKind.article, label: "文章", href: paths.article(), action: "去看文章" },
]

export default async function MyFavoritesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const wd = textParam(given, "wd")
  const folder = numberParam(given, "folder")
  const typeName = textParam(given, "type")
  // older URLs contain the number of the content kind
  const kind = kinds.find(({ type, kind: number }) => typeName !== "" && (type === typeName || String(number) === typeName)) ?? kinds[0]!
  const query = { type: kind.type, folder, wd }

  const { settings } = await readPageChrome()
  const [, reply, folders] = await Promise.all([
    currentUser(paths.myFavorites),
    serverApi("GET /favorite/list", {
      page,
      size,
      type: kind.kind,
      ...(folder ? { folder_id: Number(folder) } : {}),
      ...(wd ? { wd } : {}),
    }),
    settings.features.favorite_folders ? serverApi("GET /favorite/folder") : null,
  ])
  if (!reply.ok) throw pageError("收藏列表没有读到", reply)
  if (folders?.ok === false) throw pageError("收藏夹没有读到", folders)
  const { total, favorite: rows } = reply.data
  stayWithin(given, paths.myFavorites, query, total, rows.length)
  return (
    <>
      <MeHead title="我的收藏" total={total} unit="项" />
      <Tabs
        label="收藏的内容"
        tabs={kinds.map((one) => ({ label: one.label, href: hrefOf(paths.myFavorites, { type: one.type }), current: one === kind }))}
      />
      <MyFavorites
        favorites={rows}
        folders={folders?.data.folder ?? null}
        folder={folder}
        type={kind.type}
        now={Date.now()}
        filter={
          (total > 0 || wd) && (
            <WithCall call="GET /favorite/list" field="wd">
              <ListFilter path={paths.myFavorites} keep={{ type: kind.type, folder }} wd={wd} placeholder={`搜索收藏的${kind.label}`} />
            </WithCall>
          )
        }
        empty={
          wd ? (
            <NoMatch what="收藏" cleared={hrefOf(paths.myFavorites, { type: kind.type, folder })} />
          ) : folder ? (
            <NothingYet title="这里还没有收藏" href={hrefOf(paths.myFavorites, { type: kind.type })} action="看全部收藏">
              在列表里选中收藏，就能移到这个收藏夹。
            </NothingYet>
          ) : (
            <NothingYet title={`还没有收藏${kind.label}`} href={kind.href} action={kind.action}>
              读到喜欢的{kind.label}，点一下收藏，以后在这里找。
            </NothingYet>
          )
        }
      />
      <Pager path={paths.myFavorites} query={query} page={page} size={size} total={total} unit="项" />
    </>
  )
}
