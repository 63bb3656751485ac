// Copies code by a click and stores the chosen language.
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

// Leads to the paid address of a typed question. A company's number leads to its verdict.
const COMPANY_NUMBER = /^(?:\d{6,8}|[A-Z]{2}\d{5,6}[A-Z]?|R\d{7}|(?:IP|SP|RS)\d[A-Z0-9]{5})$/
for (const form of document.querySelectorAll('form[data-start]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const kind = form.querySelector('[name=kind]:checked').value
    const text = form.querySelector('[type=text]').value.trim()
    const number = text.replace(/\s/g, '').toUpperCase()
    const isNumber = kind.startsWith('/v1/company/') && COMPANY_NUMBER.test(number)
    location.assign(
      isNumber ? `/v1/company/${number}/verdict` : `${kind}${encodeURIComponent(text)}`,
    )
  })
}
