/** Phrases for applicants that are included or excluded. */
import { pattern, words, wordsWith } from './words.ts'

/** Words of one clause; the dot of "£2.5m" ends none. */
const W = pattern`(?:[^.;:]|\.(?=\w))`
const WHOM = pattern`(${W}+)`
const FIRST = pattern`(${W}{3,140}?)`
const ADVERBS = pattern`
  (?:
    (?:now|again|then|all|both|each|also|only|currently|directly|solely|exclusively|warmly|very|
      either|therefore|normally) )*`
const REQUIRED = pattern`
  (?:applications?|bids?|proposals?|requests?|expressions of interest|enquiries|appeals|submissions)`
const GIVEN = pattern`
  (?:grants?|funding|awards?|funds?|money|support|financial (?:help|support|assistance)|assistance|
    donations|vouchers?)`
const OFFER = pattern`
  (?:${GIVEN}|${REQUIRED}|scheme|programme|competition|opportunity|call|it|round|both|pot|
    \b[A-Z]{3,6}\b|we (?:are|is)|that|which)`
/** Verbs of included applicants. */
const APPLY = pattern`
  (?:apply|bid|qualify|
    (?:ask for|have|receive|get|be (?:given|awarded)) (?:an? |any |our |the )?
    (?:grants?|money|funding|support)|
    submit (?:an? )?(?:applications?|bids?|proposals?)|send (?:in |us )?(?:an? |their )?applications?|
    use (?:this|the|our) (?:scheme|fund|grant))`
const ALLOWED = pattern`(?:able|eligible|allowed|permitted|invited|welcome|free)`
/** Words for applicants. */
const APPLICANT = pattern`
  (?:
    (?:(?:all|any|each|every|eligible|lead|main|the|your|an?|applying) )*
    (?:applicants?(?: organi[sz]ations?)?|(?:lead |applicant )?organi[sz]ations?|groups?|bod(?:y|ies)|
      business(?:es)?|club|company|lead|organi[sz]ation making the application)|
    you|anyone|whoever)
  (?:(?: (?:who|that)(?: is| are)?)? appl(?:y|ies|ying))?`
const A = pattern`(?:an? |one of |either (?:an? )?|both )?`
const MUST = pattern`(?:must|should|shall|needs? to|ha(?:ve|s) to)`
/** How something is done, or will be: "will only be", "can be". */
const IS = pattern`(?:are|is|(?:will|can|may|shall)(?: (?:now|only|currently))* be)`
const NOT = pattern`
  (?:(?:is|are|was|were|will|can|could|may|do|does|should|need) ?(?:not|n['’]t)|cannot|can['’]t|
    won['’]t|(?:are |is )?(?:unable|not able|no longer able) to|no longer)`

/**
 * Patterns of inclusion; the first group is the applicant. A sentence about usual recipients
 * excludes no applicant, unless it says "only".
 */
