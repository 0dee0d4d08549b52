export const usage = `用法：npm run fleet -- [选项]

在这一台机器上启动一整个机群：3 个网页进程、2 个任务进程、PostgreSQL、事务模式的 PgBouncer、对象存储（s3rver）
和 nginx，每个进程用自己的数据目录，像在不同的机器上一样。先走一遍：登录、上传、转换、阅读、搜索、购买，
改了标题别的进程多久看得到；然后在有人访问和写入时用 SIGKILL 逐个杀掉每个进程再启动，打印失败的请求、
确认过又丢了的写入、多少毫秒恢复。

  --kills 名字        只杀这些：web、worker、pgbouncer、postgres、s3、nginx，用逗号隔开（默认全部；none 是不杀）
  --edits 次          改多少次标题来量别的进程多久看得到（默认 40）
  --search URL        用这个 OpenSearch，不用 PostgreSQL 搜索
  --no-build          源码改过也不重新编译
  --help              显示这段说明

设置了 S3_BUCKET 等变量时用那个对象存储，不启动 s3rver，也不杀它。在临时文件夹里启动，不碰任何别的数据。
丢了写入、页面或接口读不到（数据库、PgBouncer 和 nginx 只有一个，杀它们时除外）就以 1 结束。`
