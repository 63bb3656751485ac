/** Phrases for places. */
import { cased, pattern, words, wordsWith } from './words.ts'

export const NATION = pattern`
  (?:the UK|UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)`
export const IN = pattern`
  (?:in|within|across|throughout|anywhere in|from|(?<=\bresidents? )of) (?:the )?
  (?:rural |local |central )?${NATION}(?:(?:,? and |,? or |, | & |/)(?:in )?(?:the )?${NATION})*`

const PART = pattern`
  (?:the )?(Greater London|London|(?:North|South)[- ](?:East|West)(?=[- .;,)]|$)(?: of England| England)?|
    Yorkshire(?: and the Humber)?|(?:East|West) Midlands|East of England)`

/** A region of England, and nothing besides. */
export const IN_A_PART = words`
  (?:^|\b(?:in|within|across|from) )${PART} only\b|
  # only projects in a region
  (?:\bonly\b|\bopen to [^.;]{3,60}? (?:based|located|living)\b|\b(?:must|needs? to|should|ha(?:ve|s) to)\b[^.;]{0,60}?
    \b(?:based|located|situated|operat\w*|take place|taking place|deliver\w*|registered|live|work)
  )\b[^.;]{0,60}?\b(?:in|within|from) ${PART}
  (?=\s*(?:[.;)]|$|(?:can|may|will|are|is)\b))`

/** "Applicants in Scotland should apply to our sister fund" */
export const TO_ANOTHER_FUND = words`
  # apply to another fund
  \b(?:should|must|can|may|needs? to|please) (?:apply|go|look|turn|refer|contact)\b[^.;]*
  \b(?:sister|another|other|different|separate|equivalent) (?:\w+ )?
  (?:funds?|schemes?|programmes?|grants?|trusts?|foundations?|team|office)\b|
  # use it instead
  \b(?:should|must|can|may|needs? to|please)\b[^.;]*\binstead\b`

export const MUST_BE_BASED = words`
  \b(?:must|need(?:s)? to|should|have to|has to|only)\b[^.;]{0,90}?\b(?:
  # must be based in a nation
  based|located|registered|operat\w*|situated|resident|live|take place|taking place|
  carried out|carry out|deliver\w*|work\w*|be|is|are|exploit\w*|project|land|property|
  trading|benefit\w*|apply|fund\w*|support\w*|headquarter\w*|school|trust|authority
  )\b[^.;]{0,40}?\b${IN}`

export const FUNDS_IN = words`
  # funds projects in a nation
  \b(?:supports?|funds?|for) (?:projects?|organi[sz]ations?|businesses|charities|
    local authorities|schools)
  [^.;]{0,40}?\b${IN}`

export const BODIES_IN = words`
  # organisations in a nation can
  \b(?:organi[sz]ations?|businesses|charities|authorities|museums|schools|colleges|groups|
    farmers|companies|applicants|projects|councils|individuals|clubs)
  (?: [a-z]+){0,3}? ${IN}[^.;]{0,60}?\b(?:can|may|are (?:eligible|invited|able))\b`

export const AREA_LINE = words`
  # the area as a label
  ^(?:applies to|location|area|country|countries|nations?|region|where|geographical area|
    eligible (?:area|location)s?)
  \s*[:–—-]\s*(?:the )?${NATION}(?:(?:,? and |,? or |, )${NATION})*\.?$`

export const COVERS = words`
  # covers a nation
  \b(?:covers?|applies (?:only )?to|operates (?:only )?in|limited to|restricted to)
  (?: the whole of| all of)? (?:the )?${NATION}\b`

export const ONLY_NATION = words`
  # one nation only
  ^${NATION}(?:(?:,? and |,? or |, )${NATION})* only\b|
  # only one nation is covered
  ^only (?:the )?${NATION}
  (?:(?:,? and |,? or |, )${NATION})* (?:is|are) (?:covered|eligible|included)\b`