export const ADMITS: readonly RegExp[] = [
  // only charities can apply
  words`
    \bonly ${FIRST} (?:can|may|(?:are|is|will be) (?:able|eligible)|
      will be (?:funded|considered|supported)|should)\b`,
  // charities can apply
  words`
    ^${FIRST} (?:
      (?:(?:can|may|(?:are|is) ${ADVERBS}${ALLOWED} to) ${ADVERBS}${APPLY}|
        (?:are|is) who (?:this|the|our) \w+ (?:is|are) for
      )\b(?! (?:for|if) (?:this|the|an?) (?:part|strand|element|additional|second))|
      (?:are|is) ${ADVERBS}eligible
      (?: (?:for (?:funding|consideration|this|the|our|support|an award|an? grants?|grants?)|
          to apply)\b|
        \.|$)
    )`,
  // grants are open to charities
  words`
    \b${OFFER}(?:${W}{0,60}? (?:is|are))? ${ADVERBS}
    (?:open|available|offered|restricted|limited) ${ADVERBS}
    (?:to|(?<=(?:open|available) )for) (?:applications from )?${WHOM}`,
  // open to charities, first in a sentence
  words`
    (?:^|\b(?:grants?|fund|scheme|programme|competition|is|are) )(?:open|available) (?:only )?
    to (?:all )?${WHOM}`,
  // bids are invited from charities
  words`
    \b${REQUIRED}(?: (?:under|to|for)${W}{2,80}?)? ${IS} ${ADVERBS}
    (?:invited|welcomed?|accepted|open|considered|encouraged|sought|requested|taken
    ) ${ADVERBS}from ${WHOM}`,
  // applications must come from charities
  words`
    \b(?:${REQUIRED}|projects?) (?:${MUST}|can|may) (?:only )?
    (?:come|be(?: (?:made|submitted))?)(?: only)? (?:from|by) ${A}${WHOM}`,
  // we consider applications from charities
  words`
    \b(?:only |will )?
    (?:consider|accept|welcom|invit|seek|look|(?<=(?:happy|pleased|able) to )receiv)
    (?:e|s|es|ing|ing for)?
    (?: only)? ${REQUIRED} (?:for (?:grants?|funding|support|assistance|an? (?:\w+ )?grant) )?
    ${ADVERBS}from ${WHOM}`,
  // grants are only made to charities
  words`
    \b(?:grants?|funding|awards) (?:(?:are|is|(?:will|can|may) be) only|(?:will|can|may) only be
    ) (?:made|awarded|given|paid) to ${WHOM}`,
  // we make grants only to charities
  words`
    \b(?:make|give|award|offer|provide)
    s? (?:grants?|funding|awards) (?:only|solely|exclusively) to ${WHOM}`,
  // grants are made only to charities
  words`
    \b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid
    ) (?:only|solely|exclusively) to ${WHOM}`,
  // grants are made to charities only
  words`
    \b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid
    ) to ${FIRST} only\b`,
  // grants go only to charities
  words`
    \b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?
    (?:only|solely) to ${WHOM}`,
  // grants go to charities and to no other body
  words`
    \b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?to ${FIRST}
    ,? (?:only|and (?:to )?(?:nobody|no one|nothing) else)\b`,
  // we fund charities only
  words`\b(?:fund|support|help)s? ${FIRST}(?: only[.;]?$|,? and (?:nobody|no one) else\b)`,
  // we only fund charities
  words`
    \b(?:only|exclusively) (?:work with|fund|support|(?:award|make|give) (?:grants|funding) to)
    s? ${WHOM}`,
  // we fund groups that are one of a list
  words`
    \b(?:fund|support|open to|accept applications from) (?:organi[sz]ations|groups|applicants|
      bodies) (?:that|which|who) are (?:either|one of (?:the following|these))
    \s*:?\s*([^.:]+)`,
  // makes grants to charities
  words`
    \b(?:makes?|gives?|awards?|offers?|provides?) (?:\w+ ){0,2}?
    (?:grants?|funding|awards|support)(?: of ${W}{0,40}?)? to ${WHOM}`,
  // the grant allows charities to claim
  words`\b(?:grants?|funding|scheme|fund|it) (?:allows?|enables?) ${FIRST} to (?:claim|apply|get)\b`,
  // reserved for charities
  words`
    \b(?:money|fund|funding|grants?|scheme|programme|competition|it) (?:is|are) (?:
      (?:meant|intended|there) (?:only|solely)|reserved) for ${WHOM}`,
  // applicants must be charities
  words`
    ^(?:(?:in order )?to (?:be eligible|apply|lead a project|qualify)[^,.;]{0,40}?,? )?
    ${APPLICANT} (?:${MUST}|can|may) be ${A}${WHOM}`,
  // one of the following
  words`
    \b(?:${MUST}|can) be (?:either|
      (?:any )?one of (?:the following|these)(?: types? of (?:organi[sz]ation|applicant|group)s?)?
    )
    \s*:\s*${WHOM}`,
  // eligible applicants are charities
  words`
    ^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups) (?:are|must be|will be)|
      those (?:who|that) (?:may|can) apply are|(?:all )?applicants are) ${A}${WHOM}`,
  // the applicant is a charity
  words`\bthe (?:lead )?applicant(?: organi[sz]ation)? is (?:always )?${A}${WHOM}`,
  // your group must be a charity, to qualify
  words`
    \bqualify ${W}{0,40}\b(?:organi[sz]ations?|applicants?|groups?) must be ${A}([^.;:]+?)
    (?= and the total\b|$|[.;:])`,
  // you can apply if you are a charity
  words`
    \b(?:(?:can|may|eligible to|only) apply|ask (?:us )?for (?:money|a grant|funding)|eligible
    )\b${W}{0,60}? if (?:you(?:['’]re| are)|your organi[sz]ation is) ${A}${WHOM}`,
  // if you are a charity, you can apply
  words`^if you(?:['’]re| are) ${A}${FIRST},? (?:then )?you (?:can|may|are eligible to) apply\b`,
  // apply as a charity
  words`
    ^(?:
      ${APPLICANT} (?:(?:can|may|${MUST}) )?
      (?:(?:operates?|trades?)|(?:be|is) (?:constituted|set up|registered))|
      you can apply) as ${A}${WHOM}`,
  // has charitable status
  words`
    \b(?:ha(?:ve|s)|holds?) (?:an? )?(?:[\w-]+ ){0,3}?
    (
      (?:charit(?:able|y)|not[- ]for[- ]profit|voluntary)
      (?:(?:,| or| and) (?:charitable|not[- ]for[- ]profit|voluntary))*
    ) (?:legal )?
    (?:structure|status|form)\b`,
  // who can apply, with its answer
  words`
    ^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups)|who (?:can|may|could) apply|
      who is (?:eligible|it for)|who (?:it|this) is for|applicants?|open to|applicant types?|
      types? of (?:organi[sz]ation|applicant)|organi[sz]ation types?|eligibility)
    \s*\??\s*[:–—|-]\s*([^.;:]+)`,
]

