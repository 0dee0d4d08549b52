import { privateSetting, safety } from "../setting"

export const sharingSettings = {
  share_links_per_document: privateSetting.number("每份文档最多几个有效的分享链接", 20, {
    min: 0,
    max: 1_000,
    ...safety("每个作者分别计算，失效的不算；0 为不能新建，已有的仍然有效"),
  }),
}
