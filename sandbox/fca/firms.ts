/** The invented firms of the sandbox's financial services register. */

export interface SandboxFirm {
  frn: string
  /**
   * `Data[0]` of the firm, in the register's own member names; without `FRN` the search lists it
   * without a reference number.
   */
  record: Readonly<Record<string, unknown>>
  /** The search finds the firm under these names; the postcode hangs on to each. */
  searchNames: readonly string[]
  postcode: string
  /** Status in the search; by default authorised, or a reference to its page. */
  searchStatus?: string
  /** Activity to its limitation; the pseudo entries of consumer buy-to-let among them. */
  permissions: Readonly<Record<string, unknown>>
  requirements: readonly Readonly<Record<string, unknown>>[]
}

const NO_LIMITATION = [{ 'Limitation Not Found': ['Valid limitation not present'] }]
const activities = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, NO_LIMITATION]))

function firm(
  frn: string,
  name: string,
  companyNumber: string | null,
  change: Partial<SandboxFirm> & { status?: string } = {},
): SandboxFirm {
  const { status = 'Authorised', record, ...rest } = change
  return {
    frn,
    record: {
      'Organisation Name': name,
      FRN: frn,
      Status: status,
      'Status Effective Date': '31/08/2018',
      'Business Type': 'Regulated',
      ...(companyNumber === null ? {} : { 'Companies House Number': companyNumber }),
      'System Timestamp': '30/04/2026 08:38',
      'Exceptional Info Details': [],
      ...record,
    },
    searchNames: [name],
    postcode: 'EX1 1AA',
    permissions: activities(
      'Advising on investments (except on Pension Transfers and Pension Opt Outs)',
      'Arranging (bringing about) deals in investments',
    ),
    requirements: [],
    ...rest,
  }
}

export function sandboxFirms(): SandboxFirm[] {
  return [
    firm('990031', 'Beacon Insurance Brokers Limited', '99000031', {
      permissions: {
        ...activities(
          'Dealing in investments as agent',
          'Assisting in the administration and performance of a contract of insurance',
        ),
        'CBTL Status': [{ 'CBTL Status': ['Registered'] }],
        'CBTL Effective Date': [{ 'CBTL Effective Date': ['21/04/2021'] }],
      },
    }),
    // A firm of nearly the same name whose number is another's: a candidate to be disproved.
    firm('990131', 'Beacon Insurance Services Limited', '99009931'),
    firm('990032', 'TROUBLED PAYMENTS LTD', '99000032', {
      record: {
        'Sub-Status': 'In Administration',
        'Sub Status Effective from': '29/04/2026',
        'Status Effective Date': 'Wed Sep 01 00:00:00 GMT 2004',
        'Exceptional Info Details': [
          {
            'Exceptional Info Title': 'CAUTION',
            'Exceptional Info Body':
              'See [fca.example](https://fca.example) about this firm&rsquo;s payments.',
          },
        ],
      },
      requirements: [
        {
          'Effective Date': '23/04/2026',
          'Requirement Reference': 'OP-0990032',
          'No new customers.': 'The firm must not take on any new customer.',
          'Financial Promotions Requirement': 'FALSE',
        },
      ],
    }),
    firm('990033', 'Namesake Capital Limited', null),
    firm('990034', 'Former Lender Limited', '99000034', {
      status: 'No longer authorised',
      permissions: {},
    }),
    firm('990035', 'Cobblestone Advisers Limited', '99000035', {
      status: 'Appointed representative',
    }),
    // The real register drops leading zeros.
    firm('990037', 'Short Number Loans Limited', '990037', {
      permissions: activities(
        ...Array.from({ length: 23 }, (_, index) => `Regulated activity number ${index + 1}`),
      ),
    }),
  ]
}
