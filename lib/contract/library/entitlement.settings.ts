import { publicSetting, root } from "../setting"

export const entitlementSettings = {
  free_download_duration: publicSetting.number("购买后多少天内可重复下载（0 为永久）", 0, {
    min: 0,
    max: 36_500,
    ...root,
    hint: "过了这么久再下载要重新购买",
  }),
}
