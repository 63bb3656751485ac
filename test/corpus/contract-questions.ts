/**
 * Questions in a user's words, the search that a caller makes of each, and the contracts that
 * answer it, judged by reading the recorded awards before any search ran. Awards are named by the
 * first part of their process. `half`: "written" questions were looked at while the search changed,
 * "measured" ones only at the end.
 */
export interface JudgedQuestion {
  half: 'written' | 'measured'
  question: string
  query: Readonly<Record<string, string>>
  right: readonly string[]
}

const written = (
  question: string,
  query: JudgedQuestion['query'],
  ...right: string[]
): JudgedQuestion => ({ half: 'written', question, query, right })
const measured = (
  question: string,
  query: JudgedQuestion['query'],
  ...right: string[]
): JudgedQuestion => ({ half: 'measured', question, query, right })

export const QUESTIONS: readonly JudgedQuestion[] = [
  written(
    'Who holds school transport in Leicester, when does it end?',
    { q: 'school transport', buyer: 'Leicester City Council' },
    '9826af37',
  ),
  written(
    'Who guards the embassies?',
    { q: 'security guards', buyer: 'Foreign Commonwealth' },
    '5757f2e5',
  ),
  written(
    'Who does the flooring at the University of Worcester?',
    { q: 'flooring', buyer: 'University of Worcester' },
    '76485a2b',
  ),
  written('Who looks after CCTV in Doncaster?', { q: 'cctv', buyer: 'Doncaster' }, '302b3393'),
  written(
    'Until when does the Home Office have its legal services?',
    { q: 'legal services', buyer: 'Home Office' },
    '1dfbc9b2',
  ),
  written(
    'Which taxi firms have contracts in the East Midlands?',
    { q: 'taxis', region: 'east-midlands' },
    '9826af37',
    'b084e3d4',
    'd1441223',
  ),
  written('Demolition contractors in London?', { q: 'demolition', region: 'london' }, 'd474bdd4'),
  written(
    'Which lift company works for councils in Yorkshire?',
    { q: 'lifts', region: 'yorkshire' },
    '462e06c3',
  ),
  written('Who collects stray dogs, until when?', { q: 'stray dogs' }, '7c5dbae2'),
  written('Who holds recruitment contracts?', { q: 'recruitment' }, '959e5680', 'a415c7e1'),
  written(
    'Day care for older people in Warwickshire: who provides it?',
    { q: 'day care older people', buyer: 'Warwickshire' },
    '0d7a6907',
  ),
  written('Car park surfacing for the NHS', { q: 'car park surfacing', buyer: 'NHS' }, 'd378d0af'),
  written(
    'Which insurance broker do universities have?',
    { q: 'insurance brokers', buyer: 'University' },
    '4db18e0f',
  ),
  written(
    'Telephony contracts that end in 2028',
    { q: 'telephony', ends_after: '2028-01-01', ends_before: '2028-12-31' },
    '92b3f797',
  ),
  written(
    'Who supplies fuel to embassies?',
    { q: 'fuel', buyer: 'Foreign Commonwealth' },
    'ff589a9f',
  ),
  measured(
    'Who provides fleet software to fire services?',
    { q: 'fleet management software', buyer: 'Fire' },
    '75fdf74e',
  ),
  measured('Who holds the body cameras?', { q: 'body worn cameras' }, 'a2406a8c'),
  measured(
    'Building contractors in the East Midlands?',
    { q: 'building works', region: 'east-midlands' },
    'ed7220ee',
  ),
  measured(
    'Home care for disabled children in Leicestershire, until when?',
    { q: 'domiciliary care children', buyer: 'Leicestershire County Council' },
    'fcf126d6',
  ),
  measured(
    'Removal firms in the North West with a public contract?',
    { q: 'removals', region: 'north-west' },
    'f906eae8',
  ),
  measured(
    'Who sells laboratory equipment to universities?',
    { q: 'laboratory equipment', buyer: 'University' },
    'a50749e6',
  ),
  measured(
    'Management consultants of the Ministry of Defence',
    { q: 'management consultancy', buyer: 'Ministry of Defence' },
    '71b2b17c',
  ),
  measured('Who supplies uniforms?', { q: 'uniforms' }, '0680da09'),
  measured(
    'Software contracts in London that end in 2026',
    { q: 'software', region: 'london', ends_after: '2026-01-01', ends_before: '2026-12-31' },
    '7dc69fe1',
    '4740c6b2',
  ),
  measured('Curtains for army camps in Wales', { q: 'curtains', region: 'wales' }, 'd143c89b'),
  measured(
    'Who runs passenger transport in Suffolk?',
    { q: 'passenger transport', buyer: 'Suffolk' },
    '299e8fcb',
  ),
  measured('Patient monitors: who holds the contract?', { q: 'patient monitors' }, '0c1e748a'),
  measured(
    'Who designs streets in Liverpool?',
    { q: 'street design', buyer: 'Liverpool' },
    '022664c0',
  ),
  measured(
    'Who trains care home staff in Durham?',
    { q: 'care home training', buyer: 'Durham' },
    '96f40dcd',
  ),
  measured(
    'Bridge repairs of National Highways',
    { q: 'bridge', buyer: 'National Highways' },
    '550c9d87',
  ),
]
