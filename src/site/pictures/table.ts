/** Tables that become cards on a narrow screen. */
import { escapeHtml } from '../escape.ts'

export interface HtmlTable {
  /**
   * `fields`: name, form, meaning. `prices`, `states`: the last or second cell is shown next to the
   * first on narrow screens. `numbers`: every cell after the first is aligned to the right.
   */
  kind?: 'fields' | 'prices' | 'states' | 'numbers'
  /** Shown above it. */
  caption?: string
  /** Accessible name, if there is no caption. */
  label: string
  /** HTML. */
  head: readonly string[]
  rows: readonly Row[]
}

/** Cells in HTML, the first of them the row's header; or a heading over the rows that follow. */
type Row = readonly string[] | { heading: string }

/**
 * On a narrow screen each row becomes a card in which every cell says what it is: nothing is cut
 * off or scrolled away. The roles are written out because `display` takes them from a table's
 * parts.
 */
export function tableHtml({ kind, caption, label, head, rows }: HtmlTable): string {
  const names = head.map((cell) =>
    escapeHtml(cell.replace(/<[^<>]+>/g, '')).replaceAll('&amp;', '&'),
  )
  const renderCell = (cell: string, column: number) => {
    const name = names[column] ? ` data-label="${names[column]}"` : ''
    return column === 0
      ? `<th scope="row" role="rowheader"${name}>${cell}</th>`
      : `<td role="cell"${name}>${cell}</td>`
  }
  const body = rows.map((row) =>
    'heading' in row
      ? `<tr role="row" class="group"><th role="rowheader" scope="rowgroup" colspan="${head.length}">${row.heading}</th></tr>`
      : `<tr role="row">${row.map(renderCell).join('')}</tr>`,
  )
  return `<div class="table${kind ? ` ${kind}` : ''}"><table role="table"${caption ? '' : ` aria-label="${escapeHtml(label)}"`}>
${caption ? `<caption>${caption}</caption>\n` : ''}<thead role="rowgroup"><tr role="row">${head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col" role="columnheader">${cell}</th>`)).join('')}</tr></thead>
<tbody role="rowgroup">${body.join('\n')}</tbody>
</table></div>`
}
