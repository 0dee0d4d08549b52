import { Checkbox, Form } from "antd"

const checkAgreed = async (_: unknown, value: boolean | undefined) => {
  if (!value) throw new Error("请先阅读并同意用户协议")
}

/** `address` is the setting footer.agreement. */
export const AgreementItem = ({ address }: { address: string }) => (
  <Form.Item name="agreed" valuePropName="checked" validateTrigger="onChange" rules={[{ validator: checkAgreed }]}>
    <Checkbox>
      我已阅读并同意{" "}
      {address ? (
        <a className="lk" href={address} target="_blank" rel="noreferrer">
          用户协议
        </a>
      ) : (
        "用户协议"
      )}
    </Checkbox>
  </Form.Item>
)
