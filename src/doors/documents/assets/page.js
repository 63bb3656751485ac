// The page for people: runs the free sample and shows the health of the service, both from this origin.
const byId = (id) => document.getElementById(id)

function element(name, text, attributes = {}) {
  const made = document.createElement(name)
  made.textContent = text
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

const TONES = {
  ok: 'good',
  low_risk: 'good',
  eligible: 'good',
  degraded: 'warn',
  caution: 'warn',
  uncertain: 'warn',
  stale: 'warn',
  waiting: 'warn',
}
const tone = (word) => TONES[word] ?? (word === 'failing' || word === 'high_risk' || word === 'ineligible' ? 'bad' : '')

async function read(path) {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail ?? `HTTP ${response.status}`)
  return body
}

function summary({ result, verdict, confidence, as_of: asOf }) {
  const subject = result?.name ?? result?.title ?? result?.grant?.name ?? 'The sample'
  const score = verdict?.score === null || verdict?.score === undefined ? '' : `, score ${verdict.score} of 100`
  const band = verdict?.band ? `, ${verdict.band.replaceAll('_', ' ')}` : ''
  return `${subject}${score}${band}. Confidence ${confidence}, data of ${asOf.replace('T', ' ').replace('Z', ' UTC')}.`
}

const form = byId('sample')
const button = form.querySelector('button')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.getAttribute('aria-disabled') === 'true') return
  const wing = new FormData(form).get('wing')
  const status = byId('sample-status')
  const output = byId('sample-json')
  button.setAttribute('aria-disabled', 'true')
  status.className = 'status'
  status.textContent = 'Asking…'
  try {
    const envelope = await read(`/v1/preview?wing=${encodeURIComponent(wing)}`)
    status.textContent = summary(envelope)
    status.classList.add(tone(envelope.verdict?.band) || 'plain')
    output.textContent = JSON.stringify(envelope, null, 2)
    output.hidden = false
  } catch (error) {
    status.textContent = `No sample right now: ${error.message}`
    status.classList.add('bad')
    output.hidden = true
  } finally {
    button.removeAttribute('aria-disabled')
  }
})

function ago(seconds) {
  if (seconds === null || seconds === undefined) return 'never'
  if (seconds < 90) return `${seconds} s ago`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86_400)} days ago`
}

async function showHealth() {
  const line = byId('health-line')
  try {
    const health = await read('/v1/health')
    line.textContent = `${health.status === 'ok' ? 'Everything works' : 'Degraded'}. Version ${health.version}, rules ${health.rules_version}, network ${health.network}.`
    line.className = tone(health.status)
    const rows = Object.entries(health.upstreams).map(([name, source]) => {
      const row = document.createElement('tr')
      const state = element('td', source.status.replaceAll('_', ' '))
      state.className = tone(source.status)
      row.append(element('th', name.replaceAll('_', ' '), { scope: 'row' }), state, element('td', ago(source.age_seconds)))
      return row
    })
    byId('health-rows').replaceChildren(...rows)
    byId('health-table').hidden = rows.length === 0
    byId('health-warnings').replaceChildren(...health.warnings.map((warning) => element('li', warning)))
  } catch (error) {
    line.textContent = `Health cannot be read: ${error.message}`
    line.className = 'bad'
  }
}

showHealth()
