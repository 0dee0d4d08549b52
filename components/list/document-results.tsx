import type { ReactNode } from "react"
import { DocumentRow } from "@/components/document/document-row"
import { Pager } from "@/components/ui/pager"
import type { Row } from "@/lib/view/card"
import type { Query } from "@/lib/view/list/query"

export type Page = { path: string; query: Query; page: number; size: number; total: number }
type Props = { documents: Row[]; now: number; page: Page; empty: ReactNode }

export const DocumentResults = ({ documents, now, page, empty }: Props) =>
  documents.length === 0 ? (
    <div className="res-empty">{empty}</div>
  ) : (
    <>
      <ul className="res">
        {documents.map((document, at) => (
          <DocumentRow key={document.id} document={document} now={now} eager={at < 3} />
        ))}
      </ul>
      <Pager {...page} />
    </>
  )
