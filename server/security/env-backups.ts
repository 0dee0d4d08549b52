import { z } from "zod"
import { integer, oneOf, url, type EnvKey } from "./env-values"

const about = (key: EnvKey) => key

/** The variables of backups and of the archive, a part of `server/env.ts`. */
export const backupKeys = {
  BACKUP_TO: z
    .string()
    .optional()
    .meta(
      about({
        description:
          "每天夜里把网站备份到这个目录，或 s3://桶/目录，每周证明一次能恢复；最好在另一块盘或另一台机器上。也可以在后台的“备份配置”里填，这里的先算数。",
        shownDefault: "按后台的“备份配置”",
      }),
    ),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}[dwm](,\d{1,4}[dwm])*$/, "应像 7d,4w,12m")
    .default("7d,4w,12m")
    .meta(about({ description: "BACKUP_TO 的备份留多久：几天、几周、几个月。" })),
  BACKUP_PASSPHRASE: z
    .string()
    .optional()
    .meta(about({ description: "备份的口令，设置了就加密备份；恢复时也用它。忘了它，备份就打不开了。", shownDefault: "无", secret: true })),
  BACKUP_S3_ENDPOINT: url("http:", "https:")
    .transform((text) => text.replace(/\/+$/, ""))
    .optional()
    .meta(about({ description: "备份到 s3://… 时对象存储的地址；设置了 BACKUP_S3_ACCESS_KEY 才用。", shownDefault: "亚马逊 S3" })),
  BACKUP_S3_REGION: z
    .string()
    .default("us-east-1")
    .meta(about({ description: "备份的对象存储的地域。" })),
  BACKUP_S3_ACCESS_KEY: z
    .string()
    .optional()
    .meta(
      about({
        description: "备份的对象存储的 Access EnvKey；不设置时用 S3_ 开头的那几项，和网站的文件一样。",
        shownDefault: "无",
        secret: true,
      }),
    ),
  BACKUP_S3_SECRET_KEY: z
    .string()
    .optional()
    .meta(about({ description: "备份的对象存储的 Secret EnvKey。", shownDefault: "无", secret: true })),
  BACKUP_S3_PATH_STYLE: oneOf("true", "false")
    .default("false")
    .transform((text) => text === "true")
    .meta(about({ description: "备份的桶的名字写在路径里而不是域名里。" })),
  ARCHIVE_TO: z
    .string()
    .optional()
    .meta(
      about({
        description:
          "内置数据库的日志连续归档到这个目录，或 s3://桶/目录，落后不到一分钟，可以恢复到任一时刻（npm run restore -- --until）；可以和 BACKUP_TO 相同，口令和对象存储的密钥也用备份的。用 DATABASE_URL 时不能设置，请用 pgBackRest 或 WAL-G。",
        shownDefault: "不归档",
      }),
    ),
  ARCHIVE_DAYS: integer(1, 3_650)
    .default(14)
    .meta(about({ description: "归档可以恢复到多少天以内的时刻。" })),
  ARCHIVE_BACKLOG_MB: integer(64, 1_000_000)
    .default(1_024)
    .meta(
      about({
        description: "归档的目标不回答时，等待归档的日志最多占多少 MB 磁盘；超过就停下并告警，目标恢复以后从新的基础副本重新开始。",
      }),
    ),
}
