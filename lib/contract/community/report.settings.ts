import { privateSetting } from "../setting"

export const reportSettings = {
  report_hide_weight: privateSetting.number("举报自动隐藏", 3, {
    min: 0,
    max: 100,
    hint: "举报的权重达到多少就先隐藏、等人核实；注册满 30 天且没有不属实举报的人算 1，其他人算 0.3，同一网段只算一次；0 为不自动隐藏",
  }),
}
