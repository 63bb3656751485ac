/** Written by `npm run gen` from the registry. Do not edit. */

/** The input as the service understood it: null for fields not given, unless they have a default. */
export type Echo<Input, Filled extends keyof Input = never> = {
  [Name in keyof Input]-?: undefined extends Input[Name] ? Exclude<Input[Name], undefined> | (Name extends Filled ? never : null) : Input[Name]
}

/** What speaks for attention in an answer. */
export interface Flag {
  /** What was found, as a code that stays the same */
  code: string
  /** The fact behind it in words, with its figures and dates */
  detail: string
}

/** The verdict of an answer that judges nothing. */
export interface NoVerdict {
  /** Always null: nothing is judged here */
  score: null
  /** Always null: nothing is judged here */
  band: null
  /** What callers should know of the subject or of a source that failed; empty when nothing */
  flags: readonly Flag[]
  /** Always null */
  narrative: null
}

/** What every paid operation answers. Missing values are null, keys are always there. */
export interface Envelope<Query, Result, Verdict> {
  query: Query
  result: Result
  verdict: Verdict
  /** high: every source is fresh; medium: one is past its window or not complete yet; low: one failed, and an older copy or nothing replaces it */
  confidence: "high" | "medium" | "low"
  /** When the underlying data was fetched: the oldest of sources, UTC */
  as_of: string
  /** What the answer rests on, by name */
  sources: readonly ({
    /** Register, portal, listing or corpus */
    name: string
    /** When it was last fetched or confirmed, UTC; null when it never was */
    fetched: string | null
    /** The subject at that source; null where it has no address */
    url: string | null
  })[]
  /** What to say where the data is shown, as its licences ask */
  attribution: string
  /** What this answer is */
  notice: "Information, not advice."
  /** What this answer costs, once */
  cost: {
    amount: string
    currency: "USDC"
  }
}

/** Why there is no answer: RFC 9457, see `/docs/errors` of the service. */
export interface Problem {
  /** Documentation of the code */
  type: string
  /** What the code means, the same for every occurrence */
  title: string
  /** HTTP status */
  status: number
  /** What went wrong this time */
  detail: string
  /** Path or tool that was called */
  instance: string
  /** Stable; what to branch on */
  code: "VALIDATION" | "CRITERIA_REQUIRED" | "COMPANY_NUMBER_INVALID" | "CURSOR_INVALID" | "CURSOR_EXPIRED" | "PAYMENT_MALFORMED" | "ROUTE_NOT_FOUND" | "SUBJECT_NOT_FOUND" | "ACCOUNTS_NOT_READABLE" | "FUNDER_AMBIGUOUS" | "METHOD_NOT_ALLOWED" | "PAYMENT_IN_FLIGHT" | "PAYMENT_REUSED" | "PAYMENT_KNOWN" | "IDENTIFIER_REUSED" | "ROWS_CHANGED" | "BODY_TOO_LARGE" | "URL_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "UPSTREAM_UNAVAILABLE" | "UPSTREAM_NOT_CONFIGURED" | "FACILITATOR_UNAVAILABLE" | "SETTLEMENT_UNKNOWN" | "STORE_UNAVAILABLE" | "OVERLOADED" | "SHUTTING_DOWN"
  /** Fields at fault; empty where none is */
  errors: readonly ({
    /** Name of the field at fault */
    field: string
    /** Where the field was sent */
    in: "path" | "query" | "body" | "header"
    /** What was expected of it */
    message: string
  })[]
  /** What to do about it; null where nothing helps */
  hint: string | null
  /** Whether the payment of this request was settled; null: not known, repeat with the same payment */
  charged: boolean | null
  /** Whether the same request may succeed later */
  retryable: boolean
  /** Names this request in the logs of the service */
  request_id: string
  /** ROWS_CHANGED only: the current quote */
  quote?: {
    /** Rows that can be answered now */
    rows: number
    /** What they cost, in USDC */
    amount: string
    terms: PaymentTerms
  } | undefined
}

/** Price and recipient of a call. */
export interface PaymentTerms {
  /** Version of the protocol */
  x402Version: 2
  /** Why a presented payment was not taken */
  error?: string | undefined
  /** What is sold */
  resource: {
    /** What is sold */
    url: string
    /** What it answers */
    description?: string | undefined
    /** Media type of the answer */
    mimeType?: string | undefined
    /** Who sells it */
    serviceName?: string | undefined
    /** For directories */
    tags?: readonly string[] | undefined
    /** For directories */
    iconUrl?: string | undefined
  }
  /** The one payment that is taken */
  accepts: readonly {
    /** Exactly this amount, no other */
    scheme: "exact"
    /** CAIP-2 chain identifier */
    network: string
    /** Atomic units of the asset, 6 decimals */
    amount: string
    /** Token contract of USDC */
    asset: string
    /** Receiving address */
    payTo: string
    /** Seconds within which the payment must be made */
    maxTimeoutSeconds: number
    /** EIP-712 name and version of the token */
    extra: Record<string, unknown>
  }[]
  /** Discovery, payment identifier and others by name; after a refused payment also refusal */
  extensions: Record<string, unknown>
}

export type CompanySearchInput = {
  /** Company name, or the beginning of one */
  q: string
  /** How many matches to return, default 5 */
  limit?: number | undefined
}
export type CompanySearchResult = {
  /** Best match first, in the order of the register */
  results: readonly ({
    /** What the other company operations ask for */
    company_number: string
    /** Registered name; null where the register gives none */
    name: string | null
    /** The register's status, such as active or dissolved; null where it gives none */
    status: string | null
    /** Day of incorporation; null where the register gives none */
    incorporated: string | null
    /** Registered office on one line; null where the register gives none */
    address_snippet: string | null
  })[]
  /** How many the register finds in all; from this service's own copy of it counted up to 1000, and of similar names only those found */
  total_matches: number
}
export type CompanySearchVerdict = NoVerdict
export type CompanySearchAnswer = Envelope<Echo<CompanySearchInput, "limit">, CompanySearchResult, CompanySearchVerdict>

export type CompanyProfileInput = {
  /** Company number: 8 characters, optionally with a prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
  /** full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens */
  detail?: "full" | undefined
}
export type CompanyProfileResult = {
  /** Registered name at Companies House; null where the register gives none */
  name: string | null
  /** 8 characters, as the register prints it */
  company_number: string
  /** The register's status, such as active, dissolved or liquidation; null where it gives none */
  status: string | null
  /** The register's company type, such as ltd, plc or llp; null where it gives none */
  type: string | null
  /** Day of incorporation; null where the register gives none */
  incorporated: string | null
  /** Registered office on the register; null where it gives none */
  registered_office: ({
    /** House name or number; null where the register has none, or its monthly file answers */
    premises: string | null
    /** Street; null where the register has none */
    address_line_1: string | null
    /** Second line; null where the register has none */
    address_line_2: string | null
    /** Town; null where the register has none */
    locality: string | null
    /** County or region; null where the register has none */
    region: string | null
    /** Postcode; null where the register has none */
    postal_code: string | null
    /** Country in words; null where the register has none */
    country: string | null
    /** PO box; null where the register has none */
    po_box: string | null
  }) | null
  /** SIC codes of the business, as filed; empty where none */
  sic_codes: readonly string[]
  /** Annual accounts, from the register */
  accounts: {
    /** Day by which the next accounts must be filed; null where the register gives none */
    next_due: string | null
    /** End of the period that they cover; null where the register gives none, or its monthly file answers */
    next_period_end: string | null
    /** Whether they are past due on the day of the answer; null when unknown */
    overdue: boolean | null
    /** End of the period of the last accounts filed; null when none were */
    last_made_up_to: string | null
    /** Kind of the last accounts, such as micro-entity or dormant; null when none were filed */
    last_type: string | null
  }
  /** Yearly confirmation statement, from the register */
  confirmation_statement: {
    /** Day by which the next statement must be filed; null where the register gives none */
    next_due: string | null
    /** Day as of which it is to be made; null where the register gives none, or its monthly file answers */
    next_made_up_to: string | null
    /** Whether it is past due on the day of the answer; null when unknown */
    overdue: boolean | null
    /** Day as of which the last one was made; null when none was filed */
    last_made_up_to: string | null
  }
  /** Counts over all roles of the officer list, without names */
  officers: {
    /** Officers in post on the day of the answer; null when the list is unavailable */
    active: number | null
    /** Appointments ever; null when the list is unavailable */
    total: number | null
    /** Resignations in the 12 months before the answer; null when the list is unavailable */
    resigned_last_12m: number | null
  }
  /** Years from incorporation to the day of the answer, also where the company ended before; one decimal; null without that date */
  age_years: number | null
  /** Only with detail=full: the last 10, newest first; null when the list is unavailable, or the register holds none of this kind of company */
  filing_history?: (readonly ({
    /** Day of filing; null where the register gives none */
    date: string | null
    /** Form, such as AA or CS01; null where the register gives none */
    type: string | null
    /** The register's category, such as accounts; null where it gives none */
    category: string | null
    /** The register's description in words with its dates; never a person's name */
    description: string
    /** Pages of the document; null where the register gives none */
    pages: number | null
  })[]) | null | undefined
  /** Only with detail=full: at most 35, active ones first, without anything that identifies a person; null when the list is unavailable */
  officer_records?: (readonly ({
    /** o1, o2, …: distinguishes the officers of this answer, without meaning beyond it */
    ref: string
    /** The register's role, such as director */
    role: string
    /** On the day of the answer */
    status: "active" | "resigned"
    /** Day of appointment; null where the register gives none, as of appointments from before 1992 */
    appointed: string | null
    /** Day of resignation; null for who has not resigned, or had not when the company ended (status resigned) */
    resigned: string | null
    /** An organisation, not a person */
    is_corporate: boolean
  })[]) | null | undefined
  /** Only with detail=full: identity verification of active directors and members, as counts; null when the officer list is unavailable. No effect on the score */
  officers_identity?: {
    /** Identity verified, in force on the day of the answer */
    verified: number
    /** Not verified; the statement is due on the day of the answer or later */
    due: number
    /** Not verified; the statement was due before the day of the answer */
    overdue: number
    /** No data in the register: no duty to verify, or an appointment that it has not annotated yet */
    not_told: number
  } | null | undefined
  /** Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score */
  register_notes?: readonly ({
    /** What kind of remark */
    code: "OFFICE_UNDELIVERABLE" | "OFFICE_DISPUTED" | "ANNOTATION" | "PARTIAL_DATA" | "PREVIOUS_NAMES" | "NO_STATUS" | "STATUS_DETAIL" | "CEASED" | "DATES_SET_ASIDE"
    /** What the register remarks, in words, with its dates; never a name */
    detail: string
  })[] | undefined
}
export type CompanyProfileVerdict = {
  /** Always null: company_verdict judges */
  score: null
  /** Always null: company_verdict judges */
  band: null
  /** Sources that failed; empty when none */
  flags: readonly Flag[]
  /** Always null */
  narrative: null
}
export type CompanyProfileAnswer = Envelope<Echo<CompanyProfileInput>, CompanyProfileResult, CompanyProfileVerdict>

