import { attachment } from "./attachment-mapping.usecases"
import { article } from "./article-mapping.usecases"
import { document } from "./document-mapping.usecases"
import type { Mapping } from "./mapping.usecases"
import { articleCategory, category, documentCategory, group, groupPermission, language, others, userGroup } from "./plain-mappings.usecases"
import { config } from "./settings-mapping.usecases"
import { attachmentText } from "./text-mapping.usecases"
import { user } from "./user-mapping.usecases"

/** All imported tables, each after the tables that it refers to. */
export const mappings: readonly Mapping[] = [
  config,
  language,
  group,
  groupPermission,
  user,
  userGroup,
  category,
  attachment,
  document,
  documentCategory,
  attachmentText,
  article,
  articleCategory,
  ...others,
]