export const SITE_IN = words`
  # the site is in a nation
  \b(?:land|property|project|site|work|activit(?:y|ies)|premises) (?:is|are) (?:wholly |
    entirely |all )?
  (?:located|situated|based|taking place) ${IN}`

/**
 * An item of what must hold, or of who may apply: "be based in Wales", "accredited museums based in
 * England".
 */
export const ITEM = words`
  \b(?:
  # be based in Wales
  based|located|situated|registered|operat\w+|take place|taking place|carried out|carry out|
  deliver\w*|work\w*|charit\w+|school|trust|project|organi[sz]ation|council|business
  )\b[^.;]{0,30}?\b${IN}`

export const SCOTTISH_BODIES = cased`
  \bScottish (?:registered )?(?:
  # organisations of Scotland
  local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|
  universities|companies|SMEs
  )\b`

export const WELSH_BODIES = cased`
  \bWelsh (?:registered )?(?:
  # organisations of Wales
  local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|
  universities|companies|SMEs
  )\b`

/** A place, and what follows it in an enumeration: "schools in Wales and clubs". */
export const PLACE_AND_NEXT = words`
  \b${IN}(?:,? (?:and|or|as well as|&|/) |[,;] (?:and |or )?)([^,;.]{3,60})`

/** Where the next kind of an enumeration ends: "and clubs can apply". */
export const NEXT_ENDS = words`
  \s(?:and|or|can|may|are|is|will|/|&)(?:\s.*)?$`

/** Said of the grant, of who may apply or of what is funded, a nation is where it applies. */
export const OF_THE_GRANT = words`
  # available in a nation
  \b(?:apply|applicants?|eligible|open|invited|must|should|grants? (?:are|is)|available|
    projects?|
    (?:we|trust|foundation|council|to|will|can|only) (?:only |also )?(?:fund|support)s?
  )\b[^.;]*\b${IN}|
  # a nation, then can apply
  \b${IN}[^.;]*\b(?:can apply|may apply|eligible|invited|able to apply)\b`

export const LOOSE = words`
  # or online
  \bor (?:online|remotely|anywhere|within)\b|
  # may be, or for example
  \b(?:may be|can be|could be|might be|for example|e\.g\.|such as|including|regulations?|
    act \d|elsewhere|wherever|not (?:be )?restricted|
    (?:separate|different|other) (?:schemes?|funds?|grants?|arrangements?|programmes?)|
    equivalent|devolved|similar|other funding|contact|partners?|co-?leads?|previous|overseas|
    abroad|international\w*|worldwide|anywhere in the world|Europe\w*|Africa\w*|winners?|
    ceremony|(?<!Northern )Ireland|for people from|(?<!whose )head office|bank account|north|
    south|east|west|midlands)\b|
  # for a nation, in brackets
  \((?:for|in) [A-Z]`

/** "… or willing to relocate to Wales" */
export const MAY_MOVE = words`
  \b(?:
  # willing to move
  (?:willing|planning|looking|intending|prepared|about|wish\w*) to (?:re-?locate|move|locate
  )|
  # relocation
  relocat\w+|moving to
  )\b`

/** "In Scotland, or able to show …", "Wales and the Marches": another way, and another place. */
export const OR_ELSEWHERE = cased`
  # a nation, or able
  \b${NATION}
  ,? or (?:(?:be |is |are )?(?:able|willing)|can|could|ha(?:s|ve)|shows?|demonstrates?|
    whose|where) (?![^.;]*${NATION})|
  # a nation and another place
  \b${NATION}(?: and| or)(?: of)? the (?!${NATION})
  (?:[A-Z]|\w+ (?:counties|regions?|islands|borders|areas?)\b)`