export type CompanyVerdictInput = {
  /** Company number: 8 characters, optionally with a prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
  /** full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens */
  detail?: "full" | undefined
}
export type CompanyVerdictResult = {
  /** Registered name at Companies House; null where the register gives none */
  name: string | null
  /** 8 characters, as the register prints it */
  company_number: string
  /** The register's status, such as active, dissolved or liquidation; null where it gives none */
  status: string | null
  /** The register's company type, such as ltd, plc or llp; null where it gives none */
  type: string | null
  /** Day of incorporation; null where the register gives none */
  incorporated: string | null
  /** Registered office on the register; null where it gives none */
  registered_office: CompanyProfileResult["registered_office"]
  /** SIC codes of the business, as filed; empty where none */
  sic_codes: readonly string[]
  /** Annual accounts, from the register */
  accounts: CompanyProfileResult["accounts"]
  /** Yearly confirmation statement, from the register */
  confirmation_statement: CompanyProfileResult["confirmation_statement"]
  /** Counts over all roles of the officer list, without names */
  officers: CompanyProfileResult["officers"]
  /** Years from incorporation to the day of the answer, also where the company ended before; one decimal; null without that date */
  age_years: number | null
  /** Only with detail=full: the last 10, newest first; null when the list is unavailable, or the register holds none of this kind of company */
  filing_history?: NonNullable<CompanyProfileResult["filing_history"]> | undefined
  /** Only with detail=full: at most 35, active ones first, without anything that identifies a person; null when the list is unavailable */
  officer_records?: NonNullable<CompanyProfileResult["officer_records"]> | undefined
  /** How much the verdict rests on. No effect on the score */
  evidence: {
    /** thin where there is a reason */
    level: "full" | "thin"
    /** Reasons for a level below full; empty when full */
    reasons: readonly ({
      /** Code of the missing evidence */
      code: "KIND_NOT_ON_REGISTER" | "NEW" | "OFFICERS_UNAVAILABLE" | "DORMANT_WITH_CHARGE" | "LONG_OVERDUE"
      /** In words; shortened first */
      detail: string
    })[]
  }
  /** Only with detail=full: what every rule came to */
  evaluation?: {
    /** Published version of the rules that judged */
    rules_version: "1.0.0"
    /** Day in London on which they judged */
    evaluated_on: string
    /** First 16 hex digits of the SHA-256 of the facts as canonical JSON */
    inputs_hash: string
    /** Every rule, in the order of the table */
    rules: readonly ({
      /** Code of the rule */
      code: "STATUS_DISSOLVED" | "STATUS_ADMINISTRATION" | "STRIKE_OFF_ACTIVE" | "ACCOUNTS_OVERDUE" | "CONF_STATEMENT_OVERDUE" | "YOUNG_COMPANY" | "DORMANT" | "OFFICER_CHURN" | "NO_ACTIVE_DIRECTORS" | "FS_SIC_NOT_FCA" | "FCA_WARNING" | "CHARGES_INFO" | "STATUS_VOLUNTARY_ARRANGEMENT" | "INSOLVENCY_HISTORY" | "OFFICERS_UNAVAILABLE"
      /** not_applicable: not for this kind of company; unavailable: what it reads could not be had */
      outcome: "fired" | "clear" | "not_applicable" | "unavailable"
    })[]
    /** How many rules could be judged: those that fired or came out clear */
    judged: number
    /** The other rules, in the order of the table */
    not_judged: readonly ({
      /** Code of the rule */
      code: "STATUS_DISSOLVED" | "STATUS_ADMINISTRATION" | "STRIKE_OFF_ACTIVE" | "ACCOUNTS_OVERDUE" | "CONF_STATEMENT_OVERDUE" | "YOUNG_COMPANY" | "DORMANT" | "OFFICER_CHURN" | "NO_ACTIVE_DIRECTORS" | "FS_SIC_NOT_FCA" | "FCA_WARNING" | "CHARGES_INFO" | "STATUS_VOLUNTARY_ARRANGEMENT" | "INSOLVENCY_HISTORY" | "OFFICERS_UNAVAILABLE"
      /** Why this rule could not be judged */
      reason: string
    })[]
    /** What was judged, by the schema at GET /v1/rules/verdict/{version}; POST /v1/rules/verdict/replay judges it again */
    facts: Record<string, unknown>
  } | undefined
  /** Only with detail=full: identity verification of active directors and members, as counts; null when the officer list is unavailable. No effect on the score */
  officers_identity?: NonNullable<CompanyProfileResult["officers_identity"]> | undefined
  /** Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score */
  register_notes?: readonly (NonNullable<CompanyProfileResult["register_notes"]>[number])[] | undefined
}
export type CompanyVerdictVerdict = {
  /** 100 less the points of every rule that fired, never above a cap; by the published verdict rules */
  score: number
  /** Band of the score by the same rules */
  band: "low_risk" | "caution" | "high_risk"
  /** Rules that fired in the order of their table, then sources that failed; empty when none */
  flags: readonly Flag[]
  /** The company on the financial regulator's register */
  fca: {
    /** Whether the Financial Conduct Authority's register was searched; false says nothing of the company */
    checked: boolean
    /** true: a firm listed there carries this company number, read status; false: none does; null: not checked or no conclusion */
    regulated: boolean | null
    /** Firm reference number; null when no firm matched */
    frn: string | null
    /** Name on that register; null when no firm matched or it gives none */
    firm_name: string | null
    /** That register's status, such as Authorised; null when no firm matched or it gives none */
    status: string | null
    /** Number and first names of its permissions; null when no firm matched */
    permissions_summary: string | null
    /** What speaks against the firm there, a status no longer current first; empty when nothing */
    warnings: readonly string[]
    /** How this was found, or why not */
    note: string
  }
  /** Up to two sentences that a language model wrote from the facts above; null when none was written, and never part of the score */
  narrative: string | null
}
export type CompanyVerdictAnswer = Envelope<Echo<CompanyVerdictInput>, CompanyVerdictResult, CompanyVerdictVerdict>

export type CompanyFcaInput = {
  /** Company number: 8 characters, optionally with a prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
}
export type CompanyFcaResult = {
  /** The company on the financial regulator's register */
  fca: CompanyVerdictVerdict["fca"]
}
export type CompanyFcaVerdict = NoVerdict
export type CompanyFcaAnswer = Envelope<Echo<CompanyFcaInput>, CompanyFcaResult, CompanyFcaVerdict>

export type CompanyScreenInput = {
  /** Company numbers as company_verdict takes them; one that is given twice is one row */
  numbers: readonly string[]
}
export type CompanyScreenResult = {
  /** One for each company, in the requested order */
  rows: readonly ({
    /** Company number, 8 characters */
    number: string
    /** not_found: the register holds no such company; unavailable: it did not answer, which says nothing about the company */
    status: "judged" | "not_found" | "unavailable"
    /** Registered name; null where not judged, or where the register gives none */
    name: string | null
    /** As company_verdict gives it; null where not judged */
    score: number | null
    /** Band of the score; null where not judged */
    band: ("low_risk" | "caution" | "high_risk") | null
    /** As company_verdict gives them with detail=full; empty when none, or where not judged */
    flags: readonly Flag[]
    /** Same as result.evidence of company_verdict; null where not judged */
    evidence: (CompanyVerdictResult["evidence"]) | null
  })[]
  /** Rows that are judged: what was paid for */
  judged: number
  /** Rows of numbers that the register does not hold */
  not_found: number
  /** Rows that could not be judged now */
  unavailable: number
}
export type CompanyScreenVerdict = NoVerdict
export type CompanyScreenAnswer = Envelope<Echo<CompanyScreenInput>, CompanyScreenResult, CompanyScreenVerdict>

