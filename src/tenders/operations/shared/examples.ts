/** Worked answers for documents: an invented notice. */

export const EXAMPLE_BRIEF = {
  ocid: 'ocds-h6vhtk-0a1b2c',
  title: 'Grounds maintenance of parks and cemeteries',
  buyer: 'Exampleton Council',
  value: {
    amount: 180_000,
    currency: 'GBP',
    min: null,
    max: null,
    basis: 'tender',
    tax: 'excluded',
  },
  stage: 'tender',
  published: '2026-11-02T09:15:00Z',
  deadline: '2026-12-04T12:00:00Z',
  days_remaining: 14,
  region: 'scotland',
  cpv: ['77310000'],
  summary:
    'Exampleton Council: Grounds maintenance of parks and cemeteries. The council wants one contractor for grass cutting and planting. Worth £180,000 excluding VAT. Place: Scotland. Tenders are due by 12:00 on 4 December 2026.',
  source: {
    name: 'Find a Tender',
    notice_url: 'https://www.find-tender.service.gov.uk/Notice/000001-2026',
  },
}

const { source: _source, ...brief } = EXAMPLE_BRIEF

export const EXAMPLE_DOSSIER = {
  ...brief,
  description: 'The council wants one contractor for grass cutting and planting.',
  lots: [],
  documents: [
    {
      id: 'A-1',
      title: 'Specification',
      type: 'biddingDocuments',
      format: 'application/pdf',
      url: 'https://www.find-tender.service.gov.uk/Notice/Attachment/A-1',
      published: null,
    },
  ],
  submission_url: 'https://bids.example.org/exampleton',
  timeline: {
    published: '2026-11-02T09:15:00Z',
    updated: '2026-11-02T09:15:00Z',
    enquiry_deadline: '2026-11-23T12:00:00Z',
    deadline: '2026-12-04T12:00:00Z',
    days_remaining: 14,
    working_days_remaining: 9,
    contract_start: '2027-02-01',
    contract_end: '2030-01-31',
    calendar: 'scotland',
    engagement_ends: null,
    contract_max_end: '2032-01-31',
    contract: {
      award_criteria: [
        { name: 'Quality', type: 'quality', weight_pct: 60 },
        { name: null, type: 'price', weight_pct: 40 },
      ],
      options: null,
      renewal: { text: 'Up to two further years, one at a time.', max_end: '2032-01-31' },
      framework: null,
    },
    deadline_estimate: null,
    deadline_basis: 'stated' as const,
  },
  source: {
    name: 'Find a Tender',
    notice_url: 'https://www.find-tender.service.gov.uk/Notice/000001-2026',
    notice_id: '000001-2026',
    release_id: '000001-2026',
    fetched: '2026-11-20T18:00:00Z',
    licence: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    also_published_as: [],
  },
}
