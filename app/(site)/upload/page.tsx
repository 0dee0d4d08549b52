import type { Metadata } from "next"
import "@/app/styles/form.css"
import "@/app/styles/upload/upload.css"
import { AntdProvider } from "@/components/ui/antd"
import { UploadView } from "@/components/upload/upload-view"
import { serverApi } from "@/lib/api/server"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { categoryTree } from "@/lib/view/library/category-tree"

export const metadata: Metadata = { title: "上传文档", robots: { index: false } }

export default async function UploadPage() {
  // reads the full list, because users may also upload into categories that the header's tree omits
  const categories = await serverApi("GET /category/list", { type: [ContentKind.document], page: 1, size: 10_000 })
  return (
    <main id="main" className="wrap up">
      <h1>上传文档</h1>
      <p className="sub">好资料放上书架，别人找得到，你也不会丢。</p>
      <AntdProvider>
        <UploadView categories={categories.ok ? categoryTree(categories.data.category, 0, false) : []} />
      </AntdProvider>
    </main>
  )
}
