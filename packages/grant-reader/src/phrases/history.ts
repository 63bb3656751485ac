/** Phrases for earlier funding, started work, earlier applications and invitations. */
import { NUMBER } from '../figures.ts'
import { words } from './words.ts'

export const ONE_APPLICATION = words`
  # only one bid
  \b(?:
    only (?:submit |make |accept |consider |be (?:part of|involved in|named on) |apply for )?
    (?:a maximum of |up to )?|
    (?:submit|make|hand in|send(?: in)?) (?:only |a maximum of |up to |no more than )|
    maximum of |no more than |limited to |lead on (?:only |no more than )?)
  (${NUMBER}) (?:[\w'’]+ ){0,2}?
  (?:applications?|bids?|proposals?|expressions? of interest)\b|
  # only apply for one grant
  \bonly apply for (?:and hold )?(${NUMBER}) (?:grants?|awards?)\b|
  # submit one application only
  \b(?:be (?:part of|named in|involved in)|submit|make) (${NUMBER}) (?:\w+ )?
  (?:applications?|bids?|outlines?|proposals?) only\b|
  # you can only submit one application
  ^(?:you|
    (?:each|an?) (?:organi[sz]ation|applicant|group|business|charity|club|school|council|
      authority|institution|university|museum)|
    (?:organi[sz]ations|applicants|groups|businesses)) (?:can|may) (?:only )?
  (?:submit|make) (?:only )?
  (${NUMBER}) (?:applications?|bids?|proposals?|expressions? of interest)(?: only)?
  (?: (?:per|in this|a|each|in any) [^.;]*)?\.?$`

export const ONE_PER = words`
  # one bid per applicant
  \b(${NUMBER}) (?:\w+ )?
  (?:applications?|bids?) (?:
    (?:is |are |will be )(?:allowed|accepted|permitted|considered) )?
  (?:per|from each|for each|from any one|by each|can be made by) ?
  (?:applicant|organi[sz]ation|company|business|group|year|round|lead|legal|charity|
    institution|council|authority|school|club|any one|financial|calendar|an? )?`

export const ONE_ONLY = words`
  # can only apply once
  ^(?:you|organi[sz]ations|applicants|each (?:organi[sz]ation|applicant|group|business)|
    groups|businesses)
  (?: \w+)? (?:(?:can|may) only apply once|(?:can|may) apply (?:only once|once only|once)
  )\b(?! (?:more|again|in|per|every|each|a)\b)`

export const NOT_TWO = words`
  # cannot submit two applications
  (?:^not |\b(?:unable to|cannot|can['’]t|may not|must not) )
  (?:have|submit|make|hold|apply for) (?:two|more than one|multiple) (?:\w+ )?
  (?:applications?|bids?|proposals?|grants?(?! (?:each|per)))\b`

/**
 * "One bid for each school", "two applications per member of staff": how many there are in all
 * depends on what is counted.
 */
export const FOR_EACH = words`
  # One bid for each school
  \b(?:per|for (?:each|every|any one)) (?!
    (?:(?:legal|lead|eligible|single|individual|financial|calendar|funding|grant|call) )*
    (?:applicants?|organi[sz]ations?|company|business|enterprise|group|charity|club|council|
      authority|institution|university|college|school|body|entity|individual|person|artist|
      member|household|round|year|call|period|deadline|competition|scheme|fund|time|application|
      month|lead|season|window)\b
  )
  (?:its|their|your|the|of|\w)`

export const COUNTED_OTHERWISE = words`
  \b(?:
  # assessed or considered for
  (?<!only the first will be )assessed|considered for|
  # leads with partners
  lead (?:on|in)\b[^.;]*\b(?:partner\w*|involved|collaborat\w+)|
  # successful or shortlisted
  lead in|shortlist\w*|successful|
  # per site or project
  (?:per|for (?:each|every|one|any one|a single)) (?:single )?
  (?:property|site|unit|premises?|project|address|household|building|shop|venue|location|
    school site|vehicle|strand|theme|event|activity)|
  # at least, or once more
  at least|each partner|(?:once|one) more
  )\b`

