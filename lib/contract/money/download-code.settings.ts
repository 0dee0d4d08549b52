import { publicSetting, root } from "../setting"

export const downloadCodeSettings = {
  enable_code_download: publicSetting.flag("允许用下载码下载付费文档", false, { ...root, hint: "下载码在“订单管理 - 下载码”里生成" }),
  code_tip: publicSetting.html("下载码的说明", "", { hint: "写明怎样得到下载码，显示在输入下载码的地方" }),
  max_price: publicSetting.number("下载码最多用于多少积分的文档", 0, {
    min: 0,
    max: 1_000_000,
    ...root,
    hint: "按实付的积分计算；0 为不限",
  }),
}