export const PLACES_EXCLUDED = words`
  # projects in a nation are not supported
  ^(?:any |all )?
  (?:organi[sz]ations?|applica\w+|projects?|charities|groups?|businesses|work|activit\w+|
    those)
  (?:
    (?:,| or| and) (?:organi[sz]ations|applicants|projects|charities|groups|businesses|
      activities)
  )? (?:based |located |taking place |registered )?
  (?:in|from) (${NATION}(?:(?:,? and |,? or |, )${NATION})*) (?:
    are not (?:supported|eligible|funded|considered|accepted)|
    cannot (?:apply|be (?:supported|funded|considered))|
    will not be (?:supported|funded|considered)|are ineligible|are excluded)
  (?=\s*(?:[.;,]|$|for (?:this|the|our|a) (?:grants?|fund|scheme|programme)\b))`

export const DOES_NOT_WORK_IN = words`
  # does not work in a nation
  \b(?:do not|don['’]t|does not|cannot|can['’]t|will not) (?:work|operate|fund|support|
    make grants|give grants|accept applications|award grants|
    fund (?:projects|organi[sz]ations|work)|support (?:projects|organi[sz]ations|work))
  (?: (?:in|from)) (${NATION}(?:(?:,? and |,? or |, )${NATION})*)\s*\.?$`

export const MUST_BE_IN = words`
  # "The facility must be in Wales": whatever it is, it is the project's
  ^(?:the |your |all |any |each )?
  (?!partners?\b|co-?|
    (?:[\w’'-]+ )?
    (?:materials?|goods|suppliers?|installers?|staff|winners?|equipment|contractors?|
      partner\w*|invoices?|forms?|claims?)\b
  )
  (?:[\w’'-]+ ){1,4}?
  (?:must|needs? to|has to|have to) be (?:based |located |situated |wholly |entirely |
    physically )*
  (?:in|within) (?:the )?${NATION}(?:(?:,? and |,? or |, )(?:in )?(?:the )?${NATION})*\s*
  \.?$`

export const BOUND = words`
  \b(?:
  # Subjects that a place may limit
  applica\w+|organi[sz]ations?|you|your|projects?|activit\w+|work|works|land|propert\w+|
  sites?|premises|business\w*|charit\w+|compan\w+|groups?|schools?|councils?|authorit\w+|
  farm\w*|it|they|lead|leads|events?|buildings?|museums?|clubs?|trusts?|SMEs?|enterprises?|
  installations?|grants?|funding|fund|scheme|programme|competition|we|universit\w+|
  colleges?|academ\w+|individuals?|landlords?|costs?|support|opportunity|call|only|bids?|
  benefits?|delivery|societ\w+|CICs?|bodies|parks?|partners?|institut\w+|tenants?|owners?|
  households?|residents?|there|this|these|which|that|open|available|chargepoints?|venues?|
  places?|anyone|everyone|people|artists?|practitioners?|services?|start[- ]?ups?|
  entrepreneurs?|social|researchers?
  )\b`

export const ABOUT_APPLYING = words`
  \b(?:
  # words about applying and funding
  apply|applications?|bid|eligible|invited|considered|accepted|qualify|funded|supported|
  only|open|available|submit
  )\b`

export const NOT_A_PLACE = words`
  # the right to remain
  \b(?:right|leave) to (?:remain|work|live|reside)\b|
  # a share of the costs
  \b(?:at least|more than|minimum of|over) \d+ ?%[^.;]*\bcosts?\b|
  # a place of one part
  \b(?:based|located), or \w+ing,? in\b|
  # money that was allocated
  \b(?:allocated|provides? (?:£|an additional)|has been awarded|was established)\b|
  # by a team that is based in
  \bby (?:an? |the |your )?\w+ (?:based|located|registered) in\b|
  # the law and banks of a nation
  \b(?:UK|English|Scottish|Welsh) (?:market|law|economy|currency|bank)\b|
  # deadlines and forms
  ^(?:the )?(?:deadline|closing date|launch|form|guidance|results?|decisions?)\b`

/** "…, and show how it will benefit growers in England" names the place of beneficiaries. */
export const SHOWS = words`
  # shows a benefit
  (?:,? (?:and|but) )?
  (?:(?:must |should |need to )?be able to |must |should )?\b(?:show|demonstrate|explain|
    describe|evidence) (?:how|why|what|
    that (?:it|they|this|the project) will (?:benefit|help|improve))\b.*$`

