/** Answers of the portals that list by month, with the recorded defects. */
import type { ServerResponse } from 'node:http'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { momentField } from '../records.ts'
import { sendJson } from '../serve.ts'
import type { PublishedRelease } from './releases.ts'

/**
 * A list of one month and type. Lists without a release have no `releases`; `unwell` ones are
 * answered 500.
 */
export function answerMonth(portal: Portal, locale: string | null) {
  return (
    url: URL,
    published: readonly PublishedRelease[],
    response: ServerResponse,
    unwell: ReadonlySet<string>,
  ): void => {
    const month = url.searchParams.get('dateFrom') ?? ''
    const type = url.searchParams.get('noticeType') ?? '2'
    const [, number, year] = /^(\d\d)-(\d{4})$/.exec(month) ?? []
    const requestedLocale = url.searchParams.get('locale')
    if (
      number === undefined ||
      url.searchParams.get('outputType') !== '0' ||
      (requestedLocale !== null && requestedLocale !== locale)
    ) {
      sendJson(response, 400, { Message: 'The request is invalid.' })
      return
    }
    const lists = [month, `${month} ${type}`, ...(requestedLocale === null ? [] : ['locale'])]
    if (lists.some((list) => unwell.has(`${portal.id} ${list}`))) {
      sendJson(response, 500, {
        Message: 'An error has occurred.',
        ExceptionMessage: 'Error converting data type nvarchar to float.',
      })
      return
    }
    const releases = published.filter(
      (each) =>
        String(each.type) === type &&
        momentField(each.publishedMs).toString().startsWith(`${year}-${number}`),
    )
    const head = {
      uri: `https://sandbox.example.org${url.pathname}${url.search}`,
      publishedDate: new Date().toISOString(),
      publisher: { name: portal.name },
      license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    }
    sendJson(
      response,
      200,
      releases.length === 0
        ? head
        : { ...head, releases: releases.map((each) => JSON.parse(each.json) as object) },
    )
  }
}
