/** Words that require or refuse. */
import { words } from './words.ts'

export const DEMANDS = words`
  \b(?:
  # must or need to
  must|need(?:s)? to|
  # needs a thing
  needs? (?=an?\b|your|its|their|at least)|
  # required, only or minimum
  required|requires?|have to|has to|only|should|minimum|essential|mandatory|compulsory
  )\b`

/** Words that turn a demand round, or that refuse. */
export const REFUSES = words`
  \b(?:
  # not eligible or not funded
  not (?:be )?(?:currently )?
  (?:eligible|available|considered|funded|awarded|made|given|able to apply|accepted|
    supported|permitted|allowed|fund|support|pay|cover|make|award|accept|offer|consider)|
  # ineligible
  not permitted|ineligible|
  # cannot apply or be funded
  cannot (?:apply|be|fund|support|pay|receive|make|accept|consider)|
  # short forms of cannot
  can['’]t (?:apply|be|fund|support|pay)|may not (?:apply|be)|
  (?:can['’]t|cannot|may not)(?=\.?$)|must not|should not have|unable to|
  # do not fund
  do not (?:make|fund|offer|award|accept|support|consider|give)|
  # does not fund
  does not (?:make|fund|offer|award|accept|support)|
  # don't fund
  don['’]t (?:give|make|fund|offer|award|accept|support|pay)|
  # will not fund
  will not (?:under any circumstances )?(?:fund|pay|make|consider|be|support|accept)|
  # won't fund
  won['’]t (?:fund|pay|be)|
  # is refused
  (?:is|are|will be) (?:refused|declined|turned (?:down|away)|ruled out|shut out|barred)|
  # never made
  never (?:be )?(?:made|awarded|given|paid|offered)|
  # not paid for
  not (?:be )?(?:paid for|covered|met|reimbursed)|
  # excluded, or no grants
  no (?=retrospective)|excluded|rejected|no (?=grants? (?:to|for)\b)
  )\b`
