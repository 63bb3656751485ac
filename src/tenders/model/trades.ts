/**
 * What people call a trade, a product or a service, and the CPV classes of it: buyers search by the
 * name of a trade, notices name the work. Each line: phrases, then prefixes of CPV codes; eight
 * digits are that code alone.
 */
import { phrase, phraseKey } from '../../text-search/terms.ts'

const LINES = `
architect, architects, building design, design team: 712
quantity surveyor, cost consultant: 71324
surveyor, building surveyor: 71324 7125 71315
structural engineer, engineering consultancy: 713
town planner, urban planning: 714
project manager, clerk of works: 71541 7152 7154
solicitor, lawyer, barrister, legal advice, conveyancing: 791
accountant, bookkeeping, payroll: 7921
auditor, audit: 7921
caterer, catering, school meals, canteen, cafe: 555 553
cleaner, cleaning, janitor: 909
plumber, plumbing: 4533 44115
heating engineer, boiler, central heating, gas servicing: 45331 5072 4462
electrician, rewiring, electrical contractor: 4531 50711
electrical testing, eicr, fixed wire testing: 50711 71314100
pat testing: 505324
roofer, roofing, slater: 4526
builder, building contractor, building work: 452 454
painter, decorator, redecoration: 4544 4545
joiner, carpenter: 4542
glazier, window replacement, door replacement, double glazing: 45421 4422 45441
scaffolder, scaffolding: 452621
demolition: 4511
asbestos removal: 4526266 9065
gardener, grounds maintenance, grass cutting, landscaper, landscaping: 773
tree surgeon, arborist, tree work, arboriculture: 7721 7734 772
pest control: 9092
bin collection, refuse, rubbish, recycling, waste collection, waste disposal, skip hire: 905
courier, parcel: 641
haulier, haulage, freight: 60100000 6016 6018 602
taxi, minicab: 6012
bus, coach hire, minibus hire, school bus, school transport, home to school transport, passenger transport: 6011 6013 6014 6017
removals, relocation: 98392
mechanic, garage, vehicle repair, vehicle maintenance, fleet servicing, van servicing: 5011
car, van, minibus, vehicle purchase: 341
electric car charger, ev charger, ev charging, chargepoint, electric vehicle charging: 31158 316815
boat repair, ship repair: 50241
ferry: 606
flight, airline: 604
laptop, computer, pc, tablet, it hardware: 302
server, data storage, data backup: 488 7225
software, app development, software development: 48 722
website, web design, web development: 7241 7242
it support, helpdesk, service desk: 7225 7261
cyber security, cybersecurity, penetration testing: 4873 7280 7221273
phone, telephony, broadband, mobile phone: 642 325 322
cctv, security camera: 323235 35125 32234 349263
security guard, guarding, bouncer: 7971
fire alarm, intruder alarm, burglar alarm: 31625 351111 351217
door entry, access control: 4296
lift, elevator, escalator: 42416 5075 45313
air conditioning, air con, aircon, hvac, ventilation: 5073 397172 453312 42512
insurance, insurance broker: 665
bank, banking: 661
interpreter, interpreting: 7954
translator, translation: 7953
recruitment, agency staff, temp, locum: 796
training course, trainer, apprenticeship: 805
teacher, tutor: 80
special educational needs, send, special needs: 8034 8531212
management consultant: 7941
market research, survey, evaluation: 793
advertising, ad agency, marketing: 7934
printer, printing, leaflet: 798
event management, festival: 79952
theatre, pantomime, musician, drama: 923
photographer, photography: 7996
travel agent, hotel booking, hotel, accommodation booking: 635 79997 551
medicine, pharmacy, pharmacist, drug supply: 336 85149
vaccine: 336516
doctor, gp, gp surgery: 8512
dentist, dental: 8513 3313
nurse, nursing: 85141
ambulance: 85143
x ray, xray, mri scanner, ct scanner: 3311 3315
physiotherapy: 85142
counselling, counsellor, talking therapy, mental health: 853123 8512127
drug rehab, rehab, addiction, substance misuse, alcohol misuse: 853125
care at home, home care, carer, domiciliary care, personal care: 85312000 853121 853124 85144
care home, nursing home, residential care: 85311
childcare, nursery, day nursery, childminder: 8531211
foster care, fostering: 85311
ppe, protective clothing, uniform, workwear: 181 184
furniture, desk, chair: 391
stationery, office supplies: 3019
book, library book: 221
fruit, vegetable, veg, greengrocer: 032 153
meat, butcher: 151
fish: 033 152
milk, dairy: 155
bread, bakery: 158
alcohol, beer, wine, drink, beverage: 159
food, groceries: 15
petrol, diesel, fuel: 091
electricity, energy supply, gas supply: 093 0912 653
solar panel, solar: 0933
road surfacing, resurfacing, tarmac, asphalt, pothole: 452331 452332 45233000 441137 441138
bridge: 45221
drain, drainage, sewer: 45232 904
street light: 349285 50232
playground, play area: 37535
playing field, sports pitch, recreation ground: 452122 452361 4511272
ecologist, ecology, habitat survey: 907
estate agent, property management: 70
funeral, undertaker: 9837
laundry: 9831
vet, veterinary: 852
laboratory, lab equipment: 380 384 385
`

/** Prefixes by `phraseKey`. */
export const TRADES: ReadonlyMap<string, readonly string[]> = readLines()

function readLines(): Map<string, string[]> {
  const trades = new Map<string, string[]>()
  for (const line of LINES.trim().split('\n')) {
    const [names, prefixes] = line.split(': ') as [string, string]
    for (const name of names.split(', ')) {
      const key = phraseKey(phrase(name)!)
      trades.set(key, [...(trades.get(key) ?? []), ...prefixes.split(' ')])
    }
  }
  return trades
}
