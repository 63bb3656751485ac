/// <reference lib="dom" />
/** A bought answer: drawn, as JSON, to download and to verify. */
import type { Called } from '../../../packages/client/src/request.ts'
import { listedKeys, toSavedText, verify } from '../../../packages/client/src/verify.ts'
import { escapeHtml } from '../escape.ts'
import { drawAnswer } from '../pictures/draw-answer.ts'
import { knownNames, rememberNames } from './names.ts'
import type { PageTerms } from './page-terms.ts'
import type { Action, View } from './view.ts'

interface Shown {
  operationId: string
  page: PageTerms
  /** In USDC; `null` if no payment was sent. */
  price: string | null
  body: string | null
  /** Begins another purchase of the same question. */
  again(): void
}

export function showAnswer(view: View, called: Called<unknown>, shown: Shown): void {
  const { answer, receipt, replayed, saved } = called
  const { operationId, page, price, body, again } = shown
  rememberNames(answer)
  view.enter('answer')
  if (receipt === null) view.say('Here is the answer. Nothing was charged.', 'good')
  else if (replayed)
    view.say('Here is the answer that you paid for before. Nothing more was charged.', 'good')
  else view.say(`Here is the answer. You paid ${price} USDC.`, 'good')
  const facts = receipt
    ? `<p class="soft">Transaction <code>${escapeHtml(receipt.transaction)}</code> on ${escapeHtml(page.networkName)}</p>`
    : ''
  const actions: Action[] = [
    [
      'Download the answer',
      () =>
        void buildSavedText(called, body).then(
          (text) => download(`${operationId}.json`, text),
          showFailure,
        ),
    ],
    ...(receipt
      ? ([
          [
            'Download the receipt',
            () => download(`${operationId}-receipt.json`, JSON.stringify(receipt, null, 2)),
          ],
          ['Verify the receipt', () => void judge().catch(showFailure)],
          ['Buy again', again],
        ] as Action[])
      : []),
  ]
  view.show(
    answer === null
      ? '<p>There is nothing new.</p>'
      : `${draw(operationId, answer, page)}${facts}
<details><summary>The same as JSON</summary><pre tabindex="0" role="region" aria-label="The answer as JSON"><code>${escapeHtml(JSON.stringify(answer, null, 2))}</code></pre></details>`,
    actions,
  )
  const showFailure = () =>
    view.say('The keys of the service cannot be fetched, or this browser lacks Web Crypto.', 'bad')

  async function judge(): Promise<void> {
    const verified = await verify({ ...saved, keys: await listedKeys(location.origin) })
    if (verified.outcome === 'match')
      view.say('Verified: the service signed this answer and its receipt as they are.', 'good')
    else view.say(`Not verified: ${verified.reason}.`, 'bad')
  }
}

/** A browser may lack what a drawing needs; the JSON is complete. */
function draw(operationId: string, answer: unknown, { drawing }: PageTerms): string {
  try {
    return drawAnswer(operationId, answer, { ...drawing, names: knownNames() })
  } catch {
    return '<p>This browser cannot draw the answer. It is below as JSON.</p>'
  }
}

/** Returns the file of `ukintel call --save`, which `ukintel verify` reads. */
const buildSavedText = async ({ saved }: Called<unknown>, body: string | null): Promise<string> =>
  toSavedText({ ...saved, keys: await listedKeys(location.origin) }, body)

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