export type CompanyAccountsInput = {
  /** Company number: 8 characters, optionally with a prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
  /** Accounting periods to return, newest first */
  periods?: number | undefined
}
export type CompanyAccountsResult = {
  /** Company number, 8 characters */
  company_number: string
  /** Filings that were looked at for these periods, newest first */
  filings: readonly ({
    /** The register's id of the filing; null where the register's list is unavailable */
    transaction_id: string | null
    /** AA: accounts; AAMD: amended accounts */
    type: "AA" | "AAMD"
    /** Day of filing; null where the register gives none */
    filed: string | null
    /** Balance sheet date; null where the register gives none */
    made_up_to: string | null
    /** The register's kind of accounts, such as micro-entity or dormant; null where it gives none */
    accounts_type: string | null
    /** Format in which the register has the filing */
    format: "ixbrl" | "xbrl" | "pdf"
    /** not_machine_readable: PDF or paper alone; unreadable: see reason */
    status: "read" | "not_machine_readable" | "unreadable"
    /** Reason why the filing, or a fact of it, could not be read; else null */
    reason: string | null
    /** The document on the register's public site; null without a transaction id */
    document_url: string | null
  })[]
  /** Newest first, of the group where the newest filing has some */
  periods: readonly ({
    /** First day; null where no filing says */
    start: string | null
    /** Last day, the balance sheet date */
    end: string
    /** Length to the nearest month; null where no filing says */
    months: number | null
    /** ISO 4217 code; null where no amount is filed */
    currency: string | null
    /** Every key, of the scope */
    figures: Record<string, {
      /** Exact decimal in units of the currency, a whole number for employees; null unless stated or derived */
      value: string | null
      /** absent: not filed, not zero; derived: by an identity of the balance sheet; conflict: two values, one without a place, or no whole count */
      status: "stated" | "derived" | "absent" | "conflict"
      /** Where a reader finds the figure; null when absent */
      source: ({
        /** Filing of the figure; null for the bulk product */
        transaction_id: string | null
        /** Concept of the taxonomy */
        concept: string
        /** Id of the context in the document; empty when derived */
        context: string
        /** Accuracy as filed, or INF; null where the filing has none */
        decimals: string | null
        /** Power of ten by which the tag multiplies its text */
        scale: number
        /** - where the tag negates its text; else null */
        sign: "-" | null
        /** Text of the tag; of a derived figure the identity */
        raw: string
      }) | null
    }>
    /** Entity of the figures: the group, or the company alone */
    scope: "group" | "company"
  })[]
  /** Ratios of the newest period of `scope`; both figures known, the denominator above 0 */
  ratios: readonly ({
    /** Name of the ratio */
    key: "current_ratio" | "cash_ratio" | "debt_after_one_year_to_net_assets" | "gross_margin" | "operating_margin" | "profit_margin" | "return_on_net_assets" | "turnover_per_employee"
    /** Decimal with up to four places */
    value: string
    /** Numerator and denominator */
    of: readonly ("turnover" | "gross_profit" | "operating_profit" | "profit_before_tax" | "tax" | "profit" | "employees" | "fixed_assets" | "intangible_assets" | "tangible_assets" | "current_assets" | "stocks" | "debtors" | "cash" | "creditors_within_one_year" | "creditors_after_one_year" | "net_current_assets" | "total_assets_less_current_liabilities" | "net_assets" | "share_capital" | "reserves" | "equity")[]
  })[]
  /** From the period before to the newest one, of `scope` */
  changes: readonly ({
    /** Figure that both periods have */
    key: "turnover" | "gross_profit" | "operating_profit" | "profit_before_tax" | "tax" | "profit" | "employees" | "fixed_assets" | "intangible_assets" | "tangible_assets" | "current_assets" | "stocks" | "debtors" | "cash" | "creditors_within_one_year" | "creditors_after_one_year" | "net_current_assets" | "total_assets_less_current_liabilities" | "net_assets" | "share_capital" | "reserves" | "equity"
    /** Value of the period before */
    from: string
    /** Value of the newest period */
    to: string
    /** Change in per cent, one place; null from 0 or below, or for periods of other length */
    pct: string | null
  })[]
  /** How the company pays suppliers, as it reported; null if it never did, or if a flag names the source */
  payment_practices: ({
    /** Newest first, of each period the report filed last */
    reports: readonly ({
      /** The service's id of the report */
      report_id: string
      /** First day of the reporting period */
      period_start: string
      /** Last day of the reporting period */
      period_end: string
      /** Day of filing */
      filed: string
      /** Average days to pay an invoice; null where not stated */
      average_days: number | null
      /** Per cent of invoices paid within 30 days; null as above */
      within_30_days_pct: number | null
      /** Per cent paid in 31 to 60 days; null as above */
      from_31_to_60_days_pct: number | null
      /** Per cent paid later than 60 days; null as above */
      later_than_60_days_pct: number | null
      /** Per cent not paid within agreed terms; null as above */
      not_within_terms_pct: number | null
      /** Shortest or only standard payment period in days, or null */
      standard_days_shortest: number | null
      /** Longest standard payment period in days; null if only one */
      standard_days_longest: number | null
      /** The report on the public service; null where not stated */
      url: string | null
    })[]
    /** When the service's file of all reports was fetched, UTC */
    as_of: string
  }) | null
  /** How the score came about */
  evaluation: {
    /** Published version of the rules that judged */
    rules_version: "1.0.0" | "1.1.0" | "1.2.0"
    /** Day in London on which they judged */
    evaluated_on: string
    /** First 16 hex digits of the SHA-256 of the facts as canonical JSON */
    inputs_hash: string
    /** Every rule, in the order of the table */
    rules: readonly ({
      /** Code of the rule */
      code: string
      /** unavailable: a figure that it reads is not filed */
      outcome: "fired" | "clear" | "not_applicable" | "unavailable"
    })[]
    /** What was judged, by the schema at GET /v1/rules/accounts/{version}; POST /v1/rules/accounts/replay judges it again */
    facts: Record<string, unknown>
  }
  /** Scope of the figures judged and compared; null without any */
  scope: ("group" | "company") | null
  /** The company's own, as `periods`, where those are of the group; else null */
  company_periods: readonly unknown[] | null
}
export type CompanyAccountsVerdict = {
  /** 100 less the points of every rule that fired, never above a cap */
  score: number
  /** Band of the score by the same rules */
  band: "low_risk" | "caution" | "high_risk"
  /** Rules that fired, DATES_SET_ASIDE, sources that failed */
  flags: readonly Flag[]
  /** Always null */
  narrative: null
}
export type CompanyAccountsAnswer = Envelope<Echo<CompanyAccountsInput, "periods">, CompanyAccountsResult, CompanyAccountsVerdict>

export type TendersSearchInput = {
  /** Keywords, also found by CPV labels, trades and near spellings; "quoted words" stay together */
  q?: string | undefined
  /** CPV code prefixes, comma-separated; 72 and 72000000 both mean the whole division */
  cpv?: string | undefined
  /** UK-wide notices match every region */
  region?: "scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england" | undefined
  /** Minimum stated contract value in GBP */
  value_min?: number | undefined
  /** Maximum stated contract value in GBP */
  value_max?: number | undefined
  /** Only notices whose submission deadline is on or after this date */
  deadline_after?: string | undefined
  /** tender: open competitions; planning: early engagement; absent: both */
  stage?: "tender" | "planning" | undefined
  /** Leaves out what is less close to q; absent: loose, which leaves out nothing */
  min_relevance?: "close" | "related" | "loose" | undefined
}
export type TendersSearchResult = {
  /** Live notices that match */
  total_matched: number
  /** How many of them are here */
  returned: number
  /** Most relevant first, then the soonest due */
  notices: readonly ({
    /** Contracting-process id: what the other tender operations ask for */
    ocid: string
    /** The notice's own */
    title: string
    /** Name of the buying organisation */
    buyer: string
    /** Estimated contract value as the notice states it; null where it states none */
    value: ({
      /** Stated value, whole currency units; null where only bounds are stated */
      amount: number | null
      /** ISO 4217 */
      currency: string
      /** Lower bound, in the same units; null where not stated */
      min: number | null
      /** Upper bound, in the same units; null where not stated */
      max: number | null
      /** What states it: the tender, its lots summed, or a minimum alone; ceiling: the most that all call-offs of a framework or dynamic market may come to */
      basis: "tender" | "lots" | "minimum" | "ceiling"
      /** Whether VAT is in it; null where the portal does not say */
      tax: ("excluded" | "included") | null
    }) | null
    /** tender: an open competition; planning: early engagement */
    stage: "tender" | "planning"
    /** When the portal first published it, UTC */
    published: string
    /** When tenders are due, UTC; null where none is stated */
    deadline: string | null
    /** Calendar days in London until then, 0 is today; null without a deadline or once closed */
    days_remaining: number | null
    /** Place of delivery: a slug, several joined by commas, england or uk; null where none is stated */
    region: string | null
    /** CPV codes of 8 digits; null where none are stated */
    cpv: readonly string[] | null
    /** One paragraph made by rule from the notice's own words */
    summary: string
    /** Where the notice is */
    source: {
      /** Portal that published the notice */
      name: string
      /** The notice on that portal */
      notice_url: string
    }
    /** Reasons for the match */
    matched: {
      /** Words of q that the notice has, as sent */
      words: readonly string[]
      /** CPV codes of the notice that q leads to; null where none */
      cpv: readonly string[] | null
      /** Strongest reason: words; cpv: labels of its codes and words learned from titles; synonym: other words and trades; null without q */
      by: ("words" | "cpv" | "synonym") | null
      /** How close it is to q: close, related or loose; null without q */
      relevance: ("close" | "related" | "loose") | null
    }
  })[]
  /** Notices that a filter could not judge, each counted once */
  excluded: {
    /** Without a CPV code; 0 without the filter cpv */
    no_cpv: number
    /** Without a place of delivery; 0 without the filter region */
    no_region: number
    /** Without a value; 0 without a filter by value */
    no_value: number
    /** Without a deadline; 0 without the filter deadline_after */
    no_deadline: number
  }
  /** total_matched by strongest reason; null without q */
  found_by: {
    /** Found by words */
    words: number
    /** Found by CPV labels or learned words */
    cpv: number
    /** Found by other words or a trade */
    synonym: number
  } | null
  /** total_matched by relevance; null without q */
  found_by_relevance: {
    /** Close to q */
    close: number
    /** Related to q */
    related: number
    /** Share little with q */
    loose: number
  } | null
}
export type TendersSearchVerdict = NoVerdict
export type TendersSearchAnswer = Envelope<Echo<TendersSearchInput>, TendersSearchResult, TendersSearchVerdict>

