/** Offers to repeat a call that got no answer in time. */
export const lateQuestion = {
  title: "服务器没有及时回答",
  content: "刚才的操作可能还没有完成。可以再试一次，或者稍后再看。",
  okText: "重试",
  cancelText: "先不试",
}