export const CURRENT_GRANT = words`
  # recipients of earlier grants
  \b(?:previous(?:ly)?|current|existing|past|former) (?:funded|(?:grant )?recipients?|
    grant ?holders?|grantees?|winners|beneficiaries|awardees|awards?)\b|
  # holds a grant
  \bhold(?:s|ing)? (?:an?|another|any|our)? ?(?:current |active |existing |live |open )?
  (?:grant|award|funding)\b|
  # has had a grant
  \b(?:have|has) had (?:(?:an?|any|our|another) )?(?:\w+ )?(?:grant|award|funding)|
  # received a grant from us
  \b(?:that|who|which) (?:previously |recently )?
  received (?:an?|any|our|the|funding|grants?)\b[^.;]{0,40}\b(?:grant|award|fund\w*)\b|
  # funded by us
  \bfunded by (?:us|the (?:fund|trust|foundation|council))\b|
  # in receipt of a grant
  \bin receipt of (?:\w+ ){0,4}(?:grant|funding|award)|
  # already funded
  \b(?:already|previously)\b[^.;]{0,60}\b(?:funded|awarded|
    (?:received|had|have|having|given|hold|held|holding|in receipt of|benefit\w+
    )\b[^.;]{0,40}\b(?:grants?|awards?|funding|fund|scheme|support)
  )\b|
  # funded at present or in the past
  \b(?:current(?:ly)?|in the (?:last|past|previous)|within the (?:last|past|previous)
  )\b[^.;]{0,60}\b(?:funded|grants?|awards?|awarded|funding (?:from|by|under)|
    received funding|benefit\w+)\b|
  # has received funds from us
  \b(?:have|has|had|were|was|been) (?:\w+ ){0,3}?
  (?:received|awarded|granted|given|funded|supported|successful)\b[^.;]{0,80}\b(?:
    from (?:us|the (?:fund|trust|foundation|council|scheme))|
    (?:in|within|over|during) the (?:last|past|previous|same|current)|last year|
    this (?:financial |calendar )?year|under this (?:scheme|fund|programme))\b|
  # we have already funded
  \b(?:we|us|the (?:trust|foundation|fund|council)) (?:have |has )?
  (?:already |previously |recently |currently )+(?:fund|support|award)\w*|
  # an open grant
  \b(?:open|live|active|ongoing|running) (?:\w+ )?(?:grant|award)\b|
  # has received an award
  \b(?:have|has|had) (?:not |already |previously |been )*
  (?:received|awarded|funded|benefited|claimed)\b[^.;]{0,60}\b(?:grants?|award|fund\w*|BFIG|
    scheme)`

export const MUST_NOT_HOLD = words`
  # has not received, first in a sentence
  ^(?:(?:you|it|they|your [\w/]+|the (?:applicant|organi[sz]ation|group|business)) )?
  (?:have|has|had) not (?:already |previously )?(?:been )?
  (?:received|awarded|funded|benefited|claimed)\b|
  # must not hold
  \b(?:must|should|may|can) not (?:\w+ )?
  (?:have|hold|currently|already|be (?:currently |already )?(?:receiv|in receipt|funded))|
  # cannot hold
  \bcannot (?:already |currently )?(?:have|hold|be in receipt)|
  # who have not received
  \b(?:that|who|which|if you|if your \w+) (?:have|has) not (?:previously |already |yet )?
  (?:been )?(?:received|awarded|funded|benefited|had)|
  # not already, first in a sentence
  ^not (?:have |be |hold )?(?:already|previously|currently|in receipt|had|received)`

/** Funding of the same thing or the same costs is not about the applicant's past. */
export const SAME_COSTS = words`
  \b(?:
  # sent an application
  (?:sent|submitted|made|making) an? (?:\w+ )?application|
  # waits for a decision, or was successful
  waiting for (?:an?|the|our) decision|(?:un)?successful|
  # the same site, costs or work
  (?:same|those|these) (?:site|property|premises|address|costs?|activit\w+|items?|work|
    project|purpose|team|vehicle|building|event|idea)|
  # duplicates, reports and late work
  double|duplicate|statutory|monitoring|report|outstanding|overdue|late|unspent|
  evaluations?|feedback|completed|until|end of
  )\b`

/**
 * A current grant excludes until it ends, a former one does not. The declared fact does not
 * distinguish the two.
 */
