/** Phrases for introductions, headings and sentences. */
import { MONEY } from '../figures.ts'
import { words, wordsWith } from './words.ts'

export const NEGATIVE_LEAD = words`
  # except for
  \bexcept(?: for)?\s*:$|
  # cannot or will not fund
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
    outside (?:of )?(?:our|the) (?:remit|scope)|(?:is|are) not for\s*:?$|who (?:can['’]t|cannot))`

export const SOME_LEAD = words`
  # one of the following
  (?<!\b(?:every|each) )\b(?:one(?: or more)?|any|some|at least (?:one|two|three|\d)|
    (?:two|three|\d+) or more|either) of (?:the following|these|them)\b|
  # either
  \beither\s*:\s*$`

export const WHO_LEAD = words`
  # can fund the following
  \b(?:can fund|fund|support|help) (?:any of |all of )?
  (?:the following|these) (?:types? of )?(?:organi[sz]ations?|applicants?|groups?)\s*:$|
  # types of organisations
  ^(?:the )?(?:types?|kinds?) of (?:organi[sz]ations?|groups?|applicants?|bodies)
  (?: (?:that |which )?
    (?:we (?:can |will )?(?:fund|support)|(?:can|may|are eligible to) apply)
  )?
  \s*:?$|
  # organisations that can apply
  \b(?:organi[sz]ations?|applicants?|groups?|bodies|businesses) (?:that|which|who) (?:can|
    may|are eligible to|are able to) (?:apply|bid)
  (?: are| include)?\s*:?$|
  # which organisations can apply
  ^(?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|
    applicants?|businesses)
  (?: \w+)? (?:can|may|could|are (?:able|eligible) to) apply\b|
  # who is eligible
  ^who['’]s eligible|
  # funded applicants
  ^who (?:do )?we (?:can |will )?(?:fund|support)\b|
  # who the fund is for
  ^who (?:is )?(?:this|the) (?:\w+ )?
  (?:grant|fund|scheme|funding|programme|competition) (?:is )?for\b|
  # who can apply
  ^(?:\d+\.?\s*)?who (?:can|may|could|is (?:able|eligible) to) (?:apply|bid)\b|
  # who it is for
  ^who (?:is|are) (?:it for|eligible)|
  # eligible applicants
  ^(?:eligible|lead)? ?(?:applicants?|organi[sz]ations?|bodies|businesses)(?: types?)?
  (?: (?:are|include|must be|can be|is|that can apply))?\s*:?$|
  # open to the following
  \b(?:open|available|offered|awarded|restricted|limited)(?: only)? to
  (?: the following[^:]*)?\s*:?\s*$|
  # applications from the following
  \b(?:applications?|bids?)(?: are| is| (?:will|can)(?: only)? be)?(?: \w+){0,3} (?:from|by)
  (?: the following[^:]*)?\s*[:–—-]?\s*$|
  # apply if you are one of
  \b(?:apply|eligible|bid)[^.]{0,60}\bif (?:you(?:['’]re| are)|your \w+ is|it is)
  (?: an?| one of(?: the following)?| either)?\s*:?\s*$|
  # you must be one of
  \b(?:organi[sz]ation|applicants?|you|lead) (?:is|are|
    (?:must|can|may|should) (?:either )?be|needs? to be)
  (?: an?| either(?: an?)?| one of(?: the following| these)?(?: types?[^:]*)?)?\s*:?\s*$|
  # is your group one of
  ^(?:does your \w+ fall (?:under|into)|is your \w+) (?:any )?one of (?:these|the following)
  (?: types?| categories)?(?: of \w+)?\s*[?:]*$|
  # one of the following forms
  \b(?:take|have) (?:the |one of the following )?(?:legal )?(?:form|status|structure)s?
  (?: of(?: an?)?)?\s*:$|
  # the following bodies can apply
  \b(?:following|these) (?:types? of )?
  (?:organi[sz]ations?|applicants?|groups?|bodies|businesses)\b[^.]{0,40}
  (?:apply|eligible|bid)\b[^.]{0,70}$|
  # apply, then the following
  \b(?:apply|applications|eligible)\b[^.]*\b(?:one of )?the following(?: types?)?
  (?: of)? (?:organi[sz]ations?|applicants?|groups|bodies)\b`

