/** Phrases for size, registration, people, documents and partners of an applicant. */
import { NUMBER } from '../figures.ts'
import { cased, pattern, words, wordsWith } from './words.ts'

export const PEOPLE_EMPLOYED = pattern`
  (?:full[- ]time (?:equivalent )?)?(?:\(?FTEs?\)? )?(?:paid )?
  (?:employees|staff(?: members)?|people|FTEs?|members of staff|workers|persons?)`

export const EMPLOYEES_BEFORE = words`
  (
  # fewer than so many employees
  fewer than|less than|under|below|up to|no more than|not more than|a maximum of|maximum of|
  at least|a minimum of|more than|over
  )\s+(${NUMBER})\s+${PEOPLE_EMPLOYED}`

export const EMPLOYS = words`
  # that employ fewer than so many
  \bemploy(?:s|ing)? (fewer than|less than|under|up to|no more than|more than|over|at least)
  \s(${NUMBER})(?=[.,;]?$| (?:or|and)\b)`

export const SIZE_WORDS = words`
  \b(
  # micro businesses
  micro(?:[- ]?(?:business(?:es)?|enterprises?|companies))?
  (?:
    ,? (?:and|or|to|&) small(?:er)?(?:[- ]sized)?(?:,? (?:business|enterprise|compan)\w*)?
    (?! (?:and|or|to|&)? ?medium)|
    (?: businesses)?\b(?=[^,]*$)(?!,))|
  # small and micro
  small,? (?:and|or|to|&) micro|
  # small businesses
  small(?:er)? business(?:es)?(?! (?:rates?|grant|support|fund))|
  # small and medium-sized
  (?:micro,? )?small,?[- ](?:(?:and|or|to|&)[- ])?medium(?:[- ]sized)?|
  # SME
  SMEs?
  )\b`

export const JOBS_ELSEWHERE = words`
  \b(?:
  # jobs that are created
  creat\w+|safeguard\w*|recruit\w*|at any one|per site|on site|additional|train\w*|
  volunteers?|new jobs|benefit|
  # support that is no body's
  support(?! (?:\w+ ){0,4}?(?:business|compan|organi|SME|charit|enterprise))|
  # money to employ people
  (?:can|may|used|costs?|enough|looking|plan\w*|intend\w*|like|want) to employ|
  # jobs in the future
  will employ|reach|engage|attend
  )\b`

export const ONE_TRADE = cased`
  # businesses of one trade
  ^(?!(?:any|all|large|larger|small|smaller|other|private|eligible|limited)\b)[A-Z]
  [\w-]+ (?:businesses|companies|firms)\b`

export const AND_SUMS = words`
  # employees, and then a turnover
  (
    (?:fewer than|less than|under|below|up to|no more than|not more than|a maximum of|
      maximum of)
    \s+${NUMBER}\s+${PEOPLE_EMPLOYED}
  )
  (
    ,? (?:and|with|plus)?,? ?(?:with |has |have |either )*(?:an? |your |its )?
    (?:annual |global |gross |sales )*(?:turnover|balance sheet)\b[^;]*
  )`

export const OTHER_SIZES = words`
  \b(?:
  # several sizes, or a partner's
  involve|include|partner|collaborat|at least one|individuals? or|any size|all sizes|
  defin\w+|larger?|impact|help(?:s|ing)|especially|particularly
  )\b`

export const BINDS_BEFORE = words`
  \b(?:
  # be or only
  be|are you|open to|available to|restricted to|limited to|only|(?:is|are) for|
  # the business is a
  (?:applicant|business|company|firm|enterprise|organi[sz]ation|it) is|
  # applications from, or you are
  applications from|you are|you['’]re|(?:only|may|will|can) support|
  (?:only|may|will|can) fund|funding to(?: local)?|grants to(?: local)?
  )(?: (?!not\b)[\w’'-]+,?){0,5}\s*$`

export const VAT_OF_COSTS = words`
  # including VAT
  \b(?:inclusive of|including|excluding|recover\w*|reclaim\w*|net of|claim) VAT|
  # VAT is …
  VAT (?:is|can|cannot|may|costs?|element|inclusive|exempt)\b`

