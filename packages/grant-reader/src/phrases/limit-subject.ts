/** Phrases for what a limit is about. */
import { pattern, words, wordsWith } from './words.ts'

/**
 * A kind of applicant that a limit may apply to. Organisations, applicants, groups and projects
 * mean all.
 */
export const KIND = pattern`
  (?:registered |unregistered |small(?:er)? |large(?:r)? |medium(?:[- ]sized)? |micro |new |
    existing |private |local |limited |individual |eligible |rural |social |community |young )*
  (?:charit(?:y|ies)|compan(?:y|ies)|business(?:es)?|SMEs?|schools?|councils?|authorities|
    universit(?:y|ies)|individuals?|sole traders?|self[- ]employed|freelancers?|farm(?:er)?s?|clubs?|
    museums?|partnerships?|consorti(?:a|um)|churches|enterprises?|CICs?|
    community interest compan(?:y|ies)|community (?:groups|organisations)|groups|trusts|academies|
    colleges|nurseries|landowners|tenants?|landlords?|homeowners|artists?|students?|researchers?|
    start[- ]?ups?|households?|residents|properties|buildings|venues|parish(?:es| councils)|
    social enterprises)`

export const OF_A_KIND = words`
  # "Charities must be registered …" requires nothing of a council
  ^(?:
    (?:any|all|
      the
      (?! (?:\w+ )?
        (?:business|company|charity|school|club|council|group|firm|farm|enterprise|individual)\b
      )|
      an?|where|for|if) )?
  (?!(?:your|all|any|the|an?|eligible) (?:organisations?|applicants?)\b)
  ${KIND}\b(?! (?:\w+ )?
    (?:grants?|fund|scheme|programme|awards?|funding|eligibility|criteria)\b
  )
  [^.;:]{0,60}?\b(?:must|need|should|have to|has to|has|cannot|may|can|will|are|is|receive|
    get|who)\b`

export const NAMED_COUNCIL = wordsWith('g')`
  # a council by its name
  \b(?!
    (?:Parish|Town|City|County|District|Borough|Unitary|Metropolitan|Community|Local|Welsh|
      English|Scottish|Eligible|Lead|Or|And|The|Your|Any|A|An|Only|Every|Each|If)\b
  )
  [A-Z][a-z’'-]+ (?:(?:City|County|District|Borough|Metropolitan|Town|Parish) )*Council
  (?:['’]s)?\b`

export const OPENING = words`
  ^(?:
  # introductory words
  (?:
    to (?:be (?:eligible|considered)|apply|qualify|receive|lead)[^,:]{0,60}?
    (?:[,:]|(?= (?:you|your|the lead|the applicant|applicants?|organi[sz]ations?)\b))|
    in order to [^,]{3,60},|
    in order to (?:\w+ ){1,4}?
    (?=(?:organi[sz]ations?|applicants?|groups?|you|businesses|charities)\b)|
    as a minimum(?: requirement)?,?|at a minimum,?|to be eligible|please note(?: that)?|
    note(?: that)?|in addition,?|additionally,?|also,?|however,?|furthermore,?|and|but|
    therefore,?|unfortunately,?|yes,?|no,?) 
  )+`

export const MODAL = words`
  \b(?:
  # a modal verb or an auxiliary
  must|should|needs? to|have to|has to|shall|will|can(?:not)?|may|are|is|have|has|can['’]t|
  do|does|cannot|needs?|requires?
  )\b`

