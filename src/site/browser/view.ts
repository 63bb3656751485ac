/// <reference lib="dom" />

import { showNames } from './names.ts'

type Tone = 'good' | 'bad' | 'plain'

export type Action = readonly [label: string, run: () => void, icon?: string | null]

export interface View {
  /** Makes headings and texts of the page follow the purchase, by `data-when` of each. */
  enter(state: 'price' | 'paying' | 'answer'): void
  /** Announces a sentence. */
  say(text: string, tone?: Tone): void
  /** Replaces what is below it. The first action is the main one. */
  show(html: string, actions?: readonly Action[]): void
}

export class Cancelled extends Error {}

/** Time after which a page reminds of a wallet that does not answer. */
const REMIND_MS = 15_000

/** A live region that stays, and below it one step after another. A lost focus goes to the step. */
export function createView(container: HTMLElement): View {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const step = document.createElement('div')
  step.tabIndex = -1
  container.replaceChildren(status, step)
  container.classList.add('purchase')
  return {
    enter(state) {
      document.documentElement.dataset.state = state
      showNames()
    },
    say(text, tone = 'plain') {
      status.className = `status ${tone}`
      status.textContent = text
    },
    show(html, actions = []) {
      const isFocused = step.contains(document.activeElement)
      step.innerHTML = html
      const buttons = actions.map(button)
      if (buttons.length > 0) {
        const row = document.createElement('p')
        row.className = 'actions'
        row.append(...buttons)
        step.append(row)
      }
      if (isFocused) step.focus()
    },
  }
}

/** Shows what is waited for, with a way out. What comes after that is dropped. @throws Cancelled */
export async function waitFor<T>(view: View, text: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  view.say(text)
  view.show('', [['Cancel', () => reject(new Cancelled())]])
  const reminder = setTimeout(
    () => view.say(`${text} Your wallet has not answered yet: open its window, or cancel.`),
    REMIND_MS,
  )
  return await Promise.race([work, promise]).finally(() => clearTimeout(reminder))
}

function button([label, run, icon]: Action, index: number): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  if (index > 0) made.className = 'button quiet'
  if (icon) made.append(Object.assign(new Image(20, 20), { src: icon, alt: '' }))
  made.append(label)
  made.addEventListener('click', run)
  return made
}
