import { serverAddressFault } from "../address"
import { clearing, privateSetting, root, safety } from "../setting"

const isTarget = (text: string): string | null =>
  text === "" || /^\/./.test(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[a-z0-9_/-]*)?$/i.test(text)
    ? null
    : "应为服务器上的绝对路径，或 s3://桶/目录"
const isRetention = (text: string): string | null =>
  /^\d{1,4}[dwm](,\d{1,4}[dwm])*$/.test(text) ? null : "应像 7d,4w,12m：七天、四周、十二个月"

/** The automatic backup, which contains everything, secrets included. */
export const backupSettings = {
  to: privateSetting.text("备份到哪里", "", {
    ...clearing,
    hint: `服务器上的绝对路径，或 s3://桶/目录；留空不自动备份。设置了环境变量 BACKUP_TO 时用那里的。${clearing.hint}`,
    check: isTarget,
  }),
  hour: privateSetting.number("几点备份", 3, { ...root, min: 0, max: 23, hint: "北京时间，在这一小时的第 40 分开始" }),
  keep: privateSetting.text("备份留多久", "7d,4w,12m", {
    ...safety("7d,4w,12m 是七天每天一份、四周每周一份、十二个月每月一份，更早的会删除"),
    check: isRetention,
  }),
  encrypt: privateSetting.flag("加密备份", false, safety("用下面的口令加密；已有的没有加密的备份不能放在同一个目录")),
  passphrase: privateSetting.password("备份的口令", "", { hint: "至少 12 个字符。请另外记下来：恢复时要用它，忘了就打不开备份" }),
  s3_endpoint: privateSetting.text("对象存储的地址", "", {
    ...clearing,
    hint: `备份到 s3://… 时填写，例如 https://oss-cn-hangzhou.aliyuncs.com；留空是亚马逊 S3；在内网时，先在 .env 里把它的 IP 地址写进 OUTGOING_ALLOW。${clearing.hint}`,
    check: serverAddressFault,
  }),
  s3_region: privateSetting.text("对象存储的地域", "us-east-1", { ...root, hint: "例如 cn-hangzhou" }),
  s3_path_style: privateSetting.flag("桶的名字写在路径里", false, { ...root, hint: "自己运行的 MinIO 等通常要打开，阿里云 OSS 要关闭" }),
  s3_access_key: privateSetting.text("Access Key", "", { ...root, hint: "留空时和网站的文件用同一组（环境变量 S3_ACCESS_KEY）" }),
  s3_secret_key: privateSetting.password("Secret Key", "", { hint: "和 Access Key 一起得到；只要能读、写、删、列出备份的那一个桶" }),
}
