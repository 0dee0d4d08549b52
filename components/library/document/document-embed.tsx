import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { siteName } from "@/lib/rules/site/site-name"
import { pagesLeft } from "./download/document-facts"
import { Reader } from "../reading/reader"
import { policyOf, sourceOf } from "../reading/store/reader-rules"

/** The reader embedded in another site: one line with the title, and a link to the document's page. */
export const DocumentEmbed = ({ document, settings }: { document: DocumentDetail; settings: Settings }) => {
  const left = pagesLeft(document)
  const address = paths.document(document.uuid)
  const name = siteName(settings.system)
  return (
    <main id="main" className="embed">
      <div className="embed-h">
        <Kind ext={document.ext} />
        <h1>{document.title}</h1>
        <a className="lk" href={address} target="_blank" rel="noopener">
          在{name}打开
          <Icon name="next" small />
        </a>
      </div>
      <Reader source={sourceOf(document)} policy={policyOf(settings, document, true)}>
        {left > 0 && (
          <div className="gate">
            <h2>
              可预览 {document.preview} 页，其余 {left} 页在{name}上阅读
            </h2>
            <a className="bt p" href={address} target="_blank" rel="noopener">
              打开文档
            </a>
          </div>
        )}
      </Reader>
    </main>
  )
}
