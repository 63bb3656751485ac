/** Phrases for ages, lengths and dates. */
import { DATE, NUMBER } from '../figures.ts'
import { pattern, words } from './words.ts'

export const LENGTH = pattern`
  (${NUMBER}|an?)(?: or more)?(?:\s|-(?=month|year))*(?:full |complete |whole )?(months?|years?)\b`
export const DAY = pattern`
  (?:the )?(?:end of )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?`
const BY = pattern`(by|before|no later than|on or before|prior to|until)`

export const AGE_CUE = words`
  \b(?:
  # trading or established
  trading|traded|operating|operated|operational|(?:in|been in) existence|in operation|
  existed|running|established|incorporated|constituted|in business|
  # registered for some time
  registered (?=(?:with\w* )?(?:within|in) the (?:last|past)\b|
    for (?:at least|a minimum|more than|over)\b)|
  # younger than
  been going|set up for|younger than|
  # the group's age
  (?:group|organi[sz]ation|business|company|charity|club|applicant)\b[^.;]{0,30}\b(?:
    months?|years?) old|
  # active
  (?<=years? of )activity|active|
  # organisations of an age
  (?:business(?:es)?|compan(?:y|ies)|SMEs|organi[sz]ations?|charities|start[- ]?ups?) (?=
    (?:up to|less than|under|over|more than|at least|no more than) [\w-]+ (?:months?|years?
    ) old
  )|
  # track record
  track record|trading history|operating history
  )\b`

export const AGE = words`
  \b(
  # for at least some years
  for at least|at least|for a minimum of|a minimum of|minimum of|for more than|more than|
  for over|over|for|longer than|completed|younger than|less than|under|fewer than|up to|
  no more than|within the last|for up to|not more than
  )\s+(?:the (?:last|past) )?${LENGTH}(['’] (?:old|trading))?`

/** Lengths of something else than the applicant's life. */
export const NOT_AGE = words`
  \b(?:
  # projects, leases and contracts
  projects?|tenan|lease|after|remain|contract|insurance|warranty|reserves?|
  # months of costs
  ['’] (?:running|operating|costs?|expenditure|salary|rent|notice|turnover)|
  # running costs and old trees
  old trees?|(?:running|operating) costs|follow|maintain\w*|grant (?:award|period)|next|
  future|within \d+ (?:months|years) of|completion|accounts for|occup\w+|use|retain\w*|
  average|
  # active members
  (?:active|activ\w+) (?:members|travel|lives|lifestyle)
  )\b`

export const REFUSED_BEHIND = words`
  \b(?:
  # is not eligible
  (?:is|are|be|will) not (?:be )?(?:eligible|able|accepted|considered|funded|supported)|
  # does not fund
  (?:do|does|will) not (?:fund|support|accept|consider)
  )\b`

export const REGISTERED_BY = words`
  # "Your business must have been registered prior to March 2020"
  \b(?:business|company|charity|organi[sz]ation)\b[^.;]{0,25}\bbeen registered (
    on or before|before|prior to|since|on or after|after)
  \s+(${DATE})`

export const OF_OTHER_THINGS = words`
  ^(?:(?:the|any|all|each|every|your) )*(?:
  # courses, jobs and leases
  training|courses?|classes|placements?|apprenticeships?|sessions?|employment|jobs?|posts?|
  agreements?|leases?|licen[cs]es?|contracts?|loans?
  )\b`

export const LONGEST = words`
  (?:
  # up to some months
  up to|no longer than|no more than|not exceed(?:ing)?|not last (?:longer|more) than|
  # a maximum of some months
  a maximum (?:length |duration |period )?of|
  # maximum duration
  maximum(?: duration| length)?(?: of| is|:)?|
  # lasts for up to
  last(?:ing)? for (?:up to|no more than|a maximum of)|
  # takes no longer than
  (?:take|last|run) no longer than
  )\s+${LENGTH}`

/**
 * "Grants are available for up to two years", "up to £5,000 a year for up to three years": as long
 * as it pays, the work lasts.
 */
export const PAYS_FOR = words`
  # Grants are available for up to two years
  (?:
    \b(?:grants?|awards?|funding|fund(?:s|ed)?|available|offered|awarded|given|
      (?:funding|grants?|awards?) (?:is|are|will be))|
    £[\d,]+(?: (?:a year|per year|per annum))?,?(?: and)?) (?:for |over )
  (?:a period of )?(?:up to|at most|a maximum of|no more than) ${LENGTH}
  (?! (?:of|from|after|before|old)\b)`

export const PAYS_BETWEEN = words`
  # "Funding is available for between three and five years"
  (?:
    \b(?:grants?|awards?|funding) (?:is|are|can be|will be) (?:available|offered|awarded|
      given|made)|
    £[\d,]+,?(?: and)?|\btenable) (?:for|over) (?:a period of )?
  (?:between )?(${NUMBER})\s*(?:and|to|-|–)\s*(${NUMBER})\s*(months?|years?)`

export const FINISHED_WITHIN = words`
  # "Works must be finished within six months of the offer"
  \b(?:projects?|works?|activit(?:y|ies)|it)\b[^.;]{0,80}?\b(?:must|need(?:s)? to|have to|
    has to|will need to|to) be (?:fully )?
  (?:completed?|finished|delivered) within ${LENGTH}
  (?= (?:
      of (?:the |your |our |a |receiving )*(?:award|offer|grant|starting|start|receipt|funding)|
      from the (?:award|offer|start))|
    \s*[.;,]|$)`

