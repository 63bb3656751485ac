/** The address for bids, among the links of a notice. */
import { either } from '../../platform/patterns.ts'

/** Hosts on which public bodies take bids. A department's site, however deep the link, is none. */
const BIDDING_HOST = new RegExp(
  [
    '^(?:e-?)?(?:bids?|tenders?)\\.',
    `(^|[.-])${either(
      /due-north|in-?tend(?:host|organiser)?|delta-esourcing|delta-ets|bravosolution|jaggaer/,
      /bravoadvantage|eu-supply|mytenders|proactis\w*|atamis\w*|multiquote|adamprocure|sproc|bidnet/,
      /mercell|tendsign|vortal|coupahost|ariba|kentbusinessportal|yortender|londontenders|the-?chest/,
      /supplyingthesouthwest|capitalesourcing|open-uk|sell2wales|publiccontractsscotland/,
      /publictendersscotland|etendersni|etenderwales|esourcingni|contracts\.mod|biddingportal/,
      /health-?family/,
    )}\\b`,
    'tender|procure|e-?sourcing|\\.my\\.site\\.com$|\\.force\\.com$',
  ].join('|'),
  'i',
)
/** Portals with notices, pages about the law, social media: no bids are submitted there. */
const NEVER = new RegExp(
  `(^|\\.)${either(
    /(?:find-tender|contractsfinder)\.service\.gov\.uk|legislation\.gov\.uk|(?:eur-lex|ted)\.europa\.eu/,
    /gov\.scot|supplierjourney\.scot|google\.\w+|youtube\.com|youtu\.be|eventbrite\.\w+(\.\w+)?/,
    /(?:linkedin|facebook|twitter|x|microsoft)\.com|zoom\.us/,
  )}$`,
  'i',
)
const DOCUMENT =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|odt|ods|rtf|csv|txt)$|\/(?:download|attachment)s?\b|NoticeDownload|ESPD_Download/i
const HELP =
  /\/(?:help|info|sitehelp|guides?)\b|InfoCentre|who-we-work-with|search_?(?:switch|view)/i
const URL_IN_TEXT = /(?:https?:\/\/|\bwww\.)[^\s<>"')\]]+/gi

export interface BidLinks {
  /** The notice's own fields for it, in order. */
  stated: readonly unknown[]
  /** Links of its documents. */
  nearby: readonly unknown[]
  /** Running text in which links may stand. */
  texts: readonly unknown[]
  /** Hosts where the portal's own pages are. */
  ownHosts: readonly string[]
}

/**
 * Returns a stated link to a bidding host, else a neighbouring one, else another stated link, else
 * a page in a document field. `null` if there is none, or if the portal itself is stated. E-mail
 * addresses are contact data, never a link.
 */
export function bidLink({ stated, nearby, texts, ownHosts }: BidLinks): string | null {
  const isOwn = (link: string) =>
    ownHosts.some(
      (host) => new URL(link).hostname === host || new URL(link).hostname.endsWith(`.${host}`),
    )
  const usable = (links: readonly unknown[]) =>
    links
      .flatMap(linksIn)
      .filter(
        (link) => !DOCUMENT.test(new URL(link).pathname) && !NEVER.test(new URL(link).hostname),
      )
  const isBiddingLink = (link: string) => BIDDING_HOST.test(new URL(link).hostname) && !isOwn(link)
  const ours = usable(stated)
  const linked = usable(nearby).filter((link) => !isOwn(link) && !HELP.test(link))
  const all = [...linked, ...usable(texts).filter((link) => !isOwn(link) && !HELP.test(link))]
  const statedHost = ours.find(isBiddingLink)
  if (statedHost !== undefined) return deepest([statedHost, ...all])!
  if (ours.some(isOwn)) return null
  return (
    deepest(all.filter(isBiddingLink)) ?? ours[0] ?? linked.find((link) => !isHome(link)) ?? null
  )
}

/** Returns the link with the longest path to one host, else the first. */
function deepest(links: readonly string[]): string | undefined {
  const [first] = links
  if (first === undefined) return undefined
  const host = new URL(first).hostname
  return links
    .filter((link) => new URL(link).hostname === host)
    .reduce((best, link) => (isHome(best) && !isHome(link) ? link : best), first)
}

function isHome(link: string): boolean {
  const { pathname, search } = new URL(link)
  return pathname.length <= 1 && search === ''
}

/**
 * All http(s) addresses of a text, without user names, trailing punctuation, or the line breaks
 * that one recording had turned into `rnrn`.
 */
function linksIn(value: unknown): string[] {
  const links: string[] = []
  for (const [found] of (typeof value === 'string' ? value : '').matchAll(URL_IN_TEXT)) {
    const text = found.replace(/rnrn.*/s, '').replace(/(?<![.,;:])[.,;:]+$/, '')
    const link = text.startsWith('www.') ? `https://${text}` : text
    try {
      const url = new URL(link)
      if (
        !url.username &&
        !url.password &&
        !link.includes('@') &&
        /\.[a-z]{2,}$/i.test(url.hostname)
      )
        links.push(link)
    } catch {
      // Not an address after all.
    }
  }
  return links
}
