/** Rules for the past: earlier funding, started work, earlier applications, an invitation. */
import { DATE, NUMBER, numberOf } from '../figures.ts'
import { finding, type Rule } from './build.ts'
import { REFUSES } from './requirement-words.ts'

const ONE_APPLICATION = new RegExp(
  `\\b(?:only (?:submit |make |accept |consider |be (?:part of|involved in|named on) |apply for )?(?:a maximum of |up to )?|(?:submit|make|hand in|send(?: in)?) (?:only |a maximum of |up to |no more than )|maximum of |no more than |limited to |lead on (?:only |no more than )?)(${NUMBER}) (?:[\\w'’]+ ){0,2}?(?:applications?|bids?|proposals?|expressions? of interest)\\b|\\bonly apply for (?:and hold )?(${NUMBER}) (?:grants?|awards?)\\b|\\b(?:be (?:part of|named in|involved in)|submit|make) (${NUMBER}) (?:\\w+ )?(?:applications?|bids?|outlines?|proposals?) only\\b|^(?:you|(?:each|an?) (?:organi[sz]ation|applicant|group|business|charity|club|school|council|authority|institution|university|museum)|(?:organi[sz]ations|applicants|groups|businesses)) (?:can|may) (?:only )?(?:submit|make) (?:only )?(${NUMBER}) (?:applications?|bids?|proposals?|expressions? of interest)(?: only)?(?: (?:per|in this|a|each|in any) [^.;]*)?\\.?$`,
  'i',
)
const ONE_PER = new RegExp(
  `\\b(${NUMBER}) (?:\\w+ )?(?:applications?|bids?) (?:(?:is |are |will be )(?:allowed|accepted|permitted|considered) )?(?:per|from each|for each|from any one|by each|can be made by) ?(?:applicant|organi[sz]ation|company|business|group|year|round|lead|legal|charity|institution|council|authority|school|club|any one|financial|calendar|an? )?`,
  'i',
)
const ONE_ONLY =
  /^(?:you|organi[sz]ations|applicants|each (?:organi[sz]ation|applicant|group|business)|groups|businesses)(?: \w+)? (?:(?:can|may) only apply once|(?:can|may) apply (?:only once|once only|once))\b(?! (?:more|again|in|per|every|each|a)\b)/i
