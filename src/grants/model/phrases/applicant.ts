/** Phrases for size, registration, people, documents and partners of an applicant. */
import { NUMBER } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const PEOPLE_EMPLOYED = pattern`
  (?:full[- ]time (?:equivalent )?)?(?:\(?FTEs?\)? )?(?:paid )?
  (?:employees|staff(?: members)?|people|FTEs?|members of staff|workers|persons?)`

export const APPLICANT_PHRASES = {
  EMPLOYEES_BEFORE: {
    flags: 'i',
    before: pattern`(`,
    after: pattern`)\s+(${NUMBER})\s+${PEOPLE_EMPLOYED}`,
    phrases: [
      {
        meaning: 'fewer than so many employees',
        phrase: pattern`
          fewer than|less than|under|below|up to|no more than|not more than|a maximum of|maximum of|
          at least|a minimum of|more than|over`,
        like: ['Fewer than 250 staff', 'a maximum of seven full time (FTE) paid staff'],
        unlike: ['than 250 staff'],
      },
    ],
  },
  SIZE_WORDS: {
    flags: 'i',
    before: pattern`\b(`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'micro businesses',
        phrase: pattern`
          micro(?:[- ]?(?:business(?:es)?|enterprises?|companies))?
          (?:
            ,? (?:and|or|to|&) small(?:er)?(?:[- ]sized)?(?:,? (?:business|enterprise|compan)\w*)?
            (?! (?:and|or|to|&)? ?medium)|
            (?: businesses)?\b(?=[^,]*$)(?!,))`,
        like: ['Open to micro and small enterprises.'],
        unlike: ['micro, or small medium', 'Open to and small enterprises.'],
      },
      {
        meaning: 'small and micro',
        phrase: pattern`small,? (?:and|or|to|&) micro`,
        like: ['Small and micro businesses can apply.'],
        unlike: ['and micro businesses can apply.'],
      },
      {
        meaning: 'small businesses',
        phrase: pattern`small(?:er)? business(?:es)?(?! (?:rates?|grant|support|fund))`,
        like: ['Small businesses (fewer than 50'],
        unlike: ['small businesses support', 'Small (fewer than 50'],
      },
      {
        meaning: 'small and medium-sized',
        phrase: pattern`(?:micro,? )?small,?[- ](?:(?:and|or|to|&)[- ])?medium(?:[- ]sized)?`,
        like: ['• a small or medium-sized enterprise'],
        unlike: ['• a small or enterprise'],
      },
      {
        meaning: 'SME',
        phrase: pattern`SMEs?`,
        like: ['Must be an SME.'],
        unlike: ['Must be an.'],
      },
    ],
  },
  JOBS_ELSEWHERE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'jobs that are created',
        phrase: pattern`
          creat\w+|safeguard\w*|recruit\w*|at any one|per site|on site|additional|train\w*|
          volunteers?|new jobs|benefit`,
        like: ['We create jobs.'],
        unlike: ['We jobs.'],
      },
      {
        meaning: "support that is no body's",
        phrase: pattern`
          support(?! (?:\w+ ){0,4}?(?:business|compan|organi|SME|charit|enterprise))`,
        like: ['support for jobs'],
        unlike: ['support other enterprise', 'for jobs'],
      },
      {
        meaning: 'money to employ people',
        phrase: pattern`
          (?:can|may|used|costs?|enough|looking|plan\w*|intend\w*|like|want) to employ`,
        like: ['Grants can be used to employ up to 3 people.'],
        unlike: ['Grants can be used to up to 3 people.'],
      },
      {
        meaning: 'jobs in the future',
        phrase: pattern`will employ|reach|engage|attend`,
        like: ['• work in partnership to reach more people', 'will employ'],
        unlike: ['• work in partnership to more people'],
      },
    ],
  },
  ONE_TRADE: {
    flags: '',
    phrases: [
      {
        meaning: 'businesses of one trade',
        phrase: pattern`
          ^(?!(?:any|all|large|larger|small|smaller|other|private|eligible|limited)\b)[A-Z]
          [\w-]+ (?:businesses|companies|firms)\b`,
        like: ['New businesses'],
        unlike: ['New'],
      },
    ],
  },
  AND_SUMS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'employees, and then a turnover',
        phrase: pattern`
          (
            (?:fewer than|less than|under|below|up to|no more than|not more than|a maximum of|
              maximum of)
            \s+${NUMBER}\s+${PEOPLE_EMPLOYED}
          )
          (
            ,? (?:and|with|plus)?,? ?(?:with |has |have |either )*(?:an? |your |its )?
            (?:annual |global |gross |sales )*(?:turnover|balance sheet)\b[^;]*
          )`,
        like: [
          'An SME is a company which employs fewer than 250 people and has a turnover under £44m',
        ],
        unlike: ['An SME is a company which employs fewer than 250 people and has a under £44m'],
      },
    ],
  },
  OTHER_SIZES: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: "several sizes, or a partner's",
        phrase: pattern`
          involve|include|partner|collaborat|at least one|individuals? or|any size|all sizes|
          defin\w+|larger?|impact|help(?:s|ing)|especially|particularly`,
        like: ['Businesses of any size can apply.'],
        unlike: ['Businesses of any can apply.'],
      },
    ],
  },
  BINDS_BEFORE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)(?: (?!not\b)[\w’'-]+,?){0,5}\s*$`,
    phrases: [
      {
        meaning: 'be or only',
        phrase: pattern`
          be|are you|open to|available to|restricted to|limited to|only|(?:is|are) for`,
        like: ['You must be a'],
        unlike: ['You must a'],
      },
      {
        meaning: 'the business is a',
        phrase: pattern`(?:applicant|business|company|firm|enterprise|organi[sz]ation|it) is`,
        like: ['the business is a'],
        unlike: ['the is a'],
      },
      {
        meaning: 'applications from, or you are',
        phrase: pattern`
          applications from|you are|you['’]re|(?:only|may|will|can) support|
          (?:only|may|will|can) fund|funding to(?: local)?|grants to(?: local)?`,
        like: ['you are a'],
        unlike: ['are a'],
      },
    ],
  },
  VAT_OF_COSTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'including VAT',
        phrase: pattern`
          \b(?:inclusive of|including|excluding|recover\w*|reclaim\w*|net of|claim) VAT`,
        like: ['The minimum total project cost is £10,000 including VAT.'],
        unlike: ['The minimum total project cost is £10,000 VAT.'],
      },
      {
        meaning: 'VAT is …',
        phrase: pattern`VAT (?:is|can|cannot|may|costs?|element|inclusive|exempt)\b`,
        like: ['VAT is not covered'],
        unlike: ['is not covered'],
      },
    ],
  },
  OTHER_REGISTER: {
    flags: 'i',
    before: pattern`\b(?:or|and\/or)\b[^.;]*\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'or an equivalent',
        phrase: pattern`
          equivalent|another|other|unincorporated|CIC Regulator|FCA|Financial Conduct|Mutuals|HMRC|
          exempt|excepted|community|constituted|self|sole|intend\w*|plan\w*|about to|in the process|
          applying|will`,
        like: ['or an equivalent body', 'and/or unincorporated'],
        unlike: ['or an body'],
      },
    ],
  },
  PEOPLE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'at least so many trustees',
        phrase: pattern`
          (at least|a minimum of|minimum of|no fewer than|fewer than|less than)\s+(${NUMBER})\s+
          (?:or more )?
          (?:unrelated |independent |un-?connected |unpaid |different |named |active |voluntary |
            non-executive )*
          (?:(?:management )?committee members|board|committee|trustees?|directors?|
            (?:people|persons|individuals|members?) (?:on|of|in) (?:the|your|its|their|a|an)|
            management committee|governing body|
            people on (?:the|your|its|their) (?:board|committee|governing))`,
        like: ['At least two unrelated directors.'],
        unlike: ['At least two unrelated.'],
      },
    ],
  },
  ON_COMMITTEE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a committee of at least so many',
        phrase: pattern`
          \b(?:committee|board) of (at least|a minimum of|no fewer than) (${NUMBER})\b`,
        like: ['Groups need to have a committee of at least 3.'],
        unlike: ['Groups need to have a of at least 3.'],
      },
      {
        meaning: 'so many people on a committee',
        phrase: pattern`
          \b(need|needs|must have|need to have|needs to have|have) (?:to have )?
          (${NUMBER}) (?:or more )?(?:unrelated )?
          (?:people|members) on (?:your|the|its|their) (?:management )?(?:committee|board)`,
        like: ['You need to have two people on your committee.'],
        unlike: ['You need to have two people on your.'],
      },
    ],
  },
  SEATS: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Two unconnected people on the board", of what an applicant must have',
        phrase: pattern`
          ^(?:at least |a minimum of )?(${NUMBER}) (?:or more )?
          (?:un(?:related|connected) |independent |different )*
          (?:people|members|individuals|persons|trustees|directors) (?:on|of) (?:the|your|its|their
          ) (?:management )?
          (?:board|committee|governing)`,
        like: ['Two unconnected people on the board'],
        unlike: ['Two unconnected on the board'],
      },
    ],
  },
  OR_MORE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'has so many trustees',
        phrase: pattern`
          (have|has|with|of|be|need|needs) (${NUMBER}) (?:or more )?
          (?:unrelated |independent |un-?connected |different )*
          (?:board|committee|trustees|directors|management committee)`,
        like: ['Charities need three trustees.'],
        unlike: ['Charities need three.'],
      },
    ],
  },
  COMMITTEE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a committee, then a number',
        phrase: pattern`
          \b(?:committee|board|trustees|governing body)\b[^.;]{0,40}?\b(at least|a minimum of|
            minimum of|no fewer than)
          \s+(${NUMBER})\s+(?:[\w-]+ ){0,2}?
          (?:members?|people|trustees|individuals|persons|directors)\b`,
        like: ['A committee of at least four people is needed.'],
        unlike: ['A of at least four people is needed.'],
      },
    ],
  },
  SAME_THING: {
    flags: 'gi',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'bank or building society',
        phrase: pattern`bank or building society|building society or bank`,
        like: ['• a bank or building society account'],
        unlike: ['• a bank or society account'],
      },
      {
        meaning: 'two ways to check accounts',
        phrase: pattern`
          (?:certified|audited|signed|published|independently examined|filed)
          (?:,| or) (?:certified|audited|signed|published|independently examined|filed)`,
        like: ['audited or certified'],
        unlike: ['audited or'],
      },
      {
        meaning: 'board or committee',
        phrase: pattern`committee or board|board or committee|organi[sz]ations?\/groups?`,
        like: ['people on your board or committee who are not'],
        unlike: ['people on your board or who are not'],
      },
      {
        meaning: 'constitution or rules',
        phrase: pattern`
          (?:constitution|governing document|memorandum|set of (?:\w+ )?rules|rules|trust deed|
            articles(?: of association)?|terms of reference)
          (?:
            (?:,| or|, or) (?:an? |your |other )?(?:equivalent |similar |written |formal )?
            (?:constitution|governing document|set of (?:\w+ )?rules|
              (?:memorandum and )?articles(?: of association)?|memorandum|rules|trust deed|
              terms of reference|governance document|document)
          )+`,
        like: ['Groups must have a constitution or set of rules.'],
        unlike: ['Groups must have a or set of rules.'],
      },
      {
        meaning: 'trustees or directors',
        phrase: pattern`
          directors or trustees|trustees or directors|or more|
          charity or (?:company|organi[sz]ation)|organi[sz]ation or group|group or organi[sz]ation|
          business or organi[sz]ation`,
        like: ['Grants are for one year or more.', 'business or organisation'],
        unlike: ['Grants are for one year or.'],
      },
      {
        meaning: 'charity or company',
        phrase: pattern`
          (?:charity|charities|clubs?|groups?|societ(?:y|ies)|CICs?|compan(?:y|ies)) or (?:an? )?
          (?:[\w-]+ )?
          (?:groups?|clubs?|charity|charities|societ(?:y|ies)|CICs?|organi[sz]ations?|
            compan(?:y|ies))`,
        like: ["✓ You're a registered charity or CIC"],
        unlike: ["✓ You're a registered or CIC"],
      },
    ],
  },
  /** "… set of rules, signed by the chair or secretary": who signs is no other way to have one. */
  ABOUT_IT: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)(?! or\b).*$`,
    phrases: [
      {
        meaning: 'signed or dated',
        phrase: pattern`, (?:dated|signed|adopted|approved)\b`,
        like: ['a constitution, signed by the chair'],
        unlike: [', approved or', 'a constitution, by the chair'],
      },
      {
        meaning: 'what a document says',
        phrase: pattern`
          ,? (?:which (?:requires?|states?|sets?|has|have)|
            that (?:requires?|states?|sets?|has|have)|stating|setting out|outlining|showing|
            with at least|with two|requiring)\b`,
        like: ['constitution which states its aims'],
        unlike: [', that requires or', 'constitution which its aims'],
      },
      {
        meaning: 'and a minimum of',
        phrase: pattern`,? and (?:at least|a minimum of)\b`,
        like: ['constitution and at least two trustees'],
        unlike: [', and a minimum of or', 'constitution and at two trustees'],
      },
    ],
  },
  LACKS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'without',
        phrase: pattern`
          \b(?:without|(?:do|does) not have|(?:do|does)n['’]t have|lack(?:s|ing)?|
            (?:have|has|having|with) no) (?:an?|their own|your own|its own|any)? ?
          (?:\w+ )?
          (?:constitution|governing document|
            (?:bank|building society)(?: or building society)? account|
            (?:(?:annual|published|audited|previous|signed|filed|year['’]?s?(?: of)?) )+accounts)\b`,
        like: ['Groups without a constitution cannot apply.'],
        unlike: ['Groups without a cannot apply.'],
      },
    ],
  },
  /**
   * "Applications will be accepted from groups with a bank account": included applicants have one.
   */
  LET_IN_WITH: {
    flags: 'i',
    phrases: [
      {
        meaning: 'you can apply if',
        phrase: pattern`^you can apply if\b`,
        like: ["you can apply if you're a business"],
        unlike: ["you can if you're a business"],
      },
      {
        meaning: 'applications from a group with',
        phrase: pattern`\bapplications?\b[^.;]{0,40}\b(?:from|by)\b[^.;]*\bwith an?\b`,
        like: ['Applications will be accepted from groups with a bank account'],
        unlike: ['will be accepted from groups with a bank account'],
      },
      {
        meaning: 'any group that has',
        phrase: pattern`
          ^any (?:\w+ )?
          (?:groups?|organi[sz]ations?|clubs?|charity)\b[^.;]{0,20}\b(?:that|which|who|with) (?:has|
            have|holds?|an?)\b`,
        like: ['Any charity with an income of under £100,000 may apply for a small grant.'],
        unlike: ['Any with an income of under £100,000 may apply for a small grant.'],
      },
      {
        meaning: 'as long as it has',
        phrase: pattern`\b(?:so|as) long as (?:they|you|it) (?:have|has)\b`,
        like: ['as long as you have'],
        unlike: ['as as you have'],
      },
    ],
  },
  CONSTITUTION: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'governing document',
        phrase: pattern`governing document`,
        like: ['• a governing document'],
        unlike: ['• a document'],
      },
      {
        meaning: 'written constitution',
        phrase: pattern`(?:written |signed |adopted |approved |formal |own )+constitution`,
        like: ['A signed constitution.'],
        unlike: ['A signed.'],
      },
      {
        meaning: 'has a constitution',
        phrase: pattern`(?:have|has|needs?|with|an?d?,?|and) (?:an? )?(?:\w+ )?constitution\b`,
        like: ['You must have a constitution.'],
        unlike: ['You must have a.'],
      },
      {
        meaning: 'set of rules',
        phrase: pattern`set of rules`,
        like: ['You must have a set of rules.'],
        unlike: ['You must have a set of.'],
      },
      {
        meaning: 'properly constituted',
        phrase: pattern`(?:properly|formally|legally) constituted`,
        like: ['Your group must be properly constituted.'],
        unlike: ['Your group must be properly.'],
      },
      {
        meaning: 'be constituted',
        phrase: pattern`(?:must|^)\s*be (?:an? )?(?:\w+ )?constituted\b`,
        like: ['Must be constituted.'],
        unlike: ['Must be.'],
      },
      {
        meaning: 'governing documents',
        phrase: pattern`governing documents`,
        like: ['governing documents'],
        unlike: ['documents'],
      },
    ],
  },
  BANK_ACCOUNT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'bank account',
        phrase: pattern`\b(?:bank|building society)(?: or building society)? account\b`,
        like: ['have a bank account'],
        unlike: ['have a bank'],
      },
      {
        meaning: "account in the group's name",
        phrase: pattern`
          \baccount in (?:the|your|its) (?:group|organi[sz]ation|charity|club)['’]?s['’]? name\b`,
        like: ["You must have an account in your group's name."],
        unlike: ["You must have an in your group's name."],
      },
    ],
  },
  ACCOUNTS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)(?: \(\w+\))? accounts\b(?! (?:of|showing) (?:less|more|under|over|£))`,
    phrases: [
      {
        meaning: 'annual or signed accounts',
        phrase: pattern`annual|audited|signed|financial`,
        like: ['• have annual accounts for two years', 'financial (other) accounts'],
        unlike: ['financial (small) accounts of less', '• have annual for two years'],
      },
      {
        meaning: 'accounts of some years',
        phrase: pattern`years?['’]?s?(?:(?: worth)? of(?: annual)?)?`,
        like: ['You must have at least one year of accounts.'],
        unlike: ['year (other) accounts of over', 'You must have at least one year of.'],
      },
      {
        meaning: 'published accounts',
        phrase: pattern`
          published|certified|full year[’']s|filed|year[- ]end|latest|most recent|report and|
          independently examined|sets? of`,
        like: ['At least one year of published accounts', "full year's (local) accounts"],
        unlike: ['most recent (small) accounts of more', 'At least one year of accounts'],
      },
    ],
  },
  MUST_COLLABORATE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'must work with a partner',
        phrase: pattern`
          \bmust (?:be )?
          (?:collaborat|work(?:ing)? (?:in partnership|with (?:at least )?(?:one|two|a partner))|
            apply (?:as|in) (?:part of )?an? (?:consortium|partnership)|
            (?:also )?
            (?:involve|include|have) (?:at least (?:one|two)|a minimum of (?:one|two)) (?:other )?
            (?:\w+ )?(?:partner|organi|business|compan)|
            (?:also )?(?:involve|include|have) (?:an? )?partners?\b|a (?:consortium|partnership))`,
        like: ['You must work with a partner.'],
        unlike: ['You must work with a.'],
      },
      {
        meaning: 'the lead and another must',
        phrase: pattern`
          \b(?:lead|you) and at least one other (?:organi[sz]ation|partner|business)[^.;]* must\b`,
        like: ['The lead and at least one other partner must apply.'],
        unlike: ['The lead and at least one other must apply.'],
      },
      {
        meaning: 'must form a consortium',
        phrase: pattern`
          \bmust (?:be in|be part of|form) (?:an? )?(?:collaboration|consortium|partnership)`,
        like: ['You must be part of a consortium.'],
        unlike: ['You must be part of a.'],
      },
      {
        meaning: 'a partner is required',
        phrase: pattern`
          \b(?:an?|at least one|one or more) (?:[\w-]+ )?partner(?: organi[sz]ation)?
          s? (?:is|are|must be) (?:required|needed|essential|mandatory)\b`,
        like: ['A partner organisation is required for strand B.'],
        unlike: ['A partner organisation is for strand B.'],
      },
      {
        meaning: 'only consortia can apply',
        phrase: pattern`
          ^only (?:consortia|partnerships|collaborations|joint (?:bids|applications))\b[^.;]*\b(?:
            can|may|are|will)\b`,
        like: ['Only partnerships can apply for the larger grants.'],
        unlike: ['Only can apply for the larger grants.'],
      },
      {
        meaning: 'open to consortia only',
        phrase: pattern`\bopen to (?:collaborations|consortia|partnerships) only\b`,
        like: ['This competition is open to collaborations only.'],
        unlike: ['This competition is open to only.'],
      },
      {
        meaning: 'must be carried out by a consortium',
        phrase: pattern`
          \bmust be (?:carried out|delivered|submitted|led) by an? (?:consortium|partnership)\b`,
        like: ['Work must be carried out by a consortium.'],
        unlike: ['Work must be carried out by a.'],
      },
    ],
  },
  COLLABORATES: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'works in partnership',
        phrase: pattern`be collaborative\b|collaborate with|work in (?:partnership|collaboration)`,
        like: ['work in partnership to maximise impact'],
        unlike: ['work in to maximise impact'],
      },
      {
        meaning: 'applies as a consortium',
        phrase: pattern`apply (?:as|in) (?:part of )?(?:a )?(?:consortium|partnership)`,
        like: ['apply as part of a consortium'],
        unlike: ['apply as part of a'],
      },
      {
        meaning: 'includes another partner',
        phrase: pattern`(?:have|involve|include) at least one (?:other )?partner`,
        like: ['include at least one other partner'],
        unlike: ['at least one other partner'],
      },
      {
        meaning: 'involves at least one',
        phrase: pattern`involve at least (?:one|two) `,
        like: ['involve at least two partners'],
        unlike: ['at least two partners'],
      },
    ],
  },
} satisfies PhraseTables
