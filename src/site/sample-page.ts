/** `/sample/{domain}`: the free answer of the day as a drawing and as JSON. */

import type { EndpointRequest } from '../api/endpoint.ts'
import type { Reply } from '../api/problem.ts'
import type { TransportDeps } from '../transports/transport.ts'
import { escapeHtml } from './escape.ts'
import { codeBlock, HTML_TYPE, PAGE_HEADERS, renderPage } from './html.ts'
import { drawAnswer } from './pictures/draw-answer.ts'
import { isSampleReady, SAMPLES } from './samples.ts'
import type { Site } from './site.ts'

export const SAMPLE_PATHS = SAMPLES.map(({ domain }) => `/sample/${domain}`)

interface Sample {
  /** Present in a problem. */
  detail?: string
}

/** Runs `preview` under the same limits as any caller. */
export async function answerSample(
  request: EndpointRequest,
  site: Site,
  { pipeline }: Pick<TransportDeps, 'pipeline'>,
): Promise<Reply> {
  const wing = request.path.slice('/sample/'.length)
  const bound = site.catalogue.operations.find(({ operation }) => operation.id === 'preview')!
  const { publicUrl } = site.catalogue
  const reply = await pipeline.handle({
    bound,
    raw: { params: {}, query: [['wing', wing]] },
    payment: null,
    resourceUrl: `${publicUrl}/v1/preview?wing=${wing}`,
    instance: request.path,
    requestId: request.requestId,
    address: request.address,
    signal: request.signal,
  })
  const sample = JSON.parse(reply.body.toString()) as Sample
  const { 'content-type': _, ...headers } = reply.headers
  const page = samplePage(wing, sample, reply.status, site)
  return {
    status: reply.status,
    headers: { ...headers, ...PAGE_HEADERS, 'content-type': HTML_TYPE },
    body: Buffer.from(page),
  }
}

function samplePage(wing: string, sample: Sample, status: number, site: Site): string {
  const links = SAMPLES.map((each) => {
    const { domain, title } = each
    const current = domain === wing ? ' aria-current="page"' : ''
    return current === '' && !isSampleReady(site, each, null)
      ? `<li><span>${title}: not ready yet</span></li>`
      : `<li><a href="/sample/${domain}"${current}>${title}</a></li>`
  })
  return renderPage({
    title: 'A free sample',
    description:
      'A real answer about today’s subject, computed now, in the same envelope that paid calls return.',
    here: '/sample/company',
    module: 'src/site/browser/page',
    main: `<h1>A free sample</h1>
<p class="lead">A real answer about today’s subject, computed now, in the same envelope that paid calls return. Machines get it from <a href="/v1/preview?wing=${wing}"><code>/v1/preview?wing=${wing}</code></a>.</p>
<nav aria-label="Samples"><ul class="switch">${links.join('')}</ul></nav>
${status === 200 ? show(sample, site) : `<p class="notice bad" role="alert">No sample right now: ${escapeHtml(sample.detail ?? `HTTP ${status}`)}</p>`}`,
  })
}

function show(sample: object, { drawing }: Site): string {
  return `<div class="card" id="drawn">${drawAnswer('preview', sample, drawing)}</div>
<details class="example" open data-sample><summary>The same as JSON</summary>
${codeBlock(JSON.stringify(sample, null, 2), 'The sample as JSON', 'json')}
</details>`
}
