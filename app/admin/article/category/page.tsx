"use client"

import { categoryScreen } from "@/components/library/category/admin/category-screen"
import { ContentKind } from "@/lib/contract/library/content.enums"

/** The tree of article categories. */
export default categoryScreen(ContentKind.article, "文章分类")
