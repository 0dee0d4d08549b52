/** The channels that send alarms to user 1, beside webhooks. No zod in this file: the screen of the alarms loads it. */
export const alarmChannels = { mail: "邮件", wecom: "企业微信", dingtalk: "钉钉", feishu: "飞书" } as const

export type AlarmChannel = keyof typeof alarmChannels
export const alarmChannelNames = Object.keys(alarmChannels) as AlarmChannel[]
export const alarmChannelOptions = alarmChannelNames.map((value) => ({ value, label: alarmChannels[value] }))
