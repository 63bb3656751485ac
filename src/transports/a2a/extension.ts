/** The x402 extension of the protocol, by its name: the card declares it, a header activates it. */
export const X402_EXTENSION =
  'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