export const NOW_FUNDED = words`
  # a current grant
  \b(?:current(?:ly)?|active|live|open|ongoing|running|existing|outstanding)\b(?: \w+
  ){0,4} \b(?:grants?|awards?|funding|grant ?holders?|grantees?|recipients?|beneficiaries|
    awardees|funded|holders?)\b|
  # holds or is receiving
  \b(?:hold(?:s|ing)?|in receipt of|receiving)\b|
  # currently has
  \bcurrently (?:ha(?:ve|s)|being|funded)\b|
  # a grant that is open
  \b(?:grants?|awards?) (?:that |which )?(?:(?:is|are) )?(?:still )?
  (?:current|active|live|open|ongoing|running)\b`

/** Funding of a thing instead of an applicant: "activities that have already been funded". */
export const THING_FUNDED = words`
  # activities that have already been funded
  \b(?!applicants?|organi[sz]ations?|groups?|business(?:es)?|clubs?|charit(?:y|ies)|
    compan(?:y|ies)|firms?|schools?|councils?|individuals?|people|persons?|anyone|those|
    artists?|you|who|not|have|has|been|never\b)
  [\w-]+ (?:that|which|already|previously)(?: (?:have|has|were|was|is|are))?
  (?: (?:already|previously|recently))?
  (?: been)? (?:funded|supported|grant[- ]funded|awarded|paid for)\b`

export const NO_FUNDED_APPLICANT = words`
  # no applicant with a grant can apply
  ^(?:nobody|no[- ]one|no (?:group|organi[sz]ation|applicant|charity|business)) (?:who|that|
    which|with|holding)\b[^.;]*\b(?:can|may|will)\b`

export const STARTED = words`
  # has started the work
  \b(?:have|has) (?:not )?(?:already )?(?:started|begun|commenced) (?:the|your|any|work)\b|
  # work has started
  \b(?:work|works|the project|your project|installation|construction|delivery|activity) (?:
    has|have) (?:already )?
  (?:begun|started|commenced|taken place|been (?:started|completed|carried out))\b|
  # retrospective
  \bretrospective(?:ly)?\b|
  # already started
  \b(?:already|previously) (?:been )?
  (?:started|begun|commenced|completed|taken place|incurred|happened|paid|purchased|bought|
    ordered|underway|installed|carried out|signed|committed|let|placed)\b|
  # work is under way
  \b(?:works?|projects?|activit(?:y|ies))\b[^.;]{0,20}\b(?:is|are) (?:already )?
  (?:underway|under way)\b|
  # that has started
  \b(?:that|which) (?:has|have) (?:already )?(?:been )?
  (?:started|begun|commenced|done|completed|ordered|bought|purchased|installed
  )\b(?! (?:trading|up|to trade))|
  # bought already
  \b(?:ordered|bought|purchased|paid for|installed|put in|started|begun) already\b|
  # happened already
  \b(?:has|have) happened (?:already|before)\b|
  # work already done
  \b(?:work|works|costs?) (?:of work )?already done\b|
  # carried out already
  \b(?:carried out|completed|finished|undertaken) already\b|
  # already spent
  \balready (?:spent|been spent|finished)\b|
  # projects under way
  \b(?:projects?|works?|activit(?:y|ies)) already (?:under ?way|in progress|running)\b|
  # that is under way
  \bthat (?:is|are) already (?:under ?way|in progress)\b|
  # costs from before a date
  \bcosts? (?:dating )?from before\b|
  # started before a date
  \b(?:anything|costs?|work|works|expenditure|activit(?:y|ies)|projects?|events?|items?|
    purchases?|spending)\b[^.;]{0,50}\b(?:incurred|started|begun|spent|begins?|starts?|
    commence[ds]?|taken place|takes place|take place|happens?|happened|purchased|bought|made|
    committed(?: to)?|ordered|paid for)\b[^.;]{0,45}?\b(?:before|prior to|in advance)\b`

