/** Phrases that the reader looks for in a whole text. */
import { words, wordsWith } from './words.ts'

export const NAMES_APPLICANTS = words`
  # part of a word for applicants
  charit|group|organi|business|compan|school|council|authorit|individual|communit|volunt|
  universit|farm|trader|SME|enterpr|C[IL][COG]|club|trust|profit|public|person|societ|
  church|college|land|nurser|firm|acad|educat|employ|freelanc|househol|home|resident|VC[SF]|
  sector|HE[IP]|NHS|polic|fire|emergenc|health|government|NDPB|Crown|bod(?:y|ies)|associat|
  institut|PTA|TRA|PCC|CASC|CBS|hospice|artist|hall|worship|mutual|co-?op|union|start-?up|
  start ups?|partner|forces|crofter|grower|forester|manufactur|retail|entrepreneur|LLP|
  research`

export const REQUIREMENT = words`
  \b(?:
  # must or cannot
  must|cannot|can['’]t|can not|only (?:be|apply|open)|(?:not|in)[ -]?eligible|required to|
  # not be funded
  not be (?:given|paid|funded|considered|used)|
  # need to, or will not
  need to|has to be|have to be|may not|are excluded|will not
  )\b`

export const LETS_IN = words`
  # so can schools
  ^so (?:can|may) \w|
  # everyone can
  \b(?:everybody|everyone|anybody|anyone)\b[^.;]*\b(?:can|may)\b|
  # means or includes
  \b(?:means?|includes?|including|included|defined as|counts? as|(?:have|has) also supported
  )\b|
  # others can apply
  \b(?:others?|everyone else|anyone else)\b[^.;]*\b(?:can|may|should|apply|up to)\b|
  # can or are eligible
  \b(?:can|may|are able to|are eligible|is eligible|welcome[sd]?|open to|available to|also
  )\b[^.;]*\b(?:apply|applications?|applicants?|eligible|bid|funded|considered)\b|
  # applications from
  \b(?:applications?|eligible|apply|open|available)\b[^.;]*\b(?:from|to|
    if you(?:['’]re| are))\b|
  # can fund
  \b(?:may|can|will|also)\b[^.;]{0,30}\b(?:consider|accept|fund)(?:ed)?\b|
  # open to all
  \bopen to (?:all|any|every)`

/** Lists of partners, beneficiaries, funders and costs name kinds that do not apply. */
export const BEARS_ON_OTHERS = words`
  \b(?:
  # partners, beneficiaries and funders
  partner\w*|benefit\w*|work with|support(?:ing)?|collaborat\w+|from other|funders?|costs?|
  spend|used|pay for|match|advice|contact|outcomes?|priorit\w+
  )\b`

export const OF_SOME = words`
  # applicants that meet a condition
  ^(.{3,90}?)
  ,? (?:that|which|who|whose|unless
  )\b(?! (?:is|are) not (?:an? )?(?:registered )?
    (?:charit|compan|constituted|not-for-profit)
  )`

export const OPEN_TO_OTHERS = words`
  # others
  ^others?\b|
  # open to all
  \bopen to (?:all|everybody)(?=\s*(?:[.;,]|$|who\b|types\b|kinds\b|applicants\b))|
  # everyone
  \b(?:every|any)(?:one|body)(?: else)?\b|
  # any organisation, or others
  \b(?:any (?:\w+ )?(?:organi[sz]ation|applicant|entity)|
    other (?:\w+ )?(?:organi[sz]ations|bodies|applicants|groups|types)|
    all (?:organi[sz]ations|types))\b`

/** Participants next to the applicant. */
export const AS_PARTNER = words`
  \b(?:
  # as a partner
  as (?:an? )?(?:\w+ )?(?:partners?|collaborators?|subcontractors?)|
  # partners
  ^(?:(?:other|project|all) )*partners?\b|
  # be a partner
  (?:be|is|are) (?:a partner|partners|involved)\b|
  # work with
  ^(?:to )?(?:collaborate|partner|work) with|
  # your partners
  ^your partners?|can partner with|can share up to|must work with other
  )\b`

/** The council that gives, and councils that are no authorities. */
export const COUNCIL = wordsWith('gi')`
  # the council
  \b(?:the|your|our|this|their) (?:[\w/-]+ ){0,2}(?:council|authority)(?:['’]s)?\b|
  # sports and arts councils
  \b(?:sports|arts|research) councils?\b`

/**
 * Words for kinds of applicants that speak of something else: an individual basis, a council's tax,
 * charitable purposes, an Act.
 */
