/**
 * Phrases that buyers and suppliers use for the same thing. Expansion happens at query time, at half weight. A member must mean the
 * same wherever it occurs: "network", "devices", "study", "bus" or "ai" alone are left out because they bring strangers in.
 */
import { createSynonyms } from '../../kernel/query.ts'
import { phrase } from '../../kernel/terms.ts'

const GROUPS: readonly (readonly string[])[] = [
  [
    'grounds maintenance',
    'grass cutting',
    'landscape maintenance',
    'landscaping',
    'horticultural maintenance',
    'arboriculture',
    'tree surgery',
  ],
  [
    'cyber security',
    'cybersecurity',
    'information security',
    'penetration testing',
    'security operations centre',
    'managed detection and response',
  ],
  ['software development', 'application development', 'software engineering', 'bespoke software', 'digital service development'],
  ['software', 'saas', 'software as a service', 'ict system', 'digital platform', 'line of business system'],
  ['cloud hosting', 'cloud services', 'managed hosting', 'infrastructure as a service', 'cloud migration'],
  ['website', 'web site', 'web design', 'web development', 'content management system'],
  ['it support', 'service desk', 'helpdesk', 'managed it services', 'ict support'],
  ['cleaning', 'janitorial', 'window cleaning', 'cleansing', 'caretaking'],
  ['catering', 'school meals', 'food service', 'canteen', 'hospitality services'],
  ['home care', 'homecare', 'domiciliary care', 'care at home', 'personal care'],
  ['supported living', 'supported accommodation', 'supported housing', 'housing related support'],
  ['care home', 'residential care', 'nursing home', 'nursing care'],
  ['temporary staff', 'agency staff', 'agency workers', 'temporary workers', 'staffing services', 'locum'],
  ['recruitment', 'executive search', 'talent acquisition'],
  ['waste collection', 'refuse collection', 'recycling collection', 'waste disposal', 'waste management'],
  ['highways maintenance', 'road maintenance', 'carriageway', 'resurfacing', 'surface dressing', 'highway works'],
  ['building works', 'construction works', 'refurbishment', 'remodelling', 'fit out', 'building construction'],
  ['roofing', 'roof replacement', 're-roofing', 'roof repairs'],
  ['management consultancy', 'consultancy services', 'advisory services', 'business consultancy'],
  ['translation', 'interpreting', 'interpretation services', 'language services', 'linguistic services'],
  ['legal services', 'solicitors', 'legal advice', 'legal representation'],
  ['internal audit', 'external audit', 'audit services', 'assurance services'],
  ['security guarding', 'manned guarding', 'security services', 'key holding', 'stewarding', 'security officers'],
  ['cctv', 'video surveillance', 'closed circuit television'],
  ['fire alarm', 'fire detection', 'fire safety', 'fire risk assessment', 'sprinkler'],
  ['electric vehicle charging', 'ev charging', 'chargepoint', 'charge point', 'ev infrastructure'],
  ['heating', 'boiler', 'hvac', 'mechanical and electrical', 'heating and ventilation'],
  ['air conditioning', 'ventilation', 'cooling plant', 'chiller'],
  ['portable appliance testing', 'pat testing'],
  ['electrical installation', 'electrical works', 'rewiring', 'electrical maintenance'],
  ['electrical inspection', 'fixed wire testing', 'electrical installation condition report', 'eicr'],
  ['training', 'e-learning', 'elearning', 'learning and development', 'training delivery'],
  ['apprenticeship', 'apprenticeships', 'apprenticeship training'],
  ['research services', 'evaluation services', 'market research', 'feasibility study'],
  ['marketing', 'advertising', 'public relations', 'media buying', 'campaign delivery', 'communications services'],
  ['printing', 'print services', 'mailing services', 'reprographics', 'hybrid mail'],
  ['vehicle leasing', 'vehicle hire', 'fleet management', 'contract hire', 'vehicle rental'],
  ['passenger transport', 'home to school transport', 'school transport', 'taxi', 'minibus', 'community transport', 'bus service'],
  ['laptop', 'end user devices', 'desktop computers', 'computer hardware', 'it hardware'],
  ['telephony', 'telecoms', 'telecommunications', 'mobile phones', 'voice services', 'unified communications'],
  ['network infrastructure', 'local area network', 'wide area network', 'lan', 'wan', 'wifi'],
  ['insurance', 'insurance brokerage', 'insurance services', 'broker services'],
  ['architect', 'architectural services', 'design team', 'multidisciplinary design'],
  ['quantity surveying', 'cost consultancy', "employer's agent", 'building surveying'],
  ['asbestos', 'asbestos removal', 'asbestos survey'],
  ['lift maintenance', 'lifts', 'elevator', 'stairlift', 'passenger lift'],
  ['playground', 'play equipment', 'play area', 'muga', 'skate park', 'outdoor gym'],
  ['parking services', 'civil enforcement', 'parking enforcement', 'car park management', 'parking management'],
  ['pest control', 'vermin control'],
  ['electricity supply', 'energy supply', 'gas supply', 'utilities supply'],
  ['solar', 'photovoltaic', 'solar pv', 'renewable energy'],
  ['decarbonisation', 'net zero', 'retrofit', 'energy efficiency', 'heat pump'],
  ['mental health', 'psychological therapies', 'counselling', 'talking therapies'],
  ['substance misuse', 'drug and alcohol', 'addiction services'],
  ['housing repairs', 'responsive repairs', 'void works', 'planned maintenance', 'property maintenance', 'reactive maintenance'],
  ['dynamic purchasing system', 'dynamic market', 'dps'],
  ['artificial intelligence', 'machine learning', 'generative ai'],
  ['data analytics', 'data analysis', 'business intelligence', 'data platform', 'data warehouse', 'management information'],
  ['customer relationship management', 'crm', 'case management system'],
  ['erp', 'enterprise resource planning', 'finance system', 'hr and payroll system'],
  ['archaeology', 'archaeological', 'heritage services'],
  ['ecology', 'ecological survey', 'biodiversity', 'habitat survey'],
  ['demolition', 'site clearance', 'enabling works'],
  ['window replacement', 'windows and doors', 'glazing', 'double glazing'],
  ['kitchens and bathrooms', 'kitchen replacement', 'bathroom replacement', 'wet room', 'disabled adaptations'],
  ['occupational health', 'employee assistance programme', 'employee wellbeing'],
  ['laboratory equipment', 'scientific equipment', 'analytical instruments'],
  ['medical devices', 'medical equipment', 'clinical equipment'],
  ['furniture', 'office furniture', 'seating'],
  ['uniforms', 'workwear', 'protective clothing', 'ppe', 'personal protective equipment'],
]

export const TENDER_SYNONYMS = createSynonyms(GROUPS)

/** Words of nearly every notice: they lift a match but are not asked for. */
export const WEAK_STEMS: ReadonlySet<string> = new Set(
  (
    'service services provision supply supplier contract contractor tender framework procurement public sector council authority works work project ' +
    'programme system solution solutions support delivery management uk opportunity opportunities new local national require required need looking ' +
    'design build user people team staff quality company business provide working range deliver specialist professional experience help based years'
  )
    .split(' ')
    .map((word) => phrase(word)!.terms[0]!),
)
