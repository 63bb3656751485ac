import { expect, it } from 'vitest'
import { readAccountsList } from './filing-list.ts'

const filing = (document_metadata: unknown) => ({
  transaction_id: 'MzQ1Njc4OTAxMmFkaXF6a2N4',
  type: 'AA',
  date: '2026-03-01',
  description: 'accounts-with-accounts-type-micro-entity',
  description_values: { made_up_date: '2025-12-31' },
  links: { document_metadata },
})
const documentId = (link: unknown) => readAccountsList({ items: [filing(link)] })![0]!.documentId

it('a filing whose link is none of a document has no document, as one without a link', () => {
  const id = 'AbCdEf-123_x'
  expect(documentId(`https://document-api.company-information.service.gov.uk/document/${id}`)).toBe(
    id,
  )
  for (const link of ['https://elsewhere.example/file', '', null, 7])
    expect(documentId(link)).toBeNull()
})
