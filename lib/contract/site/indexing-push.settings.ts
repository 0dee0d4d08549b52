import { privateSetting } from "../setting"

/** IndexNow's format for keys (https://www.indexnow.org/documentation). */
export const indexNowKey = /^[a-zA-Z0-9-]{8,128}$/

export const indexingPushSettings = {
  indexnow_key: privateSetting.text("IndexNow 密钥", "", {
    hint: "自己起一个，8 到 128 个字母、数字或短横线；填了以后，新的和改过的网页会自动告诉必应等搜索引擎。要先填好网站域名",
    check: (text) => (text === "" || indexNowKey.test(text) ? null : "应为 8 到 128 个字母、数字或短横线"),
  }),
  baidu_token: privateSetting.password("百度推送的 token", "", {
    hint: "在百度搜索资源平台“普通收录 - API 提交”里查到的 token；要先填好网站域名。百度的接口只有 http，token 会不加密地发出去",
  }),
}
