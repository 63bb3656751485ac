/** Phrases for applicants that are included or excluded. */
import { type PhraseTable, type PhraseTables, pattern } from './table.ts'

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
export const ADMITS_PHRASES: PhraseTable = {
  flags: 'i',
  phrases: [
    {
      meaning: 'only charities can apply',
      phrase: pattern`
        \bonly ${FIRST} (?:can|may|(?:are|is|will be) (?:able|eligible)|
          will be (?:funded|considered|supported)|should)\b`,
      like: ['Only SMEs can apply.'],
      unlike: ['SMEs can apply.'],
    },
    {
      meaning: 'charities can apply',
      phrase: pattern`
        ^${FIRST} (?:
          (?:(?:can|may|(?:are|is) ${ADVERBS}${ALLOWED} to) ${ADVERBS}${APPLY}|
            (?:are|is) who (?:this|the|our) \w+ (?:is|are) for
          )\b(?! (?:for|if) (?:this|the|an?) (?:part|strand|element|additional|second))|
          (?:are|is) ${ADVERBS}eligible
          (?: (?:for (?:funding|consideration|this|the|our|support|an award|an? grants?|grants?)|
              to apply)\b|
            \.|$)
        )`,
      like: ['Charities can apply.'],
      unlike: ['a.a is invited to receive grant for the part', 'can apply.'],
    },
    {
      meaning: 'grants are open to charities',
      phrase: pattern`
        \b${OFFER}(?:${W}{0,60}? (?:is|are))? ${ADVERBS}
        (?:open|available|offered|restricted|limited) ${ADVERBS}
        (?:to|(?<=(?:open|available) )for) (?:applications from )?${WHOM}`,
      like: ['Grants are open to charities.'],
      unlike: ['Grants are open to.'],
    },
    {
      meaning: 'open to charities, first in a sentence',
      phrase: pattern`
        (?:^|\b(?:grants?|fund|scheme|programme|competition|is|are) )(?:open|available) (?:only )?
        to (?:all )?${WHOM}`,
      like: ['Open to farmers.'],
      unlike: ['Open to.'],
    },
    {
      meaning: 'bids are invited from charities',
      phrase: pattern`
        \b${REQUIRED}(?: (?:under|to|for)${W}{2,80}?)? ${IS} ${ADVERBS}
        (?:invited|welcomed?|accepted|open|considered|encouraged|sought|requested|taken
        ) ${ADVERBS}from ${WHOM}`,
      like: ['bids are invited from schools'],
      unlike: ['bids are from schools'],
    },
    {
      meaning: 'applications must come from charities',
      phrase: pattern`
        \b(?:${REQUIRED}|projects?) (?:${MUST}|can|may) (?:only )?
        (?:come|be(?: (?:made|submitted))?)(?: only)? (?:from|by) ${A}${WHOM}`,
      like: ['Applications must come from charities.'],
      unlike: ['must come from charities.'],
    },
    {
      meaning: 'we consider applications from charities',
      phrase: pattern`
        \b(?:only |will )?
        (?:consider|accept|welcom|invit|seek|look|(?<=(?:happy|pleased|able) to )receiv)
        (?:e|s|es|ing|ing for)?
        (?: only)? ${REQUIRED} (?:for (?:grants?|funding|support|assistance|an? (?:\w+ )?grant) )?
        ${ADVERBS}from ${WHOM}`,
      like: ['We will not consider requests from individuals.'],
      unlike: ['We will not consider requests from.'],
    },
    {
      meaning: 'grants are only made to charities',
      phrase: pattern`
        \b(?:grants?|funding|awards) (?:(?:are|is|(?:will|can|may) be) only|(?:will|can|may) only be
        ) (?:made|awarded|given|paid) to ${WHOM}`,
      like: ['Grants can only be made to schools.'],
      unlike: ['Grants can only be made to.'],
    },
    {
      meaning: 'we make grants only to charities',
      phrase: pattern`
        \b(?:make|give|award|offer|provide)
        s? (?:grants?|funding|awards) (?:only|solely|exclusively) to ${WHOM}`,
      like: ['We make grants only to charities.'],
      unlike: ['We make grants only to.'],
    },
    {
      meaning: 'grants are made only to charities',
      phrase: pattern`
        \b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid
        ) (?:only|solely|exclusively) to ${WHOM}`,
      like: ['Grants are made only to registered charities.'],
      unlike: ['are made only to registered charities.'],
    },
    {
      meaning: 'grants are made to charities only',
      phrase: pattern`
        \b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid
        ) to ${FIRST} only\b`,
      like: ['Grants are awarded to charities and voluntary groups only.'],
      unlike: ['Grants are to charities and voluntary groups only.'],
    },
    {
      meaning: 'grants go only to charities',
      phrase: pattern`
        \b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?
        (?:only|solely) to ${WHOM}`,
      like: ['Grants go only to charities.'],
      unlike: ['Grants go only to.'],
    },
    {
      meaning: 'grants go to charities and to no other body',
      phrase: pattern`
        \b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?to ${FIRST}
        ,? (?:only|and (?:to )?(?:nobody|no one|nothing) else)\b`,
      like: ['Grants go to charities only.'],
      unlike: ['Grants go to only.'],
    },
    {
      meaning: 'we fund charities only',
      phrase: pattern`
        \b(?:fund|support|help)s? ${FIRST}(?: only[.;]?$|,? and (?:nobody|no one) else\b)`,
      like: ['We fund charities only.'],
      unlike: ['We fund only.'],
    },
    {
      meaning: 'we only fund charities',
      phrase: pattern`
        \b(?:only|exclusively) (?:work with|fund|support|(?:award|make|give) (?:grants|funding) to)
        s? ${WHOM}`,
      like: ['We only fund registered charities.'],
      unlike: ['We fund registered charities.'],
    },
    {
      meaning: 'we fund groups that are one of a list',
      phrase: pattern`
        \b(?:fund|support|open to|accept applications from) (?:organi[sz]ations|groups|applicants|
          bodies) (?:that|which|who) are (?:either|one of (?:the following|these))
        \s*:?\s*([^.:]+)`,
      like: ['We fund groups that are either: charities or schools'],
      unlike: ['We fund that are either: charities or schools'],
    },
    {
      meaning: 'makes grants to charities',
      phrase: pattern`
        \b(?:makes?|gives?|awards?|offers?|provides?) (?:\w+ ){0,2}?
        (?:grants?|funding|awards|support)(?: of ${W}{0,40}?)? to ${WHOM}`,
      like: ['The trust makes grants to charities.'],
      unlike: ['The trust makes grants to.'],
    },
    {
      meaning: 'the grant allows charities to claim',
      phrase: pattern`
        \b(?:grants?|funding|scheme|fund|it) (?:allows?|enables?) ${FIRST} to (?:claim|apply|get)\b`,
      like: ['The grant allows charities to claim.'],
      unlike: ['The grant allows to claim.'],
    },
    {
      meaning: 'reserved for charities',
      phrase: pattern`
        \b(?:money|fund|funding|grants?|scheme|programme|competition|it) (?:is|are) (?:
          (?:meant|intended|there) (?:only|solely)|reserved) for ${WHOM}`,
      like: ['Funding is reserved for universities.'],
      unlike: ['Funding is reserved for.'],
    },
    {
      meaning: 'applicants must be charities',
      phrase: pattern`
        ^(?:(?:in order )?to (?:be eligible|apply|lead a project|qualify)[^,.;]{0,40}?,? )?
        ${APPLICANT} (?:${MUST}|can|may) be ${A}${WHOM}`,
      like: ['You must be an SME.'],
      unlike: ['You be an SME.'],
    },
    {
      meaning: 'one of the following',
      phrase: pattern`
        \b(?:${MUST}|can) be (?:either|
          (?:any )?one of (?:the following|these)(?: types? of (?:organi[sz]ation|applicant|group)s?)?
        )
        \s*:\s*${WHOM}`,
      like: ['Applicants must be one of these: a charity, a school, a council.'],
      unlike: ['Applicants be one of these: a charity, a school, a council.'],
    },
    {
      meaning: 'eligible applicants are charities',
      phrase: pattern`
        ^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups) (?:are|must be|will be)|
          those (?:who|that) (?:may|can) apply are|(?:all )?applicants are) ${A}${WHOM}`,
      like: ['Applicants are usually charities.'],
      unlike: ['are usually charities.'],
    },
    {
      meaning: 'the applicant is a charity',
      phrase: pattern`\bthe (?:lead )?applicant(?: organi[sz]ation)? is (?:always )?${A}${WHOM}`,
      like: ['The applicant is an SME.'],
      unlike: ['The is an SME.'],
    },
    {
      meaning: 'your group must be a charity, to qualify',
      phrase: pattern`
        \bqualify ${W}{0,40}\b(?:organi[sz]ations?|applicants?|groups?) must be ${A}([^.;:]+?)
        (?= and the total\b|$|[.;:])`,
      like: [
        'To qualify for a grant, your group must be a properly constituted voluntary organisation.',
      ],
      unlike: ['To for a grant, your group must be a properly constituted voluntary organisation.'],
    },
    {
      meaning: 'you can apply if you are a charity',
      phrase: pattern`
        \b(?:(?:can|may|eligible to|only) apply|ask (?:us )?for (?:money|a grant|funding)|eligible
        )\b${W}{0,60}? if (?:you(?:['’]re| are)|your organi[sz]ation is) ${A}${WHOM}`,
      like: ["you can apply if you're a business"],
      unlike: ['you can apply if a business'],
    },
    {
      meaning: 'if you are a charity, you can apply',
      phrase: pattern`
        ^if you(?:['’]re| are) ${A}${FIRST},? (?:then )?you (?:can|may|are eligible to) apply\b`,
      like: ['If you are a charity, you can apply.'],
      unlike: ['If you are a you can apply.'],
    },
    {
      meaning: 'apply as a charity',
      phrase: pattern`
        ^(?:
          ${APPLICANT} (?:(?:can|may|${MUST}) )?
          (?:(?:operates?|trades?)|(?:be|is) (?:constituted|set up|registered))|
          you can apply) as ${A}${WHOM}`,
      like: ['You can apply as a sole trader, a partnership or a limited company.'],
      unlike: ['You can as a sole trader, a partnership or a limited company.'],
    },
    {
      meaning: 'has charitable status',
      phrase: pattern`
        \b(?:ha(?:ve|s)|holds?) (?:an? )?(?:[\w-]+ ){0,3}?
        (
          (?:charit(?:able|y)|not[- ]for[- ]profit|voluntary)
          (?:(?:,| or| and) (?:charitable|not[- ]for[- ]profit|voluntary))*
        ) (?:legal )?
        (?:structure|status|form)\b`,
      like: ['• Have a bona fide UK charitable or not-for-profit legal structure'],
      unlike: ['• Have a bona fide UK charitable or legal structure'],
    },
    {
      meaning: 'who can apply, with its answer',
      phrase: pattern`
        ^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups)|who (?:can|may|could) apply|
          who is (?:eligible|it for)|who (?:it|this) is for|applicants?|open to|applicant types?|
          types? of (?:organi[sz]ation|applicant)|organi[sz]ation types?|eligibility)
        \s*\??\s*[:–—|-]\s*([^.;:]+)`,
      like: ['Who can apply: colleges'],
      unlike: ['Who can apply:'],
    },
  ],
}

