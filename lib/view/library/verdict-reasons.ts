/** Common reasons for rejecting or disabling a document. */
export const commonReasons = ["内容不完整或看不清", "分类或标题与内容不符", "涉嫌侵犯版权", "含有广告或违规内容"] as const
