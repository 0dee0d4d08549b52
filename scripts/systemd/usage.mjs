export const usage = `用法：npm run service -- install [选项]
      npm run service -- print [选项]

install 把网站装成 systemd 服务 doujia：建立用户，写好 /etc/systemd/system/doujia.service，开机自动启动，出错自动重启。要用 root 运行。
print 只显示要写的内容。

  --user 名字   运行网站的用户，没有时建立它（默认 doujia）
  --data 目录   数据目录（默认 /var/lib/doujia）
  --host 地址   监听的地址（默认 127.0.0.1，前面放反向代理；没有代理时写 0.0.0.0）
  --port N      监听的端口（默认 8880）
  --help        显示这段说明

其他配置写在 /etc/doujia.env，一行一个，例如 TRUSTED_PROXIES=127.0.0.1，见 docs/configuration.md。`