const NOT_TWO =
  /(?:^not |\b(?:unable to|cannot|can['’]t|may not|must not) )(?:have|submit|make|hold|apply for) (?:two|more than one|multiple) (?:\w+ )?(?:applications?|bids?|proposals?|grants?(?! (?:each|per)))\b/i

/** "One bid for each school", "two applications per member of staff": how many there are in all depends on what is counted. */
const FOR_EACH =
  /\b(?:per|for (?:each|every|any one)) (?!(?:(?:legal|lead|eligible|single|individual|financial|calendar|funding|grant|call) )*(?:applicants?|organi[sz]ations?|company|business|enterprise|group|charity|club|council|authority|institution|university|college|school|body|entity|individual|person|artist|member|household|round|year|call|period|deadline|competition|scheme|fund|time|application|month|lead|season|window)\b)(?:its|their|your|the|of|\w)/i

export const applications: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  if (NOT_TWO.test(unit.text) || ONE_ONLY.test(unit.text))
    return [finding('MAX_APPLICATIONS', 'applications', 'at_most', 1)]
  const match = ONE_APPLICATION.exec(unit.text) ?? ONE_PER.exec(unit.text)
  if (
    !match ||
    FOR_EACH.test(unit.text) ||
    /\b(?:(?<!only the first will be )assessed|considered for|lead (?:on|in)\b[^.;]*\b(?:partner\w*|involved|collaborat\w+)|lead in|shortlist\w*|successful|(?:per|for (?:each|every|one|any one|a single)) (?:single )?(?:property|site|unit|premises?|project|address|household|building|shop|venue|location|school site|vehicle|strand|theme|event|activity)|at least|each partner|(?:once|one) more)\b/i.test(
      unit.text,
    )
  )
    return []
  return [
    finding(
      'MAX_APPLICATIONS',
      'applications',
      'at_most',
      numberOf(match.slice(1).find((count) => count !== undefined)!),
    ),
  ]
}

const CURRENT_GRANT =
  /\b(?:previous(?:ly)?|current|existing|past|former) (?:funded|(?:grant )?recipients?|grant ?holders?|grantees?|winners|beneficiaries|awardees|awards?)\b|\bhold(?:s|ing)? (?:an?|another|any|our)? ?(?:current |active |existing |live |open )?(?:grant|award|funding)\b|\b(?:have|has) had (?:(?:an?|any|our|another) )?(?:\w+ )?(?:grant|award|funding)|\b(?:that|who|which) (?:previously |recently )?received (?:an?|any|our|the|funding|grants?)\b[^.;]{0,40}\b(?:grant|award|fund\w*)\b|\bfunded by (?:us|the (?:fund|trust|foundation|council))\b|\bin receipt of (?:\w+ ){0,4}(?:grant|funding|award)|\b(?:already|previously)\b[^.;]{0,60}\b(?:funded|awarded|(?:received|had|have|having|given|hold|held|holding|in receipt of|benefit\w+)\b[^.;]{0,40}\b(?:grants?|awards?|funding|fund|scheme|support))\b|\b(?:current(?:ly)?|in the (?:last|past|previous)|within the (?:last|past|previous))\b[^.;]{0,60}\b(?:funded|grants?|awards?|awarded|funding (?:from|by|under)|received funding|benefit\w+)\b|\b(?:have|has|had|were|was|been) (?:\w+ ){0,3}?(?:received|awarded|granted|given|funded|supported|successful)\b[^.;]{0,80}\b(?:from (?:us|the (?:fund|trust|foundation|council|scheme))|(?:in|within|over|during) the (?:last|past|previous|same|current)|last year|this (?:financial |calendar )?year|under this (?:scheme|fund|programme))\b|\b(?:we|us|the (?:trust|foundation|fund|council)) (?:have |has )?(?:already |previously |recently |currently )+(?:fund|support|award)\w*|\b(?:open|live|active|ongoing|running) (?:\w+ )?(?:grant|award)\b|\b(?:have|has|had) (?:not |already |previously |been )*(?:received|awarded|funded|benefited|claimed)\b[^.;]{0,60}\b(?:grants?|award|fund\w*|BFIG|scheme)/i
const MUST_NOT_HOLD =
  /^(?:(?:you|it|they|your [\w/]+|the (?:applicant|organi[sz]ation|group|business)) )?(?:have|has|had) not (?:already |previously )?(?:been )?(?:received|awarded|funded|benefited|claimed)\b|\b(?:must|should|may|can) not (?:\w+ )?(?:have|hold|currently|already|be (?:currently |already )?(?:receiv|in receipt|funded))|\bcannot (?:already |currently )?(?:have|hold|be in receipt)|\b(?:that|who|which|if you|if your \w+) (?:have|has) not (?:previously |already |yet )?(?:been )?(?:received|awarded|funded|benefited|had)|^not (?:have |be |hold )?(?:already|previously|currently|in receipt|had|received)/i
/** Funding of the same thing or the same costs is not about the applicant's past. */
const SAME_COSTS =
  /\b(?:(?:sent|submitted|made|making) an? (?:\w+ )?application|waiting for (?:an?|the|our) decision|(?:un)?successful|(?:same|those|these) (?:site|property|premises|address|costs?|activit\w+|items?|work|project|purpose|team|vehicle|building|event|idea)|double|duplicate|statutory|monitoring|report|outstanding|overdue|late|unspent|evaluations?|feedback|completed|until|end of)\b/i

const OF_A_SUM =
  /\b(?:more than|over|exceed\w*|above|up to) [£€]|\bstate aid\b|\bfor \d+ [a-z]|\bsubsid(?:y|ies)\b|\bde minimis\b/i

/** "a property for which support was given before" is not the applicant. */
const OF_A_THING =
  /^(?:an? |any |the )?(?:projects?|propert(?:y|ies)|homes?|houses?|buildings?|sites?|land|vehicles?)\b/i

/**
 * A current grant excludes until it ends, a former one does not. The declared fact does not
 * distinguish the two.
 */
const NOW_FUNDED =
  /\b(?:current(?:ly)?|active|live|open|ongoing|running|existing|outstanding)\b(?: \w+){0,4} \b(?:grants?|awards?|funding|grant ?holders?|grantees?|recipients?|beneficiaries|awardees|funded|holders?)\b|\b(?:hold(?:s|ing)?|in receipt of|receiving)\b|\bcurrently (?:ha(?:ve|s)|being|funded)\b|\b(?:grants?|awards?) (?:that |which )?(?:(?:is|are) )?(?:still )?(?:current|active|live|open|ongoing|running)\b/i

/** Funding of a thing instead of an applicant: "activities that have already been funded". */
const THING_FUNDED =
  /\b(?!applicants?|organi[sz]ations?|groups?|business(?:es)?|clubs?|charit(?:y|ies)|compan(?:y|ies)|firms?|schools?|councils?|individuals?|people|persons?|anyone|those|artists?|you|who|not|have|has|been|never\b)[\w-]+ (?:that|which|already|previously)(?: (?:have|has|were|was|is|are))?(?: (?:already|previously|recently))?(?: been)? (?:funded|supported|grant[- ]funded|awarded|paid for)\b/i

export const priorFunding: Rule = (unit) => {
  if (OF_A_THING.test(unit.text) || NOW_FUNDED.test(unit.text) || THING_FUNDED.test(unit.text))
    return []
  // A sum of subsidy is no earlier grant.
  if (
    OF_A_SUM.test(unit.text) ||
    SAME_COSTS.test(unit.text) ||
    STARTED.test(unit.text) ||
    unit.mood === 'any_of'
  )
    return []
  const bare = unit.text
    .replace(
      /\b(?:not|cannot|can['’]t|don['’]t) currently (?=(?:offer|fund|support|accept|give|make|award|consider)\b)/gi,
      'not ',
    )
    .replace(/\b(?:do not|don['’]t|does not) (?=\w+ (?:already|previously))/gi, '')
  const excluded =
    unit.mood === 'none_of' ||
    REFUSES.test(bare) ||
    /^(?:nobody|no[- ]one|no (?:group|organi[sz]ation|applicant|charity|business)) (?:who|that|which|with|holding)\b[^.;]*\b(?:can|may|will)\b/i.test(
      bare,
    )
  const demanded =
    MUST_NOT_HOLD.test(bare) &&
    (unit.mood === 'all_of' ||
      /\bmust not\b/i.test(bare) ||
      /\bmust\b/i.test(unit.list?.lead ?? '') ||
      /^have not/i.test(bare) ||
      /\b(?:cannot|not) (?:\w+ )?(?:hold|have|be)\b/i.test(bare) ||
      /\b(?:only|open to|eligible)\b/i.test(bare))
  if (demanded && CURRENT_GRANT.test(bare))
    return [finding('PRIOR_FUNDING', 'has_prior_funding', 'is', false)]
  const positive = /\b(?:not|never)\b/i.test(bare.replace(REFUSES, '').replace(/\bnot be\b/gi, ''))
  if (
    /£\s?\d|\b(?:maximum|permitted|subsidy|state aid|de minimis|limits?|thresholds?|levels?|amounts?|equal\w*|exceed\w*)\b/i.test(
      bare,
    )
  )
    return []
  return excluded && CURRENT_GRANT.test(bare) && !positive
    ? [finding('PRIOR_FUNDING', 'has_prior_funding', 'is', false)]
    : []
}

const STARTED =
  /\b(?:have|has) (?:not )?(?:already )?(?:started|begun|commenced) (?:the|your|any|work)\b|\b(?:work|works|the project|your project|installation|construction|delivery|activity) (?:has|have) (?:already )?(?:begun|started|commenced|taken place|been (?:started|completed|carried out))\b|\bretrospective(?:ly)?\b|\b(?:already|previously) (?:been )?(?:started|begun|commenced|completed|taken place|incurred|happened|paid|purchased|bought|ordered|underway|installed|carried out|signed|committed|let|placed)\b|\b(?:works?|projects?|activit(?:y|ies))\b[^.;]{0,20}\b(?:is|are) (?:already )?(?:underway|under way)\b|\b(?:that|which) (?:has|have) (?:already )?(?:been )?(?:started|begun|commenced|done|completed|ordered|bought|purchased|installed)\b(?! (?:trading|up|to trade))|\b(?:ordered|bought|purchased|paid for|installed|put in|started|begun) already\b|\b(?:has|have) happened (?:already|before)\b|\b(?:work|works|costs?) (?:of work )?already done\b|\b(?:carried out|completed|finished|undertaken) already\b|\balready (?:spent|been spent|finished)\b|\b(?:projects?|works?|activit(?:y|ies)) already (?:under ?way|in progress|running)\b|\bthat (?:is|are) already (?:under ?way|in progress)\b|\bcosts? (?:dating )?from before\b|\b(?:anything|costs?|work|works|expenditure|activit(?:y|ies)|projects?|events?|items?|purchases?|spending)\b[^.;]{0,50}\b(?:incurred|started|begun|spent|begins?|starts?|commence[ds]?|taken place|takes place|take place|happens?|happened|purchased|bought|made|committed(?: to)?|ordered|paid for)\b[^.;]{0,45}?\b(?:before|prior to|in advance)\b/i

/** "Purchases must not be made before the grant is approved." */
const NOT_BEFORE_OFFER =
  /^(?:[\d.]+ )?no (?:works?|costs?|expenditure|activity|purchases?|orders?|contracts?|spending)\b[^.;]{0,20}\b(?:can|may|should|must|will) (?:be \w+|start|begin|commence)[^.;]{0,60}\b(?:before|until|prior to)\b|\b(?:purchases?|costs?|expenditure|works?|projects?|activit(?:y|ies)|orders?|contracts?|items?|spending|equipment)\b[^.;]{0,30}\b(?:must|should|can|may)(?: not|not|n['’]t) (?:be )?(?:made|started|begun|commence[d]?|incurred|ordered|purchased|bought|committed|start|begin|entered into|placed|signed)\b[^.;]{0,40}\b(?:before|prior to|until|in advance of)\b[^.;]*\b(?:grant|award|offer|approv\w+|agreement|decision|confirm\w*|application|letter)\b/i
/** "Groups can apply for projects which have not already started." */
const APPLY_FOR_NEW =
  /\b(?:apply|eligible|available|funding|grants?|fund|support)\b[^.;]{0,40}\bfor (?:new )?(?:projects?|works?|activit(?:y|ies)) (?:which|that) (?:have|has) not (?:already |yet )?(?:been )?(?:started|begun|commenced)\b/i
/** "You should not commit to purchases before you are told" */
const NOT_COMMITTED =
  /\bdo not (?:order|buy|purchase|start|begin|commit to|sign|place)\b[^.;]*\b(?:before|until)\b[^.;]*\b(?:approv\w+|grant|offer|award\w*|confirm\w*|agreement|heard|told)\b|^nothing (?:that (?:is|was|has been) )?(?:bought|spent|started|done|incurred|ordered|paid)\b[^.;]*\bbefore\b[^.;]*\b(?:offer|grant|award\w*|decision|letter|approv\w*|agree\w*|application)\b|\b(?:must|should|can|may)(?: not|not|n['’]t) (?:commit to|make|place|order|incur|purchase|buy|enter into|sign) (?:any |the )?(?:purchases?|orders?|costs?|expenditure|items?|equipment|contracts?|spending|work)\b[^.;]*\b(?:before|prior to|until|in advance of)\b/i

/** "the project has not started", of those who may apply. */
const NOT_STARTED =
  /\b(?:projects?|works?|activit(?:y|ies)|purchases?|spend(?:ing)?|expenditure)\b[^.;]{0,50}\b(?:has|have|must|should|can|may|is|are)(?: not|not|n['’]t) (?:yet |already )?(?:have |be |been )?(?:yet |already )?(?:started|begun|commenced|underway|under way|taken place)\b|\bnot (?:yet |already )?(?:have |be )?(?:started|begun|commenced) (?:the|your|their|any|work)\b|\b(?:must|should|can) ?not (?:start|begin|commence|be started|be begun) (?:any |the |your |on )*(?:project|works?|activity|activities|it)?\b[^.;]{0,140}\b(?:before|until|without)\b[^.;]*\b(?:offer|approv\w+|agreement|award\w*|grant|decision|confirm\w*|letter|told|heard|permission|start date)\b|^(?:it|(?:the|your) (?:project|work)) (?:has|have) not (?:yet |already )?(?:been )?(?:started|begun|commenced)\b|^(?:must )?(?:have )?not (?:yet |already )?(?:have |be )?(?:yet |already )?(?:started|begun|commenced|under ?way)\b(?! (?:trading|in business|business))/i

/** "Projects must not start before 1 May 2027" says when, not whether. */
const BEFORE_A_DAY = new RegExp(
  `\\b(?:before|until|prior to|earlier than) (?:the )?(?:end of )?${DATE}`,
  'i',
)

/** A text that refuses finished work, not started work. */
const isOver = (text: string) =>
  /\b(?:completed|finished|ended)\b/i.test(text) &&
  !/\b(?:start\w*|beg[iau]n\w*|commenc\w*|under ?way|progress|incur\w*|paid|pay|purchas\w*|bought|order\w*|retrospective\w*|spen[dt]\w*|place)\b/i.test(
    text,
  )

const DONE =
  '(?:start(?:ed|s|ing)?|began|begun|begin(?:s|ning)?|commenc(?:ed|es?|ing)|order(?:ed|s|ing)?|bought|buy(?:ing)?|purchas(?:ed|es?|ing)|install(?:ed|ing)?|commit(?:ted|ting)?|plac(?:ed|e|ing)|incur(?:red|ring)?|taken place|takes? place|carried out|undertaken|signed|done|sown|planted|entered into)'
const AHEAD = '(?:before|prior to|in advance of|ahead of|until)'
const ANSWER =
  '(?:offers?|award(?:ed)?|approv(?:ed|al)|agree(?:d|ment)|grant(?:ed)?|vouchers?|contracts?|confirm(?:ed|ation)|decision|letter|notif(?:ied|ication)|accepted|told|loan|trustees (?:have )?me[et]t?)'
/** "Bikes bought before the offer do not qualify", "the vehicle must not have been ordered before a loan offer is made" */
const DONE_AHEAD = new RegExp(
  `\\b${DONE}\\b[^.;]{0,60}?\\b${AHEAD}\\b(?![^.;]*\\b(?:planning|match)\\b)[^.;]{0,70}?\\b${ANSWER}\\b`,
  'i',
)
/** "The submission must be approved before the project is started" */
const APPROVED_FIRST =
  /\b(?:must|needs? to|has to|have to|should) be (?:\w+ and )?(?:approved|agreed)\b[^.;]{0,40}?\b(?:before|prior to)\b[^.;]{0,30}?\b(?:start\w*|beg[iau]n\w*|commenc\w*|purchas\w*|install\w*|ordered|work)\b/i
const SHUT_OUT =
  /^no (?:support|funding|grants?|help) (?:can|will|may) be (?:given|made|offered|paid)|\b(?:do(?:es)? not qualify|(?:is|are|be) not covered|not be (?:covered|supported|met)|cannot (?:help|claim)|cannot (?:be|pay)|(?:must|should|can|may)(?: not|not|n['’]t))\b/i

/** "If you have not yet started your business", "paid only when the project has started" */
const OF_OTHER_BEGINNINGS =
  /\bnot yet started your business\b|\bstarted (?:your|an?|their) (?:PhD|doctorate|degree|course|studies)\b|\bnot be (?:paid|released|drawn down) until\b/i

export const notStarted: Rule = ({ text, mood }) => {
  if (
    mood === 'any_of' ||
    BEFORE_A_DAY.test(text) ||
    isOver(text) ||
    OF_OTHER_BEGINNINGS.test(text)
  )
    return []
  const refuses =
    mood === 'none_of' ||
    REFUSES.test(text) ||
    /\b(?:grant|funding|scheme|fund|award) excludes\b|^no (?:funding|grants?|money|awards?) (?:can|will|may) be (?:(?:used|given|made|awarded|paid|offered) for|(?:made|awarded|given|paid) retrospectively)\b/i.test(
      text,
    )
  const isRequired =
    mood !== 'none_of' &&
    (((mood === 'all_of' || /\b(?:must|should)\b/i.test(text)) && NOT_STARTED.test(text)) ||
      [NOT_BEFORE_OFFER, NOT_COMMITTED, APPLY_FOR_NEW, APPROVED_FIRST].some((pattern) =>
        pattern.test(text),
      ))
  const isRefused =
    (refuses && STARTED.test(text)) || ((refuses || SHUT_OUT.test(text)) && DONE_AHEAD.test(text))
  return isRequired || isRefused ? [finding('NO_RETROSPECTIVE', 'work_started', 'is', false)] : []
}

const BY_INVITATION = /^(.*?)\b(?:by invitation(?: only)?|invite[- ]only|invitation[- ]only)\b/i
/**
 * Invitations for the whole call: "larger grants", "these projects" and a bare answer are about
 * some.
 */
const WHOLE_CALL =
  /^(?:(?:this|our|the|all|a|an|it|that|is|are|currently|now|only|closed|new)\b ?|(?:opportunit(?:y|ies)|funding|fund|programme|scheme|competition|call|round|grants?|award|trust|foundation|charity|applications?|bids?|proposals?|we|you|can|may|apply|accept\w*|consider\w*|made|submitted|invited|strictly|[,;:-])[, ;:-]*)*$/i
const UNINVITED =
  /\b(?:closed to unsolicited|(?:have been|been|must be|we have) invited (?:you )?to (?:apply|submit|bid)|invited (?:applicants|organi[sz]ations) only|only invited (?:applicants|organi[sz]ations) (?:can|may)|only (?:those|organi[sz]ations|applicants) (?:who|that) (?:have been|are|we have) invited (?:to apply )?(?:can|may) (?:apply|bid|submit)|(?:do(?:es)? not|cannot|can['’]t|don['’]t) (?:accept|consider) unsolicited (?:applications|requests|proposals)|unsolicited (?:applications|requests|proposals) (?:are|will) not(?: be)? (?:accepted|considered))\b/i

export const invited: Rule = (unit) => {
  const before = BY_INVITATION.exec(unit.text)?.[1]
  return (UNINVITED.test(unit.text) || (before !== undefined && WHOLE_CALL.test(before))) &&
    !/\b(?:is|are) invited (?:from|to apply for|to express)\b|\b(?:second|full|stage|shortlist\w*|successful|interview|may be|will be)\b/i.test(
      unit.text,
    ) &&
    /\b(?:must|only|you|unless|invitation|uninvited|invite|unsolicited)\b/i.test(unit.text) &&
    unit.mood !== 'none_of'
    ? [finding('INVITE_ONLY', 'invited', 'is', true)]
    : []
}
