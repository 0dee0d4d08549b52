import { privateSetting } from "../setting"

export const commentSettings = {
  comment_interval: privateSetting.number("评论时间间隔（秒）", 10, {
    min: 0,
    max: 86_400,
    hint: "同一个人的两条评论之间至少隔多久；0 为不限",
  }),
}