export const ALL_LEAD = words`
  # in all cases
  ^(?:in|for) (?:each|all|every|both) cases?\b[^.]{0,30}$|
  # must or need to
  \b(?:must|need(?:s)? to|required? to|ha(?:ve|s) to(?: \w+)?|should|all of the following|
    every one of|qualif(?:y|ies) (?:if|when)|(?:must|has to|have to) (?:hold|be true)|
    only apply(?: for a grant)? if|to be eligible|eligible if|can apply if|
    the following (?:criteria|requirements|conditions)|
    (?:eligibility )?(?:criteria|requirements)|(?:will|you|you['’]ll) need)\b[^.]*
  :?\s*$|
  # criteria or requirements
  ^(?:minimum |essential |basic |our |the |key )*(?:eligibility )?(?:requirements|criteria)
  \s*:?$|
  # eligibility
  ^eligib(?:ility|le)\b[^.]{0,20}$|
  # your organisation has
  ^(?:the|your) (?:lead )?(?:organi[sz]ation|project|applicant|business|group|charity)
  (?: (?:is|has))?\s*:$|
  # organisations that …
  \b(?:organi[sz]ations?|groups?|applicants?|charities|businesses|projects?|those|anyone
  ) (?:that|which|who)
  (?: \w+){0,2}\s*:?$|
  # apply if
  \b(?:apply|eligible|fund|support|qualif\w+|(?:get|receive|claim) (?:the|this|an?|our) \w+)\b
  [^:]{0,120}\bif
  (?: (?:you|your (?:\w+ )?\w+|they|it))?\s*:?$|
  # provided that
  \bprovid(?:ed|ing)(?: that)?\s*:?$|
  # can apply if
  \b(?:may|can|could) (?:only )?apply(?: for [^:]{0,40})? if\s*:?$|
  # and
  ^and\s*:$|
  # yes, but only if
  ^yes,? (?:but )?(?:only )?if (?:you|your \w+)(?: is| are)?\s*:?$|
  # we require you to
  \bwe (?:expect|ask|require) (?:you|applicants|organi[sz]ations|groups) to\s*:?$`

export const PLAIN_LEAD = words`
  \b(?:
  # for example, or including
  for example|such as|including|includes?|you can (?:get|receive|use)(?![^:]*\bif\s*:)|can be used|
  # may be, or may include
  may (?:be(?! (?:eligible|able to apply))|include)|
  # will be assessed, or should include
  capped at|will be assessed|what you|should include|related if|we will consider|might
  )\b[^.]*:?\s*$`

/** A heading over plain lines, each a kind of applicant or cost that is excluded. */
export const SHUT_HEADING = words`
  ^(?:
  # exclusions
  exclusions?$|
  # what we do not fund
  what (?:we|is|will|the \w+) (?:(?:do|does|will|can)(?: not|n['’]t)|cannot|can['’]t|
    won['’]t|not) (?:be )?
  (?:fund|support)(?:ed)?|
  # we do not fund
  (?:types? of \w+ )?(?:that )?
  (?:we|the \w+) (?:do(?:es)? not|don['’]t|cannot|can['’]t|will not|won['’]t|
    (?:are|is) (?:unable|not able) to) (?:fund|support|accept applications from|make grants to
  )$|
  # not eligible
  not eligible$|
  # who cannot apply
  who (?:can(?:not|['’]t)|may not|is not (?:able|eligible)|
    we (?:do not|don['’]t|cannot|can['’]t) (?:fund|support))|
  # ineligible applicants
  (?:ineligible|excluded) (?:applicants?|organi[sz]ations?)
  )`

/** A page goes on after a list whose bullets were lost. */
export const NEXT_HEADING = words`
  # a question
  \?$|
  # how to apply, and other headings
  ^(?:how|what|when|where|who|why|apply|applying|application|contact|deadline|closing|
    funding|grants?|eligib|exclu|about|further|more)\b`

/** "You do not need to:" neither requires nor excludes. */
export const NOT_NEEDED = words`
  # none
  \b(?:nobody|no[- ]one|none)\b[^.]*$|
  # do not need to
  \b(?:(?:do|does|need) not|(?:do|does)n['’]t|needn['’]t) (?:need|have|require|matter
  )\b[^.]*$|
  # not required
  \bnot (?:required|necessary|essential|needed)\b[^.]*$`

