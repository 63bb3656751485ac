/** Phrases that the reader looks for in a whole text. */
import { type PhraseTables, pattern } from './table.ts'

export const READER_PHRASES = {
  NAMES_APPLICANTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'part of a word for applicants',
        phrase: pattern`
          charit|group|organi|business|compan|school|council|authorit|individual|communit|volunt|
          universit|farm|trader|SME|enterpr|C[IL][COG]|club|trust|profit|public|person|societ|
          church|college|land|nurser|firm|acad|educat|employ|freelanc|househol|home|resident|VC[SF]|
          sector|HE[IP]|NHS|polic|fire|emergenc|health|government|NDPB|Crown|bod(?:y|ies)|associat|
          institut|PTA|TRA|PCC|CASC|CBS|hospice|artist|hall|worship|mutual|co-?op|union|start-?up|
          start ups?|partner|forces|crofter|grower|forester|manufactur|retail|entrepreneur|LLP|
          research`,
        like: ['charities'],
        unlike: ['ies'],
      },
    ],
  },
  REQUIREMENT: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'must or cannot',
        phrase: pattern`
          must|cannot|can['’]t|can not|only (?:be|apply|open)|(?:not|in)[ -]?eligible|required to`,
        like: ['You must apply.'],
        unlike: ['You apply.'],
      },
      {
        meaning: 'not be funded',
        phrase: pattern`not be (?:given|paid|funded|considered|used)`,
        like: ['Salaries over £50,000 will not be funded.'],
        unlike: ['Salaries over £50,000 will not be.'],
      },
      {
        meaning: 'need to, or will not',
        phrase: pattern`need to|has to be|have to be|may not|are excluded|will not`,
        like: ['What we will not fund', 'are excluded'],
        unlike: ['What we not fund'],
      },
    ],
  },
  LETS_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'so can schools',
        phrase: pattern`^so (?:can|may) \w`,
        like: ['So can schools'],
        unlike: ['So schools'],
      },
      {
        meaning: 'everyone can',
        phrase: pattern`\b(?:everybody|everyone|anybody|anyone)\b[^.;]*\b(?:can|may)\b`,
        like: ['Anyone can apply.'],
        unlike: ['can apply.'],
      },
      {
        meaning: 'means or includes',
        phrase: pattern`
          \b(?:means?|includes?|including|included|defined as|counts? as|(?:have|has) also supported
          )\b`,
        like: ['This includes charities.'],
        unlike: ['This charities.'],
      },
      {
        meaning: 'others can apply',
        phrase: pattern`
          \b(?:others?|everyone else|anyone else)\b[^.;]*\b(?:can|may|should|apply|up to)\b`,
        like: ['other groups can apply'],
        unlike: ['groups can apply'],
      },
      {
        meaning: 'can or are eligible',
        phrase: pattern`
          \b(?:can|may|are able to|are eligible|is eligible|welcome[sd]?|open to|available to|also
          )\b[^.;]*\b(?:apply|applications?|applicants?|eligible|bid|funded|considered)\b`,
        like: ['Can I apply?'],
        unlike: ['Can I ?'],
      },
      {
        meaning: 'applications from',
        phrase: pattern`
          \b(?:applications?|eligible|apply|open|available)\b[^.;]*\b(?:from|to|
            if you(?:['’]re| are))\b`,
        like: ['Open to farmers.'],
        unlike: ['to farmers.'],
      },
      {
        meaning: 'can fund',
        phrase: pattern`\b(?:may|can|will|also)\b[^.;]{0,30}\b(?:consider|accept|fund)(?:ed)?\b`,
        like: ['What can we fund?'],
        unlike: ['What we fund?'],
      },
      {
        meaning: 'open to all',
        phrase: pattern`\bopen to (?:all|any|every)`,
        like: ['It is open to all.'],
        unlike: ['It is to all.'],
      },
    ],
  },
  /** Lists of partners, beneficiaries, funders and costs name kinds that do not apply. */
  BEARS_ON_OTHERS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'partners, beneficiaries and funders',
        phrase: pattern`
          partner\w*|benefit\w*|work with|support(?:ing)?|collaborat\w+|from other|funders?|costs?|
          spend|used|pay for|match|advice|contact|outcomes?|priorit\w+`,
        like: ['We work with schools.'],
        unlike: ['We with schools.'],
      },
    ],
  },
  OF_SOME: {
    flags: 'i',
    phrases: [
      {
        meaning: 'applicants that meet a condition',
        phrase: pattern`
          ^(.{3,90}?)
          ,? (?:that|which|who|whose|unless
          )\b(?! (?:is|are) not (?:an? )?(?:registered )?
            (?:charit|compan|constituted|not-for-profit)
          )`,
        like: ['charities that'],
        unlike: ['the local people, who is not a not-for-profit', 'that'],
      },
    ],
  },
  OPEN_TO_OTHERS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'others',
        phrase: pattern`^others?\b`,
        like: ['Other local schemes'],
        unlike: ['local schemes'],
      },
      {
        meaning: 'open to all',
        phrase: pattern`
          \bopen to (?:all|everybody)(?=\s*(?:[.;,]|$|who\b|types\b|kinds\b|applicants\b))`,
        like: ['It is open to all.'],
        unlike: ['It is to all.'],
      },
      {
        meaning: 'everyone',
        phrase: pattern`\b(?:every|any)(?:one|body)(?: else)?\b`,
        like: ['Anyone can apply.'],
        unlike: ['can apply.'],
      },
      {
        meaning: 'any organisation, or others',
        phrase: pattern`
          \b(?:any (?:\w+ )?(?:organi[sz]ation|applicant|entity)|
            other (?:\w+ )?(?:organi[sz]ations|bodies|applicants|groups|types)|
            all (?:organi[sz]ations|types))\b`,
        like: ['other groups can apply'],
        unlike: ['other can apply'],
      },
    ],
  },
  /** Participants next to the applicant. */
  AS_PARTNER: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'as a partner',
        phrase: pattern`as (?:an? )?(?:\w+ )?(?:partners?|collaborators?|subcontractors?)`,
        like: ['Businesses may join as partners.'],
        unlike: ['Businesses may join as.'],
      },
      {
        meaning: 'partners',
        phrase: pattern`^(?:(?:other|project|all) )*partners?\b`,
        like: ['Partners must be named in the application.'],
        unlike: ['must be named in the application.'],
      },
      {
        meaning: 'be a partner',
        phrase: pattern`(?:be|is|are) (?:a partner|partners|involved)\b`,
        like: ['Museums and charities can be partners.'],
        unlike: ['Museums and charities can be.'],
      },
      {
        meaning: 'work with',
        phrase: pattern`^(?:to )?(?:collaborate|partner|work) with`,
        like: ['To collaborate with the lead, your'],
        unlike: ['To with the lead, your'],
      },
      {
        meaning: 'your partners',
        phrase: pattern`^your partners?|can partner with|can share up to|must work with other`,
        like: ['Your partner organisation must be a registered charity.', 'must work with other'],
        unlike: ['Your organisation must be a registered charity.'],
      },
    ],
  },
  /** The council that gives, and councils that are no authorities. */
  COUNCIL: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'the council',
        phrase: pattern`
          \b(?:the|your|our|this|their) (?:[\w/-]+ ){0,2}(?:council|authority)(?:['’]s)?\b`,
        like: ['who the council considers'],
        unlike: ['who the considers'],
      },
      {
        meaning: 'sports and arts councils',
        phrase: pattern`\b(?:sports|arts|research) councils?\b`,
        like: ['Example Arts Council'],
        unlike: ['Example Arts'],
      },
    ],
  },
  /** Words for kinds of applicants that speak of something else: an individual basis, a council's tax, charitable purposes, an Act. */
  NO_APPLICANT: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'open to the public',
        phrase: pattern`
          \b(?:facilit\w+|buildings?|halls?|spaces?|venues?|sites?|events?|activit\w+|premises|
            projects?) (?:(?!can|may)\w+ ){0,3}
          open to [^.;,]*`,
        like: ['Buildings must be open to the public for at least 20 hours a week.'],
        unlike: [
          'building maysmall open to the local people',
          'must be open to the public for at least 20 hours a week.',
        ],
      },
      {
        meaning: 'individual awards',
        phrase: pattern`
          \bindividual (?=
            (?:basis|merits?|projects?|grants?|awards?|applications?|circumstances|clubs?|business\w*|
              items?|needs?|costs?|cases?|level|sites?|organi[sz]ations?)\b
          )`,
        like: ['Individual awards will be up to £30k.'],
        unlike: ['awards will be up to £30k.'],
      },
      {
        meaning: "a body's money, lease or property",
        phrase: pattern`
          \b(?:(?:local )?authority|council|public[- ]sector|private[- ]sector|business|school|
            community|charity) (?=
            (?:areas?|tax|rates?|support|funding|boundar\w+|polic\w+|websites?|officers?|guidelines?|
              objectives?|priorities|plans?|members?|premises|hours|holidays?|(?:bank )?accounts?|name|
              procurement|subsid\w+|number|register)\b
          )`,
        like: ['• your charity number, if you have one'],
        unlike: ['• your number, if you have one'],
      },
      {
        meaning: 'charitable purposes',
        phrase: pattern`
          \bcharitable (?=
            (?:objectives?|objects?|purposes?|causes?|aims?|status|activit\w+|work|giving)\b)`,
        like: ['have charitable aims'],
        unlike: ['have aims'],
      },
      {
        meaning: 'partnerships with, and local government as a name',
        phrase: pattern`
          \bLocal Government(?= \(| Act)|\bbenefit (?:to|of|for) [^.;,]*|
          \bpartnerships?(?: with [^.;,]*)?\b`,
        like: ['We encourage partnerships.'],
        unlike: ['We encourage.'],
      },
      {
        meaning: 'consent of another',
        phrase: pattern`\b(?:agreement|permission|consent|support) (?:of|from) [^.;,]*`,
        like: ['• a tenant without the consent of the landowner'],
        unlike: ['• a tenant without the of the landowner'],
      },
      {
        meaning: 'paid to another',
        phrase: pattern`\bpaid to [^.;,]*`,
        like: ['paid to suppliers'],
        unlike: ['paid to'],
      },
      {
        meaning: 'run by another',
        phrase: pattern`\b(?:covered|supported|supplied|installed|led|run|owned) by [^.;,]*`,
        like: ['• are led by businesses'],
        unlike: ['• are led by'],
      },
      {
        meaning: 'on behalf of another',
        phrase: pattern`\bon behalf of [^.;]*|\bcustomers?,? which [^.;]*`,
        like: ['Individuals cannot apply on behalf of a group.'],
        unlike: ['Individuals cannot apply on of a group.'],
      },
      {
        meaning: 'work in institutions',
        phrase: pattern`
          \b(?:work|services?|projects?|activit\w+) in (?:\w+ )?
          (?:institutions|schools|hospitals|colleges)\b`,
        like: ['projects in local schools'],
        unlike: ['in local schools'],
      },
      {
        meaning: 'work with another',
        phrase: pattern`
          \b(?:collaborat\w+|work\w*(?: \w+)?|partner\w*) with (?:\([^)]*\)|[^.;,(])*
          (?:, (?:such as|including|like) [^.;(]*)?`,
        like: ['You must work with a partner.'],
        unlike: ['You must with a partner.'],
      },
      {
        meaning: 'not individuals',
        phrase: pattern`\bnot (?:to )?(?:an? )?individuals?\b`,
        like: ['We fund organisations, not individuals'],
        unlike: ['We fund organisations, not'],
      },
    ],
  },
  /** Residents of a place are beneficiaries; only included applicants apply. */
  BENEFICIARIES: {
    flags: 'gi',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'residents and other persons',
        phrase: pattern`
          individuals?|persons?|(?:local )?residents?|households?|householders?|homeowners?|
          members of the public|artists?`,
        like: ['• individuals', 'members of the public'],
        unlike: [],
      },
    ],
  },
  SENT_AWAY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'should use another scheme',
        phrase: pattern`
          \b(?:have to|must|should|need to|can|may|please) (?:use|apply|look|see|go|turn|visit|
            contact)\b[^.;]*\binstead\b`,
        like: ['Charities should use the ordinary scheme instead'],
        unlike: ['Charities should use the ordinary scheme'],
      },
      {
        meaning: 'a separate fund',
        phrase: pattern`
          \b(?:have|has|is|are) (?:a|covered by a|served by a|funded by a|under a) (?:separate|
            different) (?:fund|scheme|programme|grant)`,
        like: ['There is a separate fund for schools.'],
        unlike: ['There is a fund for schools.'],
      },
      {
        meaning: 'see our other fund',
        phrase: pattern`
          \bplease (?:see|use|look at|go to|refer to|visit) (?:the|our) (?:[\w’'-]+ ){0,4}
          (?:fund|scheme|programme|grants?|guidance)\b`,
        like: ['If you have not yet started your business, please see our start-up grant.'],
        unlike: ['If you have not yet started your business, see our start-up grant.'],
      },
    ],
  },
  ELSEWHERE_IN_UK: {
    flags: 'i',
    phrases: [
      {
        meaning: 'from elsewhere',
        phrase: pattern`
          \b(?:from|based|living|working) elsewhere\b[^.;]*\b(?:can|may|are|will)\b(?! not)`,
        like: ['Groups based elsewhere can apply.'],
        unlike: ['working elsewhere will not', 'Groups based can apply.'],
      },
      {
        meaning: 'elsewhere in the UK',
        phrase: pattern`
          \b(?:(?:an)?other parts? of|elsewhere in|anywhere in|the rest of) the (?:UK|United Kingdom
          )\b`,
        like: ['Tools may come from anywhere in the UK.'],
        unlike: ['Tools may come from in the UK.'],
      },
    ],
  },
  REFUSED_IF: {
    flags: 'i',
    phrases: [
      {
        meaning: 'cannot apply if',
        phrase: pattern`
          ^[^.;]{0,60}?\b(?:cannot|can['’]t|can not|may not|not eligible|ineligible|
            not be (?:eligible|considered|able to apply)|unable to)
          (?: to)?(?: apply| bid| be considered| receive (?:funding|a grant))?
          (?: (?:for|to) (?:this|the|a|our|any) (?:\w+ )?
            (?:grants?|fund|funding|scheme|programme|award|competition)
          )?
          ,? (?:only )?if (you|your|the applicant|it|they)\b(.+)$`,
        like: ['You are not eligible if you are an individual.'],
        unlike: ['You are not if you are an individual.'],
      },
    ],
  },
  IF_REFUSED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'if you …, you cannot apply',
        phrase: pattern`
          ^if (you|your|the applicant)\b([^,]+),? (?:then )?(?:you|it|they|your \w+)
          (?: \w+)? (?:cannot apply|can['’]t apply|are not eligible|is not eligible|
            will not be (?:eligible|considered|able to apply)|are ineligible|may not apply|
            cannot be considered)
          [^,;]{0,40}$`,
        like: [
          'If you have received a grant from us in the last year you are not eligible to apply.',
        ],
        unlike: ['If you have received a grant from us in the last year you are not to apply.'],
      },
    ],
  },
  /**
   * "£500 from one councillor, but several may support it": what comes after "but" and demands nothing takes back what stood before it. On 252
   * unseen pages such limits were wrong more often than not.
   */
  TURNED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'words before but',
        phrase: pattern`
          ^(.+?),? but,? (?!(?:also|for|only)\b)
          (?!
            [^;.]*
            (?:
              \b(?:must|cannot|can['’]t|only|not|no|never|maximum|exceed\w*|appl(?:y|ies)|needs?|
                priority)\b|
              n['’]t\b)
          )
          [^;.]+[;.]?$`,
        like: ['Up to £500, but several may support it.'],
        unlike: ['Up to £500, several may support it.'],
      },
    ],
  },
} satisfies PhraseTables