/**
 * Patterns of exclusion; the first group is the applicant. They are the same three forms, negated.
 */
export const SHUTS_OUT: readonly RegExp[] = [
  // charities cannot apply
  words`
    ^${FIRST} (?:
      ${NOT} ${ADVERBS}(?:be )?${ADVERBS}
      (?:(?:${ALLOWED} to )?(?:${APPLY}|lead)|eligible|accepted|considered|permitted|funded|
        supported|made|given|awarded|paid|offered)|
      (?:are|is|will be) (?:ineligible|excluded|rejected|refused|declined|turned down)|
      (?:are|is|fall)s? outside (?:of )?(?:the |our |this )?
      (?:scope|remit|scheme|fund|programme|grant)
    )\b(?! (?:for|if|to) (?:this (?:part|strand)|the (?:second|first)))`,
  // charities cannot, at the end
  words`^${FIRST} (?:can['’]t|cannot|may not)\.?$`,
  // we do not fund charities
  words`
    (?:\b${NOT}|^not) ${ADVERBS}(?:be )?
    (?:fund|support|assist|
      (?:accept|consider|entertain|respond to|support|take|welcome|fund)(?: any)?
      (?: new)? ${REQUIRED}(?: for ${GIVEN})? (?:from|by|of)|
      (?:make|give|award|provide|pay|offer)(?: any| our)? ${GIVEN}(?: directly)? (?:to|for)|
      (?:made|awarded|given|available|open|offered|paid|provided)(?: directly)? (?:to|for)|
      (?:accepted|considered|invited|taken|welcomed) (?:from|by))
    (?: ${REQUIRED} (?:by|from))?(?: (?:any of )?the following\s*:)? ${WHOM}`,
  // makes no grants to charities
  words`
    \b(?:make|give|award|offer|provide|pay)s? no (?:\w+ )?
    (?:grants?|funding|awards?|money|support) to ${WHOM}`,
  // no grants to charities
  words`
    ^no (?:${GIVEN}|${REQUIRED})(?: (?:are|is|will be|can be))?
    (?: (?:made|given|awarded|accepted|considered))? (?:to|for|from) ${WHOM}`,
  // nothing is given to charities
  words`
    ^(?:nothing (?:is|can be|will be) (?:given|paid|awarded) to|
      (?:we|the (?:\w+ )?(?:scheme|fund|programme|grant|trust)) (?:leave|shut|rule|keep)s? out
    ) ${WHOM}`,
  // this grant is not for charities
  words`
    ^(?:this|the|our|these) (?:grants?|fund|funding|scheme|programme|competition|awards?) (?:is|
      are) not (?:intended )?
    for ${WHOM}`,
  // you cannot apply if you are a charity
  words`
    ^you (?:${NOT} ${ADVERBS}(?:be )?(?:${APPLY}|eligible)|are ineligible)
    (?: for (?:this|the|our) (?:\w+ )?(?:grants?|fund|funding|scheme|programme))? (?:
      if you(?:['’]re| are)|as) (?:an? )?
    ${WHOM}`,
  // applicants must not be charities
  words`
    ^(?:you|(?:the |your )?(?:applicants?|organi[sz]ations?|lead applicants?)) (?:must not|
      cannot|can['’]t|should not|may not) be (?:an? )?
    ${WHOM}`,
  // neither charities nor schools can apply
  words`^neither ${FIRST} (?:can|may|are able to|are eligible|is eligible|will be)\b`,
  // the following cannot apply
  words`
    \b(?:following|these)
    (?: \w+){0,3} (?:are not eligible|cannot apply|can['’]t apply|are ineligible|are excluded|
      will not be considered)
    [^.;:]{0,20}:\s*([^.:]+)`,
  // not eligible, with a list
  words`
    ^(?:exclusions?|excluded(?: applicants)?|not eligible|
      ineligible(?: (?:applicants?|organi[sz]ations?))?|
      (?:we|the trust|the fund|the trustees) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t
      ) (?:fund|support)|
      what (?:we|is) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t|not) (?:fund|support|
        funded|supported)|
      who (?:cannot|can['’]t|may not|is (?:not|un)able to) (?:apply|bid))
    \s*\??\s*[:–—|-]\s*([^.:]+)`,
]