/** "Examples of eligible and ineligible organisations:" says of no item which it is. */
export const BOTH_WAYS = words`
  # eligible and ineligible
  \b(?:eligible|can|do|will|may) (?:and|or|\/|&) (?:in-?eligible|cannot|can['’]?t|can ?not|
    don['’]t|do not|won['’]t|will not|may not|not)\b|
  # ineligible and eligible
  \bin-?eligible (?:and|or|\/|&) eligible\b|
  # whether or not
  \bwhether (?:or not )?\w+ (?:is|are|can)\b`

export const MUST_NEED = words`
  # must
  \bmust\b|
  # what you need
  ^what (?:you|your \w+)(?:['’]ll| will)? need
  s?\b(?! (?:to (?:know|do|tell|send|include)|when|before|help|for))`

/** A lead or a heading over those who may apply, however it says so. */
export const SPEAKS_OF_APPLICANTS = words`
  \b(?:
  # who can apply
  who (?:can|may|could|qualifies|(?:it|this) is for|is it for|is eligible|
    we (?:can )?(?:fund|support|help))|
  # are eligible, or can apply
  (?:is|are) eligible(?: to apply|$| for)|(?:can|may) (?:all )?apply|
  # apply as
  apply\b[^:]*\b(?:as|if you(?:['’]re| are))|
  # eligible applicants
  eligible (?:applicants|organi[sz]ations|bodies)|
  # makes grants to
  (?:makes?|gives?|awards?) (?:\w+ )?grants to|
  # we will fund
  we (?:can |will |do )?(?:fund|support)\s*:?$|
  # they should be
  (?:it|they|you) (?:can|may|must|should) be\s*:?$|
  # applications from
  application
  s? (?:
    (?:are|is|will|can|be|only|now|also|welcome[d]?|accepted|considered|invited|open) ){0,4}
  from
  )\b`

export const ABOUT_YOU = words`
  # you, or your organisation
  ^(?:you['’](?:re|ve)|
    (?:you|your (?:organi[sz]ation|group|business|company|charity|club|project)|
      the (?:applicant|organi[sz]ation|business|project)) (?:are|is|have|has|employs?)
  ) (?!not required|eligible|able|welcome|likely|free|invited|more|encouraged|asked|advised)`

/**
 * "What we will fund", "Who cannot apply", "How much you can apply for": questions without their
 * mark.
 */
export const QUESTION_HEADING = words`
  ^(?:
  # a question word
  who|what|how|where|when|which|why|
  # bodies that …
  (?:organi[sz]ations?|groups|applicants|bodies|those) (?:that|who|which)
  )\b[^£%.;:,!]*$`

export const SENTENCE = words`
  # begins like a sentence
  ^(?:we|you|this|these|those|the|they|it|if|however|please|there|in|all|any|applications?|
    organi[sz]ations?|for|note)\b[^.]*\b(?:is|are|must|can|cannot|may|will|should|has|have|do|
    does|need|award|accept|require|consider)\b`

/**
 * "Grants of up to £1,000", "Level 2: £2,001 to £10,000", alone on a line: the name of a tier,
 * where there is another.
 */
export const TIER_LINE = words`
  # Grants of up to £1,000
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
  [\s):]*$`

export const HAS_VERB = words`
  \b(?:
  # a verb or a pronoun
  is|are|was|were|be|must|can|cannot|may|might|will|would|should|has|have|had|needs?|do|
  does|please|we|you|your|our|if|this|these|there|see|contact
  )\b`

export const SENTENCE_END = wordsWith('g')`
  # a full stop or a semicolon
  [.!?](?=\s+[A-Z0-9£‘“"(])|;(?=\s)|,(?= (?:Please note|NB|N\.B\.)\b)|
  # a comma before a new requirement
  ,
  (?= but (?:you|your \w+|it|they|applicants|all \w+)
    (?: will| do| does)? (?:must|needs?|have to|has to|should|are required|is required)\b
  )`

/**
 * Text on each side of a semicolon that is a statement; items and afterthoughts of a list are not.
 */
export const CLAUSE = words`
  # a statement
  ^(?!
    \s*
    (?:and|or|however|otherwise|if|unless|except|although|though|where|provided|depending|
      subject|this|these|those|which|including|i\.e|e\.g)\b
  )
  (?=
    [^:]*\b(?:can|may|must|will|is|are|should|has|have|cannot|runs?|covers?|needs?|gets?|
      receives?|offers?|applies|apply|does|do)\b
  )
  [^:]+$`
