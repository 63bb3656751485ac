/** The parts that take payments. */
import type { Config } from '../config.ts'
import { NETWORKS } from '../config.ts'
import type { ServiceContext } from '../contract/domain.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createAdmission } from '../payments/admission/admission.ts'
import { createPurchases, type Purchases } from '../payments/admission/purchases.ts'
import { type Audit, createAudit } from '../payments/audit.ts'
import { startPaymentWork } from '../payments/background.ts'
import type { Chain } from '../payments/evm/chain.ts'
import { parseChainId } from '../payments/evm/presented.ts'
import {
  createFacilitator,
  type Facilitator,
  type FacilitatorClients,
  httpFacilitatorClients,
} from '../payments/facilitator.ts'
import type { ExtensionResponse } from '../payments/facilitator-client.ts'
import { createGate, type Gate, type GateOptions } from '../payments/gate.ts'
import { createReceipts } from '../payments/offer-receipt.ts'
import { createSettlementAges, type SettlementAges } from '../payments/settlement-ages.ts'
import type { PaymentSettings } from '../payments/terms.ts'
import { atomicToUsdc } from '../platform/money.ts'
import { isOwnerDead, processOwner } from '../platform/process-owner.ts'
import type { Timers } from '../platform/timers.ts'
import { readSigningKey, type Signer, signerAt } from '../signing/key.ts'
import { type Audits, createAudits } from '../store/ledger/audits.ts'
import { createBuyers } from '../store/ledger/buyers.ts'
import { type Claims, createClaims } from '../store/ledger/claims.ts'
import { createSigningKeys, type SigningKeys } from '../store/signing-keys.ts'
import { DAY_MS } from './jobs.ts'
import { createLimits, type Limits } from './limits.ts'
import type { AppContext, Overrides } from './overrides.ts'

export interface Payments {
  gate: Gate
  /** Number of payments in the gate. */
  inFlight(): number
  purchases: Purchases
  claims: Claims
  audits: Audits
  audit: Audit
  /** `null` if no RPC is configured. */
  chain: Chain | null
  facilitator: Facilitator
  limits: Limits
  /** `null` if no metrics are read. */
  settlementAges: SettlementAges | null
  /** Starts reconciliation, audit, purge and probes. */
  startWork(): void
}

interface PaymentOptions {
  settings: PaymentSettings
  signer: Signer
  metrics: Metrics | null
  paidOperationIds: readonly string[]
}

export async function createPayments(
  config: Config,
  context: AppContext,
  overrides: Overrides,
  { settings, signer, metrics, paidOperationIds }: PaymentOptions,
): Promise<Payments> {
  const { clock, leases, log, store, lifecycle, timers } = context
  const claims = createClaims(store)
  const audits = createAudits(store, settings)
  const facilitator = createFacilitator(
    overrides.facilitator ?? (await openFacilitator(config, createExtensionLog(context, metrics))),
    settings.network,
    { log, ...(timers ? { timers } : {}) },
  )
  const chain = overrides.chain === undefined ? await openChain(config, timers) : overrides.chain
  const limits = createLimits(config, context)
  const purchases = createPurchases(createBuyers(store, settings), clock)
  const audit = createAudit({ chain, audits, claims, clock, log })
  const replayMs = config.REPLAY_DAYS * DAY_MS
  const { gate, inFlight } = createCountedGate({
    settings,
    facilitator,
    chain,
    claims,
    clock,
    leases,
    log,
    owner: processOwner(),
    isOwnerDead,
    admission: createAdmission({
      clock,
      purchases,
      counters: context.counters,
      limits: config.RATE_LIMITS,
      payers: limits.createLimiter('payer'),
      settings,
      chain,
    }),
    replayMs,
    stopping: lifecycle.signal,
    receipts: createReceipts(signer),
    ...(timers ? { timers } : {}),
    ...overrides.gate,
    onPaid: ({ operation, amountAtomic }) =>
      metrics?.paymentRecorded(operation, Number(atomicToUsdc(amountAtomic))),
    onStep(step, charge) {
      metrics?.gateStep(step)
      return overrides.gate?.onStep?.(step, charge)
    },
  })
  const settlementAges =
    metrics &&
    createSettlementAges({ store, currency: settings, operations: paidOperationIds, clock })
  const parts = { gate, claims, facilitator, chain, audit, settlementAges }
  return {
    ...parts,
    inFlight,
    purchases,
    audits,
    limits,
    startWork: () => startPaymentWork({ ...context, ...parts, asset: settings.asset, replayMs }),
  }
}

/** Creates a gate that counts the payments in it. */
function createCountedGate(options: GateOptions): Pick<Payments, 'gate' | 'inFlight'> {
  const gate = createGate(options)
  let running = 0
  const charge: Gate['charge'] = async (call) => {
    running += 1
    try {
      return await gate.charge(call)
    } finally {
      running -= 1
    }
  }
  return { gate: { ...gate, charge }, inFlight: () => running }
}

/** Reads the signing key, stores its public half and returns it with all earlier public keys. */
export async function loadSigner(
  config: Config,
  { store, clock }: ServiceContext,
): Promise<{ signer: Signer; keys: SigningKeys }> {
  const key = readSigningKey({ file: config.X402_SIGNING_KEY_FILE, dataDir: config.DATA_DIR })
  const signer = signerAt(config.PUBLIC_URL, key)
  const keys = createSigningKeys(store.main)
  await keys.remember(signer.thumbprint, signer.jwk, clock.nowMs())
  return { signer, keys }
}

export function buildPaymentSettings(config: Config): PaymentSettings {
  const network = NETWORKS[config.X402_NETWORK]
  return {
    network: config.X402_NETWORK,
    networkName: network.name,
    test: network.test,
    asset: config.X402_ASSET,
    assetName: network.usdcName,
    payTo: config.X402_PAY_TO as `0x${string}`,
    publicUrl: config.PUBLIC_URL,
  }
}

async function openChain(
  { X402_RPC_URL: urls, X402_NETWORK: network }: Config,
  timers?: Timers,
): Promise<Chain | null> {
  if (urls === null) return null
  const { createChain } = await import('../payments/evm/chain.ts')
  return createChain(urls, parseChainId(network), undefined, timers)
}

type OnExtension = (response: ExtensionResponse) => void

/**
 * Returns a function that logs and counts what the facilitator answers to an extension of a
 * payment.
 */
function createExtensionLog({ log }: AppContext, metrics: Metrics | null): OnExtension {
  return ({ extension, status, reason }) => {
    metrics?.extension(extension, status)
    const fields = { extension, status, reason }
    if (status === 'rejected') log.warn(fields, 'the facilitator refused an extension of a payment')
    else log.info(fields, 'the facilitator took note of an extension of a payment')
  }
}

async function openFacilitator(
  config: Config,
  onExtension: OnExtension,
): Promise<FacilitatorClients> {
  const { X402_FACILITATOR_URL: url, X402_FACILITATOR_TOKEN: token } = config
  const { CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: keySecret } = config
  if (keyId === null || keySecret === null)
    return httpFacilitatorClients({ url, token, onExtension })
  const { coinbaseAuthHeaders } = await import('../payments/coinbase-auth.ts')
  return httpFacilitatorClients({
    url,
    token,
    onExtension,
    createAuthHeaders: coinbaseAuthHeaders({ id: keyId, secret: keySecret }, url),
  })
}
