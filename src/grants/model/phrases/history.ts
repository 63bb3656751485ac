/** Phrases for earlier funding, started work, earlier applications and invitations. */
import { NUMBER } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const HISTORY_PHRASES = {
  ONE_APPLICATION: {
    flags: 'i',
    phrases: [
      {
        meaning: 'only one bid',
        phrase: pattern`
          \b(?:
            only (?:submit |make |accept |consider |be (?:part of|involved in|named on) |apply for )?
            (?:a maximum of |up to )?|
            (?:submit|make|hand in|send(?: in)?) (?:only |a maximum of |up to |no more than )|
            maximum of |no more than |limited to |lead on (?:only |no more than )?)
          (${NUMBER}) (?:[\w'’]+ ){0,2}?
          (?:applications?|bids?|proposals?|expressions? of interest)\b`,
        like: ['Only one bid per school.'],
        unlike: ['one bid per school.'],
      },
      {
        meaning: 'only apply for one grant',
        phrase: pattern`\bonly apply for (?:and hold )?(${NUMBER}) (?:grants?|awards?)\b`,
        like: ['Charities may only apply for one grant per calendar year.'],
        unlike: ['Charities may only for one grant per calendar year.'],
      },
      {
        meaning: 'submit one application only',
        phrase: pattern`
          \b(?:be (?:part of|named in|involved in)|submit|make) (${NUMBER}) (?:\w+ )?
          (?:applications?|bids?|outlines?|proposals?) only\b`,
        like: ['Each group can submit one application only.'],
        unlike: ['Each group can submit one only.'],
      },
      {
        meaning: 'you can only submit one application',
        phrase: pattern`
          ^(?:you|
            (?:each|an?) (?:organi[sz]ation|applicant|group|business|charity|club|school|council|
              authority|institution|university|museum)|
            (?:organi[sz]ations|applicants|groups|businesses)) (?:can|may) (?:only )?
          (?:submit|make) (?:only )?
          (${NUMBER}) (?:applications?|bids?|proposals?|expressions? of interest)(?: only)?
          (?: (?:per|in this|a|each|in any) [^.;]*)?\.?$`,
        like: ['You can only make one application.'],
        unlike: ['You can only make one.'],
      },
    ],
  },
  ONE_PER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'one bid per applicant',
        phrase: pattern`
          \b(${NUMBER}) (?:\w+ )?
          (?:applications?|bids?) (?:
            (?:is |are |will be )(?:allowed|accepted|permitted|considered) )?
          (?:per|from each|for each|from any one|by each|can be made by) ?
          (?:applicant|organi[sz]ation|company|business|group|year|round|lead|legal|charity|
            institution|council|authority|school|club|any one|financial|calendar|an? )?`,
        like: ['One bid for each school'],
        unlike: ['One bid for school'],
      },
    ],
  },
  ONE_ONLY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'can only apply once',
        phrase: pattern`
          ^(?:you|organi[sz]ations|applicants|each (?:organi[sz]ation|applicant|group|business)|
            groups|businesses)
          (?: \w+)? (?:(?:can|may) only apply once|(?:can|may) apply (?:only once|once only|once)
          )\b(?! (?:more|again|in|per|every|each|a)\b)`,
        like: ['You can only apply once.'],
        unlike: ['each business small can apply only once more', 'You can only once.'],
      },
    ],
  },
  NOT_TWO: {
    flags: 'i',
    phrases: [
      {
        meaning: 'cannot submit two applications',
        phrase: pattern`
          (?:^not |\b(?:unable to|cannot|can['’]t|may not|must not) )
          (?:have|submit|make|hold|apply for) (?:two|more than one|multiple) (?:\w+ )?
          (?:applications?|bids?|proposals?|grants?(?! (?:each|per)))\b`,
        like: ['You may not submit more than one application.'],
        unlike: ['must not make more than one grant per', 'You may not submit more than one.'],
      },
    ],
  },
  /** "One bid for each school", "two applications per member of staff": how many there are in all depends on what is counted. */
  FOR_EACH: {
    flags: 'i',
    phrases: [
      {
        meaning: 'One bid for each school',
        phrase: pattern`
          \b(?:per|for (?:each|every|any one)) (?!
            (?:(?:legal|lead|eligible|single|individual|financial|calendar|funding|grant|call) )*
            (?:applicants?|organi[sz]ations?|company|business|enterprise|group|charity|club|council|
              authority|institution|university|college|school|body|entity|individual|person|artist|
              member|household|round|year|call|period|deadline|competition|scheme|fund|time|application|
              month|lead|season|window)\b
          )
          (?:its|their|your|the|of|\w)`,
        like: ['for each tree'],
        unlike: ['for every lead individualthe', 'for tree'],
      },
    ],
  },
  COUNTED_OTHERWISE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'assessed or considered for',
        phrase: pattern`(?<!only the first will be )assessed|considered for`,
        like: ['England will be assessed by our regional'],
        unlike: ['only the first will be assessed', 'England will be by our regional'],
      },
      {
        meaning: 'leads with partners',
        phrase: pattern`lead (?:on|in)\b[^.;]*\b(?:partner\w*|involved|collaborat\w+)`,
        like: ['Applicants may lead on only one bid, and may be partners in two.'],
        unlike: ['Applicants may lead on only one bid, and may be in two.'],
      },
      {
        meaning: 'successful or shortlisted',
        phrase: pattern`lead in|shortlist\w*|successful`,
        like: ['if your application is successful'],
        unlike: ['if your application is'],
      },
      {
        meaning: 'per site or project',
        phrase: pattern`
          (?:per|for (?:each|every|one|any one|a single)) (?:single )?
          (?:property|site|unit|premises?|project|address|household|building|shop|venue|location|
            school site|vehicle|strand|theme|event|activity)`,
        like: ['Only one grant per household.'],
        unlike: ['Only one grant per.'],
      },
      {
        meaning: 'at least, or once more',
        phrase: pattern`at least|each partner|(?:once|one) more`,
        like: ['at least 20%'],
        unlike: ['at 20%'],
      },
    ],
  },
  CURRENT_GRANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'recipients of earlier grants',
        phrase: pattern`
          \b(?:previous(?:ly)?|current|existing|past|former) (?:funded|(?:grant )?recipients?|
            grant ?holders?|grantees?|winners|beneficiaries|awardees|awards?)\b`,
        like: ['Former winners are excluded.'],
        unlike: ['Former are excluded.'],
      },
      {
        meaning: 'holds a grant',
        phrase: pattern`
          \bhold(?:s|ing)? (?:an?|another|any|our)? ?(?:current |active |existing |live |open )?
          (?:grant|award|funding)\b`,
        like: ['No one who holds a current grant may apply.'],
        unlike: ['No one who a current grant may apply.'],
      },
      {
        meaning: 'has had a grant',
        phrase: pattern`
          \b(?:have|has) had (?:(?:an?|any|our|another) )?(?:\w+ )?(?:grant|award|funding)`,
        like: ['No one who has had a grant sends references.'],
        unlike: ['No one who has had a sends references.'],
      },
      {
        meaning: 'received a grant from us',
        phrase: pattern`
          \b(?:that|who|which) (?:previously |recently )?
          received (?:an?|any|our|the|funding|grants?)\b[^.;]{0,40}\b(?:grant|award|fund\w*)\b`,
        like: ['Groups that received a grant last year cannot apply.'],
        unlike: ['Groups that a grant last year cannot apply.'],
      },
      {
        meaning: 'funded by us',
        phrase: pattern`\bfunded by (?:us|the (?:fund|trust|foundation|council))\b`,
        like: ['Groups funded by us last year cannot apply.'],
        unlike: ['Groups by us last year cannot apply.'],
      },
      {
        meaning: 'in receipt of a grant',
        phrase: pattern`\bin receipt of (?:\w+ ){0,4}(?:grant|funding|award)`,
        like: ['• in receipt of another grant for the same trees'],
        unlike: ['• in of another grant for the same trees'],
      },
      {
        meaning: 'already funded',
        phrase: pattern`
          \b(?:already|previously)\b[^.;]{0,60}\b(?:funded|awarded|
            (?:received|had|have|having|given|hold|held|holding|in receipt of|benefit\w+
            )\b[^.;]{0,40}\b(?:grants?|awards?|funding|fund|scheme|support)
          )\b`,
        like: ['• have already had two grants from us'],
        unlike: ['• have had two grants from us'],
      },
      {
        meaning: 'funded at present or in the past',
        phrase: pattern`
          \b(?:current(?:ly)?|in the (?:last|past|previous)|within the (?:last|past|previous)
          )\b[^.;]{0,60}\b(?:funded|grants?|awards?|awarded|funding (?:from|by|under)|
            received funding|benefit\w+)\b`,
        like: ['In the past we have funded schools.'],
        unlike: ['In the past we have schools.'],
      },
      {
        meaning: 'has received funds from us',
        phrase: pattern`
          \b(?:have|has|had|were|was|been) (?:\w+ ){0,3}?
          (?:received|awarded|granted|given|funded|supported|successful)\b[^.;]{0,80}\b(?:
            from (?:us|the (?:fund|trust|foundation|council|scheme))|
            (?:in|within|over|during) the (?:last|past|previous|same|current)|last year|
            this (?:financial |calendar )?year|under this (?:scheme|fund|programme))\b`,
        like: ['You must not have previously received funding under this scheme.'],
        unlike: ['You must not have previously funding under this scheme.'],
      },
      {
        meaning: 'we have already funded',
        phrase: pattern`
          \b(?:we|us|the (?:trust|foundation|fund|council)) (?:have |has )?
          (?:already |previously |recently |currently )+(?:fund|support|award)\w*`,
        like: ['We have previously funded'],
        unlike: ['We have funded'],
      },
      {
        meaning: 'an open grant',
        phrase: pattern`\b(?:open|live|active|ongoing|running) (?:\w+ )?(?:grant|award)\b`,
        like: ['You cannot apply if you have an open grant of over £10,000 with us.'],
        unlike: ['You cannot apply if you have an open of over £10,000 with us.'],
      },
      {
        meaning: 'has received an award',
        phrase: pattern`
          \b(?:have|has|had) (?:not |already |previously |been )*
          (?:received|awarded|funded|benefited|claimed)\b[^.;]{0,60}\b(?:grants?|award|fund\w*|BFIG|
            scheme)`,
        like: ['has received funding of up to £24,000'],
        unlike: ['has funding of up to £24,000'],
      },
    ],
  },
  MUST_NOT_HOLD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'has not received, first in a sentence',
        phrase: pattern`
          ^(?:(?:you|it|they|your [\w/]+|the (?:applicant|organi[sz]ation|group|business)) )?
          (?:have|has|had) not (?:already |previously )?(?:been )?
          (?:received|awarded|funded|benefited|claimed)\b`,
        like: ['You have not already received'],
        unlike: ['You have not already'],
      },
      {
        meaning: 'must not hold',
        phrase: pattern`
          \b(?:must|should|may|can) not (?:\w+ )?
          (?:have|hold|currently|already|be (?:currently |already )?(?:receiv|in receipt|funded))`,
        like: ['You must not have started the work.'],
        unlike: ['You not have started the work.'],
      },
      {
        meaning: 'cannot hold',
        phrase: pattern`\bcannot (?:already |currently )?(?:have|hold|be in receipt)`,
        like: ['Schools cannot have funding for staff.'],
        unlike: ['Schools have funding for staff.'],
      },
      {
        meaning: 'who have not received',
        phrase: pattern`
          \b(?:that|who|which|if you|if your \w+) (?:have|has) not (?:previously |already |yet )?
          (?:been )?(?:received|awarded|funded|benefited|had)`,
        like: ['You can only apply if you have not received funding from us before.'],
        unlike: ['You can only apply if you have not funding from us before.'],
      },
      {
        meaning: 'not already, first in a sentence',
        phrase: pattern`
          ^not (?:have |be |hold )?(?:already|previously|currently|in receipt|had|received)`,
        like: ['not already received'],
        unlike: ['already received'],
      },
    ],
  },
  /** Funding of the same thing or the same costs is not about the applicant's past. */
  SAME_COSTS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'sent an application',
        phrase: pattern`(?:sent|submitted|made|making) an? (?:\w+ )?application`,
        like: ['you have already sent an application for a grant'],
        unlike: ['you have already sent an for a grant'],
      },
      {
        meaning: 'waits for a decision, or was successful',
        phrase: pattern`waiting for (?:an?|the|our) decision|(?:un)?successful`,
        like: ['if your application is successful'],
        unlike: ['if your application is'],
      },
      {
        meaning: 'the same site, costs or work',
        phrase: pattern`
          (?:same|those|these) (?:site|property|premises|address|costs?|activit\w+|items?|work|
            project|purpose|team|vehicle|building|event|idea)`,
        like: ['may support the same event.'],
        unlike: ['may support the same.'],
      },
      {
        meaning: 'duplicates, reports and late work',
        phrase: pattern`
          double|duplicate|statutory|monitoring|report|outstanding|overdue|late|unspent|
          evaluations?|feedback|completed|until|end of`,
        like: ['• statutory bodies', 'completed'],
        unlike: ['• bodies'],
      },
    ],
  },
  /**
   * A current grant excludes until it ends, a former one does not. The declared fact does not
   * distinguish the two.
   */
  NOW_FUNDED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a current grant',
        phrase: pattern`
          \b(?:current(?:ly)?|active|live|open|ongoing|running|existing|outstanding)\b(?: \w+
          ){0,4} \b(?:grants?|awards?|funding|grant ?holders?|grantees?|recipients?|beneficiaries|
            awardees|funded|holders?)\b`,
        like: ['No one who holds a current grant may apply.'],
        unlike: ['No one who holds a grant may apply.'],
      },
      {
        meaning: 'holds or is receiving',
        phrase: pattern`\b(?:hold(?:s|ing)?|in receipt of|receiving)\b`,
        like: ['holds a grant'],
        unlike: ['a grant'],
      },
      {
        meaning: 'currently has',
        phrase: pattern`\bcurrently (?:ha(?:ve|s)|being|funded)\b`,
        like: ['You cannot apply if you currently have a grant from us.'],
        unlike: ['You cannot apply if you have a grant from us.'],
      },
      {
        meaning: 'a grant that is open',
        phrase: pattern`
          \b(?:grants?|awards?) (?:that |which )?(?:(?:is|are) )?(?:still )?
          (?:current|active|live|open|ongoing|running)\b`,
        like: ['grants that are still open'],
        unlike: ['that are still open'],
      },
    ],
  },
  /** Funding of a thing instead of an applicant: "activities that have already been funded". */
  THING_FUNDED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'activities that have already been funded',
        phrase: pattern`
          \b(?!applicants?|organi[sz]ations?|groups?|business(?:es)?|clubs?|charit(?:y|ies)|
            compan(?:y|ies)|firms?|schools?|councils?|individuals?|people|persons?|anyone|those|
            artists?|you|who|not|have|has|been|never\b)
          [\w-]+ (?:that|which|already|previously)(?: (?:have|has|were|was|is|are))?
          (?: (?:already|previously|recently))?
          (?: been)? (?:funded|supported|grant[- ]funded|awarded|paid for)\b`,
        like: ['one thing that is paid for'],
        unlike: ['hasmain already have already been funded', 'one thing is paid for'],
      },
    ],
  },
  NO_FUNDED_APPLICANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'no applicant with a grant can apply',
        phrase: pattern`
          ^(?:nobody|no[- ]one|no (?:group|organi[sz]ation|applicant|charity|business)) (?:who|that|
            which|with|holding)\b[^.;]*\b(?:can|may|will)\b`,
        like: ['No one who holds a current grant may apply.'],
        unlike: ['who holds a current grant may apply.'],
      },
    ],
  },
  STARTED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'has started the work',
        phrase: pattern`
          \b(?:have|has) (?:not )?(?:already )?(?:started|begun|commenced) (?:the|your|any|work)\b`,
        like: ['You must not have started the work.'],
        unlike: ['You must not have the work.'],
      },
      {
        meaning: 'work has started',
        phrase: pattern`
          \b(?:work|works|the project|your project|installation|construction|delivery|activity) (?:
            has|have) (?:already )?
          (?:begun|started|commenced|taken place|been (?:started|completed|carried out))\b`,
        like: ['paid only when the project has started'],
        unlike: ['paid only when the has started'],
      },
      {
        meaning: 'retrospective',
        phrase: pattern`\bretrospective(?:ly)?\b`,
        like: ['retrospective costs'],
        unlike: ['costs'],
      },
      {
        meaning: 'already started',
        phrase: pattern`
          \b(?:already|previously) (?:been )?
          (?:started|begun|commenced|completed|taken place|incurred|happened|paid|purchased|bought|
            ordered|underway|installed|carried out|signed|committed|let|placed)\b`,
        like: ['• work already started'],
        unlike: ['• work started'],
      },
      {
        meaning: 'work is under way',
        phrase: pattern`
          \b(?:works?|projects?|activit(?:y|ies))\b[^.;]{0,20}\b(?:is|are) (?:already )?
          (?:underway|under way)\b`,
        like: ['works are already under way'],
        unlike: ['are already under way'],
      },
      {
        meaning: 'that has started',
        phrase: pattern`
          \b(?:that|which) (?:has|have) (?:already )?(?:been )?
          (?:started|begun|commenced|done|completed|ordered|bought|purchased|installed
          )\b(?! (?:trading|up|to trade))`,
        like: ['• work that has already started'],
        unlike: ['which has already completed to trade', '• work that has already'],
      },
      {
        meaning: 'bought already',
        phrase: pattern`
          \b(?:ordered|bought|purchased|paid for|installed|put in|started|begun) already\b`,
        like: ['equipment bought already'],
        unlike: ['equipment bought'],
      },
      {
        meaning: 'happened already',
        phrase: pattern`\b(?:has|have) happened (?:already|before)\b`,
        like: ['events that have happened already'],
        unlike: ['events that have already'],
      },
      {
        meaning: 'work already done',
        phrase: pattern`\b(?:work|works|costs?) (?:of work )?already done\b`,
        like: ['• work already done'],
        unlike: ['• work done'],
      },
      {
        meaning: 'carried out already',
        phrase: pattern`\b(?:carried out|completed|finished|undertaken) already\b`,
        like: ['No grant may be used for work that has been carried out already.'],
        unlike: ['No grant may be used for work that has been out already.'],
      },
      {
        meaning: 'already spent',
        phrase: pattern`\balready (?:spent|been spent|finished)\b`,
        like: ['Money already spent cannot be claimed.'],
        unlike: ['Money spent cannot be claimed.'],
      },
      {
        meaning: 'projects under way',
        phrase: pattern`
          \b(?:projects?|works?|activit(?:y|ies)) already (?:under ?way|in progress|running)\b`,
        like: ['Projects already under way are welcome.'],
        unlike: ['already under way are welcome.'],
      },
      {
        meaning: 'that is under way',
        phrase: pattern`\bthat (?:is|are) already (?:under ?way|in progress)\b`,
        like: ['Restoration that is already under way cannot be supported.'],
        unlike: ['Restoration that is under way cannot be supported.'],
      },
      {
        meaning: 'costs from before a date',
        phrase: pattern`\bcosts? (?:dating )?from before\b`,
        like: ['Costs from before the award date are not covered.'],
        unlike: ['Costs from the award date are not covered.'],
      },
      {
        meaning: 'started before a date',
        phrase: pattern`
          \b(?:anything|costs?|work|works|expenditure|activit(?:y|ies)|projects?|events?|items?|
            purchases?|spending)\b[^.;]{0,50}\b(?:incurred|started|begun|spent|begins?|starts?|
            commence[ds]?|taken place|takes place|take place|happens?|happened|purchased|bought|made|
            committed(?: to)?|ordered|paid for)\b[^.;]{0,45}?\b(?:before|prior to|in advance)\b`,
        like: ['Work must not start before we decide.'],
        unlike: ['Work must not start we decide.'],
      },
    ],
  },
  /** "Purchases must not be made before the grant is approved." */
  NOT_BEFORE_OFFER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'no work may begin before',
        phrase: pattern`
          ^(?:[\d.]+ )?
          no (?:works?|costs?|expenditure|activity|purchases?|orders?|contracts?|spending
          )\b[^.;]{0,20}\b(?:can|may|should|must|will) (?:be \w+|start|begin|commence)
          [^.;]{0,60}\b(?:before|until|prior to)\b`,
        like: ['No work may begin on site until you have a signed funding agreement.'],
        unlike: ['No work may on site until you have a signed funding agreement.'],
      },
      {
        meaning: 'work must not start before',
        phrase: pattern`
          \b(?:purchases?|costs?|expenditure|works?|projects?|activit(?:y|ies)|orders?|contracts?|
            items?|spending|equipment)\b[^.;]{0,30}\b(?:must|should|can|may)
          (?: not|not|n['’]t) (?:be )?
          (?:made|started|begun|commence[d]?|incurred|ordered|purchased|bought|committed|start|
            begin|entered into|placed|signed)\b[^.;]{0,40}\b(?:before|prior to|until|in advance of
          )\b[^.;]*\b(?:grant|award|offer|approv\w+|agreement|decision|confirm\w*|application|letter
          )\b`,
        like: ['Work must not start until you have our offer'],
        unlike: ['Work must not until you have our offer'],
      },
    ],
  },
  APPLY_FOR_NEW: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Groups can apply for projects which have not already started."',
        phrase: pattern`
          \b(?:apply|eligible|available|funding|grants?|fund|support)\b[^.;]{0,40}\bfor (?:new )?
          (?:projects?|works?|activit(?:y|ies)) (?:which|that) (?:have|has) not (?:already |yet )?
          (?:been )?(?:started|begun|commenced)\b`,
        like: ['Groups can apply for projects which have not already started.'],
        unlike: ['Groups can apply for which have not already started.'],
      },
    ],
  },
  /** "You should not commit to purchases before you are told" */
  NOT_COMMITTED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'do not order before',
        phrase: pattern`
          \bdo not (?:order|buy|purchase|start|begin|commit to|sign|place)\b[^.;]*\b(?:before|until
          )\b[^.;]*\b(?:approv\w+|grant|offer|award\w*|confirm\w*|agreement|heard|told)\b`,
        like: ['Please do not order anything before we have written to you to approve the grant.'],
        unlike: ['Please do not order anything we have written to you to approve the grant.'],
      },
      {
        meaning: 'nothing bought before',
        phrase: pattern`
          ^nothing (?:that (?:is|was|has been) )?
          (?:bought|spent|started|done|incurred|ordered|paid)\b[^.;]*\bbefore\b[^.;]*\b(?:offer|
            grant|award\w*|decision|letter|approv\w*|agree\w*|application)\b`,
        like: ['Nothing bought before the offer letter is paid for.'],
        unlike: ['bought before the offer letter is paid for.'],
      },
      {
        meaning: 'must not commit before',
        phrase: pattern`
          \b(?:must|should|can|may)
          (?: not|not|n['’]t) (?:commit to|make|place|order|incur|purchase|buy|enter into|sign) (?:
            any |the )?
          (?:purchases?|orders?|costs?|expenditure|items?|equipment|contracts?|spending|work
          )\b[^.;]*\b(?:before|prior to|until|in advance of)\b`,
        like: ['You should not commit to purchases before we confirm'],
        unlike: ['You should not commit to before we confirm'],
      },
    ],
  },
  /** "the project has not started", of those who may apply. */
  NOT_STARTED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the project has not started',
        phrase: pattern`
          \b(?:projects?|works?|activit(?:y|ies)|purchases?|spend(?:ing)?|expenditure
          )\b[^.;]{0,50}\b(?:has|have|must|should|can|may|is|are)
          (?: not|not|n['’]t) (?:yet |already )?(?:have |be |been )?(?:yet |already )?
          (?:started|begun|commenced|underway|under way|taken place)\b`,
        like: ['• the work has not started'],
        unlike: ['• the work has not'],
      },
      {
        meaning: 'not started the work',
        phrase: pattern`
          \bnot (?:yet |already )?(?:have |be )?
          (?:started|begun|commenced) (?:the|your|their|any|work)\b`,
        like: ['You must not have started the work.'],
        unlike: ['You must not have the work.'],
      },
      {
        meaning: 'must not start before an offer',
        phrase: pattern`
          \b(?:must|should|can) ?
          not (?:start|begin|commence|be started|be begun) (?:any |the |your |on )*
          (?:project|works?|activity|activities|it)?\b[^.;]{0,140}\b(?:before|until|without
          )\b[^.;]*\b(?:offer|approv\w+|agreement|award\w*|grant|decision|confirm\w*|letter|told|
            heard|permission|start date)\b`,
        like: ['Work must not start until you have our offer'],
        unlike: ['Work must not until you have our offer'],
      },
      {
        meaning: 'the project has not started, as an item',
        phrase: pattern`
          ^(?:it|(?:the|your) (?:project|work)) (?:has|have) not (?:yet |already )?(?:been )?
          (?:started|begun|commenced)\b`,
        like: ['the project has not started'],
        unlike: ['the has not started'],
      },
      {
        meaning: 'not started, as an item',
        phrase: pattern`
          ^(?:must )?(?:have )?not (?:yet |already )?(?:have |be )?(?:yet |already )?
          (?:started|begun|commenced|under ?way)\b(?! (?:trading|in business|business))`,
        like: ['must not have already started'],
        unlike: ['not already commenced in business', 'must not have already'],
      },
    ],
  },
  UNDER_WAY: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'words for a start or a payment',
        phrase: pattern`
          start\w*|beg[iau]n\w*|commenc\w*|under ?way|progress|incur\w*|paid|pay|purchas\w*|bought|
          order\w*|retrospective\w*|spen[dt]\w*|place`,
        like: ['work in progress'],
        unlike: ['work in'],
      },
    ],
  },
  APPROVED_FIRST: {
    flags: 'i',
    phrases: [
      {
        meaning: '"The submission must be approved before the project is started"',
        phrase: pattern`
          \b(?:must|needs? to|has to|have to|should) be (?:\w+ and )?
          (?:approved|agreed)\b[^.;]{0,40}?\b(?:before|prior to)\b[^.;]{0,30}?\b(?:start\w*|
            beg[iau]n\w*|commenc\w*|purchas\w*|install\w*|ordered|work)\b`,
        like: ['The submission must be approved before the project is started'],
        unlike: ['The submission must be before the project is started'],
      },
    ],
  },
  SHUT_OUT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'no grant can be given',
        phrase: pattern`
          ^no (?:support|funding|grants?|help) (?:can|will|may) be (?:given|made|offered|paid)`,
        like: ['No grant will be made retrospectively.'],
        unlike: ['No will be made retrospectively.'],
      },
      {
        meaning: 'does not qualify, or is not covered',
        phrase: pattern`
          \b(?:do(?:es)? not qualify|(?:is|are|be) not covered|not be (?:covered|supported|met)|
            cannot (?:help|claim)|cannot (?:be|pay)|(?:must|should|can|may)(?: not|not|n['’]t))\b`,
        like: ['cannot apply if'],
        unlike: ['apply if'],
      },
    ],
  },
  /** "If you have not yet started your business", "paid only when the project has started" */
  OF_OTHER_BEGINNINGS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the start of a business',
        phrase: pattern`\bnot yet started your business\b`,
        like: ['If you have not yet started your business'],
        unlike: ['If you have not yet started your'],
      },
      {
        meaning: 'the start of studies',
        phrase: pattern`\bstarted (?:your|an?|their) (?:PhD|doctorate|degree|course|studies)\b`,
        like: ['• not have started your PhD more than 12 months before the fellowship would begin'],
        unlike: ['• not have your PhD more than 12 months before the fellowship would begin'],
      },
      {
        meaning: 'paid only after the start',
        phrase: pattern`\bnot be (?:paid|released|drawn down) until\b`,
        like: ['Support will not be paid until the project has started.'],
        unlike: ['Support will not be paid the project has started.'],
      },
    ],
  },
  EXCLUDES_WORK: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the grant excludes',
        phrase: pattern`\b(?:grant|funding|scheme|fund|award) excludes\b`,
        like: ['The grant excludes'],
        unlike: ['The grant'],
      },
      {
        meaning: 'no grant can be used',
        phrase: pattern`
          ^no (?:funding|grants?|money|awards?) (?:can|will|may) be (?:
            (?:used|given|made|awarded|paid|offered) for|(?:made|awarded|given|paid) retrospectively
          )\b`,
        like: ['No grant will be made retrospectively.'],
        unlike: ['No grant will be made.'],
      },
    ],
  },
  /**
   * Invitations for the whole call: "larger grants", "these projects" and a bare answer are about
   * some.
   */
  WHOLE_CALL: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)*$`,
    phrases: [
      {
        meaning: 'this, now or only',
        phrase: pattern`
          (?:this|our|the|all|a|an|it|that|is|are|currently|now|only|closed|new)\b ?`,
        like: ['This'],
        unlike: [],
      },
      {
        meaning: 'scheme, call or applications',
        phrase: pattern`
          (?:opportunit(?:y|ies)|funding|fund|programme|scheme|competition|call|round|grants?|award|
            trust|foundation|charity|applications?|bids?|proposals?|we|you|can|may|apply|accept\w*|
            consider\w*|made|submitted|invited|strictly|[,;:-])
          [, ;:-]*`,
        like: ['call'],
        unlike: [],
      },
    ],
  },
  UNINVITED: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'closed to unsolicited bids',
        phrase: pattern`closed to unsolicited`,
        like: ['closed to unsolicited'],
        unlike: ['closed to'],
      },
      {
        meaning: 'has been invited',
        phrase: pattern`
          (?:have been|been|must be|we have) invited (?:you )?to (?:apply|submit|bid)`,
        like: ['Small colleges have been invited to bid into the fund for 2023 to 2024.'],
        unlike: ['Small colleges have been to bid into the fund for 2023 to 2024.'],
      },
      {
        meaning: 'invited organisations only',
        phrase: pattern`invited (?:applicants|organi[sz]ations) only`,
        like: ['invited organisations only'],
        unlike: ['invited only'],
      },
      {
        meaning: 'only invited applicants can',
        phrase: pattern`only invited (?:applicants|organi[sz]ations) (?:can|may)`,
        like: ['Only invited applicants can apply for round 2 of the grant.'],
        unlike: ['Only invited can apply for round 2 of the grant.'],
      },
      {
        meaning: 'only those who were invited',
        phrase: pattern`
          only (?:those|organi[sz]ations|applicants) (?:who|that) (?:have been|are|we have
          ) invited (?:to apply )?
          (?:can|may) (?:apply|bid|submit)`,
        like: ['Only those who have been invited can apply.'],
        unlike: ['Only those who have been can apply.'],
      },
      {
        meaning: 'does not accept unsolicited bids',
        phrase: pattern`
          (?:do(?:es)? not|cannot|can['’]t|don['’]t) (?:accept|consider) unsolicited (?:
            applications|requests|proposals)`,
        like: ['do not consider unsolicited applications'],
        unlike: ['do not consider unsolicited'],
      },
      {
        meaning: 'unsolicited bids are not accepted',
        phrase: pattern`
          unsolicited (?:applications|requests|proposals) (?:are|will) not
          (?: be)? (?:accepted|considered)`,
        like: ['Unsolicited applications are not accepted.'],
        unlike: ['Unsolicited are not accepted.'],
      },
    ],
  },
  LATER_STAGE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'applications are invited',
        phrase: pattern`\b(?:is|are) invited (?:from|to apply for|to express)\b`,
        like: ['bids are invited from schools'],
        unlike: ['bids are from schools'],
      },
      {
        meaning: 'a second or full stage',
        phrase: pattern`
          \b(?:second|full|stage|shortlist\w*|successful|interview|may be|will be)\b`,
        like: ['the second stage'],
        unlike: [],
      },
    ],
  },
} satisfies PhraseTables
