/**
 * Words of sentences in which limits of each kind were read correctly, on 905 labelled pages and in
 * the tests. A sentence with several other words often limits something else: a course, a socket,
 * one year's claims. On 420 pages before their readers had seen them 34 of 102 such readings were
 * wrong, 16 of the 484 others of these kinds. If a new test sentence is marked for manual review
 * because of its words, add the words here.
 */
import type { CriterionCode } from './criterion.ts'
import { wordsWith } from './phrases/words.ts'

interface Vocabulary {
  /** Maximum number of unknown words in a sentence of this kind. */
  unknownAtMost: number
  words: ReadonlySet<string>
}

/**
 * Returns whether a sentence has so many unknown words for its kind that a person must read what it
 * limits.
 */
export function isInUnknownWords(code: CriterionCode, sentence: string): boolean {
  const known = VOCABULARIES[code]
  if (known === undefined) return false
  let unknown = 0
  for (const word of collectWords(sentence)) if (!known.words.has(word)) unknown += 1
  return unknown > known.unknownAtMost
}

/** A word, and whether something begins with it: an empty group where it does. */
const WORD = wordsWith('gi')`(?:(?<=^|[.?!:•◦\n]\s*|[“‘"(])()|)([a-z]+(?:[’'-][a-z]+)*)`

/** Without names: what has a capital and begins nothing. */
function collectWords(sentence: string): Set<string> {
  const words = new Set<string>()
  for (const [, begins, word] of sentence.matchAll(WORD)) {
    const isName = begins === undefined && /^[A-Z]/.test(word!)
    if (word!.length > 1 && !isName) words.add(word!.toLowerCase().replaceAll('’', "'"))
  }
  return words
}

function vocabulary(unknownAtMost: number, words: string): Vocabulary {
  return { unknownAtMost, words: new Set(words.trim().split(/\s+/)) }
}

/**
 * Kinds that are not listed are read nearly as well with unknown words: applicants, places, times,
 * and governance.
 */
