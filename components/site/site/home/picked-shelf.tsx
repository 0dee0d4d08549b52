import { DocumentCard } from "@/components/library/document/document-card"
import { More } from "@/components/ui/more"
import { paths } from "@/lib/rules/path"
import type { DocumentListRow } from "@/lib/view/library/document-card"
import type { SiteCounts } from "@/lib/view/site/home"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { NothingYet } from "./nothing-yet"
import { Numbers } from "./numbers"

type Props = { title: string; documents: DocumentListRow[]; counts: SiteCounts | null; settings: SiteSettings }

/** Recommended documents as covers or as a list with summaries. The switch is two radio buttons and CSS: no script. */
export const PickedShelf = ({ title, documents, counts, settings }: Props) => (
  <section className="wrap sec picked" aria-labelledby="shelf-title">
    <div className="sec-h">
      <h2 id="shelf-title">{title}</h2>
      <Numbers counts={counts} />
      {documents.length > 0 ? (
        <>
          <fieldset className="end picked-style">
            <legend className="sr">展示方式</legend>
            <label>
              <input type="radio" name="picked-style" value="grid" defaultChecked autoComplete="off" />
              网格
            </label>
            <label>
              <input type="radio" name="picked-style" value="list" autoComplete="off" />
              列表
            </label>
          </fieldset>
          <More href={paths.category()} />
        </>
      ) : null}
    </div>
    {documents.length > 0 ? (
      <div className="shelf home-shelf" data-newest="all">
        {documents.map((document, at) => (
          <DocumentCard key={document.id} document={document} settings={settings} eager={at < 6}>
            {document.description ? <p className="bk-d">{document.description}</p> : null}
          </DocumentCard>
        ))}
      </div>
    ) : (
      <>
        <div className="shelf home-shelf" data-newest="all" hidden />
        <NothingYet />
      </>
    )}
  </section>
)
