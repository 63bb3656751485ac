/**
 * Prompts of the Model Context Protocol: three tasks that take several tools, each with its order
 * and its price.
 */
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

interface Task extends Prompt {
  arguments: NonNullable<Prompt['arguments']>
  /** Text of the prompt; absent arguments are empty. */
  write: (given: Readonly<Record<string, string>>) => string
}

const PAYING =
  'Before each paid tool say what it costs. Report only what the answers state, with their dates and sources, and name what they could not judge.'

const TASKS: readonly Task[] = [
  {
    name: 'vet_supplier',
    title: 'Vet a supplier',
    description:
      'Is this UK company safe to buy from? Register, filed accounts and public contracts.',
    arguments: [
      { name: 'company', description: 'Name or company number of the supplier', required: true },
    ],
    write: ({ company }) =>
      `Vet the UK supplier "${company}". If that is no company number, find it with uk_company_search and ask me which company is meant if several fit. Call uk_company_verdict for score, band and flags, uk_company_accounts for the filed figures, and uk_contracts_search with the number as supplier for the public contracts it holds. Conclude with a recommendation and the three strongest reasons. ${PAYING}`,
  },
  {
    name: 'find_tenders',
    title: 'Find tenders for a firm',
    description: 'Which open UK public tenders fit a firm, who buys, and until when to bid.',
    arguments: [
      { name: 'firm', description: 'What the firm does, in a sentence or two', required: true },
      {
        name: 'region',
        description: 'UK region where it works, such as scotland',
        required: false,
      },
    ],
    write: ({ firm, region }) =>
      `Find open UK public tenders for this firm: ${firm}${region ? ` It works in ${region}.` : ''} Call uk_tenders_fit_score with a description, keywords and CPV prefixes that you derive from it. For the two best matches call uk_tender_brief for lots, requirements and deadline, and uk_tender_buyer for the incumbent and how the buyer pays. List what fits, what stands against it and what to do by which day. ${PAYING}`,
  },
  {
    name: 'check_grant',
    title: 'Check a grant',
    description: 'May this applicant have this UK government grant, and what is still to be shown?',
    arguments: [
      { name: 'grant', description: 'Id of the grant, or words to find it by', required: true },
      { name: 'applicant', description: 'Who applies, for what project and where', required: true },
    ],
    write: ({ grant, applicant }) =>
      `Check whether this applicant may have the UK government grant "${grant}": ${applicant} If that is no id, find it with uk_grants_search. Call uk_grant_eligibility with org_type, region and the facts that you know in declare. Ask me for what missing[] names, then call it again. Quote each failed or undecided criterion from the answer, and read uk_grant_text where a quotation is unclear. ${PAYING}`,
  },
]

export const PROMPTS: readonly Prompt[] = TASKS.map(({ write: _, ...prompt }) => prompt)

/** @throws ProtocolError for an unknown prompt or an argument that is missing */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const task = TASKS.find((each) => each.name === name)
  if (!task) {
    const names = TASKS.map((each) => each.name).join(', ')
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no prompt ${name}; known: ${names}`,
    )
  }
  const missing = task.arguments.find(({ name: each, required }) => required && !given[each])
  if (missing)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${missing.name} is required`)
  const { description, write } = task
  return {
    ...(description === undefined ? {} : { description }),
    messages: [{ role: 'user', content: { type: 'text', text: write(given) } }],
  }
}