export const NAMES_OF_REGISTERS = wordsWith('g')`
  # the Charity Commission
  \bCharity Commission (?:for|of|in) [A-Z][A-Za-z ]*|
  # registered in England
  \b(?:registered|charity|charities|company|companies|incorporated|law)s? (?:registered )?
  (?:in|of|for) England (?:and|&) Wales\b|
  # bodies with a nation in their names
  \b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Bank of|Public Health) (?:England|
    Scotland|Wales|Northern Ireland)\b|
  # Acts
  \b(?:England|Scotland|Wales) (?:Act|law)\b|
  # the Church or the people of a nation
  \b(?:Church|Bank|University|(?<!open to )people) (?:of|in) (?:England|Scotland|Wales)\b`

export const DEMANDS_A_PLACE = words`
  # UK businesses
  \bUK (?:businesses|organi[sz]ations|companies|charities|SMEs|micro)\b|
  # based, open or eligible
  \b(?:based|registered|located|resident|open to|available to|restricted|limited to|
    eligible|apply|applications?|bid)\b`

/** The names of bodies are no places. */
export const BODIES = wordsWith('g')`
  # bodies with a nation in their names
  \b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Public Health|Creative) (?:of )?
  (?:England|Scotland|Wales|Northern Ireland)\b|
  # governments of nations
  \b(?:Scottish|Welsh) Government\b`

/** Funds, laws and languages with a nation in their names, and the seat of the funder. */
export const NAMES_OF_THINGS = wordsWith('g')`
  # Rural England
  \bRural England\b(?: (?:Prosperity )?Fund)?|
  # languages and regulators
  \b(?:Scottish|Welsh|English) (?:Charitable Incorporated|Charity Regulator|language|Index
  )\b|
  # Acts of nations
  \((?:Scotland|Wales|England|Northern Ireland)\) (?:\(No\.? ?\d\) )?
  (?:Act|Regulations|Order|Scheme)\b|
  # registered in England
  \b(?:registered|charity|charities) (?:in|of|for) England (?:and|&) Wales\b|
  # the funder is registered in
  (?:^|\b(?:is|[Ww]e are) )(?:an? )?(?:limited )?(?:charity |company |society )?
  (?:[Rr]egistered |[Ii]ncorporated )in (?:England|Scotland|Wales|Northern Ireland)\b|
  # our office
  \b(?:our|its|the (?:trust|foundation|charity|fund)['’]s) (?:\w+ )?offices?\b[^.;]*|
  # founded in a nation
  \b(?:founded|established|born|began|set up) in (?:England|Scotland|Wales|Northern Ireland
  )\b`

/**
 * "Not available in Scotland", "we are keen to hear from Wales", "if your project is in Wales", "a
 * similar scheme in Scotland".
 */
export const OTHER_STATEMENT = words`
  # negative or partial words
  \b(?:not(?! (?:only|just|for|limited))|n['’]t|cannot|never|except\w*|particularly|
    especially|keen|prefer\w*|priorit\w+|encourag\w+|welcom\w+|recent|previous\w*|awarded|
    last year|contact|devolved|for example|e\.g\.|such as|more than \d|by a \w+ based|similar|
    inspired|pilot|success|evidence|data|shows|statistics|laws?|governed|offices?|
    training days?|dinner|held|partners|higher|rateable|made in|one in \w+|of their own)\b|
  # if you
  ^if (?:you|your|it|the)\b`

export const IN_ONE = cased`
  # in one nation
  \b(?:in|within|across|throughout|outside(?: of)?|outwith) (?:the )?
  (?:rural |local |central |(?:[\w-]+ )?(?:north|south|east|west)[\w ]*of )?${NATION}|
  # bodies of one nation
  ^(?:Welsh|Scottish|English) (?!medium|language|must|is|should|speak)[a-z]`