const VOCABULARIES: Partial<Record<CriterionCode, Vocabulary>> = {
  AMOUNT_RANGE: vocabulary(
    3,
    `
    able above academic accept accepted access across activities activity adopted affected aged aims aligned all already although amount
    amounts an and annual any anything applicant applicants application applications applied applies apply applying are area areas arts as
    ask assistance associated at attention audience authorities availability available average award awarded awards barriers be become
    been being below benefit benefits better-connected between bid bids boost boundaries bring budget building buildings business
    business's businesses but by calculate can cannot cap capital capped carbon cash causes ceiling cent change changes chargepoint
    charging charities chief children chooses civil claim clear clubs co-operatives coaching come commercialisation committee communities
    community companies competition comprehensive compressors consider considered contribute contributing contribution contributory
    controls cost costs could counties county courses cover covering covers create creation criteria damage deliver delivered demonstrate
    depending design designed development different discretionary distribution district do don't donation draw each economy efficiency
    efficient efficiently either element eligible enable energy energy-efficient ensure enterprises environment environmental equal
    equipment essential established events ex examples exceed exceeding excluding exclusively executive existing expand expected
    expenditure exporting expressions facilitate facility facing fair financial financially firms five five-year focus following footprint
    for free from fund funded funders funding future generate get give gives go good grant grants grazings group groups grow growth has
    have heating held help heritage higher highest highly historic housing how hundred ideas identified identifying if impact implementing
    importance improvements in include including inclusive income individual influence innovative installation insulation interest
    intervention into investment invited involve involved is it items jobs just land larger largest last lasting least less level levels
    lies lighting likely limit limited local located longer looked looking low lower lowest machinery made main make match match-funded
    matter max maximum may means measures medium medium-sized meet membership micro million min minimum money months more most much museum
    museums music-making must need needed net network never new no non-repayable not not-for-profit now of offer offered offering offers
    on on-street one one-off only open or organisation organisations our out outside over overall own owners ownership paid participation
    partnership pathway pay payable people per period places plan please points positive pound pounds pre-start premises private
    procurement production productivity programme project project's projects proposed provide provides providing purchase quality quarters
    quote range ranging rate receive recent recently recover reductions registered related relevant request requested requesting requests
    require required requires research residential resource resources restricted result revenue reviews round route run rural said saving
    scheme schemes sector see seek set short should significant single six size sized sizes small smaller smallest smes so society
    software some specialist spend spent sponsors sports start storm story strand subject successful such sum sums support supporting
    supports sustainable systems take than that the theatres their them then there there's this those three threshold thrive through to
    together tops total towards two two-year type uk uk-led under understand undertake undertaken undertaking up upper us use used value
    vary veranda-only very viable voice voluntary voucher want we we'll we're welcomes welsh what where which whichever whilst who wider
    will window wish with within woodland work works worth would year years you you're young your`,
  ),
  COMPANY_SIZE: vocabulary(
    3,
    `
    able across actively activities activity address adoptable aerospace affordable agriculture all alongside already an and annual any
    applicant applicants application applications apply are area as at available balance base based be been below between borough
    boundaries business businesses but can cannot capital carbon carry challenges chargepoints city civil classed classified coaching
    comes commence companies company competition council counting county creative criteria critical data delivering demonstrate develop
    digital directors district diversify diversifying driven drop early electric eligibility eligible employ employees employing employs
    enterprise enterprises equivalent euros ev everybody existing expenditure farm farmers farms feasibility fewer financially firm five
    fleet following for from fte full full-time fund funding generate grant grants group grow growth has have healthcare home household if
    in including income industries industry infrastructure innovation innovations innovative install international intervention into
    investable investing investment investor is it its launches least led less likely located low maximum may means measures medium
    medium-sized meet meets members micro million months more must need net new nine no non-agricultural not of offers old on one only
    open operating or organisation organisations out outside over package partners people person plans pre pre-start premises private
    process processes product products programme project projects provide qualify ranging rate registered relating research restricted
    revenue run scheme sector seeking selected service share sheet showing significant sized small sme smes social sole solving specialist
    staff start start-ups studies support supporting supports technologies ten than that the their there third this three time to total
    towards traders trading turnover two uk under up used vehicle vehicles viable voucher we were which who with within worth years you
    you're your zero`,
  ),
  FUNDING_INTENSITY: vocabulary(
    1,
    `
    actual advice aid all also amount an and any applicable applicant applicants application applications apply are area as assets
    assistance associated at audit available award awarded awards back based bay be being between bus business businesses but buy buying
    by can cannot capacity capital capped carbon care ceiling cent centre chargepoint chargepoints civil claimed come community considered
    consultant contribute contribution cost costs council cover covering covers created creation criteria currently dedicated demonstrate
    diesel difference do each economic efficiency efficient eligibility eligible energy enterprise epsrc equipment ex exceed expenditure
    expressions external facades farm figure find firms for from full fund funded funding get give good grant grants groups growth half
    have hedges how if improvements in incl including inclusive independent individual install installation installing intensity interest
    intervention investment invited is it items job keep large lead least less lesser level lifetime limited line list located location
    low lower lowest maintenance match max maximum may measures meet meets met million minimum more most much must necessary needed net
    never new no normal not note of off offers on one or order organisation our over overall own paid panels parking pay payable pays per
    percent planting please premises procuring project project's projects properties property proposed protection provide provided
    provides public purchase range rate receive regardless region's remainder remaining repairs request resources rest retail same scale
    scheme should site size small so socket sockets solar sought sources species specifications spend spending standard stfc subject
    subsidy successful such sums support technical than that the their they this to together total towards town two undertake up upgrading
    value vat voucher we we'll well what whatever where which whichever will with within woodland work works worth would years you your
    yourself zero-emission zones`,
  ),
  INCOME: vocabulary(
    1,
    `
    able above accept accepted accounts an and annual annum any applicants applications apply are at available award based be been below
    between borough business businesses by can cannot charities charity charity's community consider considered criteria don't eligible
    employees enterprise equivalent evidenced exceed exceeding excess existing fewer financial for forecast from full full-time fund
    funding give grant grants grassroots greater gross group's groups had has have if in income incomes individuals intended is its last
    least less lie located lower made management maximum may meaning medium million minimum more most must need needs no not of on only
    open or organisation organisation's organisations our over per premises programme published recent registered scheme should sized
    small smaller sme staff statutory than that the this those time to total trading turn turnover unable under was we website whose will
    with within working year yearly you your`,
  ),
  MATCH_FUNDING: vocabulary(
    1,
    `
    ability according all amount and another applicant applicant's applicants apply are as asked at authority be before both bring
    business businesses by can cannot cash clubs come coming commercial complete confirmation contribute contribution cost costs do
    elsewhere every expected financial find for form from fund funding funds further government grant grants groups half has have
    identified in in-kind include includes including instruments investment is kind least level local make match match-funding matched may
    met min minimum money must need needed non-arts non-lottery now of or organisations other over overall own paid partner partnership
    percent place private project projects proposed provide provided public put raise regulations remaining requests require required
    resources restrictions secure so source sources span stage subsidy the their themselves this to total towards two up value we which
    will with years you your yourself`,
  ),
  MAX_APPLICATIONS: vocabulary(
    1,
    `
    accept accepted across address aid allowed also although amount an and another any apart applicant applicants application applications
    apply april are artist as assessed assessment at authority award be bid bids body both branches business by calendar call can
    categories charities charity claim club community companies competition considered costs council different during each either eligible
    emergency expression farm financial first five-year for forward from fund funding grant grants group have hold in included including
    individual informal interest involved is joint lead less level limited made make maximum may member micro month more named national no
    not of on once one only open opportunity or organisation organisations over part partner partnerships per period project projects put
    receive received repeatedly retrospectively round same scheme school season single site small strand strands streams submit submitted
    than the there this those though three time to total two unable under unsuccessful up us we where will window with year you`,
  ),
  NO_RETROSPECTIVE: vocabulary(
    3,
    `
    accept accepted activities activity actually advance after against agree agreed agreement agricultural aided all already also an and
    announced any anyone anything appeals applicant applicants application applications applied apply approval approve approved april are
    as ask asset assets associated at audit authority available award awarded awards be been before began begin begins begun being benches
    benefit between bikes bodies boiler bought building buses businesses but buy by can can't cannot capital carried chargepoint
    chargepoints charger circumstances claim claimed claiming commence commenced commercial commit commitments committed committee
    competitive complete completed confirm confirmation confirmed confirms connections conservation consider considered construction
    contract contracted contracts contribution cost costs council courses cover covered crops date days decided decision defrayed deposit
    deposits determined device district do does don't done during duties each earns element elements eligible endowments entered equipment
    event events existing expansion expenditure facilitator feed-in financial finished focus following for formal formally from fund
    funded funding funds general get give given goods government grant granted grants had happen happened happens has have hedges held
    help heritage hire ie if in include including incurred individuals ineligible install installation installed instruments into is
    issued it item items its kit land law legal let letter like loan loans lottery made mainly maintenance make makes making marketing may
    measures meeting member met money more must need needed never new no nor not note nothing notification notified obligations of offer
    offered office ok-to-proceed on one only or order ordered ordering orders organisation organisations our out outcome outside own paid
    pay permission permitted place placed planted planting please prior production profit programme progress project projects property
    proposed purchase purchased purchases put putting qualify quotations ranger receive received receiving reclaim reclaimed reimburse
    rejected remember rent repairs repayment replace replacement request requests requirements residents restocking restoration
    retrospective retrospectively revenue routine same scheme second-hand services should signed site sought sown spent stage start
    started starts statutory submission support supported take taken takes tariff tell that the their therefore they things this time to
    together told took trailers trees trustees two under undertaken underway until used voucher want ward was way we we've weeks were what
    when where which who whole whose will with within won't work works writing written year you you're you've your yourself`,
  ),
  PRIOR_FUNDING: vocabulary(
    1,
    `
    able administration again already an and any applicants apply applying are award awarded been before business businesses by can can't
    cannot cash central chargepoint charities claimed clubs council county discretionary district earlier eligible evhs excluded five for
    former from fund funded funding government grant grants groups had has have if in ineligible its last months must nor not of one only
    open or organisation organisations other past people predecessors previous previously programme property received recipients related
    round route scheme small start-up that the they this those three through to trust two under us we welcome were which who winners
    within year year's years you you've your`,
  ),
  PROJECT_COST: vocabulary(
    1,
    `
    above alongside and applicants applications are as ask at available awards be being below between budget business by can cannot
    capital consider cost costs delivered depending development economic eligible every ex exceed excluding fec finance for from full fund
    funding give grant grants growth have if in incl including inclusive invest is its last least less life made match maximum may million
    minimum months more most must need never no not note of on only or order other over overall payback period planning please private
    project project's projects qualify relevant require research result secured should single six so spend than the therefore to total
    towards two type uk-led under undertaken up us value vat we whatever which whole will with work years you your`,
  ),
  REGISTRATION: vocabulary(
    1,
    `
    accept account accounts actively an and annual applicants applications apply are as at bank based be been before below brn business
    businesses by can charitable charities charity cio claim company consider either filed for from have identifier in income incorporated
    least mean million must need non-profit number of on one only or organisation own regardless register registered regulated right sbi
    service set single size that the their to trading trustees we will with years you your`,
  ),
  YEARS_TRADING: vocabulary(
    1,
    `
    able access accounts active actively activity aged aims all and annual applicant applicants application apply applying are as at
    available bank based be been before body business businesses by can capital case charities charity closing club commercial community
    company completed constituted data date delivering delivery district do eligible employees employment employs enterprise enterprises
    established evidence existed existence existing fewer figures filed financial five for from full full-time fund funding grant group
    groups has have history if in including incorporated individuals innovation intended investment is it last least legally less located
    medium-sized micro minimum month months more moving must need new no not not-for-profit of old one only open operate operated
    operating operation operational or organisation organisations over people phase point pre premises productivity provide providing
    published raise record region registered regulatory relevant require required running sales seeking send services set should show site
    six sized small sme social sole specific staff start statements support than that the their them they this those three through time to
    track traded traders trading twelve two up us vcse verified voluntary want we which who with year year's years you you've young your`,
  ),
}