export type TendersFitScoreInput = {
  /** Its activities; or give keywords */
  description?: string | undefined
  /** Words to find in notices */
  keywords?: readonly string[] | undefined
  /** Words that cap the score */
  exclude_keywords?: readonly string[] | undefined
  /** CPV prefixes of 2 to 8 digits */
  cpv?: readonly string[] | undefined
  /** Areas of work; none: anywhere */
  regions?: readonly ("scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england")[] | undefined
  /** It can work remotely */
  remote?: boolean | undefined
  /** Least value, whole GBP */
  value_min?: number | null | undefined
  /** Most value, whole GBP */
  value_max?: number | null | undefined
  /** Held, such as ISO 14001 */
  certifications?: readonly string[] | undefined
  /** Earlier buyers by name */
  past_buyers?: readonly string[] | undefined
  /** Small or medium-sized */
  sme?: boolean | undefined
  /** Working days for a bid */
  min_working_days?: number | undefined
  /** Due from, or undated */
  deadline_after?: string | null | undefined
  /** Stage of the notice; null: both */
  stage?: "tender" | "planning" | null | undefined
  /** How many matches, 1-10 */
  limit?: number | undefined
  /** Rules; default 1.3.0 */
  rules_version?: "1.0.0" | "1.1.0" | "1.2.0" | "1.3.0" | undefined
  /** Adds facts for POST /v1/rules/fit/replay */
  facts?: boolean | undefined
}
export type TendersFitScoreResult = {
  /** Live notices that were scored */
  considered: number
  /** Best score first, then the soonest due */
  matches: readonly ({
    /** Contracting-process id: what the other tender operations ask for */
    ocid: string
    /** The notice's own */
    title: string
    /** Name of the buying organisation */
    buyer: string
    /** Estimated contract value as the notice states it; null where it states none */
    value: TendersSearchResult["notices"][number]["value"]
    /** tender: an open competition; planning: early engagement */
    stage: "tender" | "planning"
    /** When the portal first published it, UTC */
    published: string
    /** When tenders are due, UTC; null where none is stated */
    deadline: string | null
    /** Calendar days in London until then, 0 is today; null without a deadline or once closed */
    days_remaining: number | null
    /** Place of delivery: a slug, several joined by commas, england or uk; null where none is stated */
    region: string | null
    /** CPV codes of 8 digits; null where none are stated */
    cpv: readonly string[] | null
    /** One paragraph made by rule from the notice's own words */
    summary: string
    /** Where the notice is */
    source: {
      /** Portal that published the notice */
      name: string
      /** The notice on that portal */
      notice_url: string
    }
    /** How well it fits the profile */
    fit: {
      /** The factors summed, never above a cap; by the published fit rules */
      score: number
      /** Band of the score by the same rules */
      band: "strong" | "possible" | "weak"
      /** What the score is made of */
      factors: {
        /** Points for CPV codes and keywords in common */
        relevance: number
        /** Most points of relevance */
        of: 40
        /** Points for a value within value_min and value_max; half when unstated */
        value_fit: number
        /** Most points of value_fit */
        of_v: 20
        /** Points for a place of delivery among regions; half when unstated */
        geography: number
        /** Most points of geography */
        of_g: 15
        /** Points for the working days left to bid; half when no deadline is stated */
        timeline: number
        /** Most points of timeline */
        of_t: 15
        /** Points for what this buyer bought before; half when nothing is known */
        buyer_history: number
        /** Most points of buyer_history */
        of_b: 10
      }
      /** Caps that applied and factors that could not be judged; empty when none */
      flags: readonly Flag[]
      /** Published version of the rules that scored */
      rules_version: "1.0.0" | "1.1.0" | "1.2.0" | "1.3.0"
      /** Only with facts=true: What was judged, by the schema at GET /v1/rules/fit/{version}; POST /v1/rules/fit/replay judges it again */
      facts?: Record<string, unknown> | undefined
    }
    /** What a bid should stress, made by rule from what matched; null below the best three */
    emphasise: string | null
  })[]
}
export type TendersFitScoreVerdict = {
  /** Of the best match; null when nothing matched */
  score: number | null
  /** Of the best match; null when nothing matched */
  band: ("strong" | "possible" | "weak") | null
  /** Of the best match, or NO_MATCH with what to leave out */
  flags: readonly Flag[]
  /** Always null */
  narrative: null
}
export type TendersFitScoreAnswer = Envelope<Echo<TendersFitScoreInput, "keywords" | "exclude_keywords" | "cpv" | "regions" | "remote" | "value_min" | "value_max" | "certifications" | "past_buyers" | "sme" | "min_working_days" | "deadline_after" | "stage" | "limit" | "facts">, TendersFitScoreResult, TendersFitScoreVerdict>

export type TenderBriefInput = {
  /** Contracting-process id exactly as returned by tender search */
  ocid: string
}
export type TenderBriefResult = {
  /** Contracting-process id: what the other tender operations ask for */
  ocid: string
  /** The notice's own */
  title: string
  /** Name of the buying organisation */
  buyer: string
  /** Estimated contract value as the notice states it; null where it states none */
  value: TendersSearchResult["notices"][number]["value"]
  /** tender: an open competition; planning: early engagement */
  stage: "tender" | "planning"
  /** When the portal first published it, UTC */
  published: string
  /** When tenders are due, UTC; null where none is stated */
  deadline: string | null
  /** Calendar days in London until then, 0 is today; null without a deadline or once closed */
  days_remaining: number | null
  /** Place of delivery: a slug, several joined by commas, england or uk; null where none is stated */
  region: string | null
  /** CPV codes of 8 digits; null where none are stated */
  cpv: readonly string[] | null
  /** One paragraph made by rule from the notice's own words */
  summary: string
  /** The whole text, plain, and below it the additional information; null where the notice gives none */
  description: string | null
  /** Parts that may be bid for; empty for a notice without lots */
  lots: readonly ({
    /** The notice's own */
    id: string
    /** Null where the notice gives none */
    title: string | null
    /** Plain text; null where the notice gives none */
    description: string | null
    /** Estimated contract value as the notice states it; null where it states none */
    value: TendersSearchResult["notices"][number]["value"]
    /** active, cancelled and so on, as the notice says; null where it does not */
    status: string | null
    /** First day of the contract; null where not stated */
    contract_start: string | null
    /** Last day without renewals; null where not stated */
    contract_end: string | null
    /** Whether the buyer calls it suitable for small enterprises; null where it does not say */
    sme_suitable: boolean | null
    /** What bids are judged by; null where the notice does not say */
    award_criteria: (readonly ({
      /** Null where the notice names none */
      name: string | null
      /** price, cost or quality; null where not stated */
      type: string | null
      /** Percent; null where the stated numbers are no shares of one whole */
      weight_pct: number | null
    })[]) | null
    /** What the buyer may ask for in addition, in its words; null where not stated */
    options: string | null
    /** How the contract may be renewed; null where it may not, or the notice does not say */
    renewal: ({
      /** In the notice's words; null where it has none */
      text: string | null
      /** Latest end that renewals may lead to; null where not stated */
      max_end: string | null
    }) | null
    /** Null for an ordinary contract */
    framework: ({
      /** Which of the two */
      kind: "framework" | "dynamic_market"
      /** The most that all call-offs may come to, whole currency units, with VAT where the value is; null where not stated */
      ceiling: number | null
      /** ISO 4217 */
      currency: string
      /** Last day for call-offs; null where not stated */
      period_end: string | null
    }) | null
  })[]
  /** Links to what the buyer published with it; empty when nothing */
  documents: readonly ({
    /** The notice's own */
    id: string
    /** Null where the notice gives none */
    title: string | null
    /** Kind of document in the words of the standard, such as biddingDocuments; null where not stated */
    type: string | null
    /** Media type; null where not stated */
    format: string | null
    /** At its publisher's; not kept here */
    url: string
    /** UTC; null where not stated */
    published: string | null
  })[]
  /** Where to bid, http or https; null where not stated */
  submission_url: string | null
  /** Dates in order, and what is left of them */
  timeline: {
    /** First publication, UTC */
    published: string
    /** Last change on the portal, UTC */
    updated: string
    /** Until when questions are answered, UTC; null where not stated */
    enquiry_deadline: string | null
    /** When tenders are due, UTC; null where none is stated */
    deadline: string | null
    /** Calendar days in London until then, 0 is today; null without a deadline or once closed */
    days_remaining: number | null
    /** The same without weekends and bank holidays of calendar; null likewise */
    working_days_remaining: number | null
    /** First day of the contract; null where not stated */
    contract_start: string | null
    /** Last day without renewals; null where not stated */
    contract_end: string | null
    /** Whose bank holidays are skipped */
    calendar: "england-and-wales" | "scotland" | "northern-ireland"
    /** Last day of early engagement; null where not stated */
    engagement_ends: string | null
    /** Latest end that renewals may lead to; null where not stated */
    contract_max_end: string | null
    /** Terms of a notice without lots; null where lots have their own */
    contract: ({
      /** What bids are judged by; null where the notice does not say */
      award_criteria: (readonly ({
        /** Null where the notice names none */
        name: string | null
        /** price, cost or quality; null where not stated */
        type: string | null
        /** Percent; null where the stated numbers are no shares of one whole */
        weight_pct: number | null
      })[]) | null
      /** What the buyer may ask for in addition, in its words; null where not stated */
      options: string | null
      /** How the contract may be renewed; null where it may not, or the notice does not say */
      renewal: ({
        /** In the notice's words; null where it has none */
        text: string | null
        /** Latest end that renewals may lead to; null where not stated */
        max_end: string | null
      }) | null
      /** Null for an ordinary contract */
      framework: ({
        /** Which of the two */
        kind: "framework" | "dynamic_market"
        /** The most that all call-offs may come to, whole currency units, with VAT where the value is; null where not stated */
        ceiling: number | null
        /** ISO 4217 */
        currency: string
        /** Last day for call-offs; null where not stated */
        period_end: string | null
      }) | null
    }) | null
    /** When tenders of a planned procurement may be due, UTC; null where not stated */
    deadline_estimate: string | null
    /** corrected: from a correction in words; null without a deadline */
    deadline_basis: ("stated" | "corrected") | null
  }
  /** Where the notice is, and under which licence */
  source: {
    /** Portal that published the notice */
    name: string
    /** The notice on that portal */
    notice_url: string
    /** The portal's number of the notice */
    notice_id: string
    /** Its last release that was read */
    release_id: string
    /** When the portal was last read, UTC; null when it never was */
    fetched: string | null
    /** Address of the licence */
    licence: string
    /** Other notices of the same opportunity; empty when none is known */
    also_published_as: readonly {
      /** Contracting-process id of that notice */
      ocid: string
      /** Portal that published it */
      name: string
      /** That notice on its portal */
      notice_url: string
    }[]
  }
}
export type TenderBriefVerdict = NoVerdict
export type TenderBriefAnswer = Envelope<Echo<TenderBriefInput>, TenderBriefResult, TenderBriefVerdict>

