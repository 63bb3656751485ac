/**
 * Questions to agents, and the one tool that answers each; `null` if none does and a paid call
 * would waste money.
 */
export const QUESTIONS: readonly { question: string; tool: string | null }[] = [
  {
    question: 'What is the Companies House number of Harbour Lane Bakery?',
    tool: 'uk_company_search',
  },
  {
    question: 'Which UK companies match the name "Acme Robotics", and are they active?',
    tool: 'uk_company_search',
  },
  {
    question: 'Give me the registered office and SIC codes of company 01234567',
    tool: 'uk_company_profile',
  },
  {
    question: 'When are the accounts of company SC123456 due, and when its confirmation statement?',
    tool: 'uk_company_profile',
  },
  {
    question: 'How old is company 07654321 and how many officers does it have?',
    tool: 'uk_company_profile',
  },
  {
    question: 'Is company 04567890 legitimate? I want a score with the flags behind it',
    tool: 'uk_company_verdict',
  },
  {
    question: 'Should I trust this supplier? Judge the risk of company 09876543',
    tool: 'uk_company_verdict',
  },
  {
    question: 'Is 01234567 high risk or low risk, by published rules?',
    tool: 'uk_company_verdict',
  },
  {
    question:
      'Screen a list of forty company numbers in one payment and give me each score and band',
    tool: 'uk_company_screen',
  },
  {
    question:
      'What are the net assets and the cash of company 01234567, and did its turnover grow?',
    tool: 'uk_company_accounts',
  },
  {
    question: 'Is company 00445790 authorised by the Financial Conduct Authority?',
    tool: 'uk_company_fca',
  },
  { question: 'Does the FCA have warnings about company 08765432?', tool: 'uk_company_fca' },
  { question: 'Search open tenders for cyber security in Scotland', tool: 'uk_tenders_search' },
  {
    question: 'List public-sector notices with CPV 77 and a deadline after Christmas',
    tool: 'uk_tenders_search',
  },
  {
    question: 'Which live tenders are worth between 50000 and 200000 pounds in Wales?',
    tool: 'uk_tenders_search',
  },
  {
    question: 'Rank live tenders by how well they fit our supplier profile',
    tool: 'uk_tenders_fit_score',
  },
  {
    question:
      'We clean offices in Leeds, ISO 9001 certified: score the tenders against our profile',
    tool: 'uk_tenders_fit_score',
  },
  {
    question:
      'Which ten tenders should a small landscaping supplier bid for, with reasons and scores?',
    tool: 'uk_tenders_fit_score',
  },
  {
    question: 'Show the lots, documents and timeline of tender ocds-h6vhtk-0a1b2c',
    tool: 'uk_tender_brief',
  },
  {
    question: 'How many working days are left to bid for ocds-h6vhtk-0a1b2c, and where do we bid?',
    tool: 'uk_tender_brief',
  },
  {
    question: 'What does tender ocds-h6vhtk-0a1b2c require? I need the full dossier',
    tool: 'uk_tender_brief',
  },
  {
    question:
      'Who is the incumbent supplier behind tender ocds-h6vhtk-0a1b2c and when does its contract end?',
    tool: 'uk_tender_buyer',
  },
  {
    question: 'Which public contracts does Example Cleaning hold, and until when?',
    tool: 'uk_contracts_search',
  },
  {
    question: 'How punctually does the buyer of ocds-h6vhtk-0a1b2c pay its invoices?',
    tool: 'uk_tender_buyer',
  },
  {
    question: 'What changed in my saved tender search since the cursor of yesterday?',
    tool: 'uk_changes',
  },
  {
    question: 'Search government grants for community energy in England',
    tool: 'uk_grants_search',
  },
  { question: 'Which grants up to 50000 pounds are open to charities?', tool: 'uk_grants_search' },
  {
    question: 'Match our village hall insulation project to open government grants',
    tool: 'uk_grants_match',
  },
  {
    question: 'Here is our project profile: which grants are we eligible for, ranked?',
    tool: 'uk_grants_match',
  },
  {
    question: 'Are we eligible for the grant village-halls-warm-roof-fund as a charity?',
    tool: 'uk_grant_eligibility',
  },
  {
    question:
      'Check each criterion of one grant against our project and say what we still have to declare',
    tool: 'uk_grant_eligibility',
  },
  {
    question:
      'I read the text of a grant myself: judge our charity by my readings and their quotes',
    tool: 'uk_grant_eligibility_reading',
  },
  {
    question: 'How much does the Wolfson Foundation usually give? Typical award and totals by year',
    tool: 'uk_funder_dossier',
  },
  {
    question: 'Show the recent awards and giving history of a community foundation',
    tool: 'uk_funder_dossier',
  },
  { question: 'Is the service up, and how old is the data of its sources?', tool: 'uk_health' },
  { question: 'Show me a free sample answer before I pay anything', tool: 'uk_preview' },
  { question: 'What is the weather in Paris tomorrow?', tool: null },
  { question: 'Translate this paragraph into Welsh', tool: null },
  { question: 'What is the share price of Apple on the Nasdaq?', tool: null },
  { question: 'Write a poem about autumn leaves', tool: null },
  { question: 'Book me a train from London to York on Friday', tool: null },
  { question: 'How do I reverse a linked list in Python?', tool: null },
]