/**
 * "This grant is for charities": only where nothing but kinds of applicants follows, since it may
 * be for anything.
 */
export const IS_FOR = words`
  # This grant is for charities
  ^(?:this|the|our|these|it)?
  (?: ?(?:\w+ )?
    (?:grants?|competition|scheme|fund|programme|funding|opportunity|call|awards?)
  )? (?:is|are) (?:only |exclusively |solely )?
  for ${WHOM}`

export const WHO_HEADING = words`
  ^(?:
  # who can apply
  who (?:can|may|could) apply|who['’]s eligible|
  # funded applicants
  who (?:do )?we (?:can |will )?(?:fund|support)|
  # which organisations can apply
  (?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|
    applicants?|businesses)
  (?: \w+)? (?:can|may|could) apply|
  # who is eligible
  who (?:
    is (?:eligible|it for|
      (?:this|the) (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) (?:is )?for)|
    the (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) is for)|
  # eligible applicants
  eligible (?:applicants|organi[sz]ations)|
  # applicants, or open to
  applicants|open to
  )\b`

/**
 * "Your business must be:", "Eligibility": the items say what the applicant is, not what it has.
 */
export const OF_BEING = words`
  # ends with be or are
  \b(?:be|are|is)(?: (?:an?|either(?: an?)?|one of [^:]*))?\s*:?$|
  # names eligibility
  ^[^:]*\b(?:eligib\w+|criteria|requirements|applicants?)[^:]*:?$`