export const OTHER_TIMES = words`
  \b(?:
  # after, within, or of an age
  after|following|maintain|retain|age[ds]?|old|within|notice|report\w*|accounts|insurance|
  lease|tenan\w*|apply again|re-?apply|
  # last year
  (?<!\b(?:must|should|to|can|will|may|projects?) )last (?:year|\d|two|three)|
  # per or each
  past|next|every|per|each|previous
  )\b`

export const START = words`
  # starts by a date
  \b(?:start|begin|commence)
  (?:s|ed|ing)?\b(?:(?!\b(?:end|finish|complet))[^.;]){0,30}?\b(by|before|no later than|
    on or before|after|from|on or after|no earlier than)
  \s+${DAY}(${DATE})`

export const WITHIN = words`
  # "must be delivered between 1 April 2026 and 31 March 2027"
  \b(?:must|should|needs? to|have to|has to|will need to|to) (?:
    be (?:delivered|carried out|completed|undertaken|held)|take place|happen|run) (?:between|
    from) ((?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?) (?:and|to) (${DATE})`

/** "apply for activity taking place between February 2013 and March 2016", of what must hold. */
export const TAKING_PLACE = words`
  # apply for activity taking place between February 2013 and March 2016
  \b(?:activit(?:y|ies)|projects?|works?|events?) (?:that |which )?
  (?:(?:will )?takes? place|taking place|to be delivered|delivered|running|runs?) between (
    (?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?) and (${DATE})`

export const NOT_BEFORE = words`
  # "must not start before 1 May"
  \b(?:not|cannot|can['’]t) (?:be able to )?
  (?:start|begin|commence|take place)\b[^.;]{0,20}?\b(?:before|earlier than|until|prior to)
  \s+(?:the )?(${DATE})`

export const START_BETWEEN = words`
  # starts between two dates
  \b(?:start|begin|commenc)
  \w*\b[^.;]{0,20}?\b(?:between|from) ((?:\d{1,2}(?:st|nd|rd|th)? )?[a-z]+(?: \d{4})?)
  (?: and | to |\s?[-–—]\s?)(${DATE})`

export const END = words`
  # ends by a date
  \b(?:end|finish|complet|conclud|deliver(?!y of))
  (?:e|s|d|ed|ing|ability|ion|able)?\b[^.;]{0,40}?\b${BY}\s+${DAY}(${DATE})`

export const SPEND = words`
  \b(?:
  # spent by a date
  spent|spend|used|claimed|drawn down|defrayed|
  # costs must be incurred by a date
  (?:expenditure|costs?) (?:must|should|has to|have to|needs? to|will need to) be (?:
    incurred|paid)
  )\b[^.;]{0,50}?\b${BY}\s+${DAY}(${DATE})`

export const DRAWN_DOWN = words`
  # The grant itself, whatever else is sent in by then
  \b(?:grants?|funding|funds|awards?) (?:must be |should be |has to be |to be )?
  (?:spent|drawn down|claimed)(?: in full)? ${BY}\s+${DAY}(${DATE})`

export const CLOSING = words`
  \b(?:
  # The application's own dates, the fund's, and those of decisions
  applications?|applying|apply|scheme|competition|round|window|form|bids?|
  expressions? of interest|EOIs?|submission|submit\w*|deadline|decisions?|notified|
  assess\w*|announce\w*|fund (?:opens|closes)|reports?|claims?|invoices?|accounts|
  evaluation|monitoring
  )\b`

/** Deadlines of the funder itself. */
export const NOT_THE_APPLICANT = words`
  # the funder
  ^(?:(?:the|our|each|all) )?
  (?:council|local authorit(?:y|ies)|county|district|borough|we|panel|trustees|foundation|
    government|department|fund|scheme|programme|competition|managing authority|partnership|
    university) (?:must|should|will|has|have|needs?|are|is|aims?|expects?|plans?)\b`

/** "The earliest start date will be 1 June 2027", "start at the latest on 1 May 2027" */
export const EDGE = words`
  \b(?:
  # the earliest start date
  (earliest|latest) (?:project )?start date (?:is|will be|:)|
  # start at the latest on
  start at the (earliest|latest) (?:on|by)
  ) ${DAY}(${DATE})`

/** "Works must be complete and the grant claimed by 31 March" gives the end of the works. */
export const ENDED_AND_PAID = words`
  # complete and claimed
  \b(?:complet\w*|finish\w*|delivered|end),? (?:all [^,.;]{3,60} )?
  (?:(?:fully )?paid(?: for)?,? )?(?:and |with )?
  (?:(?:the |your |any |all )*(?:grants?|funding|awards?|money) )?(?:final claims? )?
  (?:claimed|drawn down|spent|submitted)\b|
  # finish, and submit a claim
  \bfinish\b[^.;]{0,40} and submit (?:your|the|all) (?:\w+ )?claims?\b`

export const ABOUT_PROJECT = words`
  \b(?:
  # words about projects and spending
  projects?|works?|everything|activit(?:y|ies)|events?|installation|capital|spend|spent|
  funding|grants?|awards?|expenditure|delivery|deliverability|programme|start date|
  # must start or be completed
  must (?:start|begin|be:? (?:completed?|finished))
  )\b`
