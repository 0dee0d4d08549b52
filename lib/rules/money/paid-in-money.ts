import { PaymentType } from "../../contract/money/order.enums"

/** Ways to pay that take no money of the order's price. */
export const typesWithoutMoney: readonly number[] = [0, PaymentType.credit, PaymentType.code, PaymentType.system]

/** Whether this way of paying takes money. */
export const takesMoney = (payment_type: number): boolean => !typesWithoutMoney.includes(payment_type)