export const NO_APPLICANT = wordsWith('gi')`
  # open to the public
  \b(?:facilit\w+|buildings?|halls?|spaces?|venues?|sites?|events?|activit\w+|premises|
    projects?) (?:(?!can|may)\w+ ){0,3}
  open to [^.;,]*|
  # individual awards
  \bindividual (?=
    (?:basis|merits?|projects?|grants?|awards?|applications?|circumstances|clubs?|business\w*|
      items?|needs?|costs?|cases?|level|sites?|organi[sz]ations?)\b
  )|
  # a body's money, lease or property
  \b(?:(?:local )?authority|council|public[- ]sector|private[- ]sector|business|school|
    community|charity) (?=
    (?:areas?|tax|rates?|support|funding|boundar\w+|polic\w+|websites?|officers?|guidelines?|
      objectives?|priorities|plans?|members?|premises|hours|holidays?|(?:bank )?accounts?|name|
      procurement|subsid\w+|number|register)\b
  )|
  # charitable purposes
  \bcharitable (?=
    (?:objectives?|objects?|purposes?|causes?|aims?|status|activit\w+|work|giving)\b)|
  # partnerships with, and local government as a name
  \bLocal Government(?= \(| Act)|\bbenefit (?:to|of|for) [^.;,]*|
  \bpartnerships?(?: with [^.;,]*)?\b|
  # consent of another
  \b(?:agreement|permission|consent|support) (?:of|from) [^.;,]*|
  # paid to another
  \bpaid to [^.;,]*|
  # run by another
  \b(?:covered|supported|supplied|installed|led|run|owned) by [^.;,]*|
  # on behalf of another
  \bon behalf of [^.;]*|\bcustomers?,? which [^.;]*|
  # work in institutions
  \b(?:work|services?|projects?|activit\w+) in (?:\w+ )?
  (?:institutions|schools|hospitals|colleges)\b|
  # work with another
  \b(?:collaborat\w+|work\w*(?: \w+)?|partner\w*) with (?:\([^)]*\)|[^.;,(])*
  (?:, (?:such as|including|like) [^.;(]*)?|
  # not individuals
  \bnot (?:to )?(?:an? )?individuals?\b`

/** Residents of a place are beneficiaries; only included applicants apply. */
export const BENEFICIARIES = wordsWith('gi')`
  \b(?:
  # residents and other persons
  individuals?|persons?|(?:local )?residents?|households?|householders?|homeowners?|
  members of the public|artists?
  )\b`

export const SENT_AWAY = words`
  # should use another scheme
  \b(?:have to|must|should|need to|can|may|please) (?:use|apply|look|see|go|turn|visit|
    contact)\b[^.;]*\binstead\b|
  # a separate fund
  \b(?:have|has|is|are) (?:a|covered by a|served by a|funded by a|under a) (?:separate|
    different) (?:fund|scheme|programme|grant)|
  # see our other fund
  \bplease (?:see|use|look at|go to|refer to|visit) (?:the|our) (?:[\w’'-]+ ){0,4}
  (?:fund|scheme|programme|grants?|guidance)\b`

export const ELSEWHERE_IN_UK = words`
  # from elsewhere
  \b(?:from|based|living|working) elsewhere\b[^.;]*\b(?:can|may|are|will)\b(?! not)|
  # elsewhere in the UK
  \b(?:(?:an)?other parts? of|elsewhere in|anywhere in|the rest of) the (?:UK|United Kingdom
  )\b`

export const REFUSED_IF = words`
  # cannot apply if
  ^[^.;]{0,60}?\b(?:cannot|can['’]t|can not|may not|not eligible|ineligible|
    not be (?:eligible|considered|able to apply)|unable to)
  (?: to)?(?: apply| bid| be considered| receive (?:funding|a grant))?
  (?: (?:for|to) (?:this|the|a|our|any) (?:\w+ )?
    (?:grants?|fund|funding|scheme|programme|award|competition)
  )?
  ,? (?:only )?if (you|your|the applicant|it|they)\b(.+)$`

export const IF_REFUSED = words`
  # if you …, you cannot apply
  ^if (you|your|the applicant)\b([^,]+),? (?:then )?(?:you|it|they|your \w+)
  (?: \w+)? (?:cannot apply|can['’]t apply|are not eligible|is not eligible|
    will not be (?:eligible|considered|able to apply)|are ineligible|may not apply|
    cannot be considered)
  [^,;]{0,40}$`

/**
 * "£500 from one councillor, but several may support it": what comes after "but" and demands
 * nothing takes back what stood before it. On 252 unseen pages such limits were wrong more often
 * than not.
 */
export const TURNED = words`
  # words before but
  ^(.+?),? but,? (?!(?:also|for|only)\b)
  (?!
    [^;.]*
    (?:
      \b(?:must|cannot|can['’]t|only|not|no|never|maximum|exceed\w*|appl(?:y|ies)|needs?|
        priority)\b|
      n['’]t\b)
  )
  [^;.]+[;.]?$`
