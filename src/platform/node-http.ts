/**
 * `node:http` for modules of a start. An `import` reads every export of it, WebSocket among them,
 * and thereby loads the undici that Node contains: 40 ms of CPU (26.10, 2026-11-25).
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
