"use client"

import { useMay } from "@/components/providers/use-may"
import { paths } from "@/lib/rules/path"
import { footerArticle, footerHref } from "@/lib/view/site/copyright"

/** Links beside the address of a footer link: edit its article, or open what it names. A new tab, because the form may be unsaved. */
export const FooterTarget = ({ address, label }: { address: string; label: string }) => {
  const may = useMay()
  const identifier = footerArticle(address)
  if (!address.trim()) return null
  return (
    <span className="adm-links">
      {identifier && may("ArticleAPI/UpdateArticle") ? (
        <a className="lk" href={paths.adminPage(identifier)} target="_blank" aria-label={`编辑${label}`}>
          编辑
        </a>
      ) : null}{" "}
      <a className="lk" href={footerHref(address.trim())} target="_blank" rel="noreferrer" aria-label={`查看${label}`}>
        查看
      </a>
    </span>
  )
}
