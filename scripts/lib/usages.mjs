/** The `--help` text of each npm script that runs in the server program (server/programs/cli.ts). */
export const usages = {
  admin: `用法：npm run admin -- reset-password [用户名]      换一个新的随机密码，登录过的设备都要重新登录
      npm run admin -- reset-two-factor [用户名]    取消两步验证

不写用户名就是 admin。网站开着、关着都可以。

  --data    网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
  audit: `用法：npm run audit -- check [--from 编号]
      npm run audit -- packages [--osv 文件] [--dev]

check 检查审计日志有没有被改过、删过。--from 从这个编号查起（换过密钥之后）。
packages 列出依赖包的许可证；给了 OSV 导出就查已知的漏洞，不用网络。--dev 连同只用于测试的。

  --osv     OSV 的 npm 导出：all.zip、解开的文件夹或 JSON

  --data    网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
  ledger: `用法：npm run ledger -- check

核对积分账本：每一笔都平，每个余额都对。

  --data    网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
  doctor: `用法：npm run doctor -- [files [--hash]] [--fix] [--install]

检查机器、配置、数据库和账本，每一处不对都说怎么解决。网站不能正常工作时以 1 结束，只是缺少某项功能时以 2 结束。

  files      核对文件和数据库
  --hash     和 files 一起，读一遍每个文件，和它的哈希核对；页面坏了重新转换，原文件坏了从自动备份恢复
  --fix      解决能自动解决的
  --install  和 --fix 一起，还安装缺少的程序（要用 root 运行）
  --data     网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
  backup: `用法：npm run backup -- --to 目录或 s3://桶/目录 [--keep 7d,4w,12m] [--encrypt]
      npm run backup

备份整个网站：数据库、文件、密钥和设置。网站开着、关着都可以；没有变的文件不再复制一遍。
不写 --to 就马上做一次自动备份（后台的“备份配置”，或 BACKUP_TO）。

  --to       备份放在哪里，可以放许多份；对象存储的密钥用环境变量（docs/configuration.md）
  --keep     留多久：例子里是七天每天一份、四周每周一份、十二个月每月一份；不写就全部留着
  --encrypt  用口令加密：口令取自环境变量 BACKUP_PASSPHRASE，没有设置时在终端里问
  --data     网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
  restore: `用法：npm run restore -- 备份的目录或 s3://桶/目录 --data 新目录 [--name 哪一份]
      npm run restore -- [归档的目录] --until "2026-11-27 12:00" --data 新目录
      npm run restore -- [备份的目录] --verify

把备份恢复到空的目录，或 DATABASE_URL 的空数据库。每张表、每个文件都按哈希核对。
加密的备份要口令：环境变量 BACKUP_PASSPHRASE，没有设置时在终端里问。

  --verify  只证明能恢复：恢复到临时目录，检查文件、账本和审计日志，打开十份文档，再删掉；不写目录就是自动备份的
  --until   恢复到归档（ARCHIVE_TO）里的这个时刻，北京时间；latest 是归档的最后；不写目录就是 ARCHIVE_TO 的
  --name    备份的名字，例如 2026-11-29T03-40-00Z；不写就是最新的一份
  --data    恢复到哪里`,
  upgrade: `用法：npm run upgrade -- --data 数据目录 [--check]

在新版本的目录里运行，把正在运行的旧版本换成它：检查，备份（设置了自动备份时），停止旧的，复制数据库，在本机试运行新的，
没有问题就正式启动；有问题就把数据库和程序都换回去。试运行时访客连不上，也不做后台任务，所以退回不会丢东西。

  --check  只检查：磁盘、版本、要升级的表和行数、会锁什么、意思变了的设置；什么也不改
  --data   网站的数据目录`,
  storage: `用法：npm run storage -- migrate [--to s3 或 disk]

在数据目录和对象存储之间复制全部文件，逐个按哈希核对；不删除任何文件，中断了再运行一次会接着（docs/storage.md）。

  --to    复制到哪里（默认 s3）
  --data  网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data`,
}