export type TenderBuyerInput = {
  /** Contracting-process id exactly as returned by tender search */
  ocid: string
}
export type TenderBuyerResult = {
  /** Name as the notice gives it */
  buyer: string
  /** From registers, such as GB-PPON-…; empty where the notice gives none */
  ids: readonly string[]
  /** Live notices of this buyer */
  open_notices: number
  /** Newest awards of this buyer that the portals published; empty when none is known */
  awards: readonly ({
    /** Contracting process of the award */
    ocid: string
    /** Null where the award gives none */
    title: string | null
    /** Organisations; a supplier who may be a person is left out */
    suppliers: readonly string[]
    /** As the award states it; null where it states none */
    value: ({
      /** Whole currency units */
      amount: number
      /** ISO 4217 */
      currency: string
      /** Whether VAT is in it; null where the portal does not say */
      tax: ("excluded" | "included") | null
    }) | null
    /** Day of the award */
    awarded: string
    /** Last day of the contract; null where not stated */
    contract_end: string | null
  })[]
  /** Who holds the contract now, by its awards; null if none shows it */
  incumbent: ({
    /** An award of the same process, of one that the notice says it follows, or the newest of this buyer in the same CPV class */
    basis: "same_process" | "stated_predecessor" | "same_buyer_and_cpv"
    /** Organisations, joined by commas; null where the award names none or one who may be a person */
    supplier: string | null
    /** As the award states it; null where it states none */
    value: ({
      /** Whole currency units */
      amount: number
      /** ISO 4217 */
      currency: string
      /** Whether VAT is in it; null where the portal does not say */
      tax: ("excluded" | "included") | null
    }) | null
    /** End of its contract; null where not stated */
    contract_end: string | null
    /** Contracting process of its award */
    ocid: string
  }) | null
  /** From the payments compliance notice of its last period; null: none was read */
  payments: ({
    /** First day of the half year; null where not stated */
    period_start: string | null
    /** Last day of the half year; null where not stated */
    period_end: string | null
    /** Percent of invoices paid within 30 days; null where not stated */
    within_30_days_pct: number | null
    /** Percent of invoices paid in 31 to 60 days; null where not stated */
    within_60_days_pct: number | null
    /** Percent of invoices paid later; null where not stated */
    later_pct: number | null
    /** Days to payment on average; null where not stated */
    mean_days: number | null
    /** The payments compliance notice */
    notice_url: string
  }) | null
}
export type TenderBuyerVerdict = NoVerdict
export type TenderBuyerAnswer = Envelope<Echo<TenderBuyerInput>, TenderBuyerResult, TenderBuyerVerdict>

export type ContractsSearchInput = {
  /** Words of title or buyer, also found by CPV labels and trades; "quoted words" stay together */
  q?: string | undefined
  /** CPV code prefixes, comma-separated; 72 and 72000000 both mean the whole division */
  cpv?: string | undefined
  /** UK-wide notices match every region */
  region?: "scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england" | undefined
  /** Words of its name in order, or its register id */
  buyer?: string | undefined
  /** Company number, or words of its name in order */
  supplier?: string | undefined
  /** running: until the last end with options; all: also without any end */
  status?: "running" | "ended" | "all" | undefined
  /** Ends on or after this date */
  ends_after?: string | undefined
  /** Ends on or before this date */
  ends_before?: string | undefined
  /** Least contract value in GBP */
  value_min?: number | undefined
  /** Most contract value in GBP */
  value_max?: number | undefined
  /** Leaves out what is less close to q; absent: loose, which leaves out nothing */
  min_relevance?: "close" | "related" | "loose" | undefined
  /** How many contracts to return */
  limit?: number | undefined
}
export type ContractsSearchResult = {
  /** Contracts that match */
  total_matched: number
  /** How many of them are here */
  returned: number
  /** Running: the soonest end first, contracts within their options last; otherwise the newest award first */
  contracts: readonly ({
    /** Contracting process of the award */
    ocid: string
    /** Award within that process */
    award_id: string
    /** Null where the award gives none */
    title: string | null
    /** Name as the notice gives it */
    buyer: string
    /** From registers, such as GB-PPON-…; empty where the notice gives none */
    buyer_ids: readonly string[]
    /** Organisations; a supplier who may be a person is left out */
    suppliers: readonly ({
      /** As the notice gives it */
      name: string
      /** As the notice states it; null where it states none */
      company_number: string | null
    })[]
    /** Newest that is stated; null where none is */
    value: ({
      /** Whole currency units */
      amount: number
      /** ISO 4217 */
      currency: string
      /** awarded: stated by the award; final: by the notice of its end; estimate: by its tender; ceiling: most that all call-offs of a framework or dynamic market may come to */
      basis: "awarded" | "final" | "ceiling" | "estimate"
      /** Whether VAT is in it; null where the portal does not say */
      tax: ("excluded" | "included") | null
    }) | null
    /** Earlier of award and signature; where none is stated, day of the first award notice */
    awarded: string
    /** First day; null where not stated */
    starts: string | null
    /** Last day without options; null where not stated */
    ends: string | null
    /** Last day with all stated options; equals ends without options; null without an end */
    ends_at_latest: string | null
    /** ended: past its last end; unknown: no end is stated */
    state: "running" | "completed" | "terminated" | "withdrawn" | "ended" | "unknown"
    /** Day of its real end; null where not stated */
    actual_end: string | null
    /** CPV codes of 8 digits; null where none are stated */
    cpv: readonly string[] | null
    /** Place of delivery: a slug, several joined by commas, england or uk; null where none is stated */
    region: string | null
    /** Portal that published the newest notice of it */
    portal: string
    /** That notice */
    notice_url: string
    /** Reason for the match */
    matched: {
      /** How close it is to q: close, related or loose; null without q */
      relevance: ("close" | "related" | "loose") | null
    }
  })[]
  /** Over all contracts that match */
  totals: {
    /** One for each currency */
    by_currency: readonly {
      /** ISO 4217; GBP for contracts that state no value */
      currency: string
      /** Sum of awarded and estimated values of all that match */
      sum: number
      /** Contracts in the sum */
      counted: number
      /** Contracts with a ceiling or no value: not in the sum */
      without_value: number
      /** Contracts in the sum whose value includes VAT */
      with_tax: number
    }[]
  }
  /** Contracts that a filter could not judge, each counted once */
  excluded: {
    /** Without a value in GBP; 0 without a filter by value */
    value: number
    /** Without an end; 0 with status=all and no date */
    dates: number
  }
  /** Which notices the contracts come from */
  coverage: {
    /** Day of the first notice that is stored; null where none is */
    since: string | null
    /** Portals with stored contracts */
    portals: readonly string[]
  }
  /** total_matched by relevance; null without q */
  found_by_relevance: {
    /** Close to q */
    close: number
    /** Related to q */
    related: number
    /** Share little with q */
    loose: number
  } | null
}
export type ContractsSearchVerdict = NoVerdict
export type ContractsSearchAnswer = Envelope<Echo<ContractsSearchInput, "status" | "limit">, ContractsSearchResult, ContractsSearchVerdict>

export type GrantsSearchInput = {
  /** Keywords, also found by topic, categories and near spellings; "quoted words" stay together */
  q?: string | undefined
  /** Where the project is; uk finds UK-wide grants only, which every other region also finds */
  region?: "england" | "scotland" | "wales" | "northern-ireland" | "uk" | undefined
  /** Applicant type: individual, business, charity, community_group, public_body, local_authority, education; synonyms such as sole-trader, cic, council are mapped */
  org_type?: string | undefined
  /** Only grants whose maximum award is at least this many GBP */
  min?: number | undefined
  /** Only grants whose minimum award is at most this many GBP */
  max?: number | undefined
  /** true: only grants open now; false also includes closed and not-yet-open ones */
  open_now?: "true" | "false" | undefined
  /** Leaves out what is less close to q; absent: loose, which leaves out nothing */
  min_relevance?: "close" | "related" | "loose" | undefined
}
export type GrantsSearchResult = {
  /** Grants that match */
  total_matched: number
  /** How many of them are here */
  returned: number
  /** Most relevant first; of equal ones open ones first, the soonest to close before others */
  grants: readonly ({
    /** Slug on the listing: what the other grant operations ask for */
    id: string
    /** The listing's own */
    name: string
    /** Awarding body; null where the listing names none */
    funder: string | null
    /** What one award may come to, as the listing states it */
    amounts: {
      /** GBP; null when the listing states none */
      min: number | null
      /** GBP; null when the listing states none */
      max: number | null
      /** The listing's own words; null where it has none */
      text: string | null
    }
    /** When applications are taken */
    window: {
      /** First day for applications, London; null where not stated */
      opens: string | null
      /** Last day for applications, London; null where not stated */
      closes: string | null
      /** On the day of the answer */
      open_now: boolean
      /** Calendar days in London; 0 is today; null when closed or rolling */
      days_to_close: number | null
    }
    /** Applicants in the listing's words; null where it names none */
    who_can_apply: string | null
    /** The same as slugs; empty where it names none */
    org_types: readonly ("individual" | "business" | "charity" | "community_group" | "public_body" | "local_authority" | "education")[]
    /** Where projects may be; empty where the listing does not say */
    regions: readonly ("england" | "scotland" | "wales" | "northern-ireland" | "uk")[]
    /** The listing's own; null where it has none */
    summary: string | null
    /** Eligibility criteria read from listing and text; null where none could be */
    criteria_parsed: (readonly ({
      /** Kind of criterion */
      code: "ORG_TYPE" | "REGION" | "AMOUNT_RANGE" | "PROJECT_COST" | "FUNDING_INTENSITY" | "MATCH_FUNDING" | "INCOME" | "YEARS_TRADING" | "ESTABLISHED" | "COMPANY_SIZE" | "REGISTRATION" | "GOVERNANCE" | "PARTNERSHIP" | "PROJECT_DURATION" | "PROJECT_DATES" | "SPEND_BY" | "LAND_AREA" | "MAX_APPLICATIONS" | "PRIOR_FUNDING" | "NO_RETROSPECTIVE" | "INVITE_ONLY" | "OTHER"
      /** The grant's own words, verbatim */
      requirement: string
      /** Name of the fact that decides it, as declare takes it */
      parameter: string
      /** How the fact is held against value: one_of, at_least, at_most, between, is and so on */
      operator: string
      /** What the fact is held against */
      value: number | boolean | string | readonly string[] | {
        /** Lowest accepted, in unit */
        min: number
        /** Highest accepted, in unit */
        max: number
      } | readonly {
        /** For projects of at least so many months */
        min_months: number
        /** and at most so many */
        max_months: number
        /** Lowest accepted, in unit */
        min: number
        /** Highest accepted, in unit */
        max: number
      }[]
      /** Unit of value, such as GBP or months; null where it has none */
      unit: string | null
    })[]) | null
    /** Who read them: seed: by hand; llm: a model, each quote checked; listing: by rule; null without criteria */
    criteria_basis: ("seed" | "llm" | "listing") | null
    /** The grant on the official listing */
    source_url: string
    /** Reasons for the match */
    matched: {
      /** Words of q that the advert or its categories have, as sent */
      words: readonly string[]
      /** Always null: grants have no CPV codes */
      cpv: readonly string[] | null
      /** Strongest reason: words; synonym: other words for the same topic, a part of it, or the topic that it is a part of; null without q */
      by: ("words" | "cpv" | "synonym") | null
      /** How close it is to q: close, related or loose; null without q */
      relevance: ("close" | "related" | "loose") | null
    }
  })[]
  /** Grants left out because they are not open, or lack the value that a filter needs; each counted once */
  excluded: {
    /** State no region; 0 without the filter region */
    no_region: number
    /** State no applicant type; 0 without the filter org_type */
    no_org_type: number
    /** State neither bound needed; 0 without a filter by amount */
    no_amount: number
    /** Not open on the day of the answer; 0 with open_now=false */
    not_open: number
  }
  /** total_matched by strongest reason; null without q */
  found_by: {
    /** Found by words */
    words: number
    /** Always 0 */
    cpv: number
    /** Found by topic */
    synonym: number
  } | null
  /** total_matched by relevance; null without q */
  found_by_relevance: {
    /** Close to q */
    close: number
    /** Related to q */
    related: number
    /** Share little with q */
    loose: number
  } | null
}
export type GrantsSearchVerdict = NoVerdict
export type GrantsSearchAnswer = Envelope<{
  q: string | null
  region: ("england" | "scotland" | "wales" | "northern-ireland" | "uk") | null
  org_type: string | null
  min: number | null
  max: number | null
  open_now: boolean
  min_relevance: ("close" | "related" | "loose") | null
}, GrantsSearchResult, GrantsSearchVerdict>

