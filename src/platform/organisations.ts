/** Separates names of organisations from names of persons. In doubt a name is a person's. */
import { either } from './patterns.ts'

/** Words in names of organisations that persons' names lack. */
const BODY = new RegExp(
  `\\b${either(
    /ltd|limi?te?d|llp|lp|plc|cic|cio|scio|clg|inc|incorporated|corp|corporation|gmbh|llc|cyf\w*/,
    /council|university|college|school|trust|nhs|hospital|association|society|foundation|group/,
    /charit(?:y|ies|able)|systems|holdings|company|partnership|partners|advice|registry|project/,
    /institut\w+|housing|authority|department|board|bank|technolog\w+|international|uk|office/,
    /organi[sz]ation|federation|consortium|agency|commission|committee|cooperative|co-operative/,
    /industries|enterprises|ventures|manufacturing|barristers|solicitors|chambers|instruments/,
    /laborator(?:y|ies)|collective|communit(?:y|ies)|management|development|networks?|healthcare/,
  )}\\b`,
  'i',
)
/** Words of trades. A person who trades under the own name may use them, too. */
const TRADE = new RegExp(
  `\\b${either(
    /church|union|club|academy|library|centres?|hub|forum|fund|mutual|alliance|clinic|surgery|practice/,
    /hotels?|hospice|shelter|police|ambulance|airports?|railways?|guild|bureau|cars|carz|bus|buses/,
    /\w{1,20}buses|minibus\w*|coach|hire|rides|care|medical|digital|design|build|support|mobility/,
    /labs?|arts|skills|bio\w*|helicopters|aviation|products|recruit|schools?|studios?|environmental/,
    /energy|marine|maritime|perfusion|counselling|arboriculture|online|pharma\w*|devices|supplies/,
    /estates?|properties|productions|films?|theatres?|museums?|sports?|leisure|fitness|farms?|foods?/,
    /print\w*|signs?|scientific|research|analytics|data|telecom\w*|networking|electronics|diagnostics/,
    /dental|optical|veterinary|watersports|services|solutions|associates|consult\w*|contractors/,
    /construction|engineering|flooring|demolition|taxis?|cabs|coaches|travel|transport|clothing/,
    /builders|roofing|scaffolding|plumbing|heating|electrical|cleaning|catering|security|training/,
    /software|insurance|media|publishing|motors|recruitment|logistics|architects|surveyors|garages?/,
    /nurser(?:y|ies)|homecare/,
  )}\\b`,
  'i',
)
/** Company forms of other countries, at the end of a name or before its bracket. */
const FORM = new RegExp(
  `(?:^|[\\s,])${either(
    /s\.?r\.?l\.?|s\.?r\.?o\.?|spa|s\.p\.a\.?|a\/s|aps|oyj?|b\.?v\.?|n\.?v\.?|ag|oü|uab|sia|eood|ood|ead/,
    /d\.?o\.?o\.?|kft|zrt|nyrt|sp\.? ?z ?o\.? ?o\.?|sarl|s\.a\.r\.l\.?|sasu|bvba|gbr|ohg|mbh|kgaa|ltda/,
    /lda|llc|l\.l\.c\.?|pty|pte|pvt|sdn bhd|dac|ulc|asbl|ivzw|vzw|e\.v|oy ab/,
  )}\\.?$`,
  'i',
)
/** Forms that are short enough to be initials: capitals only. */
const SHORT_FORM = new RegExp(
  `(?:^|[\\s,])${either(
    /AB|AS|ASA|SA|S\.A\.|SE|NV|N\.V\.?|BV|B\.V\.?|CV|AG|KG|UG|SAS|S\.A\.S\.?/,
    /SL|S\.L\.U?\.?|SLU|SCA|SNC|KK|PBC|EEIG|SPV/,
  )}$`,
)
/** Words that join other words than names. */
const JOINED = /^the\s|\s(?:of|for|in|with|at|to|from|the)\s/i
const TITLE =
  /^(?:mrs?|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|rev|reverend|cllr|councillor)\b\.?\s/i
