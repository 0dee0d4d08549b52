"use client"

import { categoryScreen } from "@/components/library/category/admin/category-screen"
import { ContentKind } from "@/lib/contract/enums"

/** Categories of articles, as a tree. */
export default categoryScreen(ContentKind.article, "文章分类")
