/**
 * Large lottery distributors and government funders that appear in the corpus under several
 * identifiers and names: renamed, merged, abbreviated, or published by another body. Maintained
 * manually. An identifier or name is in at most one entry.
 */
export interface KnownFunder {
  name: string
  /** Identifiers under which its grants are published. */
  ids: readonly string[]
  /**
   * Further names: earlier ones, abbreviations, Welsh. An abbreviation that another body shares is
   * left out.
   */
  names: readonly string[]
}

export const KNOWN_FUNDERS: readonly KnownFunder[] = [
  {
    name: 'The National Lottery Community Fund',
    ids: ['GB-GOR-PB188', 'GB-GOVUK-big-lottery-fund', '360G-blf', '360G-tnlcomfund'],
    names: [
      'Big Lottery Fund',
      'The Big Lottery Fund',
      'Big Lottery',
      'National Lottery Community Fund',
      'BLF',
      'TNLCF',
      'NLCF',
    ],
  },
  {
    name: 'The National Lottery Heritage Fund',
    ids: ['GB-GOR-PC390', '360G-HLF', '360G-NLHF'],
    names: ['Heritage Lottery Fund', 'National Lottery Heritage Fund', 'HLF', 'NLHF'],
  },
  {
    name: 'Arts Council England',
    ids: ['GB-CHC-1036733', '360G-ArtsCouncilEngland', '360G-ACE'],
    names: ['The Arts Council of England', 'The Arts Council England', 'ACE'],
  },
  {
    name: 'Arts Council of Wales',
    ids: ['GB-COH-RC000759', 'GB-CHC-1034245', '360G-ACW'],
    names: ['Arts Council Wales', 'Cyngor Celfyddydau Cymru', 'The Arts Council of Wales'],
  },
  {
    name: 'Arts Council of Northern Ireland',
    ids: ['GB-SB-ACNI', '360G-ACNI'],
    names: ['Arts Council Northern Ireland', 'ACNI'],
  },
  { name: 'Creative Scotland', ids: ['360G-CreativeScotland'], names: ['Scottish Arts Council'] },
  {
    name: 'Sport England',
    ids: ['GB-COH-RC000766', '360G-SE', '360G-SportEngland'],
    names: ['The English Sports Council'],
  },
  {
    name: 'Sport Wales',
    ids: ['360G-SportWales'],
    names: ['Sports Council for Wales', 'Chwaraeon Cymru'],
  },
  {
    name: 'sportscotland',
    ids: ['360G-sportscotland'],
    names: ['Sport Scotland', 'The Scottish Sports Council'],
  },
  {
    name: 'Sport Northern Ireland',
    ids: ['360G-SportNI'],
    names: ['Sport NI', 'Sports Council for Northern Ireland'],
  },
  { name: 'UK Sport', ids: ['360G-UKSport'], names: ['United Kingdom Sports Council'] },
  {
    name: 'British Film Institute',
    ids: ['GB-CHC-287780', '360G-BFI'],
    names: ['BFI', 'The British Film Institute'],
  },
  {
    name: 'Department for Culture, Media and Sport',
    ids: [
      'GB-GOR-D5',
      'GB-GOVUK-department-for-digital-culture-media-sport',
      'GB-GOVUK-department-for-culture-media-and-sport',
    ],
    names: [
      'Department for Digital, Culture, Media and Sport',
      'Department for Digital, Culture, Media & Sport',
      'DCMS',
    ],
  },
  {
    name: 'Department for Education',
    ids: ['GB-GOR-D6', 'GB-GOVUK-department-for-education'],
    names: ['DfE'],
  },
  {
    name: 'Department for Transport',
    ids: ['GB-GOR-D9', 'GB-GOVUK-department-for-transport'],
    names: ['DfT'],
  },
  {
    name: 'Ministry of Housing, Communities and Local Government',
    ids: [],
    names: [
      'Department for Levelling Up, Housing and Communities',
      'Department for Communities and Local Government',
      'MHCLG',
      'DLUHC',
      'DCLG',
    ],
  },
  {
    name: 'Department of Health and Social Care',
    ids: [],
    names: ['Department of Health', 'DHSC'],
  },
  { name: 'Department for Environment, Food and Rural Affairs', ids: [], names: ['DEFRA'] },
  { name: 'Department for Work and Pensions', ids: [], names: ['DWP'] },
  { name: 'Ministry of Justice', ids: [], names: ['MoJ'] },
  { name: 'Ministry of Defence', ids: [], names: ['MoD'] },
  { name: 'Home Office', ids: [], names: [] },
  { name: 'Cabinet Office', ids: [], names: [] },
  {
    name: 'HM Treasury',
    ids: [],
    names: ['HMT', "Her Majesty's Treasury", "His Majesty's Treasury"],
  },
  {
    name: 'Foreign, Commonwealth and Development Office',
    ids: [],
    names: [
      'Foreign and Commonwealth Office',
      'Department for International Development',
      'FCDO',
      'FCO',
      'DFID',
    ],
  },
  {
    name: 'Department for Business, Energy and Industrial Strategy',
    ids: [],
    names: ['Department for Business, Innovation and Skills', 'BEIS', 'BIS'],
  },
  {
    name: 'Scottish Government',
    ids: ['GB-GOR-DA1020'],
    names: ['The Scottish Government', 'Scottish Executive'],
  },
  { name: 'Welsh Government', ids: [], names: ['Llywodraeth Cymru', 'Welsh Assembly Government'] },
  { name: 'UK Research and Innovation', ids: [], names: ['UKRI'] },
  { name: 'Innovate UK', ids: [], names: ['Technology Strategy Board'] },
  {
    name: 'Historic England',
    ids: [],
    names: ['English Heritage (Historic Buildings and Monuments Commission for England)'],
  },
  { name: 'Natural England', ids: [], names: [] },
  { name: 'Environment Agency', ids: [], names: [] },
  { name: 'Youth Justice Board', ids: [], names: ['Youth Justice Board for England and Wales'] },
  { name: 'BBC Children in Need', ids: ['GB-CHC-802052', '360G-cin'], names: ['Children in Need'] },
  {
    name: 'Comic Relief',
    ids: ['GB-CHC-326568', 'GB-SC-SC039730', '360G-CR'],
    names: ['Charity Projects'],
  },
  {
    name: 'Wolfson Foundation',
    ids: ['GB-CHC-1156077', 'GB-CHC-206495', '360G-wolfson'],
    names: ['The Wolfson Foundation'],
  },
]
