/** Takes the place of the forms in browsers without scripts, which could only fail. */
export const NoScriptNote = () => (
  <noscript>
    <style>{".account-card :is(form, .acc-tabs, .oauth){display:none}"}</style>
    <p className="no-script">登录和注册需要脚本（JavaScript）。请在浏览器设置里允许本站运行脚本，然后刷新页面。</p>
  </noscript>
)
