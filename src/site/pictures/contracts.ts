/** Public contracts as a list with bars of time. */
import { escapeHtml } from '../escape.ts'
import {
  dayInWords,
  definitions,
  figure,
  isText,
  type Json,
  link,
  money,
  objects,
  round,
  svg,
  toObject,
  vatText,
  words,
} from './parts.ts'

export function contractsHtml(result: Json, asOf: unknown): string {
  const contracts = objects(result.contracts)
  const { since, portals } = toObject(result.coverage)
  const sums = objects(toObject(result.totals).by_currency).map(
    ({ currency, sum, counted, without_value: without }) =>
      [
        `Worth together, ${String(currency ?? 'without currency')}`,
        escapeHtml(
          `${money(sum, currency)} in ${Number(counted)} ${counted === 1 ? 'contract' : 'contracts'}${Number(without) > 0 ? `, ${Number(without)} without a value in the sum` : ''}`,
        ),
      ] as const,
  )
  const covered = `${Array.isArray(portals) ? portals.join(', ') : 'not stated'}, since ${dayInWords(since)}`
  const html = `${contractList(contracts, asOf)}
${definitions([...sums, ['Notices of', escapeHtml(covered)]])}`
  const all = Number(result.total_matched ?? contracts.length)
  return figure(
    {
      kind: 'contracts',
      title: 'Public contracts',
      reading: all > contracts.length ? `${contracts.length} of ${all}` : String(all),
    },
    contracts.length === 0 ? `<p>No contract matches.</p>\n${html}` : html,
  )
}

/** @param asOf time of the data, marked in each bar */
export function contractList(contracts: readonly Json[], asOf: unknown): string {
  if (contracts.length === 0) return ''
  const days = contracts
    .flatMap((contract) => [beginOf(contract), contract.ends, contract.ends_at_latest])
    .filter(isText)
    .map((date) => Date.parse(date.slice(0, 10)))
    .filter((ms) => !Number.isNaN(ms))
  const scale: Scale = {
    from: Math.min(...days),
    to: Math.max(...days),
    now: isText(asOf) ? Date.parse(asOf) : Number.NaN,
  }
  const rows = contracts.map((contract) => {
    const { title, notice_url: url, buyer, value, cpv } = contract
    const { amount, currency, basis, tax } = toObject(value)
    const worth =
      typeof amount === 'number'
        ? `${money(amount, currency)}${vatText(tax)}${isText(basis) && basis !== 'awarded' ? ` (${words(basis)})` : ''}`
        : 'value not stated'
    const codes = Array.isArray(cpv) && cpv.length > 0 ? `, CPV ${cpv.join(', ')}` : ''
    return `<li><b>${link(url, String(title ?? 'Untitled contract'))}</b>
<p>${escapeHtml(`${buyer ?? 'Buyer not stated'} → ${formatSuppliers(contract)}`)}</p>
${timeBar(contract, scale)}
<p class="soft">${escapeHtml(`${formatDates(contract)}. ${worth}${codes}`)}</p></li>`
  })
  return `<ul class="results">${rows.join('\n')}</ul>`
}

const beginOf = ({ starts, awarded }: Json) => (isText(starts) ? starts : awarded)

function formatSuppliers({ suppliers }: Json): string {
  const names = (Array.isArray(suppliers) ? suppliers : []).map((supplier) => {
    const { name, company_number: number } = toObject(supplier)
    if (!isText(name)) return String(supplier)
    return isText(number) ? `${name} (${number})` : name
  })
  return names.length === 0 ? 'supplier not stated' : names.join(', ')
}

function formatDates({ starts, awarded, ends, ends_at_latest: latest }: Json): string {
  const begin = isText(starts)
    ? `From ${dayInWords(starts)}`
    : isText(awarded)
      ? `Awarded ${dayInWords(awarded)}`
      : 'Start not stated'
  const end = isText(ends) ? `until ${dayInWords(ends)}` : 'end not stated'
  const options =
    isText(latest) && latest !== ends ? `, with options until ${dayInWords(latest)}` : ''
  return `${begin}, ${end}${options}`
}

interface Scale {
  from: number
  to: number
  now: number
}

const WIDTH = 600

/** From its start to its end, with options as an outline. Empty if there is no end to draw. */
function timeBar(contract: Json, { from, to, now }: Scale): string {
  const { ends, ends_at_latest: latest } = contract
  const x = (date: unknown) =>
    isText(date)
      ? round(((Date.parse(date.slice(0, 10)) - from) / Math.max(to - from, 1)) * WIDTH)
      : Number.NaN
  const [begin, end, last] = [x(beginOf(contract)), x(ends), x(latest)]
  if (Number.isNaN(begin) || Number.isNaN(end)) return ''
  const options =
    last > end
      ? `<rect class="option" x="${end}" y="4" width="${round(last - end)}" height="12" rx="2"/>`
      : ''
  const mark = now >= from && now <= to ? x(new Date(now).toISOString()) : null
  const today = mark === null ? '' : `<path class="now" d="M${mark} 0V20"/>`
  const label = `${formatDates(contract)}${mark === null ? '' : `; the line marks ${dayInWords(new Date(now).toISOString())}`}`
  const drawn = svg(
    WIDTH,
    20,
    label,
    `<rect class="track" x="0" y="8" width="${WIDTH}" height="4" rx="2"/>${options}<rect class="value" x="${begin}" y="4" width="${round(Math.max(end - begin, 3))}" height="12" rx="2"/>${today}`,
  )
  // Its height stays on a narrow screen.
  return drawn.replace('<svg ', '<svg preserveAspectRatio="none" ')
}