export const OTHER_REGISTER = words`
  \b(?:or|and\/or)\b[^.;]*\b(?:
  # or an equivalent
  equivalent|another|other|unincorporated|CIC Regulator|FCA|Financial Conduct|Mutuals|HMRC|
  exempt|excepted|community|constituted|self|sole|intend\w*|plan\w*|about to|in the process|
  applying|will
  )\b`

export const PEOPLE = words`
  # at least so many trustees
  (at least|a minimum of|minimum of|no fewer than|fewer than|less than)\s+(${NUMBER})\s+
  (?:or more )?
  (?:unrelated |independent |un-?connected |unpaid |different |named |active |voluntary |
    non-executive )*
  (?:(?:management )?committee members|board|committee|trustees?|directors?|
    (?:people|persons|individuals|members?) (?:on|of|in) (?:the|your|its|their|a|an)|
    management committee|governing body|
    people on (?:the|your|its|their) (?:board|committee|governing))`

export const ON_COMMITTEE = words`
  # a committee of at least so many
  \b(?:committee|board) of (at least|a minimum of|no fewer than) (${NUMBER})\b|
  # so many people on a committee
  \b(need|needs|must have|need to have|needs to have|have) (?:to have )?
  (${NUMBER}) (?:or more )?(?:unrelated )?
  (?:people|members) on (?:your|the|its|their) (?:management )?(?:committee|board)`

export const SEATS = words`
  # "Two unconnected people on the board", of what an applicant must have
  ^(?:at least |a minimum of )?(${NUMBER}) (?:or more )?
  (?:un(?:related|connected) |independent |different )*
  (?:people|members|individuals|persons|trustees|directors) (?:on|of) (?:the|your|its|their
  ) (?:management )?
  (?:board|committee|governing)`

export const OR_MORE = words`
  # has so many trustees
  (have|has|with|of|be|need|needs) (${NUMBER}) (?:or more )?
  (?:unrelated |independent |un-?connected |different )*
  (?:board|committee|trustees|directors|management committee)`

export const COMMITTEE = words`
  # a committee, then a number
  \b(?:committee|board|trustees|governing body)\b[^.;]{0,40}?\b(at least|a minimum of|
    minimum of|no fewer than)
  \s+(${NUMBER})\s+(?:[\w-]+ ){0,2}?
  (?:members?|people|trustees|individuals|persons|directors)\b`

export const SAME_THING = wordsWith('gi')`
  \b(?:
  # bank or building society
  bank or building society|building society or bank|
  # two ways to check accounts
  (?:certified|audited|signed|published|independently examined|filed)
  (?:,| or) (?:certified|audited|signed|published|independently examined|filed)|
  # board or committee
  committee or board|board or committee|organi[sz]ations?\/groups?|
  # constitution or rules
  (?:constitution|governing document|memorandum|set of (?:\w+ )?rules|rules|trust deed|
    articles(?: of association)?|terms of reference)
  (?:
    (?:,| or|, or) (?:an? |your |other )?(?:equivalent |similar |written |formal )?
    (?:constitution|governing document|set of (?:\w+ )?rules|
      (?:memorandum and )?articles(?: of association)?|memorandum|rules|trust deed|
      terms of reference|governance document|document)
  )+|
  # trustees or directors
  directors or trustees|trustees or directors|or more|
  charity or (?:company|organi[sz]ation)|organi[sz]ation or group|group or organi[sz]ation|
  business or organi[sz]ation|
  # charity or company
  (?:charity|charities|clubs?|groups?|societ(?:y|ies)|CICs?|compan(?:y|ies)) or (?:an? )?
  (?:[\w-]+ )?
  (?:groups?|clubs?|charity|charities|societ(?:y|ies)|CICs?|organi[sz]ations?|
    compan(?:y|ies))
  )\b`

/** "… set of rules, signed by the chair or secretary": who signs is no other way to have one. */
export const ABOUT_IT = words`
  (?:
  # signed or dated
  , (?:dated|signed|adopted|approved)\b|
  # what a document says
  ,? (?:which (?:requires?|states?|sets?|has|have)|
    that (?:requires?|states?|sets?|has|have)|stating|setting out|outlining|showing|
    with at least|with two|requiring)\b|
  # and a minimum of
  ,? and (?:at least|a minimum of)\b
  )(?! or\b).*$`

