/** Keys of the x402 transport over the Model Context Protocol, in `_meta` of a call and of its result. */
export const PAYMENT_KEY = 'x402/payment'
export const RECEIPT_KEY = 'x402/payment-response'
