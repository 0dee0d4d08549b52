import type { ReactNode } from "react"
import { DocumentRow } from "@/components/library/document/document-row"
import { Pager } from "@/components/ui/pager"
import type { DocumentListRow } from "@/lib/view/library/document-card"
import type { DisplayHit } from "@/lib/view/library/search-hit"
import type { ListQuery } from "@/lib/view/library/list/query"
import type { SiteSettings } from "@/lib/view/site/site-settings"

/** `max`: the last page that the pager links to. */
export type ResultPage = { path: string; query: ListQuery; page: number; size: number; total: number; max?: number }
/**
 * `hits`: the search matches of each document. `newest`: the list's `data-newest`, which decides which user's new uploads are prepended
 * (`document/own`).
 */
type Props = {
  documents: DocumentListRow[]
  settings: SiteSettings
  hits?: DisplayHit[]
  now: number
  page: ResultPage
  newest?: string
  /** whether the list is displayed as a shelf unless the visitor prefers rows (`list-look.tsx`) */
  shelved?: boolean
  empty: ReactNode
}

export const DocumentResults = ({ documents, settings, hits, now, page, newest, shelved = false, empty }: Props) =>
  documents.length === 0 ? (
    <>
      {newest ? <ul className="res" data-newest={newest} hidden /> : null}
      <div className="res-empty">{empty}</div>
    </>
  ) : (
    <>
      <ul className={shelved ? "res looks" : "res"} data-newest={newest}>
        {documents.map((document, at) => (
          <DocumentRow key={document.id} document={document} settings={settings} now={now} eager={at < 3} hit={hits?.[at]} />
        ))}
      </ul>
      <Pager {...page} />
    </>
  )