export const LACKS = words`
  # without
  \b(?:without|(?:do|does) not have|(?:do|does)n['’]t have|lack(?:s|ing)?|
    (?:have|has|having|with) no) (?:an?|their own|your own|its own|any)? ?
  (?:\w+ )?
  (?:constitution|governing document|
    (?:bank|building society)(?: or building society)? account|
    (?:(?:annual|published|audited|previous|signed|filed|year['’]?s?(?: of)?) )+accounts)\b`

/**
 * "Applications will be accepted from groups with a bank account": included applicants have one.
 */
export const LET_IN_WITH = words`
  # you can apply if
  ^you can apply if\b|
  # applications from a group with
  \bapplications?\b[^.;]{0,40}\b(?:from|by)\b[^.;]*\bwith an?\b|
  # any group that has
  ^any (?:\w+ )?
  (?:groups?|organi[sz]ations?|clubs?|charity)\b[^.;]{0,20}\b(?:that|which|who|with) (?:has|
    have|holds?|an?)\b|
  # as long as it has
  \b(?:so|as) long as (?:they|you|it) (?:have|has)\b`

export const CONSTITUTION = words`
  \b(?:
  # governing document
  governing document|
  # written constitution
  (?:written |signed |adopted |approved |formal |own )+constitution|
  # has a constitution
  (?:have|has|needs?|with|an?d?,?|and) (?:an? )?(?:\w+ )?constitution\b|
  # set of rules
  set of rules|
  # properly constituted
  (?:properly|formally|legally) constituted|
  # be constituted
  (?:must|^)\s*be (?:an? )?(?:\w+ )?constituted\b|
  # governing documents
  governing documents
  )`

export const BANK_ACCOUNT = words`
  # bank account
  \b(?:bank|building society)(?: or building society)? account\b|
  # account in the group's name
  \baccount in (?:the|your|its) (?:group|organi[sz]ation|charity|club)['’]?s['’]? name\b`

export const ACCOUNTS = words`
  \b(?:
  # annual or signed accounts
  annual|audited|signed|financial|
  # accounts of some years
  years?['’]?s?(?:(?: worth)? of(?: annual)?)?|
  # published accounts
  published|certified|full year[’']s|filed|year[- ]end|latest|most recent|report and|
  independently examined|sets? of
  )(?: \(\w+\))? accounts\b(?! (?:of|showing) (?:less|more|under|over|£))`

export const MUST_COLLABORATE = words`
  # must work with a partner
  \bmust (?:be )?
  (?:collaborat|work(?:ing)? (?:in partnership|with (?:at least )?(?:one|two|a partner))|
    apply (?:as|in) (?:part of )?an? (?:consortium|partnership)|
    (?:also )?
    (?:involve|include|have) (?:at least (?:one|two)|a minimum of (?:one|two)) (?:other )?
    (?:\w+ )?(?:partner|organi|business|compan)|
    (?:also )?(?:involve|include|have) (?:an? )?partners?\b|a (?:consortium|partnership))|
  # the lead and another must
  \b(?:lead|you) and at least one other (?:organi[sz]ation|partner|business)[^.;]* must\b|
  # must form a consortium
  \bmust (?:be in|be part of|form) (?:an? )?(?:collaboration|consortium|partnership)|
  # a partner is required
  \b(?:an?|at least one|one or more) (?:[\w-]+ )?partner(?: organi[sz]ation)?
  s? (?:is|are|must be) (?:required|needed|essential|mandatory)\b|
  # only consortia can apply
  ^only (?:consortia|partnerships|collaborations|joint (?:bids|applications))\b[^.;]*\b(?:
    can|may|are|will)\b|
  # open to consortia only
  \bopen to (?:collaborations|consortia|partnerships) only\b|
  # must be carried out by a consortium
  \bmust be (?:carried out|delivered|submitted|led) by an? (?:consortium|partnership)\b`

export const COLLABORATES = words`
  ^(?:
  # works in partnership
  be collaborative\b|collaborate with|work in (?:partnership|collaboration)|
  # applies as a consortium
  apply (?:as|in) (?:part of )?(?:a )?(?:consortium|partnership)|
  # includes another partner
  (?:have|involve|include) at least one (?:other )?partner|
  # involves at least one
  involve at least (?:one|two) 
  )`
