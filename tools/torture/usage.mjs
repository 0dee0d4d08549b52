export const usage = `用法：npm run torture -- money|documents|import|folder|crawl|storage|backup|hang [选项]

  money               签到、下单、支付、充值、会员、下载同时进行，随机用 SIGKILL 杀掉服务和它的 PostgreSQL，
                      每次重启后核对：账平，确认过的都在，一件事只有一次效果，没有卡住的订单
  documents           四个人不停上传，随机用 SIGKILL 杀掉服务、它的 PostgreSQL、画页面的进程和 LibreOffice，
                      最后核对：确认过的文件一个字节不少，文档都转换了，没有留下重复、半成品和进程
  import              从真的 MariaDB（Debian 的 mariadb-server）一次次转入，转入之间和转入时两边都有人做事，
                      随机用 SIGKILL 杀掉导入、PostgreSQL、MariaDB，或者导入和 PostgreSQL 一起（断电）；
                      每三轮核对：两边的每一行都在，只有一份，主人、口令、文件、引用和计数都是自己的
  folder              导入一个目录，随机用 SIGKILL 杀掉，最后核对：一份不少，一份不重
  crawl               采集、下载、发布时杀掉网站自己，最后核对：页面没有漏，每份资料一个文件、一份文档
  storage             把文件复制到对象存储时杀掉，最后核对：一个字节不少，没有多余的
  backup              有人上传、充值的时候备份，有的备份做到一半被杀掉，再毁掉网站和它的数据，从备份恢复，
                      每次恢复以后核对：备份以前确认过的上传一个不少，账平，每个文件的哈希都对
  hang                对象存储、邮件服务器、数据库先后各停住五分钟（SIGSTOP，不回答也不断开），核对网站的其余部分照常回答
  --kills 次          杀多少次（默认 300，money、import 和 hang 除外），backup 毁掉多少次（默认 20；测试里的短形式，documents 24 次，其余各 2 次）
  --seconds 秒        money 和 import 折磨多久（默认 600，最多一天），hang 每次停住多久（默认 300）
  --clients 数        money 和 backup 同时操作的客户端（默认 8）
  --seed 数           重复以前一次的随机选择（时间先后仍由机器决定）
  --no-build          源码改过也不重新编译
  --help              显示这段说明

在临时文件夹里启动自己的站点，不碰任何别的数据。发现一处不对就以 1 结束。`
