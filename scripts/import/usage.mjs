export const usage = `用法：npm run import -- --folder 目录 [--csv 清单] [--watch] [--dry-run]
      npm run import -- --zip 文件 [--csv 清单] [--dry-run]
      npm run import -- --from mysql://用户@主机/数据库 --files 目录 [--dry-run]

从磁盘导入文档：和上传一样检查、去重、转换。网站开着、关着都可以；中断了再运行一次会接着，不会重复。

  --folder    目录，连同下面的目录；里面的 zip 也打开。目录或 zip 里有 manifest.csv 或 manifest.json 时按它
  --zip       一个 zip 文件
  --csv       清单（CSV 或 JSON，UTF-8 或 GBK）。列：file 文件、title 标题、category 分类（a/b/c，几个用分号隔开）、
              language 语言、price 价格、keywords 关键词、description 简介、uploader 上传者
  --watch     守着目录：写完的文件导入后移到 done/，没有导入的移到 refused/，原因写在旁边
  --interval  守着时隔几秒看一次（默认 5）
  --user      没有写上传者的归谁（默认 1 号管理员）
  --category  没有写分类的放在哪里
  --create-categories  没有的分类就建立
  --listed-only        只导入清单里有的
  --report    报告写在哪里（.csv 或 .json，默认在数据目录）

转入同类的网站：用户、文档、文章、积分、设置。先启动一次网站；只能转入空的网站；再运行一次，只转入那边后来的变化。

  --from      原来的数据库；用套接字连接时写 ?socket=/路径。密码在提示时输入，或用环境变量 IMPORT_PASSWORD 写
  --files     原来网站的目录，里面有 documents 和 uploads
  --prefix    表名的前缀（默认 mnt_）
  --timezone  原来网站的时区（默认是它数据库的时区）
  --prefer    两边都改了的内容留哪边的：here 这里（默认）或 there 那边；都列在报告里
  --accept-missing  大半文件没有找到也继续；不写时会先问，不能问就以 2 结束

  --dry-run   只看，不写：数一数，检查每个文件
  --data      这个网站的数据目录；不写就用正在运行的网站的，没有运行的就用默认的 data
  --help      显示这段说明`
