import { privateSetting } from "../setting"

export const complaintSettings = {
  complaint_hours: privateSetting.number("版权投诉处理时限（小时）", 72, {
    min: 1,
    max: 720,
    hint: "收到投诉后多久内要下架或答复；投诉页面会写明",
  }),
  complaint_counter_days: privateSetting.number("反通知期限（天）", 15, {
    min: 1,
    max: 90,
    hint: "下架后，上传者可以在这么多天内提交反通知；过了期限，下架自动成为最终结果",
  }),
  complaint_wait_days: privateSetting.number("收到反通知后的等待（天）", 15, {
    min: 1,
    max: 90,
    hint: "反通知转给投诉人后，等他起诉或投诉的时间；到期后由管理人员恢复或维持下架",
  }),
}