/** "Purchases must not be made before the grant is approved." */
export const NOT_BEFORE_OFFER = words`
  # no work may begin before
  ^(?:[\d.]+ )?
  no (?:works?|costs?|expenditure|activity|purchases?|orders?|contracts?|spending
  )\b[^.;]{0,20}\b(?:can|may|should|must|will) (?:be \w+|start|begin|commence)
  [^.;]{0,60}\b(?:before|until|prior to)\b|
  # work must not start before
  \b(?:purchases?|costs?|expenditure|works?|projects?|activit(?:y|ies)|orders?|contracts?|
    items?|spending|equipment)\b[^.;]{0,30}\b(?:must|should|can|may)
  (?: not|not|n['’]t) (?:be )?
  (?:made|started|begun|commence[d]?|incurred|ordered|purchased|bought|committed|start|
    begin|entered into|placed|signed)\b[^.;]{0,40}\b(?:before|prior to|until|in advance of
  )\b[^.;]*\b(?:grant|award|offer|approv\w+|agreement|decision|confirm\w*|application|letter
  )\b`

export const APPLY_FOR_NEW = words`
  # "Groups can apply for projects which have not already started."
  \b(?:apply|eligible|available|funding|grants?|fund|support)\b[^.;]{0,40}\bfor (?:new )?
  (?:projects?|works?|activit(?:y|ies)) (?:which|that) (?:have|has) not (?:already |yet )?
  (?:been )?(?:started|begun|commenced)\b`

/** "You should not commit to purchases before you are told" */
export const NOT_COMMITTED = words`
  # do not order before
  \bdo not (?:order|buy|purchase|start|begin|commit to|sign|place)\b[^.;]*\b(?:before|until
  )\b[^.;]*\b(?:approv\w+|grant|offer|award\w*|confirm\w*|agreement|heard|told)\b|
  # nothing bought before
  ^nothing (?:that (?:is|was|has been) )?
  (?:bought|spent|started|done|incurred|ordered|paid)\b[^.;]*\bbefore\b[^.;]*\b(?:offer|
    grant|award\w*|decision|letter|approv\w*|agree\w*|application)\b|
  # must not commit before
  \b(?:must|should|can|may)
  (?: not|not|n['’]t) (?:commit to|make|place|order|incur|purchase|buy|enter into|sign) (?:
    any |the )?
  (?:purchases?|orders?|costs?|expenditure|items?|equipment|contracts?|spending|work
  )\b[^.;]*\b(?:before|prior to|until|in advance of)\b`

/** "the project has not started", of those who may apply. */
export const NOT_STARTED = words`
  # the project has not started
  \b(?:projects?|works?|activit(?:y|ies)|purchases?|spend(?:ing)?|expenditure
  )\b[^.;]{0,50}\b(?:has|have|must|should|can|may|is|are)
  (?: not|not|n['’]t) (?:yet |already )?(?:have |be |been )?(?:yet |already )?
  (?:started|begun|commenced|underway|under way|taken place)\b|
  # not started the work
  \bnot (?:yet |already )?(?:have |be )?
  (?:started|begun|commenced) (?:the|your|their|any|work)\b|
  # must not start before an offer
  \b(?:must|should|can) ?
  not (?:start|begin|commence|be started|be begun) (?:any |the |your |on )*
  (?:project|works?|activity|activities|it)?\b[^.;]{0,140}\b(?:before|until|without
  )\b[^.;]*\b(?:offer|approv\w+|agreement|award\w*|grant|decision|confirm\w*|letter|told|
    heard|permission|start date)\b|
  # the project has not started, as an item
  ^(?:it|(?:the|your) (?:project|work)) (?:has|have) not (?:yet |already )?(?:been )?
  (?:started|begun|commenced)\b|
  # not started, as an item
  ^(?:must )?(?:have )?not (?:yet |already )?(?:have |be )?(?:yet |already )?
  (?:started|begun|commenced|under ?way)\b(?! (?:trading|in business|business))`

export const UNDER_WAY = words`
  \b(?:
  # words for a start or a payment
  start\w*|beg[iau]n\w*|commenc\w*|under ?way|progress|incur\w*|paid|pay|purchas\w*|bought|
  order\w*|retrospective\w*|spen[dt]\w*|place
  )\b`

export const APPROVED_FIRST = words`
  # "The submission must be approved before the project is started"
  \b(?:must|needs? to|has to|have to|should) be (?:\w+ and )?
  (?:approved|agreed)\b[^.;]{0,40}?\b(?:before|prior to)\b[^.;]{0,30}?\b(?:start\w*|
    beg[iau]n\w*|commenc\w*|purchas\w*|install\w*|ordered|work)\b`

