import type { JudgedProfile } from './fit-profiles.ts'

/**
 * Supplier profiles with their relevant recorded notices, by a person who had seen neither rules
 * nor search. Notices are named by a part of their ocid, without any text.
 */
export const JUDGED_PROFILES: readonly JudgedProfile[] = [
  {
    name: 'painter and decorator',
    body: {
      keywords: ['painting and decorating', 'external redecoration', 'interior decorating'],
      cpv: ['45442', '45451'],
      regions: ['scotland'],
      value_min: 5_000,
      value_max: 500_000,
      sme: true,
    },
    right: ['579577', '148236'],
    unclear: ['148410', '148306', '147678', '06a94b'],
  },
  {
    name: 'electrical contractor, installation and testing',
    body: {
      keywords: [
        'electrical installation',
        'fixed wire testing',
        'PAT testing',
        'rewiring',
        'EV charge points',
      ],
      cpv: ['4531', '50711', '505324'],
      value_min: 20_000,
      value_max: 2_000_000,
    },
    right: [
      '581860',
      '580764',
      '579887',
      '148236',
      '579577',
      '148410',
      '8a5f11',
      '578813',
      '148283',
    ],
    unclear: ['2817ad', '148021', '06a6c7', '148369', '148306'],
  },
  {
    name: 'plumbing and heating engineers',
    body: {
      description:
        'Gas Safe plumbing and heating firm. We service and replace gas boilers and central heating systems and carry out plumbing repairs in social housing and public buildings.',
      cpv: ['4533', '50720000'],
      value_min: 10_000,
      value_max: 3_000_000,
    },
    right: ['581453', '579577', '148410', '148236', '148283'],
    unclear: ['8a5f11', '579887', '147678', '06a894', '06a88f'],
  },
  {
    name: 'bus, coach and minibus operator',
    body: {
      keywords: [
        'school transport',
        'minibus hire with driver',
        'passenger transport',
        'local bus service',
      ],
      regions: ['east-midlands', 'west-midlands'],
    },
    right: ['d5aa5f', 'de6670', '577171', '578888', '578640', '148044'],
    unclear: ['f3037b', '581730'],
  },
  {
    name: 'commercial cleaning company',
    body: {
      keywords: [
        'contract cleaning',
        'office cleaning',
        'window cleaning',
        'communal area cleaning',
      ],
      cpv: ['9091', '909'],
      regions: ['wales'],
      value_min: 10_000,
      value_max: 1_500_000,
      sme: true,
    },
    right: ['068aa0', '579910', '148002', '147990'],
    unclear: ['579615', '148390', '147678'],
  },
  {
    name: 'waste and recycling contractor',
    body: {
      description:
        'Licensed waste carrier. We collect, recycle and dispose of trade, glass, clinical and washroom hygiene waste for councils, hospitals and universities.',
      cpv: ['905'],
    },
    right: ['581883', '574493', '579615'],
    unclear: ['147990', '068aa0', '88b44a'],
  },
  {
    name: 'grounds maintenance contractor',
    body: {
      keywords: [
        'grounds maintenance',
        'grass cutting',
        'tree surgery',
        'hedge cutting',
        'landscaping',
      ],
      cpv: ['773', '772', '45112700'],
      value_min: 5_000,
      value_max: 400_000,
      sme: true,
    },
    right: ['d1697a', '75fcda', '580267', '580967', '576351', '148410'],
    unclear: ['577987', 'ce6911', '579577', '147678'],
  },
  {
    name: 'IT managed services and reseller',
    body: {
      keywords: [
        'IT managed services',
        'servers and storage',
        'backup and disaster recovery',
        'IT hardware supply',
      ],
      cpv: ['302', '488', '7225'],
      value_min: 25_000,
      value_max: 5_000_000,
    },
    right: ['580017', '148098'],
    unclear: ['581089'],
  },
  {
    name: 'software house for the public sector',
    body: {
      description:
        'We build, host and support cloud software for universities, colleges, housing associations and councils, such as student, learning, booking, attendance and asset management systems.',
      remote: true,
    },
    right: ['06a7b0', '580061', '578943', '148221', '147863', '147801'],
    unclear: ['148098', '580618', '581089'],
  },
  {
    name: 'civil engineering and surfacing contractor',
    body: {
      keywords: [
        'civil engineering',
        'road surfacing',
        'car park resurfacing',
        'footpath construction',
        'highway drainage',
      ],
      cpv: ['45233', '45232'],
      regions: ['south-east', 'east'],
      value_min: 25_000,
      value_max: 1_000_000,
    },
    right: ['01845c', '8dc6a8', '580967', '579577'],
    unclear: ['147998', 'ce6911', '548866', '148236', '145888'],
  },
  {
    name: 'domestic abuse charity',
    body: {
      description:
        'Charity supporting adults and children who have experienced domestic abuse, with community advocacy, safe accommodation support and therapeutic one-to-one work.',
    },
    right: ['d22609', '4fbd05', 'c3d728'],
    unclear: ['fac6be'],
  },
  {
    name: 'childcare and holiday club provider',
    body: {
      keywords: ['nursery', 'childcare', 'holiday club', 'playscheme'],
      cpv: ['85312110', '853121'],
    },
    right: ['06a936', '06a75c', '579214', '148346'],
  },
  {
    name: 'employment law solicitors',
    body: {
      keywords: ['employment law', 'legal advice', 'tribunal representation'],
      cpv: ['791'],
      remote: true,
    },
    right: ['148331'],
  },
  {
    name: 'quantity surveyors and project managers',
    body: {
      keywords: [
        'quantity surveying',
        'cost consultancy',
        'construction project management',
        'contract administration',
        'clerk of works',
      ],
      cpv: ['71324', '7154', '71541'],
      value_min: 10_000,
      value_max: 500_000,
    },
    right: ['581436', '580971'],
    unclear: ['548866', '148155'],
  },
]
