/** What staff say most often when they reject or disable a document, at a press. */
export const commonReasons = ["内容不完整或看不清", "分类或标题与内容不符", "涉嫌侵犯版权", "含有广告或违规内容"] as const