/**
 * Patterns of exclusion; the first group is the applicant. They are the same three forms, negated.
 */
export const SHUTS_OUT_PHRASES: PhraseTable = {
  flags: 'i',
  phrases: [
    {
      meaning: 'charities cannot apply',
      phrase: pattern`
        ^${FIRST} (?:
          ${NOT} ${ADVERBS}(?:be )?${ADVERBS}
          (?:(?:${ALLOWED} to )?(?:${APPLY}|lead)|eligible|accepted|considered|permitted|funded|
            supported|made|given|awarded|paid|offered)|
          (?:are|is|will be) (?:ineligible|excluded|rejected|refused|declined|turned down)|
          (?:are|is|fall)s? outside (?:of )?(?:the |our |this )?
          (?:scope|remit|scheme|fund|programme|grant)
        )\b(?! (?:for|if|to) (?:this (?:part|strand)|the (?:second|first)))`,
      like: ['Charities cannot apply.'],
      unlike: ['a.a is outside scheme for the second', 'cannot apply.'],
    },
    {
      meaning: 'charities cannot, at the end',
      phrase: pattern`^${FIRST} (?:can['’]t|cannot|may not)\.?$`,
      like: ['Charities cannot.'],
      unlike: ['cannot.'],
    },
    {
      meaning: 'we do not fund charities',
      phrase: pattern`
        (?:\b${NOT}|^not) ${ADVERBS}(?:be )?
        (?:fund|support|assist|
          (?:accept|consider|entertain|respond to|support|take|welcome|fund)(?: any)?
          (?: new)? ${REQUIRED}(?: for ${GIVEN})? (?:from|by|of)|
          (?:make|give|award|provide|pay|offer)(?: any| our)? ${GIVEN}(?: directly)? (?:to|for)|
          (?:made|awarded|given|available|open|offered|paid|provided)(?: directly)? (?:to|for)|
          (?:accepted|considered|invited|taken|welcomed) (?:from|by))
        (?: ${REQUIRED} (?:by|from))?(?: (?:any of )?the following\s*:)? ${WHOM}`,
      like: ["We don't support individuals."],
      unlike: ["We don't support."],
    },
    {
      meaning: 'makes no grants to charities',
      phrase: pattern`
        \b(?:make|give|award|offer|provide|pay)s? no (?:\w+ )?
        (?:grants?|funding|awards?|money|support) to ${WHOM}`,
      like: ['We make no grants to individuals or businesses.'],
      unlike: ['We make no to individuals or businesses.'],
    },
    {
      meaning: 'no grants to charities',
      phrase: pattern`
        ^no (?:${GIVEN}|${REQUIRED})(?: (?:are|is|will be|can be))?
        (?: (?:made|given|awarded|accepted|considered))? (?:to|for|from) ${WHOM}`,
      like: ['No grants to individuals.'],
      unlike: ['No grants to.'],
    },
    {
      meaning: 'nothing is given to charities',
      phrase: pattern`
        ^(?:nothing (?:is|can be|will be) (?:given|paid|awarded) to|
          (?:we|the (?:\w+ )?(?:scheme|fund|programme|grant|trust)) (?:leave|shut|rule|keep)s? out
        ) ${WHOM}`,
      like: ['Nothing is given to individuals.'],
      unlike: ['Nothing is given to.'],
    },
    {
      meaning: 'this grant is not for charities',
      phrase: pattern`
        ^(?:this|the|our|these) (?:grants?|fund|funding|scheme|programme|competition|awards?) (?:is|
          are) not (?:intended )?
        for ${WHOM}`,
      like: ['This grant is not for individuals or for-profit businesses.'],
      unlike: ['This is not for individuals or for-profit businesses.'],
    },
    {
      meaning: 'you cannot apply if you are a charity',
      phrase: pattern`
        ^you (?:${NOT} ${ADVERBS}(?:be )?(?:${APPLY}|eligible)|are ineligible)
        (?: for (?:this|the|our) (?:\w+ )?(?:grants?|fund|funding|scheme|programme))? (?:
          if you(?:['’]re| are)|as) (?:an? )?
        ${WHOM}`,
      like: ['You are not eligible if you are an individual.'],
      unlike: ['You are not if you are an individual.'],
    },
    {
      meaning: 'applicants must not be charities',
      phrase: pattern`
        ^(?:you|(?:the |your )?(?:applicants?|organi[sz]ations?|lead applicants?)) (?:must not|
          cannot|can['’]t|should not|may not) be (?:an? )?
        ${WHOM}`,
      like: ['You must not be a franchise, charity or in the wholesale sector.'],
      unlike: ['You not be a franchise, charity or in the wholesale sector.'],
    },
    {
      meaning: 'neither charities nor schools can apply',
      phrase: pattern`
        ^neither ${FIRST} (?:can|may|are able to|are eligible|is eligible|will be)\b`,
      like: ['Neither individuals nor businesses can apply.'],
      unlike: ['individuals nor businesses can apply.'],
    },
    {
      meaning: 'the following cannot apply',
      phrase: pattern`
        \b(?:following|these)
        (?: \w+){0,3} (?:are not eligible|cannot apply|can['’]t apply|are ineligible|are excluded|
          will not be considered)
        [^.;:]{0,20}:\s*([^.:]+)`,
      like: ['Businesses in the following sectors cannot apply: banks, insurers.'],
      unlike: ['Businesses in the sectors cannot apply: banks, insurers.'],
    },
    {
      meaning: 'not eligible, with a list',
      phrase: pattern`
        ^(?:exclusions?|excluded(?: applicants)?|not eligible|
          ineligible(?: (?:applicants?|organi[sz]ations?))?|
          (?:we|the trust|the fund|the trustees) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t
          ) (?:fund|support)|
          what (?:we|is) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t|not) (?:fund|support|
            funded|supported)|
          who (?:cannot|can['’]t|may not|is (?:not|un)able to) (?:apply|bid))
        \s*\??\s*[:–—|-]\s*([^.:]+)`,
      like: ['Not eligible: individuals, businesses'],
      unlike: ['Not : individuals, businesses'],
    },
  ],
}

