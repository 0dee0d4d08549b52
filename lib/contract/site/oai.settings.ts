import { privateSetting } from "../setting"

export const oaiSettings = {
  enable_oai: privateSetting.flag("让图书馆和学术搜索收割（OAI-PMH）", true, {
    hint: "地址是 /oai，只有公开文档的标题、简介等元数据；要先填好网站域名",
  }),
}
