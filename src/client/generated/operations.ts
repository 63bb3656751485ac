/** Written by `npm run gen` from the registry. Do not edit. */

/** What every paid operation answers. Missing values are null, keys are always there. */
export interface Envelope<Query, Result, Verdict> {
  query: Query
  result: Result
  verdict: Verdict
  confidence: "high" | "medium" | "low"
  /** When the underlying data was fetched */
  as_of: string
  sources: readonly ({
    name: string
    fetched: string | null
    url: string | null
  })[]
  attribution: string
  notice: "Information, not advice."
  cost: {
    amount: string
    currency: "USDC"
  }
}

/** Why there is no answer: RFC 9457, see `/docs/errors` of the service. */
export interface Problem {
  /** Documentation of the code */
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: "VALIDATION" | "CRITERIA_REQUIRED" | "COMPANY_NUMBER_INVALID" | "PAYMENT_MALFORMED" | "ROUTE_NOT_FOUND" | "SUBJECT_NOT_FOUND" | "FUNDER_AMBIGUOUS" | "METHOD_NOT_ALLOWED" | "PAYMENT_IN_FLIGHT" | "PAYMENT_REUSED" | "BODY_TOO_LARGE" | "URL_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "UPSTREAM_UNAVAILABLE" | "UPSTREAM_NOT_CONFIGURED" | "FACILITATOR_UNAVAILABLE" | "SETTLEMENT_UNKNOWN" | "STORE_UNAVAILABLE" | "SHUTTING_DOWN"
  errors: readonly ({
    field: string
    in: "path" | "query" | "body" | "header"
    message: string
  })[]
  /** What to do about it */
  hint: string | null
  /** false: nothing was paid; null: the outcome is not known yet, repeat with the same payment */
  charged: false | null
  retryable: boolean
  request_id: string
}

/** What a call costs, and to whom it is paid. */
export interface PaymentTerms {
  x402Version: 2
  /** Why a presented payment was not taken */
  error?: string | undefined
  resource: {
    url: string
    description?: string | undefined
    mimeType?: string | undefined
    serviceName?: string | undefined
    tags?: readonly (string)[] | undefined
    iconUrl?: string | undefined
  }
  accepts: readonly ({
    scheme: "exact"
    /** CAIP-2 chain identifier */
    network: string
    /** Atomic units of the asset, 6 decimals */
    amount: string
    /** Token contract of USDC */
    asset: string
    payTo: string
    maxTimeoutSeconds: number
    /** EIP-712 name and version of the token */
    extra: Record<string, unknown>
  })[]
  extensions: Record<string, unknown>
}

export type CompanySearchInput = {
  /** Company name, or the beginning of one */
  q: string
  /** How many matches to return, default 5 */
  limit?: number | undefined
}
export type CompanySearchResult = {
  results: readonly ({
    company_number: string
    name: string | null
    status: string | null
    incorporated: string | null
    address_snippet: string | null
  })[]
  total_matches: number
}
export type CompanySearchVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type CompanySearchAnswer = Envelope<{
  q: string
  limit: number
}, CompanySearchResult, CompanySearchVerdict>