/** One word: "Trustmarque". Persons are published with two names. */
const ONE_WORD = /^(?!\p{Lu}\.)[\p{L}\p{N}][\p{L}\p{N}&'’+-]+$/u
/** Two surnames of a firm: "Gardiner & Theobald", or a letter sign: "P&O Lloyd". */
const AMPERSAND = /^\p{Lu}[\p{L}'’-]{2,} & \p{Lu}[\p{L}'’-]{2,}$|\b\p{Lu}&\p{Lu}\b|& [Cc]o\.?$/u
/** "Individual", "Individual recipient (name withheld)". */
const PERSONS = /^(?:an? |named |private )?individuals?\b/i
const FAMILY = /& (?:sons?|daughters?|family)\b/i
/** An abbreviation of the name before it: "Single Homeless Project (SHP)". */
const ABBREVIATION = /\(([A-Z]{3,})\)/
/** "AXA Scotland": a company and its part of the country. */
const BRANCH = /^\p{Lu}{3,}(?: \p{L}+)? (?:UK|GB|Scotland|England|Wales|Ireland|Europe|London)$/u
const TRADING = /\s(?:t\/a|ta|trading as)\s/i
/** Firms that are called like a person. */
const FIRMS = new Set(
  'addleshaw goddard,alexander dennis,avison young,baker tilly,balfour beatty,bevan brittan,booz allen hamilton,browne jacobson,carter jonas,cushman wakefield,ernst young,eversheds sutherland,faithful gould,galliford try,gerald eve,grant thornton,johnson controls,johnson matthey,knight frank,laing orourke,lambert smith hampton,marie curie,mclaughlin harvey,mills reeve,montagu evans,morgan lovell,morgan sindall,mott macdonald,ove arup,pinsent masons,price waterhouse coopers,rider levett bucknall,robert mcalpine,scott brownrigg,thomson reuters,tilbury douglas,trowers hamlins,turner townsend,willmott dixon,wolters kluwer'.split(
    ',',
  ),
)
/**
 * Common given names in the United Kingdom: with one in front, a trade's word may belong to a
 * person.
 */
const GIVEN = new Set(
  'aaliyah aamir abdul abdullah abigail adaeze adebayo adeola aditi aditya adnan agnieszka ahmed aisha ajay akash akua ali alina amandeep amara amina amir amit anastasia andrei andrzej anil anita anjali anwar aoife arjun arun asha ashok asif asma ayesha ayse babajide baljit bartosz beata bilal bogdan bronagh carlos catalin chidi chinedu chioma ciara conor cristina dafydd damian daniela darius deepak dev dilip dinesh divya dominika dorota efe ekaterina elena elif emeka ewa faisal farah farhan fatima fatou fernando florin folake gabriela gethin giulia giuseppe gurpreet habib hamza harpreet hassan hina hussain hussein ibrahim ifeoma imran ines ioan ionut irina iwona jagdeep jan jaspreet javed javier jing joana jorge jose juan kamal kamala karolina kasia katarzyna kavita keira khadija khalid kiran krzysztof kuldeep kwame lakshmi leila lin lucia luis lukasz magdalena mahmood malgorzata mandeep manjit marek mariam mariusz marta mateusz matteo mehmet mei michal miguel mihai mina mohamed mohammad mohan monika mustafa nadia naomi nasreen navdeep neha ngozi niamh nikhil nimra nisha noor obinna olena olga olu olumide omar oksana osman pablo parveen patrycja pawel piotr pooja prakash pranav preeti priya radu rahul raj rajesh rajiv ramesh ranjit rashid ravi rekha renata rhian rhys rohan rohit roisin rukhsana saira salma samina sanjay santosh sarita sergei shabana shah shahid shan shazia shreya siobhan sofia suleiman sunil sunita suresh sushma svetlana tariq tatiana tomasz tunde ugo usha vijay vikram vinod vivek waqar wei xiao yasmin yolanda yusuf zahid zainab zara zofia adam adrian alan alastair alex alexander alexandra alice alison amanda amy andrea andrew angela ann anna anne anthony antony barbara barry ben benjamin brian bruce callum carl carol carole caroline catherine charles charlotte chris christine christopher claire clare clive colin craig daniel darren david dean deborah debra denise derek diane donald dorothy douglas duncan edward eileen elaine elizabeth emily emma eric fiona frances francis frank fraser gareth gary gavin geoffrey george gillian glenn gordon graeme graham grant gregory hannah harry hazel heather helen henry howard hugh iain ian jack jacqueline jacob jake james jamie jane janet janice jason jean jennifer jeremy jessica jill jim joan joanna joanne joe john jonathan jordan joseph joshua joyce judith julia julian julie june karen kate katherine kathleen keith kelly kenneth kerry kevin kim kimberly kirsty laura lauren lawrence lee leonard lesley leslie lewis liam linda lisa lorraine louise lucy luke lynn malcolm margaret maria marie marilyn marion mark martin mary matthew maureen maxine megan melanie michael michelle mohammed muhammad nancy natalie neil nicholas nicola nigel norman oliver oluwaseun pamela patricia patrick paul pauline peter philip phillip rachel ralph raymond rebecca richard robert robin roger ronald rosemary ross roy russell ruth ryan sally samantha samuel sandra sara sarah scott sean sharon sheila shirley simon sophie stephanie stephen steve steven stewart stuart susan suzanne sylvia teresa terence thomas tim timothy tina tom tony tracey tracy trevor valerie vanessa victoria vincent wayne wendy william yvonne zoe'.split(
    ' ',
  ),
)
/** Registers that hold organisations only. */
const REGISTERED = new RegExp(
  `^${either(
    /GB-(?:COH|CHC|SC|NIC|NHS|LAE|LAS|LANI|UKPRN|MPR|EDU|PLA|SHPE|REV)/,
    /IE-(?:CRO|CHY)|JE-(?:FSC|OAC)|GG-RCE|IM-(?:CR|GR)/,
    /DE-CR|FR-RCS|SE-BLV|FI-PRO|NO-BRC|US-DOS|CA-CC|AU-ACN/,
  )}$`,
)

/** Returns the name of an organisation; `null` if it may be a person's, which never leaves. */
export function organisationName(name: string, schemes: readonly string[]): string | null {
  if (schemes.some((scheme) => REGISTERED.test(scheme))) return name
  // A person may trade under another name.
  return looksLikeBody((name.trim().split(TRADING)[0] ?? '').trim()) ? name : null
}

/**
 * Returns whether a name has a person's title or given name in front, or stands for persons, and
 * nothing of an organisation.
 */
export function looksLikePerson(name: string): boolean {
  const plain = (name.trim().split(TRADING)[0] ?? '').trim()
  if (PERSONS.test(plain)) return !BODY.test(plain)
  return !looksLikeBody(plain) && (TITLE.test(plain) || hasGivenName(plain))
}

function looksLikeBody(name: string): boolean {
  const plain = name.replace(/\([^()]{0,200}\)/g, '').trim()
  if (BODY.test(name.replace(/\./g, '')) || hasForm(plain)) return true
  if (FAMILY.test(plain)) return false
  if (FIRMS.has(plain.toLowerCase().replace(/['’]/g, ''))) return true
  // "MS CARS": letters of a trade, no title.
  if (/^\p{Lu}{2,3} /u.test(plain) && TRADE.test(plain)) return true
  if (TITLE.test(plain)) return false
  if (ONE_WORD.test(plain) || /^\d/.test(plain) || JOINED.test(plain)) return true
  if (hasGivenName(plain)) return false
  return (
    AMPERSAND.test(plain) || BRANCH.test(plain) || TRADE.test(plain) || isAbbreviated(name, plain)
  )
}

/**
 * Whether a name ends with a company form. After a title or a given name the form must differ from
 * the rest in writing, because some forms are surnames, too: "Anna Sia".
 */
function hasForm(plain: string): boolean {
  if (!FORM.test(plain) && !SHORT_FORM.test(plain)) return false
  if (!TITLE.test(plain) && !hasGivenName(plain)) return true
  const last = plain.split(/[\s,]+/).at(-1) ?? ''
  const rest = plain.replace(TITLE, '')
  const isCapital = last === last.toUpperCase() && rest !== rest.toUpperCase()
  return isCapital || /[./]/.test(last)
}

function hasGivenName(plain: string): boolean {
  return GIVEN.has(plain.toLowerCase().split(/[\s-]/)[0] ?? '')
}

function isAbbreviated(name: string, plain: string): boolean {
  const letters = ABBREVIATION.exec(name)?.[1]
  const initials = plain.split(/\s+/).map((word) => word[0]?.toUpperCase())
  return letters !== undefined && initials.join('').includes(letters)
}