export type GrantsMatchInput = {
  /** What the project is */
  description: string
  /** Words that a fitting grant would use; count more than the description */
  keywords?: readonly string[] | undefined
  org_type?: string | null | undefined
  /** Nation where the project takes place */
  region?: ("england" | "scotland" | "wales" | "northern-ireland") | null | undefined
  /** Grant needed, in GBP */
  amount_needed?: number | null | undefined
  /** Facts by the parameter names in missing[] */
  declare?: Record<string, number | boolean | string> | undefined
  /** true: only grants open now; false also judges those that open later */
  open_now?: boolean | undefined
  /** How many matches to return */
  limit?: number | undefined
}
export type GrantsMatchResult = {
  /** Grants that have something in common with the project */
  considered: number
  /** Eligible ones first, then uncertain ones by relevance, last those with a failure that is not sure */
  matches: readonly ({
    /** The grant, from the official listing */
    grant: {
      /** Slug on the listing: what the other grant operations ask for */
      id: string
      /** The listing's own */
      name: string
      /** Awarding body; null where the listing names none */
      funder: string | null
      /** What one award may come to, as the listing states it */
      amounts: GrantsSearchResult["grants"][number]["amounts"]
      /** When applications are taken */
      window: GrantsSearchResult["grants"][number]["window"]
      /** The listing's own; null where it has none */
      summary: string | null
      /** The grant on the official listing */
      source_url: string
    }
    /** By the published eligibility rules */
    eligibility: {
      /** eligible: every criterion is known and met; uncertain: something is not known */
      band: "eligible" | "uncertain"
      /** Percent of criteria that are met, at most 79 while uncertain; null without criteria */
      score: number | null
      /** Each criterion judged by what was declared; empty when none could be read */
      criteria: readonly ({
        /** Kind of criterion */
        code: string
        /** The grant's own words, verbatim */
        requirement: string
        /** undeclared: the fact that decides it was not declared */
        pass: "pass" | "fail" | "undeclared"
        /** What was declared, and what is accepted */
        detail: string
      })[]
      /** What to declare to settle the rest; empty when nothing */
      missing: readonly ({
        /** The name under which to declare the fact */
        parameter: string
        /** Type of the fact */
        type: "number" | "boolean" | "string" | "enum"
        /** Unit to declare it in, such as GBP; null where it has none */
        unit: string | null
        /** Values of an enum; null for other types */
        allowed: readonly string[] | null
        /** Kind of criterion that it settles */
        code: string
      })[]
      /** What to know of this judgement; empty when nothing */
      flags: readonly Flag[]
    }
    /** Percent of the project’s concepts that the grant names, by rarity */
    relevance: number
    /** Reasons for the match */
    matched: {
      /** Words of description and keywords that it has, as sent */
      words: readonly string[]
      /** How close it is to these words: close, related or loose, as in the search */
      relevance: "close" | "related" | "loose"
    }
  })[]
  /** Considered grants that are no matches, counted */
  excluded: {
    /** A criterion fails on what was declared */
    ineligible: number
    /** Not open, while open_now requires it */
    closed: number
  }
}
export type GrantsMatchVerdict = NoVerdict
export type GrantsMatchAnswer = Envelope<{
  description: string
  keywords: readonly string[]
  org_type: string | null
  region: ("england" | "scotland" | "wales" | "northern-ireland") | null
  amount_needed: number | null
  declare: (Record<string, number | boolean | string>) | null
  open_now: boolean
  limit: number
}, GrantsMatchResult, GrantsMatchVerdict>

export type GrantEligibilityInput = {
  /** Grant slug as returned by grant search, or a curated short alias */
  id: string
  /** Applicant type: individual, business, charity, community_group, public_body, local_authority, education; synonyms such as sole-trader, cic, council are mapped */
  org_type?: string | undefined
  /** Nation where the project takes place */
  region?: "england" | "scotland" | "wales" | "northern-ireland" | undefined
  /** Facts as a JSON object by the parameter names in missing[]; at most 2 KB once decoded */
  declare?: string | undefined
  /** Version of the eligibility rules; default 1.2.0 */
  rules_version?: "1.0.0" | "1.1.0" | "1.2.0" | undefined
}
export type GrantEligibilityResult = {
  /** The grant, from the official listing */
  grant: {
    /** The listing's own */
    name: string
    /** Awarding body; null where the listing names none */
    funder: string | null
    /** When applications are taken */
    window: GrantsSearchResult["grants"][number]["window"]
    /** What one award may come to, as the listing states it */
    amounts: GrantsSearchResult["grants"][number]["amounts"]
    /** The grant on the official listing */
    source_url: string
  }
  /** Each criterion judged by what was declared; empty when none could be read */
  criteria: readonly (GrantsMatchResult["matches"][number]["eligibility"]["criteria"][number])[]
  /** What to declare to settle the rest; empty when nothing */
  missing: readonly (GrantsMatchResult["matches"][number]["eligibility"]["missing"][number])[]
  /** Criteria that fail, or that the window is closed; empty when none */
  failed: readonly Flag[]
  /** What an award may come to; null when ineligible */
  indicative_funding: ({
    /** GBP; null when the listing states none or less is needed */
    min: number | null
    /** GBP, at most the needed amount; null when the listing states none */
    max: number | null
    /** Always GBP */
    currency: "GBP"
    /** none: the listing states no amounts */
    basis: "listing" | "none"
    /** How the bounds came about */
    note: string
    /** Null without a declared amount_needed, a funder with a published history, or 20 awards in it */
    funder_context: {
      /** As the corpus of published grants calls it */
      funder: string
      /** Share of its awards that came to the declared amount_needed or less, in whole percents rounded down */
      percentile: number
      /** Awards counted; nothing is said below 20 */
      awards: number
      /** Date of the first of them */
      since: string
      /** Licences of the data that they come from */
      licence: string
      /** Who published it */
      publisher: string
    } | null
  }) | null
  /** Where the criteria were read, and how */
  criteria_provenance: {
    /** Who read the criteria: seed: by hand; llm: a model, each quote checked; listing: by rule; null without criteria */
    source: ("seed" | "llm" | "listing") | null
    /** Whether they are all requirements of the text; only then can a verdict be eligible */
    complete: boolean
    /** When they were read, UTC; null when they never were */
    parsed_at: string | null
    /** Whether the listing has an eligibility text */
    eligibility_text_available: boolean
    /** Version of the eligibility rules that judged */
    rules_version: string
    /** SHA-256 of the text that the criteria quote, hex; null where there is none */
    text_sha256: string | null
    /** Where that text is, free of charge; null where there is none */
    text_url: string | null
    /** Place of each quoted criterion in the text, in code points; a criterion from a field of the listing has none */
    spans: readonly {
      /** Position in criteria, from 0 */
      index: number
      /** First character, in code points from 0 */
      start: number
      /** Characters, in code points */
      length: number
    }[]
    /** How certain each quoted criterion is; readings of yours and curated ones: sure */
    certainty: readonly ({
      /** Position in criteria, from 0 */
      index: number
      /** sure: failing it makes ineligible; likely, doubtful: check the sentence */
      certainty: "sure" | "likely" | "doubtful"
      /** Reason why it may not bind every applicant; null where it is sure */
      reason: string | null
    })[]
    /** What was judged, by the schema at GET /v1/rules/eligibility/{version}; POST /v1/rules/eligibility/replay judges it again */
    facts: Record<string, unknown>
  }
}
export type GrantEligibilityVerdict = {
  /** Percent of criteria that are met, at most 49 when ineligible and 79 while uncertain; null without criteria */
  score: number | null
  /** By the published eligibility rules; uncertain: something is not declared or the criteria are not complete */
  band: "eligible" | "uncertain" | "ineligible"
  /** What to know of this judgement, then sources that failed; empty when nothing */
  flags: readonly Flag[]
}
export type GrantEligibilityAnswer = Envelope<{
  id: string
  org_type: string | null
  region: ("england" | "scotland" | "wales" | "northern-ireland") | null
  declare: (Record<string, number | boolean | string>) | null
  rules_version: ("1.0.0" | "1.1.0" | "1.2.0") | null
}, GrantEligibilityResult, GrantEligibilityVerdict>

