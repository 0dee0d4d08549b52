"use client"

import { categoryScreen } from "@/components/library/category/admin/category-screen"
import { ContentKind } from "@/lib/contract/enums"

/** Categories of documents, as a tree. */
export default categoryScreen(ContentKind.document, "文档分类")