export const ALL_APPLICANTS = words`
  # a number, or each
  ^\d|^(?:both|each|all)$|
  # the applicant's own money
  ^(?:private|own|other|match|partnership) (?:money|funds?|funding|sources)\b|
  # income, alone
  ^(?:annual |gross )?(?:income|turnover)$|
  # the lead and another
  ^(?:the |your )?lead and at least one other\b|
  # what you …
  ^what you\b|
  # the applicant's turnover
  ^(?:the |your |all )?(?:applicants?|organi[sz]ations?)['’]s? (?:annual |gross |yearly )?
  (?:income|turnover)$|
  # your turnover
  ^(?:your|the|its|their|an?) (?:[\w]+['’]s? )?(?:\w+ ){0,2}(?:income|turnover)$|
  # minimum, maximum or a share
  ^(?:an? |the )?
  (?:minimum|maximum|earliest|latest|at least|match|own|cash|\d+ ?% \w+|
    (?:[\w-]+ )?bank account|constitution|governing document)\b|
  # the committee
  ^(?:the|your|its|an?) (?:\w+ )?(?:committee|board|governing body)\b|
  # applicants and projects
  ^(?:
    (?:all|any|each|every|eligible|the|your|our|an?|lead|main|applicant|only|grant|successful|
      potential|interested|such|single|applying|local|constituted|qualifying|this|these) )*
  (?:you|we|applicants?|organi[sz]ations?(?:\/\w+)?|groups?|bod(?:y|ies)|entit(?:y|ies)|it|
    they|recipients?|grantees?|bidders?|lead|lead (?:applicants?|organi[sz]ations?|partners?)|
    (?:main )?applicant\/lead organi[sz]ation|applications?|projects?|proposals?|
    businesses\/organi[sz]ations|trustees|foundation|fund|trust|council|grants?|awards?|
    scheme|programme|funding|there|this|competition|trust|panel|committee|board|funders?|
    total|maximum|minimum|(?:sum|amount) (?:asked|applied) for)
  (?: (?:in (?:an?|the|your) application|to (?:us|the \w+)|
      receiving (?:a |our )?(?:\w+ ){0,3}(?:grants?|awards?|funding)|applying|
      that appl(?:y|ies)|that is applying|who apply|wishing to apply|
      seeking (?:a grant|funding)|making (?:an|the) application|
      applying for [\w’' -]{0,40}?(?:grants?|awards?|funding|fund)|
      for (?:funding|a grant|the grant|this grant))
  )?
  \s*$`

/**
 * "The Riverside Growth Fund", "The eligibility criteria for the grant": the whole offer, unless
 * its name contains a size.
 */
export const THE_OFFER = words`
  # the grant or its criteria
  ^(?:the |this |our |these )?(?:phase of )?
  (?:
    (?!
      (?:small(?:er)?|larger?|micro|medium|main|major|mini|core|starter|strand|stream|tier|for|
        to|of|with|who|that)\b
    )
    [\w’'&()-]+ ){0,6}?
  (?:grants?|fund|scheme|programme|competition|awards?|funding|support|offer|opportunity|
    initiative|voucher|eligibility|criteria|requirements)
  (?: for (?:the|this|a|our|your) (?:grant|fund|scheme|programme|award|funding|competition)
  )?$`

export const NEW_BODIES = words`
  # newly established bodies
  ^(?:any |all |those )?(?:(?:new|newly|recently) )?
  (?:(?:established|formed|registered|set up) )?
  (?:organi[sz]ations?|applicants?|groups?|bodies|projects?)\b`

/**
 * Ends of a part of the project, and of what goes before it or comes after: "stage 1 must be
 * complete", "the lease must begin".
 */
export const OF_A_STAGE = words`
  \b(?:
  # a part of the offer or of the work
  stages?|phases?|strands?|streams?|tiers?|lots?|rounds?|pilots?|capital|revenue|
  feasibility|development|small\w*|larg\w*|new|existing|first|second|third|due diligence|
  surveys?|leases?|licen[cs]es?|payments?|instal?lments?|legal|agreements?|contracts?|
  permissions?|consents?|planning|reports?|forms?|accounts?|assessments?|checks?|
  evaluations?|monitoring|match|partners?|loans?|\d
  )\b`

/** "New businesses", "community interest companies": some of a kind. */
export const OF_SOME = words`
  \b(?:
  # limited or unregistered
  limited|unregistered|
  # new
  (?<!\b(?:your|an?|the) )new(?! and existing)|
  # of a size or a form
  small(?:er)?|large(?:r)?|micro|medium|(?<!new and )existing|private|community interest
  )\b`
