/** Phrases for introductions, headings and sentences. */
import { MONEY } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const UNITS_PHRASES = {
  NEGATIVE_LEAD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'except for',
        phrase: pattern`\bexcept(?: for)?\s*:$`,
        like: ['We fund all except for:'],
        unlike: ['We fund all for:'],
      },
      {
        meaning: 'cannot or will not fund',
        phrase: pattern`
          \b(?:can(?:no|['’])t|can not|may not|must not|will not|
            (?:should|is|are) not (?:be )?(?:used|suitable)\b|won['’]t|
            not (?:be )?
            (?:eligible|able|allowed|permitted|fund|funded|support|supported|accept|accepted|
              available|awarded|open|consider|considered)|
            unable to|ineligible|exclu(?:de|ded|des|sions?)|
            do(?:es)?(?: not|n['’]t) (?:\w+ )?
            (?:fund|apply|support|accept|award|give|make|offer|provide|consider|qualify)|
            what (?:we|you) (?:don['’]t|do not|can['’]t|cannot|never|leave to)|
            (?:refused|declined|turned (?:down|away)|ruled out|shut out|barred)\b|
            outside (?:of )?(?:our|the) (?:remit|scope)|who (?:can['’]t|cannot))`,
        like: ['Not eligible'],
        unlike: ['Not'],
      },
    ],
  },
  SOME_LEAD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'one of the following',
        phrase: pattern`
          (?<!\b(?:every|each) )\b(?:one(?: or more)?|any|some|at least (?:one|two|three|\d)|
            (?:two|three|\d+) or more|either) of (?:the following|these|them)\b`,
        like: ['You must have at least one of the following and be between'],
        unlike: [
          'every three or more of the following',
          'You must have at least one of the and be between',
        ],
      },
      {
        meaning: 'either',
        phrase: pattern`\beither\s*:\s*$`,
        like: ['You must be either:'],
        unlike: ['You must be :'],
      },
    ],
  },
  WHO_LEAD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'can fund the following',
        phrase: pattern`
          \b(?:can fund|fund|support|help) (?:any of |all of )?
          (?:the following|these) (?:types? of )?(?:organi[sz]ations?|applicants?|groups?)\s*:$`,
        like: ['We can fund the following types of organisation:'],
        unlike: ['We can fund the following types of :'],
      },
      {
        meaning: 'types of organisations',
        phrase: pattern`
          ^(?:the )?(?:types?|kinds?) of (?:organi[sz]ations?|groups?|applicants?|bodies)
          (?: (?:that |which )?
            (?:we (?:can |will )?(?:fund|support)|(?:can|may|are eligible to) apply)
          )?
          \s*:?$`,
        like: ['Types of organisation we fund'],
        unlike: ['Types of we fund'],
      },
      {
        meaning: 'organisations that can apply',
        phrase: pattern`
          \b(?:organi[sz]ations?|applicants?|groups?|bodies|businesses) (?:that|which|who) (?:can|
            may|are eligible to|are able to) (?:apply|bid)
          (?: are| include)?\s*:?$`,
        like: ['Organisations that can apply include'],
        unlike: ['that can apply include'],
      },
      {
        meaning: 'which organisations can apply',
        phrase: pattern`
          ^(?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|
            applicants?|businesses)
          (?: \w+)? (?:can|may|could|are (?:able|eligible) to) apply\b`,
        like: ['Which organisations can apply?'],
        unlike: ['Which can apply?'],
      },
      {
        meaning: 'who is eligible',
        phrase: pattern`^who['’]s eligible`,
        like: ["Who's eligible?"],
        unlike: ["Who's ?"],
      },
      {
        meaning: 'funded applicants',
        phrase: pattern`^who (?:do )?we (?:can |will )?(?:fund|support)\b`,
        like: ['Who we fund'],
        unlike: ['Who we'],
      },
      {
        meaning: 'who the fund is for',
        phrase: pattern`
          ^who (?:is )?(?:this|the) (?:\w+ )?
          (?:grant|fund|scheme|funding|programme|competition) (?:is )?for\b`,
        like: ['Who the fund is for'],
        unlike: ['Who the is for'],
      },
      {
        meaning: 'who can apply',
        phrase: pattern`
          ^(?:\d+\.?\s*)?who (?:can|may|could|is (?:able|eligible) to) (?:apply|bid)\b`,
        like: ['Who can apply'],
        unlike: ['Who can'],
      },
      {
        meaning: 'who it is for',
        phrase: pattern`^who (?:is|are) (?:it for|eligible)`,
        like: ['Who is it for?'],
        unlike: ['is it for?'],
      },
      {
        meaning: 'eligible applicants',
        phrase: pattern`
          ^(?:eligible|lead)? ?(?:applicants?|organi[sz]ations?|bodies|businesses)(?: types?)?
          (?: (?:are|include|must be|can be|is|that can apply))?\s*:?$`,
        like: ['Eligible organisations'],
        unlike: ['Eligible'],
      },
      {
        meaning: 'open to the following',
        phrase: pattern`
          \b(?:open|available|offered|awarded|restricted|limited)(?: only)? to
          (?: the following[^:]*)?\s*:?\s*$`,
        like: ['Open to the following:'],
        unlike: ['Open to the :'],
      },
      {
        meaning: 'applications from the following',
        phrase: pattern`
          \b(?:applications?|bids?)(?: are| is| (?:will|can)(?: only)? be)?(?: \w+){0,3} (?:from|by)
          (?: the following[^:]*)?\s*[:–—-]?\s*$`,
        like: ['Applications are invited from the following'],
        unlike: ['are invited from the following'],
      },
      {
        meaning: 'apply if you are one of',
        phrase: pattern`
          \b(?:apply|eligible|bid)[^.]{0,60}\bif (?:you(?:['’]re| are)|your \w+ is|it is)
          (?: an?| one of(?: the following)?| either)?\s*:?\s*$`,
        like: ['You can apply if you are one of the following:'],
        unlike: ['You can apply if you are one of the :'],
      },
      {
        meaning: 'you must be one of',
        phrase: pattern`
          \b(?:organi[sz]ation|applicants?|you|lead) (?:is|are|
            (?:must|can|may|should) (?:either )?be|needs? to be)
          (?: an?| either(?: an?)?| one of(?: the following| these)?(?: types?[^:]*)?)?\s*:?\s*$`,
        like: ['You must be one of the following'],
        unlike: ['You must be one of the'],
      },
      {
        meaning: 'is your group one of',
        phrase: pattern`
          ^(?:does your \w+ fall (?:under|into)|is your \w+) (?:any )?one of (?:these|the following)
          (?: types?| categories)?(?: of \w+)?\s*[?:]*$`,
        like: ['Is your group one of these?'],
        unlike: ['Is your one of these?'],
      },
      {
        meaning: 'one of the following forms',
        phrase: pattern`
          \b(?:take|have) (?:the |one of the following )?(?:legal )?(?:form|status|structure)s?
          (?: of(?: an?)?)?\s*:$`,
        like: ['Take one of the following legal forms:'],
        unlike: ['Take one of the legal forms:'],
      },
      {
        meaning: 'the following bodies can apply',
        phrase: pattern`
          \b(?:following|these) (?:types? of )?
          (?:organi[sz]ations?|applicants?|groups?|bodies|businesses)\b[^.]{0,40}
          (?:apply|eligible|bid)\b[^.]{0,70}$`,
        like: ['The following businesses cannot apply'],
        unlike: ['The following cannot apply'],
      },
      {
        meaning: 'apply, then the following',
        phrase: pattern`
          \b(?:apply|applications|eligible)\b[^.]*\b(?:one of )?the following(?: types?)?
          (?: of)? (?:organi[sz]ations?|applicants?|groups|bodies)\b`,
        like: ['apply one of the following type of applicants'],
        unlike: ['apply one of the following type of'],
      },
    ],
  },
  ALL_LEAD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'in all cases',
        phrase: pattern`^(?:in|for) (?:each|all|every|both) cases?\b[^.]{0,30}$`,
        like: ['In all cases:'],
        unlike: ['In all :'],
      },
      {
        meaning: 'must or need to',
        phrase: pattern`
          \b(?:must|need(?:s)? to|required? to|ha(?:ve|s) to(?: \w+)?|should|all of the following|
            every one of|qualif(?:y|ies) (?:if|when)|(?:must|has to|have to) (?:hold|be true)|
            only apply(?: for a grant)? if|to be eligible|eligible if|can apply if|
            the following (?:criteria|requirements|conditions)|
            (?:eligibility )?(?:criteria|requirements)|(?:will|you|you['’]ll) need)\b[^.]*
          :?\s*$`,
        like: ['You will need'],
        unlike: ['You will'],
      },
      {
        meaning: 'criteria or requirements',
        phrase: pattern`
          ^(?:minimum |essential |basic |our |the |key )*(?:eligibility )?(?:requirements|criteria)
          \s*:?$`,
        like: ['Our minimum criteria'],
        unlike: ['Our minimum'],
      },
      {
        meaning: 'eligibility',
        phrase: pattern`^eligib(?:ility|le)\b[^.]{0,20}$`,
        like: ['Eligibility criteria'],
        unlike: ['criteria'],
      },
      {
        meaning: 'your organisation has',
        phrase: pattern`
          ^(?:the|your) (?:lead )?(?:organi[sz]ation|project|applicant|business|group|charity)
          (?: (?:is|has))?\s*:$`,
        like: ['Your organisation has:'],
        unlike: ['Your has:'],
      },
      {
        meaning: 'organisations that …',
        phrase: pattern`
          \b(?:organi[sz]ations?|groups?|applicants?|charities|businesses|projects?|those|anyone
          ) (?:that|which|who)
          (?: \w+){0,2}\s*:?$`,
        like: ['charities that'],
        unlike: ['that'],
      },
      {
        meaning: 'apply if',
        phrase: pattern`
          \b(?:apply|eligible|fund|support|qualif\w+)\b[^:]{0,120}\bif
          (?: (?:you|your (?:\w+ )?\w+|they|it))?\s*:?$`,
        like: ['cannot apply if'],
        unlike: ['cannot if'],
      },
      {
        meaning: 'provided that',
        phrase: pattern`\bprovid(?:ed|ing)(?: that)?\s*:?$`,
        like: ['provided that :'],
        unlike: ['that :'],
      },
      {
        meaning: 'can apply if',
        phrase: pattern`\b(?:may|can|could) (?:only )?apply(?: for [^:]{0,40})? if\s*:?$`,
        like: ['You can only apply if:'],
        unlike: ['You can only if:'],
      },
      {
        meaning: 'and',
        phrase: pattern`^and\s*:$`,
        like: ['and:'],
        unlike: [],
      },
      {
        meaning: 'yes, but only if',
        phrase: pattern`^yes,? (?:but )?(?:only )?if (?:you|your \w+)(?: is| are)?\s*:?$`,
        like: ['Yes, but only if you are'],
        unlike: ['but only if you are'],
      },
      {
        meaning: 'we require you to',
        phrase: pattern`
          \bwe (?:expect|ask|require) (?:you|applicants|organi[sz]ations|groups) to\s*:?$`,
        like: ['We expect you to:'],
        unlike: ['We you to:'],
      },
    ],
  },
  PLAIN_LEAD: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b[^.]*:?\s*$`,
    phrases: [
      {
        meaning: 'for example, or including',
        phrase: pattern`
          for example|such as|including|includes?|you can (?:get|receive|use)|can be used`,
        like: ['such as:'],
        unlike: ['as:'],
      },
      {
        meaning: 'may be, or may include',
        phrase: pattern`may (?:be(?! (?:eligible|able to apply))|include)`,
        like: ['costs that may be more'],
        unlike: ['may be able to apply :', 'costs that be more'],
      },
      {
        meaning: 'will be assessed, or should include',
        phrase: pattern`
          capped at|will be assessed|what you|should include|related if|we will consider|might`,
        like: ["What you'll need", 'we will consider :'],
        unlike: ['What need'],
      },
    ],
  },
  /** A heading over plain lines, each a kind of applicant or cost that is excluded. */
  SHUT_HEADING: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'exclusions',
        phrase: pattern`exclusions?$`,
        like: ['Exclusions'],
        unlike: [],
      },
      {
        meaning: 'what we do not fund',
        phrase: pattern`
          what (?:we|is|will|the \w+) (?:(?:do|does|will|can)(?: not|n['’]t)|cannot|can['’]t|
            won['’]t|not) (?:be )?
          (?:fund|support)(?:ed)?`,
        like: ["What we won't fund"],
        unlike: ['What we fund'],
      },
      {
        meaning: 'we do not fund',
        phrase: pattern`
          (?:types? of \w+ )?(?:that )?
          (?:we|the \w+) (?:do(?:es)? not|don['’]t|cannot|can['’]t|will not|won['’]t|
            (?:are|is) (?:unable|not able) to) (?:fund|support|accept applications from|make grants to
          )$`,
        like: ['We do not fund'],
        unlike: ['We do not'],
      },
      {
        meaning: 'not eligible',
        phrase: pattern`not eligible$`,
        like: ['Not eligible'],
        unlike: ['Not'],
      },
      {
        meaning: 'who cannot apply',
        phrase: pattern`
          who (?:can(?:not|['’]t)|may not|is not (?:able|eligible)|
            we (?:do not|don['’]t|cannot|can['’]t) (?:fund|support))`,
        like: ["Who can't apply"],
        unlike: ['Who apply'],
      },
      {
        meaning: 'ineligible applicants',
        phrase: pattern`(?:ineligible|excluded) (?:applicants?|organi[sz]ations?)`,
        like: ['Ineligible applicants'],
        unlike: ['applicants'],
      },
    ],
  },
  /** A page goes on after a list whose bullets were lost. */
  NEXT_HEADING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a question',
        phrase: pattern`\?$`,
        like: ['Can I apply?'],
        unlike: [],
      },
      {
        meaning: 'how to apply, and other headings',
        phrase: pattern`
          ^(?:how|what|when|where|who|why|apply|applying|application|contact|deadline|closing|
            funding|grants?|eligib|exclu|about|further|more)\b`,
        like: ['Who can apply'],
        unlike: ['can apply'],
      },
    ],
  },
  /** "You do not need to:" neither requires nor excludes. */
  NOT_NEEDED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'none',
        phrase: pattern`\b(?:nobody|no[- ]one|none)\b[^.]*$`,
        like: ['a day that is none'],
        unlike: ['a day that is'],
      },
      {
        meaning: 'do not need to',
        phrase: pattern`
          \b(?:(?:do|does|need) not|(?:do|does)n['’]t|needn['’]t) (?:need|have|require|matter
          )\b[^.]*$`,
        like: ["• do not have a bank account in your organisation's name"],
        unlike: ["• do not a bank account in your organisation's name"],
      },
      {
        meaning: 'not required',
        phrase: pattern`\bnot (?:required|necessary|essential|needed)\b[^.]*$`,
        like: ['not required'],
        unlike: ['not'],
      },
    ],
  },
  /** "Examples of eligible and ineligible organisations:" says of no item which it is. */
  BOTH_WAYS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'eligible and ineligible',
        phrase: pattern`
          \b(?:eligible|can|do|will|may) (?:and|or|\/|&) (?:in-?eligible|cannot|can['’]?t|can ?not|
            don['’]t|do not|won['’]t|will not|may not|not)\b`,
        like: ['eligible and ineligible'],
        unlike: ['eligible and'],
      },
      {
        meaning: 'ineligible and eligible',
        phrase: pattern`\bin-?eligible (?:and|or|\/|&) eligible\b`,
        like: ['ineligible and eligible'],
        unlike: ['and eligible'],
      },
      {
        meaning: 'whether or not',
        phrase: pattern`\bwhether (?:or not )?\w+ (?:is|are|can)\b`,
        like: ['whether or not small can'],
        unlike: ['or not small can'],
      },
    ],
  },
  MUST_NEED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'must',
        phrase: pattern`\bmust\b`,
        like: ['You must have'],
        unlike: ['You have'],
      },
      {
        meaning: 'what you need',
        phrase: pattern`
          ^what (?:you|your \w+)(?:['’]ll| will)? need
          s?\b(?! (?:to (?:know|do|tell|send|include)|when|before|help|for))`,
        like: ["What you'll need"],
        unlike: ['what your local will need to include', 'What need'],
      },
    ],
  },
  /** A lead or a heading over those who may apply, however it says so. */
  SPEAKS_OF_APPLICANTS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'who can apply',
        phrase: pattern`
          who (?:can|may|could|qualifies|(?:it|this) is for|is it for|is eligible|
            we (?:can )?(?:fund|support|help))`,
        like: ['Who can apply'],
        unlike: ['can apply'],
      },
      {
        meaning: 'are eligible, or can apply',
        phrase: pattern`(?:is|are) eligible(?: to apply|$| for)|(?:can|may) (?:all )?apply`,
        like: ['Who can apply'],
        unlike: ['Who can'],
      },
      {
        meaning: 'apply as',
        phrase: pattern`apply\b[^:]*\b(?:as|if you(?:['’]re| are))`,
        like: ["you can apply if you're a business"],
        unlike: ['you can apply if a business'],
      },
      {
        meaning: 'eligible applicants',
        phrase: pattern`eligible (?:applicants|organi[sz]ations|bodies)`,
        like: ['Eligible organisations'],
        unlike: ['Eligible'],
      },
      {
        meaning: 'makes grants to',
        phrase: pattern`(?:makes?|gives?|awards?) (?:\w+ )?grants to`,
        like: ['We only make grants to organisations'],
        unlike: ['We only make to organisations'],
      },
      {
        meaning: 'we will fund',
        phrase: pattern`we (?:can |will |do )?(?:fund|support)\s*:?$`,
        like: ['What we will fund'],
        unlike: ['What we will'],
      },
      {
        meaning: 'they should be',
        phrase: pattern`(?:it|they|you) (?:can|may|must|should) be\s*:?$`,
        like: ['They must be'],
        unlike: ['must be'],
      },
      {
        meaning: 'applications from',
        phrase: pattern`
          application
          s? (?:
            (?:are|is|will|can|be|only|now|also|welcome[d]?|accepted|considered|invited|open) ){0,4}
          from`,
        like: ['Applications are invited from schools.'],
        unlike: ['are invited from schools.'],
      },
    ],
  },
  ABOUT_YOU: {
    flags: 'i',
    phrases: [
      {
        meaning: 'you, or your organisation',
        phrase: pattern`
          ^(?:you['’](?:re|ve)|
            (?:you|your (?:organi[sz]ation|group|business|company|charity|club|project)|
              the (?:applicant|organi[sz]ation|business|project)) (?:are|is|have|has|employs?)
          ) (?!not required|eligible|able|welcome|likely|free|invited|more|encouraged|asked|advised)`,
        like: ['You have a bank account'],
        unlike: ['your organisation have encouraged', 'You a bank account'],
      },
    ],
  },
  /** "What we will fund", "Who cannot apply", "How much you can apply for": questions without their mark. */
  QUESTION_HEADING: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)\b[^£%.;:,!]*$`,
    phrases: [
      {
        meaning: 'a question word',
        phrase: pattern`who|what|how|where|when|which|why`,
        like: ['What we will fund'],
        unlike: ['we will fund'],
      },
      {
        meaning: 'bodies that …',
        phrase: pattern`(?:organi[sz]ations?|groups|applicants|bodies|those) (?:that|who|which)`,
        like: ['bodies that others run'],
        unlike: ['that others run'],
      },
    ],
  },
  SENTENCE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'begins like a sentence',
        phrase: pattern`
          ^(?:we|you|this|these|those|the|they|it|if|however|please|there|in|all|any|applications?|
            organi[sz]ations?|for|note)\b[^.]*\b(?:is|are|must|can|cannot|may|will|should|has|have|do|
            does|need|award|accept|require|consider)\b`,
        like: ['You will need'],
        unlike: ['will need'],
      },
    ],
  },
  /** "Grants of up to £1,000", "Level 2: £2,001 to £10,000", alone on a line: the name of a tier, where there is another. */
  TIER_LINE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'Grants of up to £1,000',
        phrase: pattern`
          ^(?=[^.!?]*${MONEY})
          (?:
            (?:small(?:er)?|larger?|medium|micro|main|major|mini|standard|higher|lower|community|
              capital|revenue) )?
          (?:grants?|awards?|applications?|requests?|projects?|funding|tier|level|band|strand|stage|
            stream|option|category|lot)\b(?: (?:\d|[A-Z]\b|one|two|three))?
          (?:
            [\s:(–—|-]+
            (?:of|for|up to|over|between|under|above|below|from|to|and|less than|more than|
              or (?:less|more|over|under)|(?:a )?maximum(?: of)?|${MONEY})
          )+
          [\s):]*$`,
        like: ['Strand 2 (£5,000)'],
        unlike: ['2 (£5,000)'],
      },
    ],
  },
  HAS_VERB: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'a verb or a pronoun',
        phrase: pattern`
          is|are|was|were|be|must|can|cannot|may|might|will|would|should|has|have|had|needs?|do|
          does|please|we|you|your|our|if|this|these|there|see|contact`,
        like: ['Can I apply?', 'contact'],
        unlike: ['I apply?'],
      },
    ],
  },
  SENTENCE_END: {
    flags: 'g',
    phrases: [
      {
        meaning: 'a full stop or a semicolon',
        phrase: pattern`[.!?](?=\s+[A-Z0-9£‘“"(])|;(?=\s)|,(?= (?:Please note|NB|N\.B\.)\b)`,
        like: ['We fund schools. We fund clubs.'],
        unlike: [],
      },
      {
        meaning: 'a comma before a new requirement',
        phrase: pattern`
          ,
          (?= but (?:you|your \w+|it|they|applicants|all \w+)
            (?: will| do| does)? (?:must|needs?|have to|has to|should|are required|is required)\b
          )`,
        like: ['a charity to apply, but you must'],
        unlike: [],
      },
    ],
  },
  /**
   * Text on each side of a semicolon that is a statement; items and afterthoughts of a list are not.
   */
  CLAUSE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a statement',
        phrase: pattern`
          ^(?!
            \s*
            (?:and|or|however|otherwise|if|unless|except|although|though|where|provided|depending|
              subject|this|these|those|which|including|i\.e|e\.g)\b
          )
          (?=
            [^:]*\b(?:can|may|must|will|is|are|should|has|have|cannot|runs?|covers?|needs?|gets?|
              receives?|offers?|applies|apply|does|do)\b
          )
          [^:]+$`,
        like: ['Can I apply?'],
        unlike: [],
      },
    ],
  },
} satisfies PhraseTables