export type CompanyProfileInput = {
  /** Company number: 8 characters, optionally with a two-letter prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
  /** full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens */
  detail?: "full" | undefined
}
export type CompanyProfileResult = {
  name: string | null
  company_number: string
  status: string | null
  type: string | null
  incorporated: string | null
  registered_office: ({
    premises: string | null
    address_line_1: string | null
    address_line_2: string | null
    locality: string | null
    region: string | null
    postal_code: string | null
    country: string | null
    po_box: string | null
  }) | null
  sic_codes: readonly (string)[]
  accounts: {
    next_due: string | null
    next_period_end: string | null
    overdue: boolean | null
    last_made_up_to: string | null
    last_type: string | null
  }
  confirmation_statement: {
    next_due: string | null
    next_made_up_to: string | null
    overdue: boolean | null
    last_made_up_to: string | null
  }
  officers: {
    active: number | null
    total: number | null
    resigned_last_12m: number | null
  }
  age_years: number | null
  /** Only with detail=full: the last 10, newest first */
  filing_history?: (readonly ({
    date: string | null
    type: string | null
    category: string | null
    description: string
    pages: number | null
  })[]) | null | undefined
  /** Only with detail=full: at most 35, active ones first, without anything that identifies a person */
  officer_records?: (readonly ({
    ref: string
    role: string
    status: "active" | "resigned"
    appointed: string | null
    resigned: string | null
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
    /** The register tells nothing: no duty to verify, or an appointment that it has not annotated yet */
    not_told: number
  } | null | undefined
  /** Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score */
  register_notes?: readonly ({
    code: "OFFICE_UNDELIVERABLE" | "OFFICE_DISPUTED" | "ANNOTATION" | "PARTIAL_DATA" | "PREVIOUS_NAMES" | "NO_STATUS"
    /** What the register remarks, in words, with its dates; never a name */
    detail: string
  })[] | undefined
}
export type CompanyProfileVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type CompanyProfileAnswer = Envelope<{
  number: string
  detail: "full" | null
}, CompanyProfileResult, CompanyProfileVerdict>

export type CompanyVerdictInput = {
  /** Company number: 8 characters, optionally with a two-letter prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
  /** full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens */
  detail?: "full" | undefined
}
export type CompanyVerdictResult = {
  name: string | null
  company_number: string
  status: string | null
  type: string | null
  incorporated: string | null
  registered_office: ({
    premises: string | null
    address_line_1: string | null
    address_line_2: string | null
    locality: string | null
    region: string | null
    postal_code: string | null
    country: string | null
    po_box: string | null
  }) | null
  sic_codes: readonly (string)[]
  accounts: {
    next_due: string | null
    next_period_end: string | null
    overdue: boolean | null
    last_made_up_to: string | null
    last_type: string | null
  }
  confirmation_statement: {
    next_due: string | null
    next_made_up_to: string | null
    overdue: boolean | null
    last_made_up_to: string | null
  }
  officers: {
    active: number | null
    total: number | null
    resigned_last_12m: number | null
  }
  age_years: number | null
  /** Only with detail=full: the last 10, newest first */
  filing_history?: (readonly ({
    date: string | null
    type: string | null
    category: string | null
    description: string
    pages: number | null
  })[]) | null | undefined
  /** Only with detail=full: at most 35, active ones first, without anything that identifies a person */
  officer_records?: (readonly ({
    ref: string
    role: string
    status: "active" | "resigned"
    appointed: string | null
    resigned: string | null
    is_corporate: boolean
  })[]) | null | undefined
  /** Only with detail=full: what every rule came to */
  evaluation?: {
    rules_version: "1.0.0"
    evaluated_on: string
    inputs_hash: string
    rules: readonly ({
      code: "STATUS_DISSOLVED" | "STATUS_ADMINISTRATION" | "STRIKE_OFF_ACTIVE" | "ACCOUNTS_OVERDUE" | "CONF_STATEMENT_OVERDUE" | "YOUNG_COMPANY" | "DORMANT" | "OFFICER_CHURN" | "NO_ACTIVE_DIRECTORS" | "FS_SIC_NOT_FCA" | "FCA_WARNING" | "CHARGES_INFO" | "STATUS_VOLUNTARY_ARRANGEMENT" | "INSOLVENCY_HISTORY" | "OFFICERS_UNAVAILABLE"
      outcome: "fired" | "clear" | "not_applicable" | "unavailable"
    })[]
    /** How many rules could be judged: those that fired or came out clear */
    judged: number
    /** The other rules, in the order of the table */
    not_judged: readonly ({
      code: "STATUS_DISSOLVED" | "STATUS_ADMINISTRATION" | "STRIKE_OFF_ACTIVE" | "ACCOUNTS_OVERDUE" | "CONF_STATEMENT_OVERDUE" | "YOUNG_COMPANY" | "DORMANT" | "OFFICER_CHURN" | "NO_ACTIVE_DIRECTORS" | "FS_SIC_NOT_FCA" | "FCA_WARNING" | "CHARGES_INFO" | "STATUS_VOLUNTARY_ARRANGEMENT" | "INSOLVENCY_HISTORY" | "OFFICERS_UNAVAILABLE"
      /** Why this rule could not be judged */
      reason: string
    })[]
  } | undefined
  /** Only with detail=full: identity verification of active directors and members, as counts; null when the officer list is unavailable. No effect on the score */
  officers_identity?: {
    /** Identity verified, in force on the day of the answer */
    verified: number
    /** Not verified; the statement is due on the day of the answer or later */
    due: number
    /** Not verified; the statement was due before the day of the answer */
    overdue: number
    /** The register tells nothing: no duty to verify, or an appointment that it has not annotated yet */
    not_told: number
  } | null | undefined
  /** Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score */
  register_notes?: readonly ({
    code: "OFFICE_UNDELIVERABLE" | "OFFICE_DISPUTED" | "ANNOTATION" | "PARTIAL_DATA" | "PREVIOUS_NAMES" | "NO_STATUS"
    /** What the register remarks, in words, with its dates; never a name */
    detail: string
  })[] | undefined
}
export type CompanyVerdictVerdict = {
  score: number
  band: "low_risk" | "caution" | "high_risk"
  flags: readonly ({
    code: string
    detail: string
  })[]
  fca: {
    checked: boolean
    regulated: boolean | null
    frn: string | null
    firm_name: string | null
    status: string | null
    permissions_summary: string | null
    warnings: readonly (string)[]
    note: string
  }
  narrative: string | null
}
export type CompanyVerdictAnswer = Envelope<{
  number: string
  detail: "full" | null
}, CompanyVerdictResult, CompanyVerdictVerdict>

export type CompanyFcaInput = {
  /** Company number: 8 characters, optionally with a two-letter prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded */
  number: string
}
export type CompanyFcaResult = {
  fca: {
    checked: boolean
    regulated: boolean | null
    frn: string | null
    firm_name: string | null
    status: string | null
    permissions_summary: string | null
    warnings: readonly (string)[]
    note: string
  }
}
export type CompanyFcaVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type CompanyFcaAnswer = Envelope<{
  number: string
}, CompanyFcaResult, CompanyFcaVerdict>

export type TendersSearchInput = {
  /** Keywords, stemmed and expanded by synonyms at half weight; "quoted words" stay together */
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
}
export type TendersSearchResult = {
  total_matched: number
  returned: number
  notices: readonly ({
    ocid: string
    title: string
    buyer: string
    /** Whole currency units without VAT; basis tells whether the tender, its lots or only a minimum is stated; ceiling: the most that all call-offs of a framework or dynamic market may come to */
    value: ({
      amount: number | null
      currency: string
      min: number | null
      max: number | null
      basis: "tender" | "lots" | "minimum" | "ceiling"
    }) | null
    stage: "tender" | "planning"
    published: string
    deadline: string | null
    days_remaining: number | null
    /** A slug, several joined by commas, england, uk, or null */
    region: string | null
    cpv: readonly (string)[] | null
    summary: string
    source: {
      name: string
      notice_url: string
    }
  })[]
  excluded: {
    no_cpv: number
    no_region: number
    no_value: number
    no_deadline: number
  }
}
export type TendersSearchVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type TendersSearchAnswer = Envelope<{
  q: string | null
  cpv: string | null
  region: ("scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england") | null
  value_min: number | null
  value_max: number | null
  deadline_after: string | null
  stage: ("tender" | "planning") | null
}, TendersSearchResult, TendersSearchVerdict>

export type TendersFitScoreInput = {
  /** What the supplier does; required unless keywords or cpv is given; its words count only when keywords is empty */
  description?: string | undefined
  /** What to look for in titles, descriptions and lots */
  keywords?: readonly (string)[] | undefined
  /** Keywords whose occurrence in the title caps the score */
  exclude_keywords?: readonly (string)[] | undefined
  /** CPV code prefixes */
  cpv?: readonly (string)[] | undefined
  /** Where the supplier works; empty: anywhere */
  regions?: readonly ("scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england")[] | undefined
  /** The work can be delivered from anywhere */
  remote?: boolean | undefined
  /** Smallest contract value in GBP */
  value_min?: number | null | undefined
  /** Largest contract value in GBP */
  value_max?: number | null | undefined
  /** Certifications that the supplier holds */
  certifications?: readonly (string)[] | undefined
  /** Buyers that have bought from the supplier */
  past_buyers?: readonly (string)[] | undefined
  /** A small or medium-sized enterprise */
  sme?: boolean | undefined
  /** Working days that the supplier needs for a bid */
  min_working_days?: number | undefined
  /** Only notices due on or after this date; those without a date stay */
  deadline_after?: string | null | undefined
  /** null: both stages */
  stage?: "tender" | "planning" | null | undefined
  /** How many matches to return */
  limit?: number | undefined
  /** Published version of the fit rules to judge by; 1.1.0 when left out */
  rules_version?: "1.0.0" | "1.1.0" | undefined
}
export type TendersFitScoreResult = {
  considered: number
  matches: readonly ({
    ocid: string
    title: string
    buyer: string
    /** Whole currency units without VAT; basis tells whether the tender, its lots or only a minimum is stated; ceiling: the most that all call-offs of a framework or dynamic market may come to */
    value: ({
      amount: number | null
      currency: string
      min: number | null
      max: number | null
      basis: "tender" | "lots" | "minimum" | "ceiling"
    }) | null
    stage: "tender" | "planning"
    published: string
    deadline: string | null
    days_remaining: number | null
    /** A slug, several joined by commas, england, uk, or null */
    region: string | null
    cpv: readonly (string)[] | null
    summary: string
    source: {
      name: string
      notice_url: string
    }
    fit: {
      score: number
      band: "strong" | "possible" | "weak"
      factors: {
        relevance: number
        of: 40
        value_fit: number
        of_v: 20
        geography: number
        of_g: 15
        timeline: number
        of_t: 15
        buyer_history: number
        of_b: 10
      }
      flags: readonly ({
        code: string
        detail: string
      })[]
      rules_version: "fit-1.0.0" | "1.1.0"
    }
    emphasise: string | null
  })[]
}
export type TendersFitScoreVerdict = {
  score: number | null
  band: ("strong" | "possible" | "weak") | null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type TendersFitScoreAnswer = Envelope<{
  description: string | null
  keywords: readonly (string)[]
  exclude_keywords: readonly (string)[]
  cpv: readonly (string)[]
  regions: readonly ("scotland" | "wales" | "northern-ireland" | "london" | "north-east" | "north-west" | "yorkshire" | "east-midlands" | "west-midlands" | "east-of-england" | "south-east" | "south-west" | "england")[]
  remote: boolean
  value_min: number | null
  value_max: number | null
  certifications: readonly (string)[]
  past_buyers: readonly (string)[]
  sme: boolean
  min_working_days: number
  deadline_after: string | null
  stage: "tender" | "planning" | null
  limit: number
  rules_version: ("1.0.0" | "1.1.0") | null
}, TendersFitScoreResult, TendersFitScoreVerdict>

export type TenderBriefInput = {
  /** Contracting-process id exactly as returned by tender search */
  ocid: string
}
export type TenderBriefResult = {
  ocid: string
  title: string
  buyer: string
  /** Whole currency units without VAT; basis tells whether the tender, its lots or only a minimum is stated; ceiling: the most that all call-offs of a framework or dynamic market may come to */
  value: ({
    amount: number | null
    currency: string
    min: number | null
    max: number | null
    basis: "tender" | "lots" | "minimum" | "ceiling"
  }) | null
  stage: "tender" | "planning"
  published: string
  deadline: string | null
  days_remaining: number | null
  /** A slug, several joined by commas, england, uk, or null */
  region: string | null
  cpv: readonly (string)[] | null
  summary: string
  description: string | null
  lots: readonly ({
    id: string
    title: string | null
    description: string | null
    /** Whole currency units without VAT; basis tells whether the tender, its lots or only a minimum is stated; ceiling: the most that all call-offs of a framework or dynamic market may come to */
    value: ({
      amount: number | null
      currency: string
      min: number | null
      max: number | null
      basis: "tender" | "lots" | "minimum" | "ceiling"
    }) | null
    status: string | null
    contract_start: string | null
    contract_end: string | null
    sme_suitable: boolean | null
    /** weight_pct is null where the stated numbers are no shares of one whole */
    award_criteria: (readonly ({
      name: string | null
      type: string | null
      weight_pct: number | null
    })[]) | null
    options: string | null
    renewal: ({
      text: string | null
      max_end: string | null
    }) | null
    framework: ({
      kind: "framework" | "dynamic_market"
      ceiling: number | null
      currency: string
      period_end: string | null
    }) | null
  })[]
  documents: readonly ({
    id: string
    title: string | null
    type: string | null
    format: string | null
    url: string
    published: string | null
  })[]
  submission_url: string | null
  timeline: {
    published: string
    updated: string
    enquiry_deadline: string | null
    deadline: string | null
    days_remaining: number | null
    working_days_remaining: number | null
    contract_start: string | null
    contract_end: string | null
    calendar: "england-and-wales" | "scotland" | "northern-ireland"
    engagement_ends: string | null
    /** The latest end that renewals may lead to, where stated */
    contract_max_end: string | null
    /** The same terms of a notice without lots */
    contract: ({
      /** weight_pct is null where the stated numbers are no shares of one whole */
      award_criteria: (readonly ({
        name: string | null
        type: string | null
        weight_pct: number | null
      })[]) | null
      options: string | null
      renewal: ({
        text: string | null
        max_end: string | null
      }) | null
      framework: ({
        kind: "framework" | "dynamic_market"
        ceiling: number | null
        currency: string
        period_end: string | null
      }) | null
    }) | null
  }
  source: {
    name: string
    notice_url: string
    notice_id: string
    release_id: string
    fetched: string | null
    licence: string
    also_published_as: readonly ({
      ocid: string
      name: string
      notice_url: string
    })[]
  }
}
export type TenderBriefVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type TenderBriefAnswer = Envelope<{
  ocid: string
}, TenderBriefResult, TenderBriefVerdict>

export type TenderBuyerInput = {
  /** Contracting-process id exactly as returned by tender search */
  ocid: string
}
export type TenderBuyerResult = {
  buyer: string
  /** From registers, such as GB-PPON-… */
  ids: readonly (string)[]
  open_notices: number
  awards: readonly ({
    ocid: string
    title: string | null
    /** Organisations; a supplier who may be a person is left out */
    suppliers: readonly (string)[]
    value: {
      amount: number
      currency: string
    } | null
    awarded: string
    contract_end: string | null
  })[]
  incumbent: ({
    /** An award of the same process, of one that the notice says it follows, or the newest of this buyer in the same CPV class */
    basis: "same_process" | "stated_predecessor" | "same_buyer_and_cpv"
    supplier: string | null
    value: {
      amount: number
      currency: string
    } | null
    contract_end: string | null
    ocid: string
  }) | null
  /** From the payments compliance notice of its last period; null: none was read */
  payments: ({
    period_start: string | null
    period_end: string | null
    within_30_days_pct: number | null
    within_60_days_pct: number | null
    later_pct: number | null
    mean_days: number | null
    notice_url: string
  }) | null
}
export type TenderBuyerVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type TenderBuyerAnswer = Envelope<{
  ocid: string
}, TenderBuyerResult, TenderBuyerVerdict>

export type GrantsSearchInput = {
  /** Keywords matched against names, summaries, funders and descriptions, with light stemming and synonyms */
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
}
export type GrantsSearchResult = {
  total_matched: number
  returned: number
  grants: readonly ({
    id: string
    name: string
    funder: string | null
    amounts: {
      /** GBP; null when the listing states none */
      min: number | null
      /** GBP; null when the listing states none */
      max: number | null
      text: string | null
    }
    window: {
      opens: string | null
      closes: string | null
      open_now: boolean
      /** Calendar days in London; 0 is today; null when closed or rolling */
      days_to_close: number | null
    }
    who_can_apply: string | null
    org_types: readonly ("individual" | "business" | "charity" | "community_group" | "public_body" | "local_authority" | "education")[]
    regions: readonly ("england" | "scotland" | "wales" | "northern-ireland" | "uk")[]
    summary: string | null
    criteria_parsed: (readonly ({
      code: "ORG_TYPE" | "REGION" | "AMOUNT_RANGE" | "PROJECT_COST" | "FUNDING_INTENSITY" | "MATCH_FUNDING" | "INCOME" | "YEARS_TRADING" | "ESTABLISHED" | "COMPANY_SIZE" | "REGISTRATION" | "GOVERNANCE" | "PARTNERSHIP" | "PROJECT_DURATION" | "PROJECT_DATES" | "SPEND_BY" | "LAND_AREA" | "MAX_APPLICATIONS" | "PRIOR_FUNDING" | "NO_RETROSPECTIVE" | "INVITE_ONLY" | "OTHER"
      /** The grant's own words, verbatim */
      requirement: string
      parameter: string
      operator: string
      value: number | boolean | string | readonly (string)[] | {
        min: number
        max: number
      } | readonly ({
        min_months: number
        max_months: number
        min: number
        max: number
      })[]
      unit: string | null
    })[]) | null
    criteria_basis: ("seed" | "llm" | "listing") | null
    source_url: string
  })[]
  /** Grants left out because they are not open, or lack the value that a filter needs; each counted once */
  excluded: {
    no_region: number
    no_org_type: number
    no_amount: number
    not_open: number
  }
}
export type GrantsSearchVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type GrantsSearchAnswer = Envelope<{
  q: string | null
  region: ("england" | "scotland" | "wales" | "northern-ireland" | "uk") | null
  org_type: string | null
  min: number | null
  max: number | null
  open_now: boolean
}, GrantsSearchResult, GrantsSearchVerdict>

export type GrantsMatchInput = {
  /** What the project is */
  description: string
  /** Words that a fitting grant would use; count more than the description */
  keywords?: readonly (string)[] | undefined
  org_type?: string | null | undefined
  /** Nation where the project takes place */
  region?: ("england" | "scotland" | "wales" | "northern-ireland") | null | undefined
  /** Grant needed, in GBP */
  amount_needed?: number | null | undefined
  /** Facts by the parameter names that missing[] asks for, for example {"annual_income": 250000} */
  declare?: Record<string, number | boolean | string> | undefined
  /** true: only grants open now; false also judges those that open later */
  open_now?: boolean | undefined
  /** How many matches to return */
  limit?: number | undefined
}
export type GrantsMatchResult = {
  /** Grants that have something in common with the project */
  considered: number
  matches: readonly ({
    grant: {
      id: string
      name: string
      funder: string | null
      amounts: {
        /** GBP; null when the listing states none */
        min: number | null
        /** GBP; null when the listing states none */
        max: number | null
        text: string | null
      }
      window: {
        opens: string | null
        closes: string | null
        open_now: boolean
        /** Calendar days in London; 0 is today; null when closed or rolling */
        days_to_close: number | null
      }
      summary: string | null
      source_url: string
    }
    eligibility: {
      band: "eligible" | "uncertain"
      score: number | null
      criteria: readonly ({
        code: string
        requirement: string
        pass: "pass" | "fail" | "undeclared"
        detail: string
      })[]
      missing: readonly ({
        /** The name under which to declare the fact */
        parameter: string
        type: "number" | "boolean" | "string" | "enum"
        unit: string | null
        allowed: readonly (string)[] | null
        code: string
      })[]
      flags: readonly ({
        code: string
        detail: string
      })[]
    }
    relevance: number
  })[]
  excluded: {
    ineligible: number
    closed: number
  }
}
export type GrantsMatchVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type GrantsMatchAnswer = Envelope<{
  description: string
  keywords: readonly (string)[]
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
  /** Facts as a JSON object by the parameter names that missing[] asks for; at most 2 KB once decoded */
  declare?: string | undefined
  /** Published version of the eligibility rules to judge by; 1.1.0 when left out */
  rules_version?: "1.0.0" | "1.1.0" | undefined
}
export type GrantEligibilityResult = {
  grant: {
    name: string
    funder: string | null
    window: {
      opens: string | null
      closes: string | null
      open_now: boolean
      /** Calendar days in London; 0 is today; null when closed or rolling */
      days_to_close: number | null
    }
    amounts: {
      /** GBP; null when the listing states none */
      min: number | null
      /** GBP; null when the listing states none */
      max: number | null
      text: string | null
    }
    source_url: string
  }
  criteria: readonly ({
    code: string
    requirement: string
    pass: "pass" | "fail" | "undeclared"
    detail: string
  })[]
  missing: readonly ({
    /** The name under which to declare the fact */
    parameter: string
    type: "number" | "boolean" | "string" | "enum"
    unit: string | null
    allowed: readonly (string)[] | null
    code: string
  })[]
  failed: readonly ({
    code: string
    detail: string
  })[]
  indicative_funding: ({
    min: number | null
    max: number | null
    currency: "GBP"
    basis: "listing" | "none"
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
  criteria_provenance: {
    source: ("seed" | "llm" | "listing") | null
    complete: boolean
    parsed_at: string | null
    eligibility_text_available: boolean
    /** Version of the eligibility rules that judged */
    rules_version: string
    /** SHA-256 of the text that the criteria quote, hex; null where there is none */
    text_sha256: string | null
    /** Where that text is, free of charge */
    text_url: string | null
    /** Place of each quoted criterion in the text, in code points; a criterion from a field of the listing has none */
    spans: readonly ({
      index: number
      start: number
      length: number
    })[]
  }
}
export type GrantEligibilityVerdict = {
  score: number | null
  band: "eligible" | "uncertain" | "ineligible"
  flags: readonly ({
    code: string
    detail: string
  })[]
}
export type GrantEligibilityAnswer = Envelope<{
  id: string
  org_type: string | null
  region: ("england" | "scotland" | "wales" | "northern-ireland") | null
  declare: (Record<string, number | boolean | string>) | null
  rules_version: ("1.0.0" | "1.1.0") | null
}, GrantEligibilityResult, GrantEligibilityVerdict>

export type FunderDossierInput = {
  /** Funder name, slug, or organisation id such as GB-CHC-1156077; percent-encoded in the path */
  name: string
}
export type FunderDossierResult = {
  funder: {
    name: string
    ids: readonly (string)[]
  }
  match_quality: "exact_id" | "exact_name" | "slug" | "alias" | "fuzzy"
  giving: {
    /** Null, as every figure, where nothing but share-alike data is known: flag SHARE_ALIKE_ONLY */
    grants_made: number | null
    total_awarded_gbp: number | null
    years: {
      first: number | null
      last: number | null
    }
    size_distribution_gbp: {
      min: number | null
      p25: number | null
      median: number | null
      p75: number | null
      max: number | null
      mean: number | null
    }
    yearly: Record<string, {
      grants: number
      total_gbp: number
      median_gbp: number
    }>
    typical_award_gbp: number | null
  }
  recent_awards: readonly ({
    title: string | null
    recipient: string | null
    amount_gbp: number
    award_date: string
    programme: string | null
    url: string | null
    licence: string
    publisher: string
  })[]
  live_grants_now: readonly ({
    id: string
    name: string
    amounts: {
      min: number | null
      max: number | null
      text: string | null
    }
    window: {
      opens: string | null
      closes: string | null
      open_now: boolean
      days_to_close: number | null
    }
    source_url: string
    /** Null where the listing states no amount, or fewer than 20 awards are known */
    history: ({
      /** Share of the awards of at most the minimum stated, in whole percents rounded down */
      min_percentile: number | null
      /** Share of the awards of at most the maximum stated */
      max_percentile: number | null
      /** Awards counted; nothing is said below 20 */
      awards: number
      /** Date of the first of them */
      since: string
      licence: string
      publisher: string
    }) | null
  })[]
  coverage: {
    datasets: readonly ({
      title: string
      publisher: string
      licence: string | null
      grants: number
      status: "counted" | "share_alike" | "last_good" | "unread" | "licence_not_open"
      note: string | null
    })[]
    grants_included: number
    excluded_share_alike: number
    excluded_non_gbp: number
    excluded_zero_amount: number
    first_award: string | null
    last_award: string | null
    corpus_fetched: string | null
  }
}
export type FunderDossierVerdict = {
  score: null
  band: null
  flags: readonly ({
    code: string
    detail: string
  })[]
  narrative: null
}
export type FunderDossierAnswer = Envelope<{
  name: string
}, FunderDossierResult, FunderDossierVerdict>

export type HealthInput = Record<string, never>
export type HealthAnswer = {
  status: "ok" | "degraded"
  version: string
  network: string
  upstreams: Record<string, {
    status: "ok" | "stale" | "failing" | "not_consulted" | "not_configured" | "waiting"
    last_success: string | null
    age_seconds: number | null
    fresh_for_seconds: number | null
  }>
  rules_version: string
  warnings: readonly (string)[]
}

export type PreviewInput = {
  /** Which family to sample */
  wing?: "company" | "tenders" | "grants" | undefined
}
export type PreviewAnswer = {
  query: Record<string, unknown>
  result: Record<string, unknown> | null
  verdict: {
    score: number | null
    band: string | null
    flags: readonly ({
      code: string
      detail: string
    })[]
  }
  confidence: "high" | "medium" | "low"
  /** When the underlying data was fetched */
  as_of: string
  sources: readonly ({
    name: string
    fetched: string | null
    url: string | null
  })[]
  attribution: string
  notice: "Information, not advice."
  cost: {
    amount: "0"
    currency: "USDC"
  }
}

export type FeedbackInput = {
  /** What you want to tell us */
  message: string
  /** Which endpoint it is about */
  endpoint?: string | null | undefined
  /** How to reach you, if you wish an answer */
  contact?: string | null | undefined
}
export type FeedbackAnswer = {
  received: true
  id: string
}

export type GrantTextInput = {
  /** Grant slug as returned by grant search, or a curated short alias */
  id: string
}
export type GrantTextAnswer = {
  id: string
  /** SHA-256 of the text as UTF-8, hex */
  text_sha256: string
  /** When the listing was last confirmed */
  fetched: string
  /** Eligibility, summary and dates, one line a block */
  text: string
  source_url: string
}

export interface Operations {
  /** Find UK companies on the Companies House register by name: the top 5 matches with number, status, incorporation date and address. */
  company_search: { input: CompanySearchInput; answer: CompanySearchAnswer }
  /** Profile of one UK company from the Companies House register: status, type, age, registered office, SIC codes, accounts and confirmation statement dates, officer counts. detail=full adds filings and anonymised officers. */
  company_profile: { input: CompanyProfileInput; answer: CompanyProfileAnswer }
  /** Legitimacy verdict for one UK company: score 0-100, band low_risk, caution or high_risk and the flags behind it, computed from the register by published rules, with the whole profile. */
  company_verdict: { input: CompanyVerdictInput; answer: CompanyVerdictAnswer }
  /** Whether one UK company is on the register of the Financial Conduct Authority: firm reference number, status, permissions and warnings. Answers with checked false when the register is unavailable. */
  company_fca: { input: CompanyFcaInput; answer: CompanyFcaAnswer }
  /** Search live UK public-sector tenders of Find a Tender and Contracts Finder by keywords, CPV, region, value and deadline: up to 10 notices, and how many a filter could not judge. */
  tenders_search: { input: TendersSearchInput; answer: TendersSearchAnswer }
  /** Score every live UK tender 0-100 against a supplier profile by published rules: relevance, value, geography, timeline, buyer history. The best 10, with reasons. */
  tenders_fit_score: { input: TendersFitScoreInput; answer: TendersFitScoreAnswer }
  /** Full dossier on one UK public-sector tender: value, lots, documents, where to bid, parsed requirements and a timeline with the working days that are left. */
  tender_brief: { input: TenderBriefInput; answer: TenderBriefAnswer }
  /** The buyer behind one UK tender: its newest awards with suppliers and values, the incumbent with the end of its contract, and how punctually it pays. An addition to the service's specification. */
  tender_buyer: { input: TenderBuyerInput; answer: TenderBuyerAnswer }
  /** Search live UK government grant calls by keyword, region, applicant type and amount: up to 10 grants with window, amounts, who can apply and parsed eligibility criteria, indexed daily. */
  grants_search: { input: GrantsSearchInput; answer: GrantsSearchAnswer }
  /** Match a project profile to open UK government grants: relevant ones ranked eligible first, each with a pass or fail per criterion quoted from its own text and what is still to be declared; ineligible ones are counted, not returned. */
  grants_match: { input: GrantsMatchInput; answer: GrantsMatchAnswer }
  /** Eligibility verdict for one UK government grant and one project: eligible, uncertain or ineligible by published rules, each criterion quoted from the grant's own text, and what to declare to settle the rest. */
  grant_eligibility: { input: GrantEligibilityInput; answer: GrantEligibilityAnswer }
  /** What one funder gave, from the open corpus of published UK grants: totals by year, exact award sizes and the typical award, recent awards with licence and publisher, and its schemes open now. An unclear name costs nothing and returns candidates. */
  funder_dossier: { input: FunderDossierInput; answer: FunderDossierAnswer }
  /** Whether the service and each source behind it work, how old their data is, and what the operator warns of. */
  health: { input: HealthInput; answer: HealthAnswer }
  /** A real, freshly computed answer in the identical envelope: a company verdict, a tender dossier or a grant eligibility verdict. */
  preview: { input: PreviewInput; answer: PreviewAnswer }
  /** Keeps a message for the operator: a wrong answer, a missing source, a wish. It is stored and never echoed. */
  feedback: { input: FeedbackInput; answer: FeedbackAnswer }
  /** The eligibility text of one grant as it was read from the government listing, by whose characters the spans of an eligibility answer count. An addition to the service's specification. */
  grant_text: { input: GrantTextInput; answer: GrantTextAnswer }
}

export const ROUTES = {
  company_search: { method: 'GET', path: '/v1/company/search', priceUsdc: '0.005', params: [], query: ["q","limit"], body: null },
  company_profile: { method: 'GET', path: '/v1/company/{number}', priceUsdc: '0.02', params: ["number"], query: ["detail"], body: null },
  company_verdict: { method: 'GET', path: '/v1/company/{number}/verdict', priceUsdc: '0.10', params: ["number"], query: ["detail"], body: null },
  company_fca: { method: 'GET', path: '/v1/company/{number}/fca', priceUsdc: '0.02', params: ["number"], query: [], body: null },
  tenders_search: { method: 'GET', path: '/v1/tenders/search', priceUsdc: '0.05', params: [], query: ["q","cpv","region","value_min","value_max","deadline_after","stage"], body: null },
  tenders_fit_score: { method: 'POST', path: '/v1/tenders/fit-score', priceUsdc: '0.20', params: [], query: [], body: ["description","keywords","exclude_keywords","cpv","regions","remote","value_min","value_max","certifications","past_buyers","sme","min_working_days","deadline_after","stage","limit","rules_version"] },
  tender_brief: { method: 'GET', path: '/v1/tenders/{ocid}/brief', priceUsdc: '0.10', params: ["ocid"], query: [], body: null },
  tender_buyer: { method: 'GET', path: '/v1/tenders/{ocid}/buyer', priceUsdc: '0.10', params: ["ocid"], query: [], body: null },
  grants_search: { method: 'GET', path: '/v1/grants/search', priceUsdc: '0.10', params: [], query: ["q","region","org_type","min","max","open_now"], body: null },
  grants_match: { method: 'POST', path: '/v1/grants/match', priceUsdc: '0.15', params: [], query: [], body: ["description","keywords","org_type","region","amount_needed","declare","open_now","limit"] },
  grant_eligibility: { method: 'GET', path: '/v1/grants/{id}/eligibility', priceUsdc: '0.15', params: ["id"], query: ["org_type","region","declare","rules_version"], body: null },
  funder_dossier: { method: 'GET', path: '/v1/funders/{name}', priceUsdc: '0.20', params: ["name"], query: [], body: null },
  health: { method: 'GET', path: '/v1/health', priceUsdc: '0', params: [], query: [], body: null },
  preview: { method: 'GET', path: '/v1/preview', priceUsdc: '0', params: [], query: ["wing"], body: null },
  feedback: { method: 'POST', path: '/v1/feedback', priceUsdc: '0', params: [], query: [], body: ["message","endpoint","contact"] },
  grant_text: { method: 'GET', path: '/v1/grants/{id}/text', priceUsdc: '0', params: ["id"], query: [], body: null },
} as const
