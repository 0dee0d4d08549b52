import { privateSetting, safety } from "../setting"

export const recycleSettings = {
  recycle_days: privateSetting.number("回收站保留几天", 30, { min: 1, max: 3_650, ...safety("到期的内容连同文件彻底删除") }),
}
