import { publicSetting } from "../setting"

export const categorySettings = {
  hide_category_without_document: publicSetting.flag("隐藏无文档分类", false, { hint: "没有文档的分类不出现" }),
}
