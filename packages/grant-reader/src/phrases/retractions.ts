/** Phrases that take a limit back. */
import { pattern, words } from './words.ts'

export const THEY_MAY = pattern`[^.;]{0,60}?\b(?:can|may|could|will|are|is)\b(?! not)[^.;]{0,30}?`
export const BODY = pattern`
  (?:organi[sz]ations?|groups?|charities|businesses|compan(?:y|ies)|firms?|applicants?|clubs?|
    projects?|enterprises?)`

/**
 * "Expected to" demands; "we expect most to" does not. Only a cost that the funder expects is
 * counted as a wish.
 */
export const EXCEPTION = words`
  \b(?:
  # unless, except or flexible
  flexib\w+|unless|except(?:ing|ions?|ional(?:ly)?)?|other than|apart from|excluding|
  with the exclusion|exempt\w*(?! charit)|waive\w*|save (?:for|where|that|in|when)|
  special circumstances|
  # may be relaxed
  may be (?:relaxed|increased|exceeded|waived|varied)
  )\b`

/**
 * A sentence that takes something back: what it names is a limit with an exception, wherever the
 * limit stands.
 */
export const TAKES_BACK = words`
  \b(?:
  # exempt, or extended
  exempt|exceptions?|exceptional(?:ly)?|(?:is|are) excepted|extend(?:ed)? (?:this|it|these)|
  # go beyond a limit
  to go (?:outside|beyond|above|below) (?:this|these)|
  # waived
  permitted exception|waive\w*|
  # may still apply
  (?:will|can|may|could) still (?:be (?:eligible|considered)|apply|bid)|
  # does not apply, or special cases
  are still eligible|do(?:es)? not apply(?= (?:to|if|where|for)\b|[.;]?$)|special (?:case|circumstances)|
  # at discretion
  at (?:our|its|their|the \w+['’]?s?) discretion|
  # if not, you must
  if not, you (?:must|can|need)|
  # higher amounts
  higher (?:amounts?|grants?|awards?|rates?|intervention)|
  # larger grants
  larger (?:grants?|awards?|amounts?|requests?|sums?)|
  # grants above a limit
  (?:grants?|requests?|applications?|bids?|amounts?|anything) (?:above|over|beyond|
    in excess of|larger than|more than) (?:that|this|these)|
  # may be considered
  may (?:also )?(?:be considered|consider)|
  # may be allowed
  (?:may|can|could|will) (?:also |still |sometimes )?(?:allow|be allowed) (?!no\b)|
  # case by case
  case[- ]by[- ]case|on a case|
  # does not need to have
  not (?:be )?
  (?:need|required|expected|obliged|asked) to (?:be|have|meet|provide|contribute|find|bring)|
  # not strict
  falls? outside|not (?:a )?(?:strict|hard|fixed)|
  # can be of any amount
  can be (?:of )?any (?:size|age|amount|length)
  )\b`

/** Permission to apply without what is required; amounts are not affected. */
export const MAY_LACK = words`
  \b(?:
  # if you are new
  if (?:you|your \w+) (?:is|are) (?:a )?new\b|
  # if you do not have
  if you (?:do not|don['’]t)(?=,| have)|if you (?:have no|lack)|
  # does not yet have
  do(?:es)? not (?:yet |need to )?have (?:an?|its|their|your)|
  # through another organisation
  on (?:their|your|its) behalf|another organi[sz]ation|host organi[sz]ation|umbrella|
  accountable body
  )\b`

/**
 * "If this does not describe you, we should still like to hear from you", "applicants without one
 * of these may …": no requirement for applicants excludes.
 */