/** Others may apply too, so that the sentence does not close the circle. */
export const ADDS = words`
  # also, or other applicants
  \b(?:also|too|as well|additionally|
    other (?:organi[sz]ations|bodies|applicants|groups) (?:may|can|will)|
    applications are also|not limited to|in addition|existing applicants)\b|
  # apply through or with another body
  \bapply\b[^.;]{0,20}\b(?:through|via|on behalf|as part of|with|under|as)\b|
  # eligible only under a condition
  \b(?:eligible|apply|bid)\b[^.;]{0,40}\bonly (?:where|if|when|for (?:sites?|work|projects?)
  )\b|
  # can apply only under a condition
  \bcan only (?:apply|bid) (?:where|if|when)\b`

/**
 * "Schools are also eligible", "Companies can apply provided that …": additions to other
 * applicants.
 */
export const ALSO = words`
  # can apply under a condition
  \b(?:can|may) apply,? (?:provided|as long as|so long as|on condition)\b|
  # can also apply
  \b(?:can|may|are|is) also (?:apply|bid|eligible|be (?:considered|eligible)|welcome|
    able to apply)\b|
  # can apply too
  \b(?:can|may) apply (?:too|as well)\b(?! as\b)|
  # also open to
  \balso (?:open|available) to\b`

/** "The small grants strand is open to …" */
export const OF_A_STRAND = words`
  \b(?:
  # a part of the offer
  strand|stream|(?<![-\w] ?)tier(?! local)|lot|pot|element|category|phase|option|route|
  pathway|track
  )\b(?! of (?:organi|applicant))`

/** "Our small grants are for …", "… can apply for the larger award". */
export const OF_A_SIZE = words`
  ^(?:our|the) (?:
  # grants of one size
  small(?:er)?|main|larger?|core|major|micro|medium|mini|standard|quick|rapid|starter|
  development|growth|project|capital|revenue|flagship
  ) (?:\w+ )?(?:grants?|awards?|fund|programme)\b`

/**
 * "…, but not for more than £2,000", "other groups can apply": others may have more, or came
 * before.
 */
export const WITH_OTHERS = words`
  # apply by a date
  \b(?:apply|bid) (?:from|until|after|by) (?:\d|
    (?:early |late )?
    (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)\w*
  )|
  # eligible, but with a limit
  \b(?:apply|eligible|bid)\b[^.;]{0,25}\bbut (?:not|only)\b|
  # others
  ^others?\b`

/** How often, not who: "each business may apply once only". */
export const HOW_OFTEN = words`
  # apply once
  \b(?:apply|bid|submit)
  (?: only)? (?:once|twice|again|
    for (?:only )?(?:one|two|three|a maximum|no more|more than)\b|
    (?:only )?(?:one|two|more than one|up to)\b)|
  # one application per applicant
  \b(?:one|two|three|\d+) applications? (?:per|from (?:each|any|one|an))\b`

/** "We fund organisations, not individuals", "… and not for businesses" */
export const NOT_THOSE = words`
  # charities, not businesses
  (?:,? (?:and|but) not|, not(?![- ]for[- ](?:private[- ])?profit)|,? rather than) (?:
    (?:to|for|from|by) )?
  ((?:an? )?(?!just|only|for|to)\w[^.;:]*)`

/** A refusal that goes on is one of some way to apply, or of some part of the offer. */
export const NARROWED = words`
  ^\s*,?\s*
  (?:(?:to )?(?:apply|lead (?:an? |the )?(?:bid|project|application)) |be considered |
    submit an application )?
  (?:
  # on behalf of another
  on behalf|
  # through another body
  (?:through|via) (?!this|the (?:fund|scheme|grant|programme))|
  # alone or directly
  as\b(?! such)|alone|directly|by (?:themselves|itself)|on their own|in their own|without|
  # under a part of the offer
  under (?!this|the (?:scheme|fund|programme|grant))|
  # until a date
  until|
  # for a purpose
  for (?!this|
    the (?:grants?|fund|scheme|programme|competition|funding|award|
      \w+ (?:fund|grant|scheme|programme))\b|
    funding(?! (?:of|over|above|under|below)\b)|
    grant
    s?\b(?! (?:of|over|above|under|below|larger|bigger|smaller|worth|exceeding|up to|between
      )\b
    )|
    our|support|a grant|any)|
  # under a condition
  more than|if|where|when|unless|
  # to another body
  to (?!apply|receive|bid|be|lead|this|the (?:fund|scheme|programme|grant)\b)|
  # in a round, or with a condition
  in (?:round|phase|strand|stage)\b|but (?:may|can|could)|although|with\b
  )`