export const SHUT_OUT = words`
  # no grant can be given
  ^no (?:support|funding|grants?|help) (?:can|will|may) be (?:given|made|offered|paid)|
  # does not qualify, or is not covered
  \b(?:do(?:es)? not qualify|(?:is|are|be) not covered|not be (?:covered|supported|met)|
    cannot (?:help|claim)|cannot (?:be|pay)|(?:must|should|can|may)(?: not|not|n['’]t))\b`

/** "If you have not yet started your business", "paid only when the project has started" */
export const OF_OTHER_BEGINNINGS = words`
  # the start of a business
  \bnot yet started your business\b|
  # the start of studies
  \bstarted (?:your|an?|their) (?:PhD|doctorate|degree|course|studies)\b|
  # paid only after the start
  \bnot be (?:paid|released|drawn down) until\b`

export const EXCLUDES_WORK = words`
  # the grant excludes
  \b(?:grant|funding|scheme|fund|award) excludes\b|
  # no grant can be used
  ^no (?:funding|grants?|money|awards?) (?:can|will|may) be (?:
    (?:used|given|made|awarded|paid|offered) for|(?:made|awarded|given|paid) retrospectively
  )\b`

/**
 * Invitations for the whole call: "larger grants", "these projects" and a bare answer are about
 * some.
 */
export const WHOLE_CALL = words`
  ^(?:
  # this, now or only
  (?:this|our|the|all|a|an|it|that|is|are|currently|now|only|closed|new)\b ?|
  # scheme, call or applications
  (?:opportunit(?:y|ies)|funding|fund|programme|scheme|competition|call|round|grants?|award|
    trust|foundation|charity|applications?|bids?|proposals?|we|you|can|may|apply|accept\w*|
    consider\w*|made|submitted|invited|strictly|[,;:-])
  [, ;:-]*
  )*$`

export const UNINVITED = words`
  \b(?:
  # closed to unsolicited bids
  closed to unsolicited|
  # has been invited
  (?:have been|been|must be|we have) invited (?:you )?to (?:apply|submit|bid)|
  # invited organisations only
  invited (?:applicants|organi[sz]ations) only|
  # only invited applicants can
  only invited (?:applicants|organi[sz]ations) (?:can|may)|
  # only those who were invited
  only (?:those|organi[sz]ations|applicants) (?:who|that) (?:have been|are|we have
  ) invited (?:to apply )?
  (?:can|may) (?:apply|bid|submit)|
  # does not accept unsolicited bids
  (?:do(?:es)? not|cannot|can['’]t|don['’]t) (?:accept|consider) unsolicited (?:
    applications|requests|proposals)|
  # unsolicited bids are not accepted
  unsolicited (?:applications|requests|proposals) (?:are|will) not
  (?: be)? (?:accepted|considered)
  )\b`

/** Said of every applicant, whatever stages there are. */
export const INVITED_ONLY = words`
  # uninvited applications are rejected
  \b(?:(?:uninvited|unsolicited) (?:applica\w+|requests|proposals|bids|enquiries|approaches)|
    (?:applica\w+|requests|proposals|bids) (?:that|which) (?:we (?:have|did)|(?:were|are|have))
    \snot(?: been)? invited?) (?:are|will(?: be)?|cannot be)(?: not)?(?: be)? (?:
    accepted|considered|rejected|declined|returned|refused|ineligible)\b|
  # apply only if invited
  \bapply only (?:if|when|where|once) (?:we have |we |you have been |you were |you are )invited|
  \bonly apply (?:if|when|where|once) (?:we have |we |you have been |you were |you are )invited|
  # only from those whom the funder invited
  \bonly (?:accept|consider|fund|take|welcome)s? (?:\w+ from )?(?:\w+ ){0,2}?(?:
    (?:that|who|which|whom) )?we (?:have )?invited?\b|
  # must have been invited
  \bmust have been invited(?: to (?:apply|submit|bid))?\b`

export const LATER_STAGE = words`
  # applications are invited
  \b(?:is|are) invited (?:from|to apply for|to express)\b|
  # a second or full stage
  \b(?:second|full|stage|shortlist\w*|successful|interview|may be|will be)\b`
