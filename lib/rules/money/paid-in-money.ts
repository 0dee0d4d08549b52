import { PaymentType } from "../../contract/money/order.enums"

/** Payment methods that take no money for an order. */
export const typesWithoutMoney: readonly number[] = [0, PaymentType.credit, PaymentType.code, PaymentType.system]

/** Checks whether this payment method takes money. */
export const takesMoney = (payment_type: number): boolean => !typesWithoutMoney.includes(payment_type)