export type GrantEligibilityReadingInput = {
  /** Id from grants_search */
  id: string
  /** individual, business, charity, community_group, public_body, local_authority, education */
  org_type?: string | undefined
  /** Nation of the project */
  region?: "england" | "scotland" | "wales" | "northern-ireland" | undefined
  /** Facts by the names in missing[] */
  declare?: Record<string, number | boolean | string> | undefined
  /** Your readings of the text */
  readings: readonly ({
    /** Subject of the criterion */
    code: "ORG_TYPE" | "REGION" | "AMOUNT_RANGE" | "PROJECT_COST" | "FUNDING_INTENSITY" | "MATCH_FUNDING" | "INCOME" | "YEARS_TRADING" | "ESTABLISHED" | "COMPANY_SIZE" | "REGISTRATION" | "GOVERNANCE" | "PARTNERSHIP" | "PROJECT_DURATION" | "PROJECT_DATES" | "SPEND_BY" | "LAND_AREA" | "MAX_APPLICATIONS" | "PRIOR_FUNDING" | "NO_RETROSPECTIVE" | "INVITE_ONLY" | "OTHER"
    /** Name of the fact; default: by code and quote */
    parameter?: string | undefined
    /** How a declared fact is compared */
    operator: "one_of" | "none_of" | "at_least" | "at_most" | "more_than" | "less_than" | "between" | "between_by_duration" | "not_before" | "not_after" | "is"
    /** Compared with the fact; a list for one_of, {min,max} for between */
    value: number | boolean | string | readonly unknown[] | Record<string, unknown>
    /** Exact part of the text that grant_text gives */
    quote: string
  })[]
  /** Rules; 1.2.0 if left out */
  rules_version?: "1.0.0" | "1.1.0" | "1.2.0" | undefined
}
export type GrantEligibilityReadingResult = {
  /** The grant, from the official listing */
  grant: GrantEligibilityResult["grant"]
  /** Each criterion judged by what was declared; empty when none could be read */
  criteria: readonly ({
    /** Kind of criterion */
    code: string
    /** The grant's own words, verbatim */
    requirement: string
    /** undeclared: the fact that decides it was not declared */
    pass: "pass" | "fail" | "undeclared"
    /** What was declared, and what is accepted */
    detail: string
    /** Who read it: caller: you; rules-… our rules of that version; seed: by hand; llm: a model of ours */
    by: string
  })[]
  /** What to declare to settle the rest; empty when nothing */
  missing: readonly (GrantsMatchResult["matches"][number]["eligibility"]["missing"][number])[]
  /** Criteria that fail, or that the window is closed; empty when none */
  failed: readonly Flag[]
  /** What an award may come to; null when ineligible */
  indicative_funding: GrantEligibilityResult["indicative_funding"]
  /** Where the criteria were read, and how */
  criteria_provenance: GrantEligibilityResult["criteria_provenance"]
}
export type GrantEligibilityReadingVerdict = GrantEligibilityVerdict
export type GrantEligibilityReadingAnswer = Envelope<Echo<GrantEligibilityReadingInput>, GrantEligibilityReadingResult, GrantEligibilityReadingVerdict>

export type FunderDossierInput = {
  /** Funder name, slug, or organisation id such as GB-CHC-1156077 */
  name: string
}
export type FunderDossierResult = {
  /** Who was found */
  funder: {
    /** As its data calls it most */
    name: string
    /** Organisation ids, such as GB-CHC-1156077 */
    ids: readonly string[]
  }
  /** How it was found: by id, name, slug, another published name, or across a typing error */
  match_quality: "exact_id" | "exact_name" | "slug" | "alias" | "fuzzy"
  /** What it gave, computed from published grants in pounds under open licences */
  giving: {
    /** Null, as every figure, where no award could be counted: flags SHARE_ALIKE_ONLY, NO_GBP_AWARDS */
    grants_made: number | null
    /** Sum of the counted awards, GBP; null as grants_made is */
    total_awarded_gbp: number | null
    /** Calendar years that the figures span */
    years: {
      /** Of the first dated award; null without one */
      first: number | null
      /** Of the last dated award; null without one */
      last: number | null
    }
    /** Sizes of the counted awards, exact */
    size_distribution_gbp: {
      /** Smallest award, GBP; null as grants_made is */
      min: number | null
      /** A quarter are at most this, GBP; null as grants_made is */
      p25: number | null
      /** Half are at most this, GBP; null as grants_made is */
      median: number | null
      /** Three quarters are at most this, GBP; null as grants_made is */
      p75: number | null
      /** Largest award, GBP; null as grants_made is */
      max: number | null
      /** Average award, GBP; null as grants_made is */
      mean: number | null
    }
    /** By calendar year of the award; undated awards are in none */
    yearly: Record<string, {
      /** Counted awards of the year */
      grants: number
      /** Their sum, GBP */
      total_gbp: number
      /** Their median, GBP */
      median_gbp: number
    }>
    /** The median, GBP; null as grants_made is */
    typical_award_gbp: number | null
  }
  /** Up to 10, newest first */
  recent_awards: readonly ({
    /** Null where the publisher gives none */
    title: string | null
    /** Organisation; grants to persons are never shown; null where the publisher gives none */
    recipient: string | null
    /** Awarded, GBP */
    amount_gbp: number
    /** Day of the award */
    award_date: string
    /** Grant programme; null where the publisher gives none */
    programme: string | null
    /** Page of the publisher; null if there is none */
    url: string | null
    /** Licence of this row */
    licence: string
    /** Who published this row */
    publisher: string
  })[]
  /** Up to 10 schemes of this funder on the official listing, the soonest to close first; empty when none */
  live_grants_now: readonly ({
    /** Slug on the listing: the id for grant_eligibility */
    id: string
    /** The listing's own */
    name: string
    /** What one award may come to, as the listing states it */
    amounts: GrantsSearchResult["grants"][number]["amounts"]
    /** When applications are taken */
    window: {
      /** First day for applications, London; null where not stated */
      opens: string | null
      /** Last day for applications, London; null where not stated */
      closes: string | null
      /** On the day of the answer */
      open_now: boolean
      /** Calendar days in London, 0 is today; null when closed or rolling */
      days_to_close: number | null
    }
    /** The grant on the official listing */
    source_url: string
    /** Null where the listing states no amount, or fewer than 20 awards are known */
    history: ({
      /** Share of the awards of at most the minimum stated, in whole percents rounded down; null where it states none */
      min_percentile: number | null
      /** Share of the awards of at most the maximum stated, likewise; null where it states none */
      max_percentile: number | null
      /** Awards counted; nothing is said below 20 */
      awards: number
      /** Date of the first of them */
      since: string
      /** Licences of the data that they come from */
      licence: string
      /** Who published it */
      publisher: string
    }) | null
  })[]
  /** What was counted and what was left out */
  coverage: {
    /** What the dossier rests on or should rest on */
    datasets: readonly ({
      /** The publisher's own */
      title: string
      /** Who published it */
      publisher: string
      /** Null where the registry names none */
      licence: string | null
      /** Grants of this funder counted from it */
      grants: number
      /** share_alike: in no figure; last_good: an older copy; unread: could not be read; licence_not_open: not used */
      status: "counted" | "share_alike" | "last_good" | "unread" | "licence_not_open"
      /** What is wrong with it; null when nothing */
      note: string | null
    })[]
    /** Awards that the figures count */
    grants_included: number
    /** Awards left out for a share-alike licence */
    excluded_share_alike: number
    /** Awards left out for another currency or none */
    excluded_non_gbp: number
    /** Awards left out without a positive amount */
    excluded_zero_amount: number
    /** Day of the first counted award; null without one */
    first_award: string | null
    /** Day of the last counted award; null without one */
    last_award: string | null
    /** When the published data was last read, UTC; null when it never was */
    corpus_fetched: string | null
    /** Counted awards whose day is later than the file that states it, or before 1950; they are undated */
    dates_set_aside: number
  }
}
export type FunderDossierVerdict = NoVerdict
export type FunderDossierAnswer = Envelope<Echo<FunderDossierInput>, FunderDossierResult, FunderDossierVerdict>

