"use client"

import { categoryScreen } from "@/components/library/category/admin/category-screen"
import { ContentKind } from "@/lib/contract/library/content.enums"

/** The tree of document categories. */
export default categoryScreen(ContentKind.document, "文档分类")
