// Sends the example of an operation from the page, without a payment, and shows what comes back.
for (const box of document.querySelectorAll('.ask')) {
  const [button, status, output] = box.children
  button.addEventListener('click', async () => {
    const { method, target, body } = button.dataset
    status.className = 'status'
    status.textContent = 'Asking…'
    try {
      const response = await fetch(target, { method, ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}) })
      const answer = await response.json()
      const terms = answer.accepts?.[0]
      status.textContent = terms
        ? `402: ${Number(terms.amount) / 1_000_000} USDC on ${terms.network} to ${terms.payTo}`
        : `${response.status}${answer.detail ? `: ${answer.detail}` : ''}`
      status.classList.add(response.ok ? 'good' : terms ? 'plain' : 'bad')
      output.textContent = JSON.stringify(answer, null, 2)
      output.hidden = false
    } catch (error) {
      status.textContent = `No answer: ${error.message}`
      status.classList.add('bad')
      output.hidden = true
    }
  })
}
