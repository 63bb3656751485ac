/** Phrases for ages, lengths and dates. */
import { DATE, NUMBER } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const LENGTH = pattern`
  (${NUMBER}|an?)(?: or more)?(?:\s|-(?=month|year))*(?:full |complete |whole )?(months?|years?)\b`
export const DAY = pattern`
  (?:the )?(?:end of )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?`
const BY = pattern`(by|before|no later than|on or before|prior to|until)`

export const TIMES_PHRASES = {
  AGE_CUE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'trading or established',
        phrase: pattern`
          trading|traded|operating|operated|operational|(?:in|been in) existence|in operation|
          existed|running|established|incorporated|constituted|in business`,
        like: ['in operation', 'been in existence'],
        unlike: ['operation'],
      },
      {
        meaning: 'registered for some time',
        phrase: pattern`
          registered (?=(?:with\w* )?(?:within|in) the (?:last|past)\b|
            for (?:at least|a minimum|more than|over)\b)`,
        like: ['Vehicles must have been registered for at least 12 months.'],
        unlike: ['Vehicles must have been for at least 12 months.'],
      },
      {
        meaning: 'younger than',
        phrase: pattern`been going|set up for|younger than`,
        like: ['Staff younger than 18 years cannot be paid.'],
        unlike: ['Staff than 18 years cannot be paid.'],
      },
      {
        meaning: "the group's age",
        phrase: pattern`
          (?:group|organi[sz]ation|business|company|charity|club|applicant)\b[^.;]{0,30}\b(?:
            months?|years?) old`,
        like: ['Your group must be at least 12 months old.'],
        unlike: ['Your group must be at least 12 old.'],
      },
      {
        meaning: 'active',
        phrase: pattern`(?<=years? of )activity|active`,
        like: ['Your club must have been active for at least 12 months.'],
        unlike: ['Your club must have been for at least 12 months.'],
      },
      {
        meaning: 'organisations of an age',
        phrase: pattern`
          (?:business(?:es)?|compan(?:y|ies)|SMEs|organi[sz]ations?|charities|start[- ]?ups?) (?=
            (?:up to|less than|under|over|more than|at least|no more than) [\w-]+ (?:months?|years?
            ) old
          )`,
        like: ['We do not fund organisations less than two years old.'],
        unlike: ['We do not fund less than two years old.'],
      },
      {
        meaning: 'track record',
        phrase: pattern`track record|trading history|operating history`,
        like: ['years with a track record of delivery.'],
        unlike: ['years with a track of delivery.'],
      },
    ],
  },
  AGE: {
    flags: 'i',
    before: pattern`\b(`,
    after: pattern`)\s+(?:the (?:last|past) )?${LENGTH}(['’] (?:old|trading))?`,
    phrases: [
      {
        meaning: 'for at least some years',
        phrase: pattern`
          for at least|at least|for a minimum of|a minimum of|minimum of|for more than|more than|
          for over|over|for|longer than|completed|younger than|less than|under|fewer than|up to|
          no more than|within the last|for up to|not more than`,
        like: ['for at least three years'],
        unlike: ['for at three years'],
      },
    ],
  },
  /** Lengths of something else than the applicant's life. */
  NOT_AGE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'projects, leases and contracts',
        phrase: pattern`projects?|tenan|lease|after|remain|contract|insurance|warranty|reserves?`,
        like: ['Project size', 'projects'],
        unlike: ['size'],
      },
      {
        meaning: 'months of costs',
        phrase: pattern`['’] (?:running|operating|costs?|expenditure|salary|rent|notice|turnover)`,
        like: ["Your organisation's reserves must not exceed 12 months' running costs."],
        unlike: [],
      },
      {
        meaning: 'running costs and old trees',
        phrase: pattern`
          old trees?|(?:running|operating) costs|follow|maintain\w*|grant (?:award|period)|next|
          future|within \d+ (?:months|years) of|completion|accounts for|occup\w+|use|retain\w*|
          average`,
        like: ['general running costs', 'within 55 months of'],
        unlike: ['general costs'],
      },
      {
        meaning: 'active members',
        phrase: pattern`(?:active|activ\w+) (?:members|travel|lives|lifestyle)`,
        like: ['active members'],
        unlike: ['active'],
      },
    ],
  },
  REFUSED_BEHIND: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'is not eligible',
        phrase: pattern`
          (?:is|are|be|will) not (?:be )?(?:eligible|able|accepted|considered|funded|supported)`,
        like: ['Who is not eligible'],
        unlike: ['Who is not'],
      },
      {
        meaning: 'does not fund',
        phrase: pattern`(?:do|does|will) not (?:fund|support|accept|consider)`,
        like: ['We do not fund'],
        unlike: ['We do not'],
      },
    ],
  },
  REGISTERED_BY: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Your business must have been registered prior to March 2020"',
        phrase: pattern`
          \b(?:business|company|charity|organi[sz]ation)\b[^.;]{0,25}\bbeen registered (
            on or before|before|prior to|since|on or after|after)
          \s+(${DATE})`,
        like: ['Your business must have been registered prior to March 2020'],
        unlike: ['Your business must have been prior to March 2020'],
      },
    ],
  },
  OF_OTHER_THINGS: {
    flags: 'i',
    before: pattern`^(?:(?:the|any|all|each|every|your) )*(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'courses, jobs and leases',
        phrase: pattern`
          training|courses?|classes|placements?|apprenticeships?|sessions?|employment|jobs?|posts?|
          agreements?|leases?|licen[cs]es?|contracts?|loans?`,
        like: ['the lease must begin', 'each employment'],
        unlike: ['the must begin'],
      },
    ],
  },
  LONGEST: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)\s+${LENGTH}`,
    phrases: [
      {
        meaning: 'up to some months',
        phrase: pattern`
          up to|no longer than|no more than|not exceed(?:ing)?|not last (?:longer|more) than`,
        like: ['• last up to 4 months', 'not last longer than a or more years'],
        unlike: ['• last up to 4'],
      },
      {
        meaning: 'a maximum of some months',
        phrase: pattern`a maximum (?:length |duration |period )?of`,
        like: ['You can apply for a maximum of 3 years funding.'],
        unlike: ['You can apply for a of 3 years funding.'],
      },
      {
        meaning: 'maximum duration',
        phrase: pattern`maximum(?: duration| length)?(?: of| is|:)?`,
        like: ['Duration: maximum 12 months'],
        unlike: ['Duration: 12 months'],
      },
      {
        meaning: 'lasts for up to',
        phrase: pattern`last(?:ing)? for (?:up to|no more than|a maximum of)`,
        like: ['Projects should last for up to 3 years.'],
        unlike: ['Projects should last for up to 3.'],
      },
      {
        meaning: 'takes no longer than',
        phrase: pattern`(?:take|last|run) no longer than`,
        like: ['The project must last no longer than 12 months.'],
        unlike: ['The project must last no than 12 months.'],
      },
    ],
  },
  /** "Grants are available for up to two years", "up to £5,000 a year for up to three years": as long as it pays, the work lasts. */
  PAYS_FOR: {
    flags: 'i',
    phrases: [
      {
        meaning: 'Grants are available for up to two years',
        phrase: pattern`
          (?:
            \b(?:grants?|awards?|funding|fund(?:s|ed)?|available|offered|awarded|given|
              (?:funding|grants?|awards?) (?:is|are|will be))|
            £[\d,]+(?: (?:a year|per year|per annum))?,?(?: and)?) (?:for |over )
          (?:a period of )?(?:up to|at most|a maximum of|no more than) ${LENGTH}
          (?! (?:of|from|after|before|old)\b)`,
        like: ['We fund for up to three years.'],
        unlike: ['£5 for a period of no more than four month from', 'We fund for up to years.'],
      },
    ],
  },
  PAYS_BETWEEN: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Funding is available for between three and five years"',
        phrase: pattern`
          (?:
            \b(?:grants?|awards?|funding) (?:is|are|can be|will be) (?:available|offered|awarded|
              given|made)|
            £[\d,]+,?(?: and)?|\btenable) (?:for|over) (?:a period of )?
          (?:between )?(${NUMBER})\s*(?:and|to|-|–)\s*(${NUMBER})\s*(months?|years?)`,
        like: ['Grants are tenable for between 2 and 20 months.'],
        unlike: ['Grants are for between 2 and 20 months.'],
      },
    ],
  },
  FINISHED_WITHIN: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Works must be finished within six months of the offer"',
        phrase: pattern`
          \b(?:projects?|works?|activit(?:y|ies)|it)\b[^.;]{0,80}?\b(?:must|need(?:s)? to|have to|
            has to|will need to|to) be (?:fully )?
          (?:completed?|finished|delivered) within ${LENGTH}
          (?= (?:
              of (?:the |your |our |a |receiving )*(?:award|offer|grant|starting|start|receipt|funding)|
              from the (?:award|offer|start))|
            \s*[.;,]|$)`,
        like: ['Works must be finished within six months of the offer'],
        unlike: ['Works must be within six months of the offer'],
      },
    ],
  },
  OTHER_TIMES: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'after, within, or of an age',
        phrase: pattern`
          after|following|maintain|retain|age[ds]?|old|within|notice|report\w*|accounts|insurance|
          lease|tenan\w*|apply again|re-?apply`,
        like: ['the size of accounts', 'apply again'],
        unlike: ['the size of'],
      },
      {
        meaning: 'last year',
        phrase: pattern`
          (?<!\b(?:must|should|to|can|will|may|projects?) )last (?:year|\d|two|three)`,
        like: ['a figure of last year'],
        unlike: ['projects last year', 'a figure of year'],
      },
      {
        meaning: 'per or each',
        phrase: pattern`past|next|every|per|each|previous`,
        like: ['for each tree', 'previous'],
        unlike: ['for tree'],
      },
    ],
  },
  START: {
    flags: 'i',
    phrases: [
      {
        meaning: 'starts by a date',
        phrase: pattern`
          \b(?:start|begin|commence)
          (?:s|ed|ing)?\b(?:(?!\b(?:end|finish|complet))[^.;]){0,30}?\b(by|before|no later than|
            on or before|after|from|on or after|no earlier than)
          \s+${DAY}(${DATE})`,
        like: ['• start by 1 June 2025'],
        unlike: ['• by 1 June 2025'],
      },
    ],
  },
  WITHIN: {
    flags: 'i',
    phrases: [
      {
        meaning: '"must be delivered between 1 April 2026 and 31 March 2027"',
        phrase: pattern`
          \b(?:must|should|needs? to|have to|has to|will need to|to) (?:
            be (?:delivered|carried out|completed|undertaken|held)|take place|happen|run) (?:between|
            from) ((?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?) (?:and|to) (${DATE})`,
        like: ['Projects must run from 1 April 2027 to 31 March 2028.'],
        unlike: ['Projects must run from 1 2027 to 31 March 2028.'],
      },
    ],
  },
  /** "apply for activity taking place between February 2013 and March 2016", of what must hold. */
  TAKING_PLACE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'apply for activity taking place between February 2013 and March 2016',
        phrase: pattern`
          \b(?:activit(?:y|ies)|projects?|works?|events?) (?:that |which )?
          (?:(?:will )?takes? place|taking place|to be delivered|delivered|running|runs?) between (
            (?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?) and (${DATE})`,
        like: ['apply for activity taking place between February 2013 and March 2016'],
        unlike: ['apply for taking place between February 2013 and March 2016'],
      },
    ],
  },
  NOT_BEFORE: {
    flags: 'i',
    phrases: [
      {
        meaning: '"must not start before 1 May"',
        phrase: pattern`
          \b(?:not|cannot|can['’]t) (?:be able to )?
          (?:start|begin|commence|take place)\b[^.;]{0,20}?\b(?:before|earlier than|until|prior to)
          \s+(?:the )?(${DATE})`,
        like: ['Projects must not start before 1 May 2027'],
        unlike: ['Projects must not start 1 May 2027'],
      },
    ],
  },
  START_BETWEEN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'starts between two dates',
        phrase: pattern`
          \b(?:start|begin|commenc)
          \w*\b[^.;]{0,20}?\b(?:between|from) ((?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?)
          (?: and | to |\s?[-–—]\s?)(${DATE})`,
        like: ['Awards must start between 1 April 2027 and 30 September 2027.'],
        unlike: ['Awards must start between 1 April 2027 and 30 2027.'],
      },
    ],
  },
  END: {
    flags: 'i',
    phrases: [
      {
        meaning: 'ends by a date',
        phrase: pattern`
          \b(?:end|finish|complet|conclud|deliver(?!y of))
          (?:e|s|d|ed|ing|ability|ion|able)?\b[^.;]{0,40}?\b${BY}\s+${DAY}(${DATE})`,
        like: ['• end by 31 May 2027'],
        unlike: ['• end by 31 May'],
      },
    ],
  },
  SPEND: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b[^.;]{0,50}?\b${BY}\s+${DAY}(${DATE})`,
    phrases: [
      {
        meaning: 'spent by a date',
        phrase: pattern`spent|spend|used|claimed|drawn down|defrayed`,
        like: ['Money must be spent by 31 March 2027.', 'claimed before the end of the june. 5555'],
        unlike: ['Money must be by 31 March 2027.'],
      },
      {
        meaning: 'costs must be incurred by a date',
        phrase: pattern`
          (?:expenditure|costs?) (?:must|should|has to|have to|needs? to|will need to) be (?:
            incurred|paid)`,
        like: ['All expenditure must be incurred by 31 March 2026.'],
        unlike: ['All must be incurred by 31 March 2026.'],
      },
    ],
  },
  DRAWN_DOWN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'The grant itself, whatever else is sent in by then',
        phrase: pattern`
          \b(?:grants?|funding|funds|awards?) (?:must be |should be |has to be |to be )?
          (?:spent|drawn down|claimed)(?: in full)? ${BY}\s+${DAY}(${DATE})`,
        like: ['Grants must be spent by 31 March 2027.'],
        unlike: ['must be spent by 31 March 2027.'],
      },
    ],
  },
  CLOSING: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: "The application's own dates, the fund's, and those of decisions",
        phrase: pattern`
          applications?|applying|apply|scheme|competition|round|window|form|bids?|
          expressions? of interest|EOIs?|submission|submit\w*|deadline|decisions?|notified|
          assess\w*|announce\w*|fund (?:opens|closes)|reports?|claims?|invoices?|accounts|
          evaluation|monitoring`,
        like: ['Can I apply?', 'expressions of interest'],
        unlike: ['Can I ?'],
      },
    ],
  },
  /** Deadlines of the funder itself. */
  NOT_THE_APPLICANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the funder',
        phrase: pattern`
          ^(?:(?:the|our|each|all) )?
          (?:council|local authorit(?:y|ies)|county|district|borough|we|panel|trustees|foundation|
            government|department|fund|scheme|programme|competition|managing authority|partnership|
            university) (?:must|should|will|has|have|needs?|are|is|aims?|expects?|plans?)\b`,
        like: ['The council will decide by'],
        unlike: ['The will decide by'],
      },
    ],
  },
  /** "The earliest start date will be 1 June 2027", "start at the latest on 1 May 2027" */
  EDGE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`) ${DAY}(${DATE})`,
    phrases: [
      {
        meaning: 'the earliest start date',
        phrase: pattern`(earliest|latest) (?:project )?start date (?:is|will be|:)`,
        like: ['The earliest start date will be 1 June 2027'],
        unlike: ['The start date will be 1 June 2027'],
      },
      {
        meaning: 'start at the latest on',
        phrase: pattern`start at the (earliest|latest) (?:on|by)`,
        like: ['start at the latest on 1 May 2027'],
        unlike: ['start at the on 1 May 2027'],
      },
    ],
  },
  /** "Works must be complete and the grant claimed by 31 March" gives the end of the works. */
  ENDED_AND_PAID: {
    flags: 'i',
    phrases: [
      {
        meaning: 'complete and claimed',
        phrase: pattern`
          \b(?:complet\w*|finish\w*|delivered|end),? (?:all [^,.;]{3,60} )?
          (?:(?:fully )?paid(?: for)?,? )?(?:and |with )?
          (?:(?:the |your |any |all )*(?:grants?|funding|awards?|money) )?(?:final claims? )?
          (?:claimed|drawn down|spent|submitted)\b`,
        like: ['Works must be complete and the grant claimed by 31 March'],
        unlike: ['Works must be and the grant claimed by 31 March'],
      },
      {
        meaning: 'finish, and submit a claim',
        phrase: pattern`\bfinish\b[^.;]{0,40} and submit (?:your|the|all) (?:\w+ )?claims?\b`,
        like: ['You must finish all activities and submit your final claim by 31 March 2028.'],
        unlike: ['You must all activities and submit your final claim by 31 March 2028.'],
      },
    ],
  },
  ABOUT_PROJECT: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'words about projects and spending',
        phrase: pattern`
          projects?|works?|everything|activit(?:y|ies)|events?|installation|capital|spend|spent|
          funding|grants?|awards?|expenditure|delivery|deliverability|programme|start date`,
        like: ['Small grants', 'expenditure'],
        unlike: ['Small'],
      },
      {
        meaning: 'must start or be completed',
        phrase: pattern`must (?:start|begin|be:? (?:completed?|finished))`,
        like: ['It must start by'],
        unlike: ['It must by'],
      },
    ],
  },
} satisfies PhraseTables