export const APPLICANT_TYPE_RULE_PHRASES = {
  /** "This grant is for charities": only where nothing but kinds of applicants follows, since it may be for anything. */
  IS_FOR: {
    flags: 'i',
    phrases: [
      {
        meaning: 'This grant is for charities',
        phrase: pattern`
          ^(?:this|the|our|these|it)?
          (?: ?(?:\w+ )?
            (?:grants?|competition|scheme|fund|programme|funding|opportunity|call|awards?)
          )? (?:is|are) (?:only |exclusively |solely )?
          for ${WHOM}`,
        like: ['This grant is for charities'],
        unlike: ['This grant is for'],
      },
    ],
  },
  WHO_HEADING: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'who can apply',
        phrase: pattern`who (?:can|may|could) apply|who['’]s eligible`,
        like: ['Who can apply'],
        unlike: ['Who can'],
      },
      {
        meaning: 'funded applicants',
        phrase: pattern`who (?:do )?we (?:can |will )?(?:fund|support)`,
        like: ['Who we fund'],
        unlike: ['Who we'],
      },
      {
        meaning: 'which organisations can apply',
        phrase: pattern`
          (?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|
            applicants?|businesses)
          (?: \w+)? (?:can|may|could) apply`,
        like: ['Which organisations can apply?'],
        unlike: ['Which can apply?'],
      },
      {
        meaning: 'who is eligible',
        phrase: pattern`
          who (?:
            is (?:eligible|it for|
              (?:this|the) (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) (?:is )?for)|
            the (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) is for)`,
        like: ['Who is it for?'],
        unlike: ['is it for?'],
      },
      {
        meaning: 'eligible applicants',
        phrase: pattern`eligible (?:applicants|organi[sz]ations)`,
        like: ['Eligible organisations'],
        unlike: ['Eligible'],
      },
      {
        meaning: 'applicants, or open to',
        phrase: pattern`applicants|open to`,
        like: ['Open to farmers.'],
        unlike: ['to farmers.'],
      },
    ],
  },
  /**
   * "Your business must be:", "Eligibility": the items say what the applicant is, not what it has.
   */
  OF_BEING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'ends with be or are',
        phrase: pattern`\b(?:be|are|is)(?: (?:an?|either(?: an?)?|one of [^:]*))?\s*:?$`,
        like: ['Your business must be:'],
        unlike: ['Your business must :'],
      },
      {
        meaning: 'names eligibility',
        phrase: pattern`^[^:]*\b(?:eligib\w+|criteria|requirements|applicants?)[^:]*:?$`,
        like: ['Eligibility:'],
        unlike: [],
      },
    ],
  },
  /** Others may apply too, so that the sentence does not close the circle. */
  ADDS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'also, or other applicants',
        phrase: pattern`
          \b(?:also|too|as well|additionally|
            other (?:organi[sz]ations|bodies|applicants|groups) (?:may|can|will)|
            applications are also|not limited to|in addition|existing applicants)\b`,
        like: ['Schools can also apply.'],
        unlike: ['Schools can apply.'],
      },
      {
        meaning: 'apply through or with another body',
        phrase: pattern`
          \bapply\b[^.;]{0,20}\b(?:through|via|on behalf|as part of|with|under|as)\b`,
        like: ['You can apply alone or with others.'],
        unlike: ['You can alone or with others.'],
      },
      {
        meaning: 'eligible only under a condition',
        phrase: pattern`
          \b(?:eligible|apply|bid)\b[^.;]{0,40}\bonly (?:where|if|when|for (?:sites?|work|projects?)
          )\b`,
        like: ['A council may lead on one bid only if it is a small one.'],
        unlike: ['A council may lead on one bid if it is a small one.'],
      },
      {
        meaning: 'can apply only under a condition',
        phrase: pattern`\bcan only (?:apply|bid) (?:where|if|when)\b`,
        like: ['Businesses can only apply if their landlord agrees.'],
        unlike: ['Businesses can only if their landlord agrees.'],
      },
    ],
  },
  /**
   * "Schools are also eligible", "Companies can apply provided that …": additions to other
   * applicants.
   */
  ALSO: {
    flags: 'i',
    phrases: [
      {
        meaning: 'can apply under a condition',
        phrase: pattern`\b(?:can|may) apply,? (?:provided|as long as|so long as|on condition)\b`,
        like: ['Faith groups can apply as long as the activity is not religious.'],
        unlike: ['Faith groups can as long as the activity is not religious.'],
      },
      {
        meaning: 'can also apply',
        phrase: pattern`
          \b(?:can|may|are|is) also (?:apply|bid|eligible|be (?:considered|eligible)|welcome|
            able to apply)\b`,
        like: ['Schools can also apply.'],
        unlike: ['Schools can also.'],
      },
      {
        meaning: 'also open to',
        phrase: pattern`\balso (?:open|available) to\b`,
        like: ['also open to'],
        unlike: ['open to'],
      },
    ],
  },
  /** "The small grants strand is open to …" */
  OF_A_STRAND: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b(?! of (?:organi|applicant))`,
    phrases: [
      {
        meaning: 'a part of the offer',
        phrase: pattern`
          strand|stream|(?<![-\w] ?)tier(?! local)|lot|pot|element|category|phase|option|route|
          pathway|track`,
        like: ['Strand 2 (£5,000)', 'strand'],
        unlike: ['a tier', '2 (£5,000)'],
      },
    ],
  },
  /** "Our small grants are for …", "… can apply for the larger award". */
  OF_A_SIZE: {
    flags: 'i',
    before: pattern`^(?:our|the) (?:`,
    after: pattern`) (?:\w+ )?(?:grants?|awards?|fund|programme)\b`,
    phrases: [
      {
        meaning: 'grants of one size',
        phrase: pattern`
          small(?:er)?|main|larger?|core|major|micro|medium|mini|standard|quick|rapid|starter|
          development|growth|project|capital|revenue|flagship`,
        like: ['The main grants strand is open to charities.', 'the development other programme'],
        unlike: ['The main strand is open to charities.'],
      },
    ],
  },
  /** "…, but not for more than £2,000", "other groups can apply": others may have more, or came before. */
  WITH_OTHERS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'apply by a date',
        phrase: pattern`
          \b(?:apply|bid) (?:from|until|after|by) (?:\d|
            (?:early |late )?
            (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)\w*
          )`,
        like: ['For organisations in England: apply by 1 May.'],
        unlike: ['For organisations in England: by 1 May.'],
      },
      {
        meaning: 'eligible, but with a limit',
        phrase: pattern`\b(?:apply|eligible|bid)\b[^.;]{0,25}\bbut (?:not|only)\b`,
        like: ['Town and parish councils are eligible to apply, but not for more than £2,000.'],
        unlike: ['Town and parish councils are eligible to apply, not for more than £2,000.'],
      },
      {
        meaning: 'others',
        phrase: pattern`^others?\b`,
        like: ['Other local schemes'],
        unlike: ['local schemes'],
      },
    ],
  },
  /** How often, not who: "each business may apply once only". */
  HOW_OFTEN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'apply once',
        phrase: pattern`
          \b(?:apply|bid|submit)
          (?: only)? (?:once|twice|again|
            for (?:only )?(?:one|two|three|a maximum|no more|more than)\b|
            (?:only )?(?:one|two|more than one|up to)\b)`,
        like: ['You can only apply once.'],
        unlike: ['You can only once.'],
      },
      {
        meaning: 'one application per applicant',
        phrase: pattern`\b(?:one|two|three|\d+) applications? (?:per|from (?:each|any|one|an))\b`,
        like: ['Only one application per site.'],
        unlike: ['Only one per site.'],
      },
    ],
  },
  /** "We fund organisations, not individuals", "… and not for businesses" */
  NOT_THOSE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'charities, not businesses',
        phrase: pattern`
          (?:,? (?:and|but) not|, not(?![- ]for[- ](?:private[- ])?profit)|,? rather than) (?:
            (?:to|for|from|by) )?
          ((?:an? )?(?!just|only|for|to)\w[^.;:]*)`,
        like: ['up to, but not including'],
        unlike: [', not for profit to a', 'up to, but not'],
      },
    ],
  },
  /** A refusal that goes on is one of some way to apply, or of some part of the offer. */
  NARROWED: {
    flags: 'i',
    before: pattern`
      ^\s*,?\s*
      (?:(?:to )?(?:apply|lead (?:an? |the )?(?:bid|project|application)) |be considered |
        submit an application )?
      (?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'on behalf of another',
        phrase: pattern`on behalf`,
        like: [', submit an application on behalf of others'],
        unlike: [', submit an on behalf of others'],
      },
      {
        meaning: 'through another body',
        phrase: pattern`(?:through|via) (?!this|the (?:fund|scheme|grant|programme))`,
        like: ['through a partner'],
        unlike: [',submit an application through this', 'a partner'],
      },
      {
        meaning: 'alone or directly',
        phrase: pattern`
          as\b(?! such)|alone|directly|by (?:themselves|itself)|on their own|in their own|without`,
        like: ['directly'],
        unlike: ['be considered as such'],
      },
      {
        meaning: 'under a part of the offer',
        phrase: pattern`under (?!this|the (?:scheme|fund|programme|grant))`,
        like: ['under strand two'],
        unlike: ['submit an application under the scheme', 'strand two'],
      },
      {
        meaning: 'until a date',
        phrase: pattern`until`,
        like: ['until May'],
        unlike: ['May'],
      },
      {
        meaning: 'for a purpose',
        phrase: pattern`
          for (?!this|
            the (?:grants?|fund|scheme|programme|competition|funding|award|
              \w+ (?:fund|grant|scheme|programme))\b|
            funding(?! (?:of|over|above|under|below)\b)|
            grant
            s?\b(?! (?:of|over|above|under|below|larger|bigger|smaller|worth|exceeding|up to|between
              )\b
            )|
            our|support|a grant|any)`,
        like: ['for repairs'],
        unlike: ['submit an application for support', 'repairs'],
      },
      {
        meaning: 'under a condition',
        phrase: pattern`more than|if|where|when|unless`,
        like: ['if they trade'],
        unlike: ['they trade'],
      },
      {
        meaning: 'to another body',
        phrase: pattern`
          to (?!apply|receive|bid|be|lead|this|the (?:fund|scheme|programme|grant)\b)`,
        like: ['to the council'],
        unlike: [',submit an application to the scheme', 'the council'],
      },
      {
        meaning: 'in a round, or with a condition',
        phrase: pattern`in (?:round|phase|strand|stage)\b|but (?:may|can|could)|although|with\b`,
        like: ['in round two'],
        unlike: ['in two'],
      },
    ],
  },
  /** Qualities that do not distinguish kinds of applicants. */
  NOT_WHO: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'a negative or a size',
        phrase: pattern`
          non-(?!profit|for|gov)|newer|younger|smaller|larger|bigger|few|fewer|hardly|scarcely|some|
          many|most|not(?![- ](?:for|just))|each|every|any one|resident (?:in|of|within|at)\b|aged`,
        like: ['smaller'],
        unlike: ['non-governed'],
      },
      {
        meaning: 'only a quality of an applicant',
        phrase: pattern`
          (?!
            (?:registered|(?:un|in)?(?:constituted|incorporated)|existing|established|recogni[sz]ed|
              accredited)\b
          )
          \w+
          (?:ing|ed)\b(?!
            ,? (?:charit|organi|compan|communit|group|by|voluntary|not|non|social|club|business|school
            )
          )`,
        like: ['Funding range'],
        unlike: ['range'],
      },
      {
        meaning: 'a number of applications',
        phrase: pattern`(?:one|two|three|\d+) (?:application|bid|proposal|grant|award)`,
        like: ['one application'],
        unlike: ['one'],
      },
      {
        meaning: 'able, aware or compliant',
        phrase: pattern`
          able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|
          spent|made|used|located|available|complete|for (?:private|commercial)|based|more than|
          at least|over|under|part`,
        like: ['compliant'],
        unlike: [],
      },
    ],
  },
  /** "Your organisation must be based in the UK and be one of the following:" */
  IS_ONE_OF: {
    flags: 'i',
    phrases: [
      {
        meaning: 'your organisation must be one of a list',
        phrase: pattern`
          \b(?:organi[sz]ations?|applicants?|groups?|you|lead)\b[^:]*\bbe (?:an? |either )?
          (?:(?:any )?one of (?:the following|these)[^:]*)?:?\s*$`,
        like: ['Your organisation must be one of the following:'],
        unlike: ['Your must be one of the following:'],
      },
    ],
  },
  NARROWER_KIND: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b.*$`,
    phrases: [
      {
        meaning: 'a relative clause',
        phrase: pattern`(?:that|which|who)(?! (?:is|are) (?:an? )?(?:[\w-]+ )?charit)`,
        like: ['bodies that are local'],
        unlike: ['which is a local charity', 'bodies are local'],
      },
      {
        meaning: 'with a condition',
        phrase: pattern`as long as|provided|with|including companies limited`,
        like: ['groups with a lease'],
        unlike: ['groups a lease'],
      },
    ],
  },
  /** "from individuals and from councils other than for schools": the exception is the councils'. */
  EXCEPTED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'from individuals and from councils other than for schools',
        phrase: pattern`
          ,? (?:and|or|nor) (?=(?:to|from|for|by) )
          [^,.;]*?\b(?:other than|except|apart from)\b[^.;]*?
          (?= (?:are|is|will|can|cannot)\b|[.;]|$)`,
        like: ['from individuals and from councils other than for schools'],
        unlike: ['from individuals and from councils than for schools'],
      },
    ],
  },
  /** "We only make grants to organisations" */
  TO_ORGANISATIONS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants are made to organisations',
        phrase: pattern`
          \b(?:grants?|awards?|funding) (?:are|is|can be|will be) (?:only )?
          (?:made|given|awarded) (?:only )?to organi[sz]ations only\b`,
        like: ['Grants are made to organisations only'],
        unlike: ['Grants are made to only'],
      },
      {
        meaning: 'only makes grants to organisations',
        phrase: pattern`
          \bonly (?:make|give|award)s? (?:grants?|awards?|funding) to organi[sz]ations\.?$`,
        like: ['We only make grants to organisations'],
        unlike: ['We only make grants to'],
      },
    ],
  },
  KIND_MODIFIER: {
    flags: 'i',
    before: pattern`\s(?:`,
    after: pattern`)\b.*$`,
    phrases: [
      {
        meaning: 'begins a modifier',
        phrase: pattern`
          with|that|which|who|whose|where|having|based|registered (?=in|with)|working|operating|
          located|in|within|from|for|of|under|at`,
        like: ['a business based in Wales'],
        unlike: [],
      },
    ],
  },
  OTHER_COUNCIL: {
    flags: 'g',
    phrases: [
      {
        meaning: 'the council that gives',
        phrase: pattern`^the (?:\w+ ){0,2}council\b.*|\bto the (?:[A-Z]\w+ )*[Cc]ouncil\b`,
        like: ['Apply to the Welsh council.'],
        unlike: ['Apply to the Welsh.'],
      },
      {
        meaning: 'run or funded by a council',
        phrase: pattern`
          \b(?:maintained|funded|run|managed|owned) by [^,.;]*?
          (?:council|authority|authorities|government)\b`,
        like: ['Groups funded by the council last year send a report.'],
        unlike: ['Groups funded by the last year send a report.'],
      },
    ],
  },
  ABOUT_APPLYING: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'words about applying and funding',
        phrase: pattern`
          apply|eligible|fund|funded|funders?|help|support|applications?|applicants?|
          organi[sz]ations?|you are|you['’]re|awarded|grants?|who|exclu\w*|ineligible`,
        like: ['Small grants', 'organisations'],
        unlike: ['Small'],
      },
    ],
  },
} satisfies PhraseTables