export const ANY_MAY_APPLY = words`
  # if you do not meet the criteria
  \bif (?:you|your \w+) (?:do|does)(?: not|n['’]t) (?:quite )?(?:meet|fit|match) (?:all )?
  (?:of )?
  (?:the above|these|our|the) (?:criteria|requirements)\b[^.]*\b(?:but|contact|talk|
    get in touch|still|may|can|could)\b(?! not)|
  # if this is not you
  \bif (?:this|these|that|none of (?:this|these))\b[^.;]{0,20}\b(?:not|n['’]t) (?:describe|
    fit|sound like|apply to|match) (?:you|your)\b|
  # applicants that lack something
  \b(?:lack|without|(?:do|does) not (?:yet )?(?:have|meet)) (?:(?:any|all|one|some) of )?
  (?:these|this|them)\b[^.;]*\b(?:may|can|could)\b(?! not)|
  # still like to talk to you
  \bstill (?:like|love|want|happy|pleased|encourage you) to (?:hear from|talk to|
    speak (?:to|with)) you\b`

export const ABOUT_AMOUNTS = words`
  # a pound sign
  £|
  # amounts and limits
  \b(?:sums?|amounts?|requests?|maximum|limits?|larger|higher|
    (?:award|give|offer|fund|pay|grant|ask for|apply for)s? more|
    (?:grants?|awards?) (?:above|over|beyond|of|size))\b`

export const LETS_BEYOND = words`
  # no limit
  \bno (?:upper |set |fixed |overall )*
  (?:limit|maximum)\b(?! (?:number|of applications|on (?:how many|the number)))
  (?![^.;]*\bbut\b)|
  # twice the amount
  \b(?:twice|double|three times) (?:that|this|the) (?:amount|sum|limit|maximum|grant)|
  # apply for more
  \b(?:apply|ask|bid|eligible|qualify) for (?:more|higher|larger)\b(?! than one)|
  # receives more
  \b(?:receive|get|have|offer|give|award|consider) (?:up to )?
  (?:more than (?:this|that)|larger|higher|bigger)\b|
  # higher limit
  \bhigher (?:limit|maximum|ceiling|amount)`

export const LARGER_PROJECTS_MAY = words`
  # larger projects may be accepted
  \b(?:larger|bigger|smaller) (?:projects|schemes|works)\b${THEY_MAY}\b(?:appl|consider|
    agreed|accept|support|fund|eligible)`

export const PAYS_ALL = words`
  # pays the whole cost
  \b(?:pay|fund|cover|meet|receive|have|get|claim)
  s?\b[^.;%]{0,30}\b(?:the (?:whole|full|entire|total)|all of the|all the|100 ?%)
  [^.;]{0,20}\bcosts?\b|
  # paid in full
  \b(?:funded|paid|covered|met) in full\b|
  # and all of the cost
  \band (?:all|the whole) (?:of )?the costs?\b|
  # for all others, a share
  ^for (?:all |any |every )?others?\b[^.;]*(?:%|\bper cent\b|\bhalf\b)`

export const MATCH_OPTIONAL = words`
  # match funding is not needed
  \bmatch(?:ed)?[ -]?fund
  \w*\b[^.;]{0,30}\b(?:not (?:be )?(?:needed|required|necessary|essential)|optional)\b|
  # need not contribute
  \b(?:need not|
    (?:do|does|don['’]t|doesn['’]t|are|is) not (?:need|have|required|expected|asked) to|
    needn['’]t) (?:contribute|match|provide match|find)\b|
  # no match funding
  \bno (?:match|contribution)\b`

export const NEW_BODIES_MAY = words`
  # new organisations may apply
  \b(?:start[- ]?ups?|(?:new|newer|newly[- ]\w+|younger|recent\w*) (?:\w+ )?${BODY}
  )\b${THEY_MAY}\b(?:appl|eligible|consider|fund|support|exempt)`

export const MAY_APPLY_AGAIN = words`
  # if you want another
  \bif you (?:would like|want|wish for|need) another\b[^.;]*\b(?:may|can|could)\b|
  # may apply again
  \b(?:may|can|could) (?:ask|apply|bid) (?:for (?:it|another)|again)\b|
  # still eligible after a grant
  \b(?:remain|still) (?:be )?
  eligible\b[^.;]*\b(?:had|received|given|been)\b[^.;]*\b(?:before|already|previously|
    in the past)\b`

