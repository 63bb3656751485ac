/** Whether a unit demands something: by its own words, by its list's, or by being one of "your organisation must:". */
import type { Unit } from './units.ts'

export const demands = (unit: Unit): boolean =>
  unit.mood === 'all_of' ||
  /\b(?:must|need(?:s)? to|needs? (?=an?\b|your|its|their|at least)|required|requires?|have to|has to|only|should|minimum|essential|mandatory|compulsory)\b/i.test(
    unit.text,
  ) ||
  /\bmust\b/i.test(unit.list?.lead ?? '')

/** Words that turn a demand round, or that refuse. */
export const REFUSES =
  /\b(?:not (?:be )?(?:currently )?(?:eligible|available|considered|funded|awarded|made|given|able to apply|accepted|supported|permitted|allowed|fund|support|pay|cover|make|award|accept|offer|consider)|not permitted|ineligible|cannot (?:apply|be|fund|support|pay|receive|make|accept|consider)|can['’]t (?:apply|be|fund|support|pay)|may not (?:apply|be)|(?:can['’]t|cannot|may not)(?=\.?$)|must not|should not have|unable to|do not (?:make|fund|offer|award|accept|support|consider|give)|does not (?:make|fund|offer|award|accept|support)|don['’]t (?:give|make|fund|offer|award|accept|support|pay)|will not (?:under any circumstances )?(?:fund|pay|make|consider|be|support|accept)|won['’]t (?:fund|pay|be)|(?:is|are|will be) (?:refused|declined|turned (?:down|away)|ruled out|shut out|barred)|never (?:be )?(?:made|awarded|given|paid|offered)|not (?:be )?(?:paid for|covered|met|reimbursed)|no (?=retrospective)|excluded|rejected|no (?=grants? (?:to|for)\b))\b/i
