export const usage = `用法：npm run peers -- 后端地址 --admin 用户名:密码

用 API_BASE_URL 接已有的后端以前：把每个页面和接口在它上面走一遍，改过的都放回去，列出结果。先运行一次 npm start。

  --admin 名:密码  那个后端的管理员
  --help           显示这段说明

例如：npm run peers -- http://127.0.0.1:8880 --admin admin:secret`
