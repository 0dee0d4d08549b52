export const usage = `用法：npm run bench -- [site] [选项]
      npm run bench -- convert [文件夹…] [选项]
      npm run bench -- hostile [选项]
      npm run bench -- hostile-site
      npm run bench -- reader [选项]
      npm run bench -- peers --rival 地址 --data 目录
      npm run bench -- scale --data 目录
      npm run bench -- pages [选项]
      npm run bench -- crawl [选项]
      npm run bench -- search [选项]
      npm run bench -- admin [--list 文档列表,用户列表]
      npm run bench -- import
      npm run bench -- login
      npm run bench -- archive [选项]
      npm run bench -- words
      npm run bench -- counts

  site           测量网页、接口和文件每秒能回答多少次（默认）
  convert        测量上传之后多久能读到第一页、十页、全部，用现做的文档，也用给的文件夹里的；
                 再测一份 400 页的 PDF 正在转换时，小文档要等多久
  hostile        测量发送最难解析的内容、上传和转换恶意文件时，网站的应答慢多少
  hostile-site   测量采集恶意网站（没有尽头的网页、压缩炸弹、一万个链接……）时，网站的应答慢多少
  reader         测量在 Chromium 里滚动 300 页文档有多流畅
  search         测量全文搜索每次查询的时间，和直接用 LIKE 比较时间和结果；
                 有 --data 时在放入了数据的站点上测整个调用，按问法列出
  pages          测量每种公开网页每秒能回答多少次，有缓存和没有缓存，对照同一进程的裸应答
  crawl          像搜索引擎那样把所有文档页走两遍，看第二遍是不是全从磁盘回答，不再渲染
  peers          同样的数据，与另一个兼容的后端逐项比较（--rival、--data）
  admin          每张表放入十万行，测后台每种列表的每一页、每种筛选和排序，列出最慢的查询计划
  login          每秒 50 次登录时，测缓存的网页保持原来的百分之几，/readyz 多久回答
  archive        测归档（ARCHIVE_TO）让每秒的改动少多少，两个网站轮流测，--seconds 宜在 40 以上
  words          测一万个敏感词匹配 1 MB（三十五万字）要多久，示例词表在现做的文档里误报多少份
  counts         测每秒能记多少次浏览、每次写多少 WAL，和以前逐行改文档的做法比较
  import         从真的 MariaDB 转入一个现做的网站，测每秒多少行、用多少内存
  scale          在放入了大量数据的站点上（--data）测每一种列表、筛选和排序，列出最慢的查询计划

  --documents N    crawl 走多少份文档（默认 20000，现做，第一遍要渲染每一份）；search、import 用多少份
  --list 名称      admin 只测这些列表，逗号隔开
  --data 目录      peers、scale 和 search 用的数据目录，由 npm run seed 做出
  --rival 地址     peers 比较的后端，例如 http://127.0.0.1:8880
  --rival-pid N    它的进程号，连同子进程（数据库）计算 CPU
  --queries N      search 查询几次（默认 1000）
  --seconds N      每一项测几秒（默认 5，另有 2 秒预热）
  --connections N  同时有几个连接（默认 20）
  --json 文件      把结果另存为 JSON
  --texts          hostile 只发最难解析的内容，不发文件
  --no-build       源码改过也不重新编译，测现有的编译结果
  --server 文件    测另一个编译好的后端（dist 下的 .mjs），用来比较改动前后
  --help           显示这段说明`
