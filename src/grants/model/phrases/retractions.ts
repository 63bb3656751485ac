/** Phrases that take a limit back. */
import { type PhraseTables, pattern } from './table.ts'

export const THEY_MAY = pattern`[^.;]{0,60}?\b(?:can|may|could|will|are|is)\b(?! not)[^.;]{0,30}?`
export const BODY = pattern`
  (?:organi[sz]ations?|groups?|charities|businesses|compan(?:y|ies)|firms?|applicants?|clubs?|
    projects?|enterprises?)`

export const RETRACTIONS_PHRASES = {
  /** "Expected to" demands; "we expect most to" does not. Only a cost that the funder expects is counted as a wish. */
  EXCEPTION: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'unless, except or flexible',
        phrase: pattern`
          flexib\w+|unless|except(?:ing|ions?|ional(?:ly)?)?|other than|apart from|excluding|
          with the exclusion|exempt\w*(?! charit)|waive\w*|save (?:for|where|that|in|when)|
          special circumstances`,
        like: ['(except schools)', 'special circumstances'],
        unlike: ['exempt charity', '( schools)'],
      },
      {
        meaning: 'may be relaxed',
        phrase: pattern`may be (?:relaxed|increased|exceeded|waived|varied)`,
        like: ['may be relaxed'],
        unlike: ['may be'],
      },
    ],
  },
  /** A sentence that takes something back: what it names is a limit with an exception, wherever the limit stands. */
  TAKES_BACK: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'exempt, or extended',
        phrase: pattern`
          exempt|exceptions?|exceptional(?:ly)?|(?:is|are) excepted|extend(?:ed)? (?:this|it|these)`,
        like: ['with some exceptions', 'extended these'],
        unlike: ['with some'],
      },
      {
        meaning: 'go beyond a limit',
        phrase: pattern`to go (?:outside|beyond|above|below) (?:this|these)`,
        like: ['If you want to go outside these limits, email us first.'],
        unlike: ['If you want to go these limits, email us first.'],
      },
      {
        meaning: 'waived',
        phrase: pattern`permitted exception|waive\w*`,
        like: ['a permitted exception'],
        unlike: ['a exception'],
      },
      {
        meaning: 'may still apply',
        phrase: pattern`(?:will|can|may|could) still (?:be (?:eligible|considered)|apply|bid)`,
        like: ['Businesses that previously received a loan may still apply.'],
        unlike: ['Businesses that previously received a loan may apply.'],
      },
      {
        meaning: 'does not apply, or special cases',
        phrase: pattern`
          are still eligible|do(?:es)? not apply (?:to|if|where|for)|special (?:case|circumstances)`,
        like: ['The maximum grant is £5,000 unless there are special circumstances.'],
        unlike: ['The maximum grant is £5,000 unless there are special.'],
      },
      {
        meaning: 'at discretion',
        phrase: pattern`at (?:our|its|their|the \w+['’]?s?) discretion`,
        like: ['this is at our discretion'],
        unlike: ['this is at our'],
      },
      {
        meaning: 'if not, you must',
        phrase: pattern`if not, you (?:must|can|need)`,
        like: ['if not, you must'],
        unlike: ['if you must'],
      },
      {
        meaning: 'higher amounts',
        phrase: pattern`higher (?:amounts?|grants?|awards?|rates?|intervention)`,
        like: ['for the higher rate'],
        unlike: ['for the rate'],
      },
      {
        meaning: 'larger grants',
        phrase: pattern`larger (?:grants?|awards?|amounts?|requests?|sums?)`,
        like: ['larger grants'],
        unlike: ['grants'],
      },
      {
        meaning: 'grants above a limit',
        phrase: pattern`
          (?:grants?|requests?|applications?|bids?|amounts?|anything) (?:above|over|beyond|
            in excess of|larger than|more than) (?:that|this|these)`,
        like: ['grants above this'],
        unlike: ['above this'],
      },
      {
        meaning: 'may be considered',
        phrase: pattern`may (?:also )?(?:be considered|consider)`,
        like: ['Larger grants may be considered.'],
        unlike: ['Larger grants may be.'],
      },
      {
        meaning: 'may be allowed',
        phrase: pattern`
          (?:may|can|could|will) (?:also |still |sometimes )?(?:allow|be allowed) (?!no\b)`,
        like: ['We may allow projects with costs above £30,000.'],
        unlike: ['could still be allowed no', 'We may projects with costs above £30,000.'],
      },
      {
        meaning: 'case by case',
        phrase: pattern`case[- ]by[- ]case|on a case`,
        like: ['Extensions are agreed case by case.'],
        unlike: ['Extensions are agreed by case.'],
      },
      {
        meaning: 'does not need to have',
        phrase: pattern`
          not (?:be )?
          (?:need|required|expected|obliged|asked) to (?:be|have|provide|contribute|find|bring)`,
        like: ['Charities do not need to be.'],
        unlike: ['Charities do not to be.'],
      },
      {
        meaning: 'not strict',
        phrase: pattern`falls? outside|not (?:a )?(?:strict|hard|fixed)`,
        like: ['not a strict rule'],
        unlike: ['not a rule'],
      },
      {
        meaning: 'can be of any amount',
        phrase: pattern`can be (?:of )?any (?:size|age|amount|length)`,
        like: ['can be of any amount'],
        unlike: ['can be of any'],
      },
    ],
  },
  /** Permission to apply without what is required; amounts are not affected. */
  MAY_LACK: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'if you are new',
        phrase: pattern`if (?:you|your \w+) (?:is|are) (?:a )?new\b`,
        like: ['You find 10% yourself if you are a new group.'],
        unlike: ['You find 10% yourself if are a new group.'],
      },
      {
        meaning: 'if you do not have',
        phrase: pattern`if you (?:do not|don['’]t)(?=,| have)|if you (?:have no|lack)`,
        like: ['You cannot apply if you do not have a bank account.'],
        unlike: ['You cannot apply if do not have a bank account.'],
      },
      {
        meaning: 'does not yet have',
        phrase: pattern`do(?:es)? not (?:yet |need to )?have (?:an?|its|their|your)`,
        like: ['You cannot apply if you do not have a bank account.'],
        unlike: ['You cannot apply if you do not a bank account.'],
      },
      {
        meaning: 'through another organisation',
        phrase: pattern`
          on (?:their|your|its) behalf|another organi[sz]ation|host organi[sz]ation|umbrella|
          accountable body`,
        like: [
          'Applicants without a bank account can use an umbrella body.',
          'another organisation',
        ],
        unlike: ['Applicants without a bank account can use an body.'],
      },
    ],
  },
  /**
   * "If this does not describe you, we should still like to hear from you", "applicants without one
   * of these may …": no requirement for applicants excludes.
   */
  ANY_MAY_APPLY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'if you do not meet the criteria',
        phrase: pattern`
          \bif (?:you|your \w+) (?:do|does)(?: not|n['’]t) (?:quite )?(?:meet|fit|match) (?:all )?
          (?:of )?
          (?:the above|these|our|the) (?:criteria|requirements)\b[^.]*\b(?:but|contact|talk|
            get in touch|still|may|can|could)\b(?! not)`,
        like: ['If you do not meet these criteria, but need help, you can still call.'],
        unlike: [
          "if you don't match all the criteria contact not",
          'If you do not meet these but need help, you can still call.',
        ],
      },
      {
        meaning: 'if this is not you',
        phrase: pattern`
          \bif (?:this|these|that|none of (?:this|these))\b[^.;]{0,20}\b(?:not|n['’]t) (?:describe|
            fit|sound like|apply to|match) (?:you|your)\b`,
        like: ['If this does not describe you, we should still like to talk to you'],
        unlike: ['If this does not you, we should still like to talk to you'],
      },
      {
        meaning: 'applicants that lack something',
        phrase: pattern`
          \b(?:lack|without|(?:do|does) not (?:yet )?(?:have|meet)) (?:(?:any|all|one|some) of )?
          (?:these|this|them)\b[^.;]*\b(?:may|can|could)\b(?! not)`,
        like: [
          'Groups that lack any of these may join another group that holds the money for them.',
        ],
        unlike: [
          'does not meet some of them could not',
          'Groups that lack any of may join another group that holds the money for them.',
        ],
      },
      {
        meaning: 'still like to talk to you',
        phrase: pattern`
          \bstill (?:like|love|want|happy|pleased|encourage you) to (?:hear from|talk to|
            speak (?:to|with)) you\b`,
        like: ['If this does not describe you, we should still like to talk to you'],
        unlike: ['If this does not describe you, we should like to talk to you'],
      },
    ],
  },
  ABOUT_AMOUNTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a pound sign',
        phrase: pattern`£`,
        like: ['Up to £5,000'],
        unlike: ['Up to 5,000'],
      },
      {
        meaning: 'amounts and limits',
        phrase: pattern`
          \b(?:sums?|amounts?|requests?|maximum|limits?|larger|higher|
            (?:award|give|offer|fund|pay|grant|ask for|apply for)s? more|
            (?:grants?|awards?) (?:above|over|beyond|of|size))\b`,
        like: ['larger grants'],
        unlike: ['grants'],
      },
    ],
  },
  LETS_BEYOND: {
    flags: 'i',
    phrases: [
      {
        meaning: 'no limit',
        phrase: pattern`
          \bno (?:upper |set |fixed |overall )*
          (?:limit|maximum)\b(?! (?:number|of applications|on (?:how many|the number)))
          (?![^.;]*\bbut\b)`,
        like: ['Requests should be for £5,000 or more; we have no upper limit.'],
        unlike: [
          'no overall maximum of applications',
          'Requests should be for £5,000 or more; we have no upper.',
        ],
      },
      {
        meaning: 'twice the amount',
        phrase: pattern`
          \b(?:twice|double|three times) (?:that|this|the) (?:amount|sum|limit|maximum|grant)`,
        like: ['Partnerships can apply for up to twice that amount.'],
        unlike: ['Partnerships can apply for up to twice that.'],
      },
      {
        meaning: 'apply for more',
        phrase: pattern`
          \b(?:apply|ask|bid|eligible|qualify) for (?:more|higher|larger)\b(?! than one)`,
        like: ['apply for more than £10,000'],
        unlike: ['eligible for larger than one', 'for more than £10,000'],
      },
      {
        meaning: 'receives more',
        phrase: pattern`
          \b(?:receive|get|have|offer|give|award|consider) (?:up to )?
          (?:more than (?:this|that)|larger|higher|bigger)\b`,
        like: ['We also consider larger companies.'],
        unlike: ['We also larger companies.'],
      },
      {
        meaning: 'higher limit',
        phrase: pattern`\bhigher (?:limit|maximum|ceiling|amount)`,
        like: ['higher maximum'],
        unlike: ['higher'],
      },
    ],
  },
  LARGER_PROJECTS_MAY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'larger projects may be accepted',
        phrase: pattern`
          \b(?:larger|bigger|smaller) (?:projects|schemes|works)\b${THEY_MAY}\b(?:appl|consider|
            agreed|accept|support|fund|eligible)`,
        like: ['Larger projects may be agreed with us beforehand.'],
        unlike: ['smaller projects may not consider', 'Larger may be agreed with us beforehand.'],
      },
    ],
  },
  PAYS_ALL: {
    flags: 'i',
    phrases: [
      {
        meaning: 'pays the whole cost',
        phrase: pattern`
          \b(?:pay|fund|cover|meet|receive|have|get|claim)
          s?\b[^.;%]{0,30}\b(?:the (?:whole|full|entire|total)|all of the|all the|100 ?%)
          [^.;]{0,20}\bcosts?\b`,
        like: ['We can pay the full cost.'],
        unlike: ['We can pay the cost.'],
      },
      {
        meaning: 'paid in full',
        phrase: pattern`\b(?:funded|paid|covered|met) in full\b`,
        like: ['covered in full'],
        unlike: ['in full'],
      },
      {
        meaning: 'and all of the cost',
        phrase: pattern`\band (?:all|the whole) (?:of )?the costs?\b`,
        like: ['50% of capital costs and all of the cost of activities'],
        unlike: ['50% of capital costs and all of the of activities'],
      },
      {
        meaning: 'for all others, a share',
        phrase: pattern`^for (?:all |any |every )?others?\b[^.;]*(?:%|\bper cent\b|\bhalf\b)`,
        like: ['For all other items we contribute 50%.'],
        unlike: ['For all items we contribute 50%.'],
      },
    ],
  },
  MATCH_OPTIONAL: {
    flags: 'i',
    phrases: [
      {
        meaning: 'match funding is not needed',
        phrase: pattern`
          \bmatch(?:ed)?[ -]?fund
          \w*\b[^.;]{0,30}\b(?:not (?:be )?(?:needed|required|necessary|essential)|optional)\b`,
        like: ['Match funding is not needed for grants under £5,000.'],
        unlike: ['Match is not needed for grants under £5,000.'],
      },
      {
        meaning: 'need not contribute',
        phrase: pattern`
          \b(?:need not|
            (?:do|does|don['’]t|doesn['’]t|are|is) not (?:need|have|required|expected|asked) to|
            needn['’]t) (?:contribute|match|provide match|find)\b`,
        like: ['Start-ups are not required to provide match funding.'],
        unlike: ['Start-ups are not to provide match funding.'],
      },
      {
        meaning: 'no match funding',
        phrase: pattern`\bno (?:match|contribution)\b`,
        like: ['No match funding is required for grants below £5,000.'],
        unlike: ['No funding is required for grants below £5,000.'],
      },
    ],
  },
  NEW_BODIES_MAY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'new organisations may apply',
        phrase: pattern`
          \b(?:start[- ]?ups?|(?:new|newer|newly[- ]\w+|younger|recent\w*) (?:\w+ )?${BODY}
          )\b${THEY_MAY}\b(?:appl|eligible|consider|fund|support|exempt)`,
        like: ['Newer organisations may apply with a host.'],
        unlike: ['newly local enterprise will not consider', 'Newer may apply with a host.'],
      },
    ],
  },
  MAY_APPLY_AGAIN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'if you want another',
        phrase: pattern`
          \bif you (?:would like|want|wish for|need) another\b[^.;]*\b(?:may|can|could)\b`,
        like: ['If you want another grant you may ask.'],
        unlike: ['If you want grant you may ask.'],
      },
      {
        meaning: 'may apply again',
        phrase: pattern`\b(?:may|can|could) (?:ask|apply|bid) (?:for (?:it|another)|again)\b`,
        like: ["If you've already had a grant you can apply again."],
        unlike: ["If you've already had a grant you can again."],
      },
      {
        meaning: 'still eligible after a grant',
        phrase: pattern`
          \b(?:remain|still) (?:be )?
          eligible\b[^.;]*\b(?:had|received|given|been)\b[^.;]*\b(?:before|already|previously|
            in the past)\b`,
        like: ['You remain eligible if you have had a grant in the past.'],
        unlike: ['You remain if you have had a grant in the past.'],
      },
    ],
  },
  PREPARATION_MAY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'preparation is allowed',
        phrase: pattern`
          \b(?:preparat\w+|preliminary|groundwork|feasibility|design) (?:works?|costs?|steps?|
            stages?|activity|studies)\b[^.;]*\b(?:allowed|may|can|permitted|eligible)\b(?! not)`,
        like: ['Preparatory work is allowed.'],
        unlike: ['feasibility activity allowed not', 'work is allowed.'],
      },
      {
        meaning: 'work may have started',
        phrase: pattern`
          \b(?:works?|projects?|activit(?:y|ies)) (?:may|can|could) (?:already )?
          have (?:begun|started|commenced)\b`,
        like: ['Work may have started up to three months before.'],
        unlike: ['Work may have up to three months before.'],
      },
    ],
  },
  ANY_NUMBER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'any number of applications',
        phrase: pattern`
          (?<!\bpartner (?:in|on) )\bany number of (?:applications?|bids?|proposals?|times)\b`,
        like: ['You may take part in any number of applications.'],
        unlike: ['partner on any number of applications', 'You may take part in any number of.'],
      },
      {
        meaning: 'as many applications as',
        phrase: pattern`\bas many (?:applications?|bids?|proposals?|times) as\b`,
        like: ['as many applications as'],
        unlike: ['as many as'],
      },
    ],
  },
  INFORMAL_MAY: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`
      )\b${THEY_MAY}\b(?:appl|eligible|consider|fund|support|come in|be hosted|be sponsored)`,
    phrases: [
      {
        meaning: 'unconstituted groups',
        phrase: pattern`un-?constituted|informal|not (?:yet )?constituted`,
        like: [
          'Unconstituted groups may apply through a constituted group that holds the money for them.',
        ],
        unlike: [
          'not constituted can not be sponsored',
          'groups may apply through a constituted group that holds the money for them.',
        ],
      },
      {
        meaning: 'groups without a constitution',
        phrase: pattern`
          (?:without|(?:do|does) not (?:yet )?have) (?:an?|any|their own|its own|your own)? ?
          (?:\w+ )?(?:constitution|account|accounts|committee|governing)`,
        like: ['Groups without a constitution can apply through a host.'],
        unlike: [
          'does not have small committee are not consider',
          'Groups without a can apply through a host.',
        ],
      },
    ],
  },
  /** "We may fund smaller requests from small parishes" */
  GIVES_LESS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'may fund smaller requests',
        phrase: pattern`
          \b(?:may|can|could|sometimes) (?:also )?
          (?:fund|consider|accept|make|offer|award) smaller (?:grants?|requests?|amounts?|sums?|
            awards?|applications?)\b`,
        like: ['We may fund smaller requests from small parishes'],
        unlike: ['We may fund smaller from small parishes'],
      },
      {
        meaning: 'smaller requests may be',
        phrase: pattern`
          \bsmaller (?:grants?|requests?|amounts?|sums?|applications?) (?:may|can|could) be\b`,
        like: ['smaller requests may be'],
        unlike: ['smaller may be'],
      },
    ],
  },
  BENEATH: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'below or fewer',
        phrase: pattern`less than|under|below|fewer|smaller|lower|newer|newly`,
        like: ['a value below zero', 'less than'],
        unlike: ['a value zero'],
      },
      {
        meaning: 'new bodies',
        phrase: pattern`new (?:business|organi[sz]ation|group|compan|charit|applicant)\w*`,
        like: ['New businesses'],
        unlike: ['New'],
      },
      {
        meaning: 'younger, or without',
        phrase: pattern`younger|start[- ]?ups?|without|not have|shorter`,
        like: ['without an end', 'not have'],
        unlike: ['an end'],
      },
    ],
  },
  /** Right behind a limit: "Newer businesses should contact us", "Extensions may be agreed", "Where there are fewer, explain why". */
  SOFTENS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'newer and larger bodies may',
        phrase: pattern`
          \b(?:start[- ]?ups|new (?:businesses|groups|organi[sz]ations|charities|clubs)|larger|
            newer|smaller|shorter|longer|older|younger|sole|single|cross-border|bigger|higher|others|
            those)\b[^.;]*\b(?:may|can|could|
            (?:will be|is|are) (?:also )?(?:considered|accepted|allowed|eligible)|
            should (?:contact|speak|talk))\b`,
        like: ['Larger grants may be considered.'],
        unlike: ['grants may be considered.'],
      },
      {
        meaning: 'extensions may be agreed',
        phrase: pattern`\bneeds? neither\b|\bflexib\w+|\bextensions? (?:may|can|could|will)\b`,
        like: ['Extensions may be agreed'],
        unlike: ['may be agreed'],
      },
      {
        meaning: 'where there are fewer, explain why',
        phrase: pattern`
          ^where (?:there (?:are|is)|this|that|you|it)\b[^.;]*\b(?:explain|tell us|contact|speak)\b`,
        like: ['Where there are fewer, explain why'],
        unlike: ['Where there are fewer, why'],
      },
      {
        meaning: 'may submit one',
        phrase: pattern`\bmay submit (?:one|more|up to)\b`,
        like: ['Each school may submit one application.'],
        unlike: ['Each school may one application.'],
      },
    ],
  },
  REFERS_BACK: {
    flags: 'i',
    phrases: [
      {
        meaning: 'this limit',
        phrase: pattern`\b(?:this|these|the) (?:requirement|limit|rule|amount|maximum|criteri\w+)`,
        like: ['the maximum amount'],
        unlike: ['maximum amount'],
      },
      {
        meaning: 'if not',
        phrase: pattern`^if not\b`,
        like: ['If not, please say so.'],
        unlike: ['If, please say so.'],
      },
      {
        meaning: 'if you do not have one',
        phrase: pattern`^if you (?:do not|don['’]t) (?:yet )?have (?:one|any|these|this|them)\b`,
        like: ['If you do not have one, another organisation can hold the grant.'],
        unlike: ['If you do not one, another organisation can hold the grant.'],
      },
      {
        meaning: 'if your group is new',
        phrase: pattern`^if (?:you|your \w+) (?:is|are) (?:a )?new\b`,
        like: ['If your group is new we can pay a parent body.'],
        unlike: ['If your is new we can pay a parent body.'],
      },
      {
        meaning: 'excepted or extended',
        phrase: pattern`\b(?:is|are) excepted\b|\bextend(?:ed)? (?:this|it|these)\b`,
        like: ['Feasibility work is excepted.'],
        unlike: ['Feasibility work is.'],
      },
      {
        meaning: 'go beyond a limit',
        phrase: pattern`\bto go (?:outside|beyond|above|below) (?:this|these)\b`,
        like: ['If you want to go outside these limits, email us first.'],
        unlike: ['If you want to go these limits, email us first.'],
      },
      {
        meaning: 'exceptions',
        phrase: pattern`^exceptions?\b`,
        like: ['Exceptions: infrastructure bodies.'],
        unlike: [': infrastructure bodies.'],
      },
      {
        meaning: 'exceptional',
        phrase: pattern`^(?:in |under |for )?(?:\w+ )?exceptional`,
        like: ['Exceptionally, larger sums are given.'],
        unlike: ['ly, larger sums are given.'],
      },
    ],
  },
} satisfies PhraseTables
