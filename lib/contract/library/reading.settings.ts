import { privateSetting, publicSetting, safety } from "../setting"

export const readingSettings = {
  pages_per_read: publicSetting.number("文档继续阅读的页数", 5, {
    min: 1,
    max: 1_000,
    hint: "连续阅读时，每隔这么多页放一处“文档浏览页页间”广告",
  }),
  enable_text_layer: publicSetting.flag("免费文档的文字可以选中和复制", true, { hint: "关闭后只能阅读" }),
  respect_no_copy: publicSetting.flag("作者不允许复制的 PDF 不能选中和复制", true, {
    hint: "仍然可以搜索其中的文字。修改前已经转换的文档要重新转换才会识别",
  }),
  enable_print: publicSetting.flag("免费文档可以打印", true, { hint: "关闭后网页里没有打印" }),
  mark_readers: privateSetting.flag(
    "付费文档的页面上画出读者的名字",
    true,
    safety("购买或凭会员阅读时，免费预览之后的页面里画有读者的用户名和时间，截图、打印、另存都会带着"),
  ),
}