/** Qualities that do not distinguish kinds of applicants. */
export const NOT_WHO = words`
  ^(?:
  # a negative or a size
  non-(?!profit|for|gov)|newer|younger|smaller|larger|bigger|few|fewer|hardly|scarcely|some|
  many|most|not(?![- ](?:for|just))|each|every|any one|resident (?:in|of|within|at)\b|aged|
  # only a quality of an applicant
  (?!
    (?:registered|(?:un|in)?(?:constituted|incorporated)|existing|established|recogni[sz]ed|
      accredited)\b
  )
  \w+
  (?:ing|ed)\b(?!
    ,? (?:charit|organi|compan|communit|group|by|voluntary|not|non|social|club|business|school
    )
  )|
  # a number of applications
  (?:one|two|three|\d+) (?:application|bid|proposal|grant|award)|
  # able, aware or compliant
  able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|
  spent|made|used|located|available|complete|for (?:private|commercial)|based|more than|
  at least|over|under|part
  )\b`

/** "Your organisation must be based in the UK and be one of the following:" */
export const IS_ONE_OF = words`
  # your organisation must be one of a list
  \b(?:organi[sz]ations?|applicants?|groups?|you|lead)\b[^:]*\bbe (?:an? |either )?
  (?:(?:any )?one of (?:the following|these)[^:]*)?:?\s*$`

export const NARROWER_KIND = words`
  \b(?:
  # a relative clause
  (?:that|which|who)(?! (?:is|are) (?:an? )?(?:[\w-]+ )?charit)|
  # with a condition
  as long as|provided|with|including companies limited
  )\b.*$`

/** "from individuals and from councils other than for schools": the exception is the councils'. */
export const EXCEPTED = words`
  # from individuals and from councils other than for schools
  ,? (?:and|or|nor) (?=(?:to|from|for|by) )
  [^,.;]*?\b(?:other than|except|apart from)\b[^.;]*?
  (?= (?:are|is|will|can|cannot)\b|[.;]|$)`

/** "We only make grants to organisations" */
export const TO_ORGANISATIONS = words`
  # grants are made to organisations
  \b(?:grants?|awards?|funding) (?:are|is|can be|will be) (?:only )?
  (?:made|given|awarded) (?:only )?to organi[sz]ations only\b|
  # only makes grants to organisations
  \bonly (?:make|give|award)s? (?:grants?|awards?|funding) to organi[sz]ations\.?$`

export const KIND_MODIFIER = words`
  \s(?:
  # begins a modifier
  with|that|which|who|whose|where|having|based|registered (?=in|with)|working|operating|
  located|in|within|from|for|of|under|at
  )\b.*$`

export const OTHER_COUNCIL = wordsWith('g')`
  # the council that gives
  ^the (?:\w+ ){0,2}council\b.*|\bto the (?:[A-Z]\w+ )*[Cc]ouncil\b|
  # run or funded by a council
  \b(?:maintained|funded|run|managed|owned) by [^,.;]*?
  (?:council|authority|authorities|government)\b`

export const ABOUT_APPLYING = words`
  \b(?:
  # words about applying and funding
  apply|eligible|fund|funded|funders?|help|support|applications?|applicants?|
  organi[sz]ations?|you are|you['’]re|awarded|grants?|who|exclu\w*|ineligible
  )\b`
