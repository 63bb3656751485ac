/** Phrases for what a limit is about. */
import { type PhraseTables, pattern } from './table.ts'

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

export const LIMIT_SUBJECT_PHRASES = {
  OF_A_KIND: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Charities must be registered …" requires nothing of a council',
        phrase: pattern`
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
            get|who)\b`,
        like: ['Charities can apply'],
        unlike: ['the company household is', 'can apply'],
      },
    ],
  },
  NAMED_COUNCIL: {
    flags: 'g',
    phrases: [
      {
        meaning: 'a council by its name',
        phrase: pattern`
          \b(?!
            (?:Parish|Town|City|County|District|Borough|Unitary|Metropolitan|Community|Local|Welsh|
              English|Scottish|Eligible|Lead|Or|And|The|Your|Any|A|An|Only|Every|Each|If)\b
          )
          [A-Z][a-z’'-]+ (?:(?:City|County|District|Borough|Metropolitan|Town|Parish) )*Council
          (?:['’]s)?\b`,
        like: ['Example Arts Council'],
        unlike: ['EnglishBlocal District Council', 'Example Arts'],
      },
    ],
  },
  OPENING: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)+`,
    phrases: [
      {
        meaning: 'introductory words',
        phrase: pattern`
          (?:
            to (?:be (?:eligible|considered)|apply|qualify|receive|lead)[^,:]{0,60}?
            (?:[,:]|(?= (?:you|your|the lead|the applicant|applicants?|organi[sz]ations?)\b))|
            in order to [^,]{3,60},|
            in order to (?:\w+ ){1,4}?
            (?=(?:organi[sz]ations?|applicants?|groups?|you|businesses|charities)\b)|
            as a minimum(?: requirement)?,?|at a minimum,?|to be eligible|please note(?: that)?|
            note(?: that)?|in addition,?|additionally,?|also,?|however,?|furthermore,?|and|but|
            therefore,?|unfortunately,?|yes,?|no,?) `,
        like: ['To be eligible, '],
        unlike: ['To be'],
      },
    ],
  },
  MODAL: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'a modal verb or an auxiliary',
        phrase: pattern`
          must|should|needs? to|have to|has to|shall|will|can(?:not)?|may|are|is|have|has|can['’]t|
          do|does|cannot|needs?|requires?`,
        like: ['Can I apply?', 'needs to'],
        unlike: ['I apply?'],
      },
    ],
  },
  ALL_APPLICANTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a number, or each',
        phrase: pattern`^\d|^(?:both|each|all)$`,
        like: ['each'],
        unlike: [],
      },
      {
        meaning: "the applicant's own money",
        phrase: pattern`
          ^(?:private|own|other|match|partnership) (?:money|funds?|funding|sources)\b`,
        like: ['Match funding: 30%'],
        unlike: ['Match : 30%'],
      },
      {
        meaning: 'income, alone',
        phrase: pattern`^(?:annual |gross )?(?:income|turnover)$`,
        like: ['annual turnover'],
        unlike: ['annual'],
      },
      {
        meaning: 'the lead and another',
        phrase: pattern`^(?:the |your )?lead and at least one other\b`,
        like: ['your lead and at least one other'],
        unlike: ['your lead and at one other'],
      },
      {
        meaning: 'what you …',
        phrase: pattern`^what you\b`,
        like: ["What you'll need"],
        unlike: ["you'll need"],
      },
      {
        meaning: "the applicant's turnover",
        phrase: pattern`
          ^(?:the |your |all )?(?:applicants?|organi[sz]ations?)['’]s? (?:annual |gross |yearly )?
          (?:income|turnover)$`,
        like: ["the organisation's annual turnover"],
        unlike: ['the annual turnover'],
      },
      {
        meaning: 'your turnover',
        phrase: pattern`
          ^(?:your|the|its|their|an?) (?:[\w]+['’]s? )?(?:\w+ ){0,2}(?:income|turnover)$`,
        like: ['your annual turnover'],
        unlike: ['your annual'],
      },
      {
        meaning: 'minimum, maximum or a share',
        phrase: pattern`
          ^(?:an? |the )?
          (?:minimum|maximum|earliest|latest|at least|match|own|cash|\d+ ?% \w+|
            (?:[\w-]+ )?bank account|constitution|governing document)\b`,
        like: ['at least 20%'],
        unlike: ['at 20%'],
      },
      {
        meaning: 'the committee',
        phrase: pattern`^(?:the|your|its|an?) (?:\w+ )?(?:committee|board|governing body)\b`,
        like: ['A committee of at least four people is needed.'],
        unlike: ['A of at least four people is needed.'],
      },
      {
        meaning: 'applicants and projects',
        phrase: pattern`
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
          \s*$`,
        like: ['Lead applicant'],
        unlike: [],
      },
    ],
  },
  /**
   * "The Riverside Growth Fund", "The eligibility criteria for the grant": the whole offer, unless
   * its name contains a size.
   */
  THE_OFFER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the grant or its criteria',
        phrase: pattern`
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
          )?$`,
        like: ['The Riverside Growth Fund'],
        unlike: ['The Riverside Growth'],
      },
    ],
  },
  NEW_BODIES: {
    flags: 'i',
    phrases: [
      {
        meaning: 'newly established bodies',
        phrase: pattern`
          ^(?:any |all |those )?(?:(?:new|newly|recently) )?
          (?:(?:established|formed|registered|set up) )?
          (?:organi[sz]ations?|applicants?|groups?|bodies|projects?)\b`,
        like: ['Newly formed groups must'],
        unlike: ['Newly formed must'],
      },
    ],
  },
  /** Ends of a part of the project, and of what goes before it or comes after: "stage 1 must be complete", "the lease must begin". */
  OF_A_STAGE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'a part of the offer or of the work',
        phrase: pattern`
          stages?|phases?|strands?|streams?|tiers?|lots?|rounds?|pilots?|capital|revenue|
          feasibility|development|small\w*|larg\w*|new|existing|first|second|third|due diligence|
          surveys?|leases?|licen[cs]es?|payments?|instal?lments?|legal|agreements?|contracts?|
          permissions?|consents?|planning|reports?|forms?|accounts?|assessments?|checks?|
          evaluations?|monitoring|match|partners?|loans?|\d`,
        like: ['Small grants', 'development'],
        unlike: ['grants'],
      },
    ],
  },
  /** "New businesses", "community interest companies": some of a kind. */
  OF_SOME: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'limited or unregistered',
        phrase: pattern`limited|unregistered`,
        like: ['Limited Company'],
        unlike: ['Company'],
      },
      {
        meaning: 'new',
        phrase: pattern`(?<!\b(?:your|an?|the) )new(?! and existing)`,
        like: ['New businesses'],
        unlike: ['your new', 'businesses'],
      },
      {
        meaning: 'of a size or a form',
        phrase: pattern`
          small(?:er)?|large(?:r)?|micro|medium|(?<!new and )existing|private|community interest`,
        like: ['Small grants', 'community interest'],
        unlike: ['new and existing', 'grants'],
      },
    ],
  },
} satisfies PhraseTables