export const PREPARATION_MAY = words`
  # preparation is allowed
  \b(?:preparat\w+|preliminary|groundwork|feasibility|design) (?:works?|costs?|steps?|
    stages?|activity|studies)\b[^.;]*\b(?:allowed|may|can|permitted|eligible)\b(?! not)|
  # work may have started
  \b(?:works?|projects?|activit(?:y|ies)) (?:may|can|could) (?:already )?
  have (?:begun|started|commenced)\b`

export const ANY_NUMBER = words`
  # any number of applications
  (?<!\bpartner (?:in|on) )\bany number of (?:applications?|bids?|proposals?|times)\b|
  # as many applications as
  \bas many (?:applications?|bids?|proposals?|times) as\b`

export const INFORMAL_MAY = words`
  \b(?:
  # unconstituted groups
  un-?constituted|informal|not (?:yet )?constituted|
  # groups without a constitution
  (?:without|(?:do|does) not (?:yet )?have) (?:an?|any|their own|its own|your own)? ?
  (?:\w+ )?(?:constitution|account|accounts|committee|governing)
  )\b${THEY_MAY}\b(?:appl|eligible|consider|fund|support|come in|be hosted|be sponsored)`

/** "We may fund smaller requests from small parishes" */
export const GIVES_LESS = words`
  # may fund smaller requests
  \b(?:may|can|could|sometimes) (?:also )?
  (?:fund|consider|accept|make|offer|award) smaller (?:grants?|requests?|amounts?|sums?|
    awards?|applications?)\b|
  # smaller requests may be
  \bsmaller (?:grants?|requests?|amounts?|sums?|applications?) (?:may|can|could) be\b`

export const BENEATH = words`
  \b(?:
  # below or fewer
  less than|under|below|fewer|smaller|lower|newer|newly|
  # new bodies
  new (?:business|organi[sz]ation|group|compan|charit|applicant)\w*|
  # younger, or without
  younger|start[- ]?ups?|without|not have|shorter
  )\b`

/**
 * Right behind a limit: "Newer businesses should contact us", "Extensions may be agreed", "Where
 * there are fewer, explain why".
 */
export const SOFTENS = words`
  # newer and larger bodies may
  \b(?:start[- ]?ups|new (?:businesses|groups|organi[sz]ations|charities|clubs)|larger|
    newer|smaller|shorter|longer|older|younger|sole|single|cross-border|bigger|higher|others|
    those)\b[^.;]*\b(?:may|can|could|
    (?:will be|is|are) (?:also )?(?:considered|accepted|allowed|eligible)|
    should (?:contact|speak|talk))\b|
  # extensions may be agreed
  \bneeds? neither\b|\bflexib\w+|\bextensions? (?:may|can|could|will)\b|
  # where there are fewer, explain why
  ^where (?:there (?:are|is)|this|that|you|it)\b[^.;]*\b(?:explain|tell us|contact|speak)\b|
  # may submit one
  \bmay submit (?:one|more|up to)\b`

export const REFERS_BACK = words`
  # this limit
  \b(?:this|these|the) (?:requirement|limit|rule|amount|minimum|maximum|criteri\w+)|
  # if not
  ^if not\b|
  # if you do not have one
  ^if you (?:do not|don['’]t) (?:yet )?have (?:one|any|these|this|them)\b|
  # if your group is new
  ^if (?:you|your \w+) (?:is|are) (?:a )?new\b|
  # excepted or extended
  \b(?:is|are) excepted\b|\bextend(?:ed)? (?:this|it|these)\b|
  # go beyond a limit
  \bto go (?:outside|beyond|above|below) (?:this|these)\b|
  # exceptions
  ^exceptions?\b|
  # exceptional
  ^(?:in |under |for )?(?:\w+ )?exceptional`
