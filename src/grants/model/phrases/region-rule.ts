/** Phrases for places. */
import { type PhraseTables, pattern } from './table.ts'

export const NATION = pattern`
  (?:the UK|UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)`
export const IN = pattern`
  (?:in|within|across|throughout|anywhere in|from|(?<=\bresidents? )of) (?:the )?
  (?:rural |local |central )?${NATION}(?:(?:,? and |,? or |, | & |/)(?:in )?(?:the )?${NATION})*`

export const REGION_RULE_PHRASES = {
  MUST_BE_BASED: {
    flags: 'i',
    before: pattern`\b(?:must|need(?:s)? to|should|have to|has to|only)\b[^.;]{0,90}?\b(?:`,
    after: pattern`)\b[^.;]{0,40}?\b${IN}`,
    phrases: [
      {
        meaning: 'must be based in a nation',
        phrase: pattern`
          based|located|registered|operat\w*|situated|resident|live|take place|taking place|
          carried out|carry out|deliver\w*|work\w*|be|is|are|exploit\w*|project|land|property|
          trading|benefit\w*|apply|fund\w*|support\w*|headquarter\w*|school|trust|authority`,
        like: ['You must live in Scotland.', 'must apply within the local Northern Ireland'],
        unlike: ['You must live in.'],
      },
    ],
  },
  FUNDS_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'funds projects in a nation',
        phrase: pattern`
          \b(?:supports?|funds?|for) (?:projects?|organi[sz]ations?|businesses|charities|
            local authorities|schools)
          [^.;]{0,40}?\b${IN}`,
        like: ['It funds charities across the UK.'],
        unlike: ['It funds across the UK.'],
      },
    ],
  },
  BODIES_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'organisations in a nation can',
        phrase: pattern`
          \b(?:organi[sz]ations?|businesses|charities|authorities|museums|schools|colleges|groups|
            farmers|companies|applicants|projects|councils|individuals|clubs)
          (?: [a-z]+){0,3}? ${IN}[^.;]{0,60}?\b(?:can|may|are (?:eligible|invited|able))\b`,
        like: ['Projects in Scotland can also apply.'],
        unlike: ['in Scotland can also apply.'],
      },
    ],
  },
  AREA_LINE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the area as a label',
        phrase: pattern`
          ^(?:applies to|location|area|country|countries|nations?|region|where|geographical area|
            eligible (?:area|location)s?)
          \s*[:–—-]\s*(?:the )?${NATION}(?:(?:,? and |,? or |, )${NATION})*\.?$`,
        like: ['Applies to: England'],
        unlike: ['to: England'],
      },
    ],
  },
  COVERS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'covers a nation',
        phrase: pattern`
          \b(?:covers?|applies (?:only )?to|operates (?:only )?in|limited to|restricted to)
          (?: the whole of| all of)? (?:the )?${NATION}\b`,
        like: ['Applies to England.'],
        unlike: ['to England.'],
      },
    ],
  },
  ONLY_NATION: {
    flags: 'i',
    phrases: [
      {
        meaning: 'one nation only',
        phrase: pattern`^${NATION}(?:(?:,? and |,? or |, )${NATION})* only\b`,
        like: ['England and Wales only'],
        unlike: ['and Wales only'],
      },
      {
        meaning: 'only one nation is covered',
        phrase: pattern`
          ^only (?:the )?${NATION}
          (?:(?:,? and |,? or |, )${NATION})* (?:is|are) (?:covered|eligible|included)\b`,
        like: ['Only England and Wales are covered.'],
        unlike: ['Only and Wales are covered.'],
      },
    ],
  },
  SITE_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the site is in a nation',
        phrase: pattern`
          \b(?:land|property|project|site|work|activit(?:y|ies)|premises) (?:is|are) (?:wholly |
            entirely |all )?
          (?:located|situated|based|taking place) ${IN}`,
        like: ['The land is wholly located in Wales.'],
        unlike: ['The land is wholly in Wales.'],
      },
    ],
  },
  /** An item of what must hold, or of who may apply: "be based in Wales", "accredited museums based in England". */
  ITEM: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b[^.;]{0,30}?\b${IN}`,
    phrases: [
      {
        meaning: 'be based in Wales',
        phrase: pattern`
          based|located|situated|registered|operat\w+|take place|taking place|carried out|carry out|
          deliver\w*|work\w*|charit\w+|school|trust|project|organi[sz]ation|council|business`,
        like: ['Based in Wales?', 'taking place within Scotland, Northern Ireland'],
        unlike: ['in Wales?'],
      },
    ],
  },
  SCOTTISH_BODIES: {
    flags: '',
    before: pattern`\bScottish (?:registered )?(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'organisations of Scotland',
        phrase: pattern`
          local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|
          universities|companies|SMEs`,
        like: ['Scottish charities'],
        unlike: ['Scottish'],
      },
    ],
  },
  WELSH_BODIES: {
    flags: '',
    before: pattern`\bWelsh (?:registered )?(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'organisations of Wales',
        phrase: pattern`
          local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|
          universities|companies|SMEs`,
        like: [
          'Grants to Welsh organisations are made by our Cardiff office.',
          'Welsh registered local authorities',
        ],
        unlike: ['Grants to Welsh are made by our Cardiff office.'],
      },
    ],
  },
  /** Said of the grant, of who may apply or of what is funded, a nation is where it applies. */
  OF_THE_GRANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'available in a nation',
        phrase: pattern`
          \b(?:apply|applicants?|eligible|open|invited|must|should|grants? (?:are|is)|available|
            projects?|
            (?:we|trust|foundation|council|to|will|can|only) (?:only |also )?(?:fund|support)s?
          )\b[^.;]*\b${IN}`,
        like: ['Not available in Scotland'],
        unlike: ['Not in Scotland'],
      },
      {
        meaning: 'a nation, then can apply',
        phrase: pattern`\b${IN}[^.;]*\b(?:can apply|may apply|eligible|invited|able to apply)\b`,
        like: ['Any SME in Wales can apply.'],
        unlike: ['Any SME in can apply.'],
      },
    ],
  },
  LOOSE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'or online',
        phrase: pattern`\bor (?:online|remotely|anywhere|within)\b`,
        like: ['of the award, or within 24 months for'],
        unlike: ['of the award, or 24 months for'],
      },
      {
        meaning: 'may be, or for example',
        phrase: pattern`
          \b(?:may be|can be|could be|might be|for example|e\.g\.|such as|including|regulations?|
            act \d|elsewhere|wherever|not (?:be )?restricted|
            (?:separate|different|other) (?:schemes?|funds?|grants?|arrangements?|programmes?)|
            equivalent|devolved|similar|other funding|contact|partners?|co-?leads?|previous|overseas|
            abroad|international\w*|worldwide|anywhere in the world|Europe\w*|Africa\w*|winners?|
            ceremony|(?<!Northern )Ireland|for people from|(?<!whose )head office|bank account|north|
            south|east|west|midlands)\b`,
        like: ['such as Wales'],
        unlike: ['Northern Ireland', 'as Wales'],
      },
      {
        meaning: 'for a nation, in brackets',
        phrase: pattern`\((?:for|in) [A-Z]`,
        like: ['£20,000 (for VAT registered businesses)'],
        unlike: ['£20,000 ( VAT registered businesses)'],
      },
    ],
  },
  /** "… or willing to relocate to Wales" */
  MAY_MOVE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'willing to move',
        phrase: pattern`
          (?:willing|planning|looking|intending|prepared|about|wish\w*) to (?:re-?locate|move|locate
          )`,
        like: ['• be based in Wales, or willing to relocate to Wales'],
        unlike: ['• be based in Wales, or willing to to Wales'],
      },
      {
        meaning: 'relocation',
        phrase: pattern`relocat\w+|moving to`,
        like: ['• be based in Wales, or willing to relocate to Wales'],
        unlike: ['• be based in Wales, or willing to to Wales'],
      },
    ],
  },
  /** "In Scotland, or able to show …", "Wales and the Marches": another way, and another place. */
  OR_ELSEWHERE: {
    flags: '',
    phrases: [
      {
        meaning: 'a nation, or able',
        phrase: pattern`
          \b${NATION}
          ,? or (?:(?:be |is |are )?(?:able|willing)|can|could|ha(?:s|ve)|shows?|demonstrates?|
            whose|where) (?![^.;]*${NATION})`,
        like: ['be based in Scotland, or be able to show that their'],
        unlike: [
          'Northern Ireland or whose Northern Ireland',
          'be based in or be able to show that their',
        ],
      },
      {
        meaning: 'a nation and another place',
        phrase: pattern`
          \b${NATION}(?: and| or)(?: of)? the (?!${NATION})
          (?:[A-Z]|\w+ (?:counties|regions?|islands|borders|areas?)\b)`,
        like: ['Wales and the Marches'],
        unlike: ['Northern Ireland and of the Englandother areas', 'and the Marches'],
      },
    ],
  },
  PLACES_EXCLUDED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'projects in a nation are not supported',
        phrase: pattern`
          ^(?:any |all )?
          (?:organi[sz]ations?|applica\w+|projects?|charities|groups?|businesses|work|activit\w+|
            those)
          (?:
            (?:,| or| and) (?:organi[sz]ations|applicants|projects|charities|groups|businesses|
              activities)
          )? (?:based |located |taking place |registered )?
          (?:in|from) (${NATION}(?:(?:,? and |,? or |, )${NATION})*) (?:
            are not (?:supported|eligible|funded|considered|accepted)|
            cannot (?:apply|be (?:supported|funded|considered))|
            will not be (?:supported|funded|considered)|are ineligible|are excluded)
          (?=\s*(?:[.;,]|$|for (?:this|the|our|a) (?:grants?|fund|scheme|programme)\b))`,
        like: ['Projects in Scotland or Wales are not supported'],
        unlike: ['Projects in Scotland or Wales are not'],
      },
    ],
  },
  DOES_NOT_WORK_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'does not work in a nation',
        phrase: pattern`
          \b(?:do not|don['’]t|does not|cannot|can['’]t|will not) (?:work|operate|fund|support|
            make grants|give grants|accept applications|award grants|
            fund (?:projects|organi[sz]ations|work)|support (?:projects|organi[sz]ations|work))
          (?: (?:in|from)) (${NATION}(?:(?:,? and |,? or |, )${NATION})*)\s*\.?$`,
        like: ['we do not work in Scotland'],
        unlike: ['we do not work in'],
      },
    ],
  },
  MUST_BE_IN: {
    flags: 'i',
    phrases: [
      {
        meaning: '"The facility must be in Wales": whatever it is, it is the project\'s',
        phrase: pattern`
          ^(?:the |your |all |any |each )?
          (?!partners?\b|co-?|
            (?:[\w’'-]+ )?
            (?:materials?|goods|suppliers?|installers?|staff|winners?|equipment|contractors?|
              partner\w*|invoices?|forms?|claims?)\b
          )
          (?:[\w’'-]+ ){1,4}?
          (?:must|needs? to|has to|have to) be (?:based |located |situated |wholly |entirely |
            physically )*
          (?:in|within) (?:the )?${NATION}(?:(?:,? and |,? or |, )(?:in )?(?:the )?${NATION})*\s*
          \.?$`,
        like: ['The land must be in England.'],
        unlike: ['any partnermain must be in Wales, and the UK', 'The land must be in.'],
      },
    ],
  },
  BOUND: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'Subjects that a place may limit',
        phrase: pattern`
          applica\w+|organi[sz]ations?|you|your|projects?|activit\w+|work|works|land|propert\w+|
          sites?|premises|business\w*|charit\w+|compan\w+|groups?|schools?|councils?|authorit\w+|
          farm\w*|it|they|lead|leads|events?|buildings?|museums?|clubs?|trusts?|SMEs?|enterprises?|
          installations?|grants?|funding|fund|scheme|programme|competition|we|universit\w+|
          colleges?|academ\w+|individuals?|landlords?|costs?|support|opportunity|call|only|bids?|
          benefits?|delivery|societ\w+|CICs?|bodies|parks?|partners?|institut\w+|tenants?|owners?|
          households?|residents?|there|this|these|which|that|open|available|chargepoints?|venues?|
          places?|anyone|everyone|people|artists?|practitioners?|services?|start[- ]?ups?|
          entrepreneurs?|social|researchers?`,
        like: ['Small grants', 'competition'],
        unlike: ['Small'],
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
          apply|applications?|bid|eligible|invited|considered|accepted|qualify|funded|supported|
          only|open|available|submit`,
        like: ['Can I apply?', 'applications'],
        unlike: ['Can I ?'],
      },
    ],
  },
  NOT_A_PLACE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the right to remain',
        phrase: pattern`\b(?:right|leave) to (?:remain|work|live|reside)\b`,
        like: ['Applicants must have the right to remain in the UK.'],
        unlike: ['Applicants must have the right to in the UK.'],
      },
      {
        meaning: 'a share of the costs',
        phrase: pattern`\b(?:at least|more than|minimum of|over) \d+ ?%[^.;]*\bcosts?\b`,
        like: ['The grant will cover no more than 60% of the cost.'],
        unlike: ['The grant will cover no than 60% of the cost.'],
      },
      {
        meaning: 'a place of one part',
        phrase: pattern`\b(?:based|located), or \w+ing,? in\b`,
        like: ['located, or working, in'],
        unlike: ['or working, in'],
      },
      {
        meaning: 'money that was allocated',
        phrase: pattern`
          \b(?:allocated|provides? (?:£|an additional)|has been awarded|was established)\b`,
        like: ['Local authorities have been allocated money'],
        unlike: ['Local authorities have been money'],
      },
      {
        meaning: 'by a team that is based in',
        phrase: pattern`\bby (?:an? |the |your )?\w+ (?:based|located|registered) in\b`,
        like: ['Projects must be delivered by a team based in England.'],
        unlike: ['Projects must be delivered by a team in England.'],
      },
      {
        meaning: 'the law and banks of a nation',
        phrase: pattern`\b(?:UK|English|Scottish|Welsh) (?:market|law|economy|currency|bank)\b`,
        like: ['You must have a UK bank account.'],
        unlike: ['You must have a UK account.'],
      },
      {
        meaning: 'deadlines and forms',
        phrase: pattern`
          ^(?:the )?(?:deadline|closing date|launch|form|guidance|results?|decisions?)\b`,
        like: ['Decisions come by letter.'],
        unlike: ['come by letter.'],
      },
    ],
  },
  /** "…, and show how it will benefit growers in England" names the place of beneficiaries. */
  SHOWS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'shows a benefit',
        phrase: pattern`
          (?:,? (?:and|but) )?
          (?:(?:must |should |need to )?be able to |must |should )?\b(?:show|demonstrate|explain|
            describe|evidence) (?:how|why|what|
            that (?:it|they|this|the project) will (?:benefit|help|improve))\b.*$`,
        like: ['and show how it will benefit growers in England'],
        unlike: ['and how it will benefit growers in England'],
      },
    ],
  },
  NAMES_OF_REGISTERS: {
    flags: 'g',
    phrases: [
      {
        meaning: 'the Charity Commission',
        phrase: pattern`\bCharity Commission (?:for|of|in) [A-Z][A-Za-z ]*`,
        like: ['Charity Commission for England and Wales registration is required.'],
        unlike: ['Charity for England and Wales registration is required.'],
      },
      {
        meaning: 'registered in England',
        phrase: pattern`
          \b(?:registered|charity|charities|company|companies|incorporated|law)s? (?:registered )?
          (?:in|of|for) England (?:and|&) Wales\b`,
        like: [
          'The Trust supports charities in England and Wales, but may occasionally support others.',
        ],
        unlike: ['The Trust supports in England and Wales, but may occasionally support others.'],
      },
      {
        meaning: 'bodies with a nation in their names',
        phrase: pattern`
          \b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Bank of|Public Health) (?:England|
            Scotland|Wales|Northern Ireland)\b`,
        like: ['The money comes from Arts Council England.'],
        unlike: ['The money comes from Arts England.'],
      },
      {
        meaning: 'Acts',
        phrase: pattern`\b(?:England|Scotland|Wales) (?:Act|law)\b`,
        like: ['Scotland Act'],
        unlike: ['Act'],
      },
      {
        meaning: 'the Church or the people of a nation',
        phrase: pattern`
          \b(?:Church|Bank|University|(?<!open to )people) (?:of|in) (?:England|Scotland|Wales)\b`,
        like: ['The project should benefit people in England and Wales.'],
        unlike: ['open to people in Scotland', 'The project should benefit people in and Wales.'],
      },
    ],
  },
  DEMANDS_A_PLACE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'UK businesses',
        phrase: pattern`\bUK (?:businesses|organi[sz]ations|companies|charities|SMEs|micro)\b`,
        like: ['The competition is for UK SMEs.'],
        unlike: ['The competition is for UK.'],
      },
      {
        meaning: 'based, open or eligible',
        phrase: pattern`
          \b(?:based|registered|located|resident|open to|available to|restricted|limited to|
            eligible|apply|applications?|bid)\b`,
        like: ['Can I apply?'],
        unlike: ['Can I ?'],
      },
    ],
  },
  /** The names of bodies are no places. */
  BODIES: {
    flags: 'g',
    phrases: [
      {
        meaning: 'bodies with a nation in their names',
        phrase: pattern`
          \b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Public Health|Creative) (?:of )?
          (?:England|Scotland|Wales|Northern Ireland)\b`,
        like: ['The money comes from Arts Council England.'],
        unlike: ['The money comes from Arts England.'],
      },
      {
        meaning: 'governments of nations',
        phrase: pattern`\b(?:Scottish|Welsh) Government\b`,
        like: ['In Wales, the scheme is run by the Welsh Government.'],
        unlike: ['In Wales, the scheme is run by the Welsh.'],
      },
    ],
  },
  /** Funds, laws and languages with a nation in their names, and the seat of the funder. */
  NAMES_OF_THINGS: {
    flags: 'g',
    phrases: [
      {
        meaning: 'Rural England',
        phrase: pattern`\bRural England\b(?: (?:Prosperity )?Fund)?`,
        like: ['It is part of the Rural England Prosperity Fund.'],
        unlike: ['It is part of the Rural Prosperity Fund.'],
      },
      {
        meaning: 'languages and regulators',
        phrase: pattern`
          \b(?:Scottish|Welsh|English) (?:Charitable Incorporated|Charity Regulator|language|Index
          )\b`,
        like: ['Projects in Wales must provide a Welsh language version.'],
        unlike: ['Projects in Wales must provide a Welsh version.'],
      },
      {
        meaning: 'Acts of nations',
        phrase: pattern`
          \((?:Scotland|Wales|England|Northern Ireland)\) (?:\(No\.? ?\d\) )?
          (?:Act|Regulations|Order|Scheme)\b`,
        like: ['Charities in the sense of the Charities (Scotland) Act may hold it.'],
        unlike: ['Charities in the sense of the Charities () Act may hold it.'],
      },
      {
        meaning: 'registered in England',
        phrase: pattern`
          \b(?:registered|charity|charities) (?:in|of|for) England (?:and|&) Wales\b`,
        like: [
          'The Trust supports charities in England and Wales, but may occasionally support others.',
        ],
        unlike: ['The Trust supports in England and Wales, but may occasionally support others.'],
      },
      {
        meaning: 'the funder is registered in',
        phrase: pattern`
          (?:^|\b(?:is|[Ww]e are) )(?:an? )?(?:limited )?(?:charity |company |society )?
          (?:[Rr]egistered |[Ii]ncorporated )in (?:England|Scotland|Wales|Northern Ireland)\b`,
        like: ['Registered in Scotland, SC012345.'],
        unlike: ['in Scotland, SC012345.'],
      },
      {
        meaning: 'our office',
        phrase: pattern`
          \b(?:our|its|the (?:trust|foundation|charity|fund)['’]s) (?:\w+ )?offices?\b[^.;]*`,
        like: ['Come to our main office in Scotland, or write.'],
        unlike: ['Come to our main in Scotland, or write.'],
      },
      {
        meaning: 'founded in a nation',
        phrase: pattern`
          \b(?:founded|established|born|began|set up) in (?:England|Scotland|Wales|Northern Ireland
          )\b`,
        like: ['The trust was founded in Scotland by two weavers.'],
        unlike: ['The trust was founded in by two weavers.'],
      },
    ],
  },
  /**
   * "Not available in Scotland", "we are keen to hear from Wales", "if your project is in Wales", "a
   * similar scheme in Scotland".
   */
  OTHER_STATEMENT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'negative or partial words',
        phrase: pattern`
          \b(?:not(?! (?:only|just|for|limited))|n['’]t|cannot|never|except\w*|particularly|
            especially|keen|prefer\w*|priorit\w+|encourag\w+|welcom\w+|recent|previous\w*|awarded|
            last year|contact|devolved|for example|e\.g\.|such as|more than \d|by a \w+ based|similar|
            inspired|pilot|success|evidence|data|shows|statistics|laws?|governed|offices?|
            training days?|dinner|held|partners|higher|rateable|made in|one in \w+|of their own)\b`,
        like: ['Not eligible'],
        unlike: ['not only', 'eligible'],
      },
      {
        meaning: 'if you',
        phrase: pattern`^if (?:you|your|it|the)\b`,
        like: ['If you are a club'],
        unlike: ['If are a club'],
      },
    ],
  },
  IN_ONE: {
    flags: '',
    phrases: [
      {
        meaning: 'in one nation',
        phrase: pattern`
          \b(?:in|within|across|throughout|outside(?: of)?|outwith) (?:the )?
          (?:rural |local |central |(?:[\w-]+ )?(?:north|south|east|west)[\w ]*of )?${NATION}`,
        like: ['in Wales only'],
        unlike: ['in only'],
      },
      {
        meaning: 'bodies of one nation',
        phrase: pattern`^(?:Welsh|Scottish|English) (?!medium|language|must|is|should|speak)[a-z]`,
        like: ['Welsh sports clubs want this.'],
        unlike: ['Scottish languageb', 'sports clubs want this.'],
      },
    ],
  },
} satisfies PhraseTables
