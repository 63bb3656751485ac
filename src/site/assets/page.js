// What pages do beyond being read: code is copied by a click, the chosen language is kept, and an example asks for its price.
document.documentElement.classList.add('scripted')

function addCopyButton(block) {
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${block.getAttribute('aria-label')}`)
  const told = document.createElement('span')
  told.className = 'unseen'
  told.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const done = await copied(block)
    button.textContent = done ? 'Copied' : 'Selected'
    told.textContent = done ? 'Copied' : 'Selected: copy it with the keyboard'
    button.addEventListener('blur', () => Object.assign(button, { textContent: 'Copy' }), {
      once: true,
    })
  })
  frame.append(button, block, told)
}

// Where the clipboard is not to be had (a page without TLS), the code is selected.
async function copied(block) {
  try {
    await navigator.clipboard.writeText(block.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(block)
    return false
  }
}

for (const block of document.querySelectorAll('main pre:not([hidden])')) addCopyButton(block)

function kept(change) {
  try {
    return change(localStorage)
  } catch {
    return null
  }
}

const chosen = kept((storage) => storage.getItem('language'))
for (const input of document.querySelectorAll('.tabs > input')) {
  if (input.value === chosen) input.checked = true
  input.addEventListener('change', () =>
    kept((storage) => storage.setItem('language', input.value)),
  )
}

// A narrow screen begins with the page, not with the list of pages.
const side = document.querySelector('.side')
if (side && matchMedia('(max-width: 56rem)').matches) side.open = false

for (const box of document.querySelectorAll('.ask')) {
  const [button, status, output] = box.children
  button.addEventListener('click', async () => {
    const { method, target, body } = button.dataset
    status.className = 'status'
    status.textContent = 'Asking…'
    try {
      const response = await fetch(target, {
        method,
        ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
      })
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
