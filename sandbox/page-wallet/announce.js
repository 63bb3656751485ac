// Announces the funded wallet of the sandbox by EIP-6963. The sandbox holds its key and signs.
const provider = {
  async request({ method, params = [] }) {
    const response = await fetch('/sandbox/wallet', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, params }),
    })
    const { result, error } = await response.json()
    if (error !== undefined) throw new Error(error)
    return result
  },
}
const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"%3E%3Ccircle cx="10" cy="10" r="9" fill="%232a6fb0"/%3E%3Cpath d="M6 13l4-7 4 7z" fill="%23fff"/%3E%3C/svg%3E'
const info = {
  uuid: '8f1c9c58-6a4e-4b5f-9a38-0d5e7f1b2c3d',
  name: 'Sandbox wallet',
  icon,
  rdns: 'example.ukintel.sandbox',
}
const announce = () =>
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  )
window.addEventListener('eip6963:requestProvider', announce)
announce()