export type ChangesInput = {
  /** Subject of the filters */
  subject: "tenders" | "grants" | "company" | "contracts"
  /** Words as in the search */
  q?: string | undefined
  /** Region as in the search */
  region?: string | undefined
  /** CPV prefixes (tenders, contracts) */
  cpv?: string | undefined
  /** Least GBP (tenders, contracts) */
  value_min?: number | undefined
  /** Most GBP (tenders, contracts) */
  value_max?: number | undefined
  /** Due from (tenders) */
  deadline_after?: string | undefined
  /** tender or planning (tenders) */
  stage?: "tender" | "planning" | undefined
  /** close, related or loose (tenders, grants, contracts) */
  min_relevance?: "close" | "related" | "loose" | undefined
  /** Applicant kind (grants) */
  org_type?: string | undefined
  /** Least GBP award (grants) */
  min?: number | undefined
  /** Most GBP award (grants) */
  max?: number | undefined
  /** Its name or id (contracts) */
  buyer?: string | undefined
  /** Name or number (contracts) */
  supplier?: string | undefined
  /** running, ended or all (contracts; default running) */
  status?: "running" | "ended" | "all" | undefined
  /** Ends from (contracts) */
  ends_after?: string | undefined
  /** Ends until (contracts) */
  ends_before?: string | undefined
  /** Grants; absent or true: open now, before or soon */
  open_now?: "true" | "false" | undefined
  /** Up to 50 company numbers, by comma */
  numbers?: string | undefined
  /** From an earlier answer, at most 35 days old; absent: a new one, free */
  cursor?: string | undefined
}
export type ChangesResult = {
  /** Oldest first; empty without a cursor */
  changes: readonly ({
    /** When this service recorded it, UTC */
    at: string
    /** Tenders: new, deadline_moved, closed, awarded. Grants: announced (not open yet), opened, altered, closed. Companies: status, officers, accounts_filed. Contracts: awarded, altered, ending (180 days before the end) */
    kind: "new" | "deadline_moved" | "closed" | "awarded" | "announced" | "opened" | "altered" | "status" | "officers" | "accounts_filed" | "ending"
    /** ocid, grant id or company number: what the other operations ask for */
    id: string
    /** What is another than before */
    detail: {
      /** Of the tender or grant; name of the company */
      title: string
      /** Buyer or funder; null for companies and where none is named */
      party: string | null
      /** The subject at its source */
      url: string
      /** What is another than before */
      fields: readonly ({
        /** What is another than before, such as deadline, state or officers_active */
        field: string
        /** Null where there was none */
        before: string | number | null
        /** Null where there is none any more */
        after: string | number | null
      })[]
    }
  })[]
  /** For the next call with the same filters */
  cursor: string
  /** True: there is more, call again immediately with this cursor */
  more: boolean
}
export type ChangesVerdict = NoVerdict
export type ChangesAnswer = Envelope<{
  subject: "tenders" | "grants" | "company" | "contracts"
  q: string | null
  region: string | null
  cpv: string | null
  value_min: number | null
  value_max: number | null
  deadline_after: string | null
  stage: ("tender" | "planning") | null
  min_relevance: ("close" | "related" | "loose") | null
  org_type: string | null
  min: number | null
  max: number | null
  buyer: string | null
  supplier: string | null
  status: ("running" | "ended" | "all") | null
  ends_after: string | null
  ends_before: string | null
  open_now: boolean | null
  numbers: string | null
  cursor: string | null
}, ChangesResult, ChangesVerdict>

export type HealthInput = Record<string, never>
export type HealthAnswer = {
  /** degraded: a source is stale or failing, or payments cannot be taken */
  status: "ok" | "degraded"
  /** Version of the service */
  version: string
  /** CAIP-2 chain on which payments are taken */
  network: string
  /** Each source by its name */
  upstreams: Record<string, {
    /** ok; stale: past its window; failing: the last attempt failed; not_consulted: by policy; not_configured; waiting: never requested yet */
    status: "ok" | "stale" | "failing" | "not_consulted" | "not_configured" | "waiting"
    /** When it last answered, UTC; null when it never did */
    last_success: string | null
    /** Seconds since then; null when it never did */
    age_seconds: number | null
    /** Seconds until its data is past its window; null when there is none */
    fresh_for_seconds: number | null
  }>
  /** Current version of the company verdict rules */
  rules_version: string
  /** What callers should know before they pay; empty when nothing */
  warnings: readonly string[]
}

export type PreviewInput = {
  /** Family of the sample: a company verdict, a tender dossier or a grant eligibility */
  wing?: "company" | "tenders" | "grants" | undefined
}
export type PreviewAnswer = {
  query: Record<string, unknown>
  /** As the sampled operation answers; null where it does */
  result: Record<string, unknown> | null
  /** As the sampled operation judges */
  verdict: {
    /** 0 to 100, as the sampled operation judges; null where it judges nothing */
    score: number | null
    /** Band of the score; null where nothing is judged */
    band: string | null
    /** What the sampled operation found; empty when nothing */
    flags: readonly Flag[]
  }
  /** high: every source is fresh; medium: one is past its window or not complete yet; low: one failed, and an older copy or nothing replaces it */
  confidence: "high" | "medium" | "low"
  /** When the underlying data was fetched: the oldest of sources, UTC */
  as_of: string
  /** What the answer rests on, by name */
  sources: readonly ({
    /** Register, portal, listing or corpus */
    name: string
    /** When it was last fetched or confirmed, UTC; null when it never was */
    fetched: string | null
    /** The subject at that source; null where it has no address */
    url: string | null
  })[]
  /** What to say where the data is shown, as its licences ask */
  attribution: string
  /** What this answer is */
  notice: "Information, not advice."
  /** What this answer costs, once */
  cost: {
    /** In units of the currency, as decimal text */
    amount: "0"
    /** Always USDC */
    currency: "USDC"
  }
}

export type FeedbackInput = {
  /** Your message to the operator */
  message: string
  /** Which endpoint it is about */
  endpoint?: string | null | undefined
  /** How to reach you, if you wish an answer */
  contact?: string | null | undefined
}
export type FeedbackAnswer = {
  /** Always true: the message is stored */
  received: true
  /** Names the message towards the operator */
  id: string
}

export type RulesReplayInput = {
  /** Subject of the rules that judge */
  subject: "verdict" | "fit" | "eligibility" | "accounts"
  /** Version as an answer names it in rules_version, or any other published one */
  rules_version: string
  /** Day of the judgement, in London: evaluated_on of the answer */
  date: string
  /** The facts object of an answer, unchanged; its members depend on subject */
  facts: {
    /** For eligibility: whether all criteria were read */
    complete?: boolean | undefined
  }
}
export type RulesReplayAnswer = {
  /** Version that judged */
  rules_version: string
  /** Day of the judgement, as it was sent */
  date: string
  /** First 16 hex digits of the SHA-256 of the facts as canonical JSON */
  inputs_hash: string
  /** The judgement of those rules */
  result: Record<string, unknown>
}

export type GrantTextInput = {
  /** Grant slug as returned by grant search, or a curated short alias */
  id: string
}
export type GrantTextAnswer = {
  /** Slug on the listing */
  id: string
  /** SHA-256 of the text as UTF-8, hex */
  text_sha256: string
  /** When the listing was last confirmed */
  fetched: string
  /** Eligibility, summary and dates, one line a block */
  text: string
  /** The grant on the official listing */
  source_url: string
}

export interface Operations {
  /** Search UK companies by name */
  company_search: { input: CompanySearchInput; answer: CompanySearchAnswer }
  /** UK company profile */
  company_profile: { input: CompanyProfileInput; answer: CompanyProfileAnswer }
  /** UK company legitimacy verdict */
  company_verdict: { input: CompanyVerdictInput; answer: CompanyVerdictAnswer }
  /** FCA register status of a UK company */
  company_fca: { input: CompanyFcaInput; answer: CompanyFcaAnswer }
  /** Verdicts for up to 50 UK companies */
  company_screen: { input: CompanyScreenInput; answer: CompanyScreenAnswer }
  /** UK company accounts in figures */
  company_accounts: { input: CompanyAccountsInput; answer: CompanyAccountsAnswer }
  /** Search live UK public-sector tenders */
  tenders_search: { input: TendersSearchInput; answer: TendersSearchAnswer }
  /** Score live UK tenders against a supplier profile */
  tenders_fit_score: { input: TendersFitScoreInput; answer: TendersFitScoreAnswer }
  /** Dossier on one UK tender */
  tender_brief: { input: TenderBriefInput; answer: TenderBriefAnswer }
  /** Who buys: awards, incumbent, payment record */
  tender_buyer: { input: TenderBuyerInput; answer: TenderBuyerAnswer }
  /** Search UK public contracts and who holds them */
  contracts_search: { input: ContractsSearchInput; answer: ContractsSearchAnswer }
  /** Search live UK government grants */
  grants_search: { input: GrantsSearchInput; answer: GrantsSearchAnswer }
  /** Match a project to UK government grants */
  grants_match: { input: GrantsMatchInput; answer: GrantsMatchAnswer }
  /** Eligibility for one UK government grant */
  grant_eligibility: { input: GrantEligibilityInput; answer: GrantEligibilityAnswer }
  /** Eligibility by your own reading of a grant’s text */
  grant_eligibility_reading: { input: GrantEligibilityReadingInput; answer: GrantEligibilityReadingAnswer }
  /** Giving history of a UK grant funder */
  funder_dossier: { input: FunderDossierInput; answer: FunderDossierAnswer }
  /** Changes since your last request */
  changes: { input: ChangesInput; answer: ChangesAnswer | null }
  /** Health of the service and its sources */
  health: { input: HealthInput; answer: HealthAnswer }
  /** A free real sample of the day */
  preview: { input: PreviewInput; answer: PreviewAnswer }
  /** Send feedback to the operator */
  feedback: { input: FeedbackInput; answer: FeedbackAnswer }
  /** Judge given facts by published rules */
  rules_replay: { input: RulesReplayInput; answer: RulesReplayAnswer }
  /** The text that a grant’s criteria quote */
  grant_text: { input: GrantTextInput; answer: GrantTextAnswer }
}

/** Method and path of each operation. */
export const ROUTES: Readonly<Record<keyof Operations, string>> = {
  company_search: 'GET /v1/company/search',
  company_profile: 'GET /v1/company/{number}',
  company_verdict: 'GET /v1/company/{number}/verdict',
  company_fca: 'GET /v1/company/{number}/fca',
  company_screen: 'POST /v1/company/screen',
  company_accounts: 'GET /v1/company/{number}/accounts',
  tenders_search: 'GET /v1/tenders/search',
  tenders_fit_score: 'POST /v1/tenders/fit-score',
  tender_brief: 'GET /v1/tenders/{ocid}/brief',
  tender_buyer: 'GET /v1/tenders/{ocid}/buyer',
  contracts_search: 'GET /v1/contracts/search',
  grants_search: 'GET /v1/grants/search',
  grants_match: 'POST /v1/grants/match',
  grant_eligibility: 'GET /v1/grants/{id}/eligibility',
  grant_eligibility_reading: 'POST /v1/grants/{id}/eligibility',
  funder_dossier: 'GET /v1/funders/{name}',
  changes: 'GET /v1/changes',
  health: 'GET /v1/health',
  preview: 'GET /v1/preview',
  feedback: 'POST /v1/feedback',
  rules_replay: 'POST /v1/rules/{subject}/replay',
  grant_text: 'GET /v1/grants/{id}/text',
}
