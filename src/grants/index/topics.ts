/**
 * Topics of grants: what applicants call a project, and what adverts call it. Each line names a
 * topic in one or more ways; after a colon come parts of it. A part finds the topic and the topic
 * finds its parts, but parts do not find each other.
 */

import { lazy } from '../../platform/memo.ts'
import { createSynonyms } from '../../text-search/query.ts'
import { type Meanings, UNCLASSIFIED } from '../../text-search/ranker.ts'
import { phrase } from '../../text-search/terms.ts'

const LINES = `
community building, community facility, community hub, community space, building for the community: village hall, community hall, community centre, parish hall, church hall, memorial hall, scout hut, clubhouse, pavilion, youth centre, social club, library, community shop, community pub
village hall, community hall, community centre, parish hall, church hall, memorial hall, scout hut
community group, local group, voluntary group, community organisation, voluntary organisation, constituted group, community project, local community, community benefit: club, youth club, scouts, brownies, toddler group, playgroup, lunch club, choir, brass band, drama group, residents association, allotment, history society, gardening club, play area, playground, community garden, community event, festival, fete, village hall, church hall, community centre, defibrillator, noticeboard, community shop, warm space, men's shed, youth group, walking group, football club, cricket club, sports club, bowls club
charity, registered charity, voluntary sector, third sector, social enterprise, VCSE, CIO: hospice, animal rescue, helpline, advice centre, charity shop
capital works, capital project, capital grant, capital cost, building work, building improvement, refurbishment, renovation, modernisation, repair, maintenance: roof, extension, kitchen, toilet, heating, insulation, disabled access, lift, rewiring, windows, damp, boiler, redecoration, new floor, car park
premises, building, estate: roof, boiler, damp, windows, gutters
insulation, insulating, draught proofing, double glazing, loft insulation, thermal efficiency
equipment, capital item, machinery: kit, furniture, minibus, van, computer, laptop, tools, tractor, oven, tables and chairs, lawn mower, vehicle
core cost, core funding, running cost, unrestricted funding, revenue funding, overheads: salary, salaries, staff cost, wages, rent, utility bills, insurance
salary, salaries, wages, staff cost
stronger communities, thriving communities, community development, community life, bring people together: loneliness, isolation, community event, street party, volunteering, community cohesion
event, festival, celebration: fete, carnival, jubilee, street party, fireworks, christmas lights, parade
volunteering, volunteer
poverty, cost of living, hardship, disadvantaged, deprivation, people in need, vulnerable: food bank, foodbank, food larder, debt advice, homelessness, benefits advice, fuel poverty, warm space
loneliness, isolation, befriending
homelessness, homeless, rough sleeping, temporary accommodation, housing need
older people, elderly, pensioner, over 60, older person: dementia, lunch club, memory cafe, alzheimer
disabled people, disabled, disability, accessibility, learning disability, special needs, access for all: wheelchair, autism, autistic, blind, deaf, sight loss, ramp, stair lift, hearing loop
home adaptation, disabled facilities: stair lift, ramp, wet room
carer, caring, respite
mental health, wellbeing, well-being, counselling, suicide prevention: depression, bereavement, anxiety, therapy
health, hospital, hospice, patient, medical: dementia, addiction, cancer, obesity, defibrillator, first aid
addiction, substance misuse, alcohol, drug
young people, youth, teenager, young person, youth work: youth club, youth group, scouts, cadets, knife crime, holiday club, youth centre, care leaver
children, child, early years, family, kids: nursery, playgroup, toddler, childcare, holiday club, playground, play area, creche, after school club
play area, playground, play equipment, children's play, play park, skate park
domestic abuse, domestic violence, violence against women, refuge
refugee, asylum seeker, migrant, resettlement, modern slavery, asylum
crime prevention, community safety, offending, prison, prisoner, criminal justice, penal: knife crime, ex-offender, reoffending, custody
race equality, ethnic minority, black and minoritised, human rights, equality
international development, overseas aid, developing countries: africa, water well
sport, physical activity, exercise, active lifestyle, fitness, sporting: sports club, football club, cricket club, rugby club, tennis club, bowls club, running club, football, cricket, rugby, tennis, netball, swimming, athletics, gym, bowls, boxing, walking group, sports pitch, changing rooms, sports kit, gymnastics, hockey, judo, martial arts, skate park, coach, running club, cycling club, basketball, badminton, table tennis
sports pitch, playing field, football pitch, sports ground, changing rooms, sports facility
sports club, football club, cricket club, rugby club, tennis club, bowls club, boxing club, running club
sports kit, sports equipment, goalposts, football kit
arts, culture, creative, cultural: theatre, music, dance, choir, orchestra, band, film, gallery, artist, craft, museum, drama, painting, sculpture, poetry, pantomime
museum, gallery, collection, exhibition
heritage, historic, history: museum, archive, oral history, monument, conservation area, listed building, archaeology, war memorial, castle, church, mill, windmill, steam railway, old building
historic building, listed building, heritage building, architectural heritage, old building, historic place: church, chapel, mill, castle, townscape, derelict building, manor house
place of worship, church, chapel, mosque, synagogue, temple, faith
archive, oral history, local history
language, dialect, gaelic, welsh language
school, academy, education, pupil, classroom, teacher: sixth form, T levels, academy trust, university, science lesson
college, sixth form, further education, T levels, technical education, vocational course
academy trust, multi academy trust, school trust
skills, training, apprenticeship, vocational, employability, employment: jobseeker, unemployed, apprentice, T levels, course, bootcamp, work experience
university, higher education, research organisation, academic, research council: fellowship, PhD, professor, laboratory, social science
longitudinal study, cohort study, census, social research, data linkage: data, survey, statistics
tree planting, plant trees, planting trees, woodland creation, plant woodland, afforestation, forestry, woodland, tree, trees, new woodland, treescape: hedgerow, orchard, saplings, tree nursery, forest, urban trees, street trees, copse, timber, wood
tree production, tree nursery, saplings, seed, growing trees
environment, nature, biodiversity, nature recovery, conservation, habitat, wildlife, natural environment: pollinator, wetland, river, peatland, meadow, wildflower, hedge, hedgerow, woodland, rewilding, beach clean, pond, bees, birds, hedgehog, litter pick, national park
farm, farming, agriculture, agricultural, farmer, land manager, landowner: livestock, slurry, crops, dairy, orchard, sheep, cattle, cows, arable, soil, tractor, hedgerow, smallholding, horticulture, barn, grassland, polytunnel
sustainable farming incentive, SFI, environmental land management, agri-environment, farm payment, nature friendly farming, regenerative farming, basic payment: soil, hedgerow, grassland, arable, cover crop
protected landscape, national landscape, AONB, area of outstanding natural beauty, national park
flood, flood defence, flood resilience, natural flood management
community garden, allotment, green space, growing, food growing, park
recycling, circular economy, waste reduction, reuse, plastic, packaging
net zero, decarbonisation, decarbonise, carbon reduction, low carbon, climate change, carbon emissions, carbon saving, carbon footprint, greener: heat pump, solar panel, insulation, energy efficiency, energy bills, renewable energy, electric vehicle, heat network, hydrogen
energy efficiency, energy efficient, energy saving, energy bills, retrofit, energy cost, save energy, electricity bill, heating bill, heating cost: insulation, LED lighting, LED lights, boiler, heating, double glazing, heat pump, solar panel, smart meter, warm home, loft insulation, draught proofing
renewable energy, clean energy, green energy, community energy, low carbon energy: solar panel, wind turbine, hydro, biomass, heat pump, battery storage, hydrogen, wind power
solar panel, solar PV, photovoltaic, solar
heat pump, low carbon heating, boiler replacement, clean heat
heat network, heating network, district heating, communal heating, communal boiler, heat interface unit, shared heating
electric vehicle, electric car, EV, electric van, zero emission vehicle: chargepoint, charge point, charging point, charger, electric bus
chargepoint, charge point, charging point, EV charger, charging infrastructure, car charger, electric car charger, electric vehicle charger, electric car charging, electric vehicle charging, EV charging, charging socket, charger
landlord, tenant, leasehold, rented property, flats, apartment block, block of flats, rented home
workplace, staff, employee, fleet: office, works car park, company car, depot, van fleet
on-street, residential chargepoint, street parking, residents parking, public charging: kerbside, lamp post, pavement
transport, travel, mobility: bus, minibus, cycling, rail, train, taxi, community transport
cycling, active travel, walking, cycle lane, bike
bus, public transport
broadband, gigabit, internet connection, connectivity, fibre
digital inclusion, digital skills, digital: computer, laptop, website, internet, tablet
business support, business growth, small business, SME, micro business, enterprise, small firm, small company, small and medium sized, micro and small: shop, cafe, pub, sole trader, self-employed, tourism, hospitality, retail, retailer, restaurant, exporter, salon, hairdresser, bakery, brewery, garage, market trader, family business, corner shop
start-up, start up, new business, startup, business start, start a business, starting a business, entrepreneur, new start, new company, first business
shop front, shopfront, business front, front of shop, building frontage: shop sign, signage, awning, facade, frontage, shop window
high street, town centre, regeneration, levelling up
covid-19, coronavirus, covid, pandemic, lockdown, business rates: lost income, closed by law, loss of trade
rural, countryside, rural business, rural economy, rural community, farm diversification, village: village shop, holiday let, holiday cottage, glamping, campsite, farm shop, barn conversion
tourism, visitor economy, visitor attraction: hotel, bed and breakfast, holiday let, holiday cottage, glamping, campsite
hospitality, leisure, retail: cafe, pub, restaurant, hotel, shop, gym, nightclub
export, exporting, overseas trade, international trade
research and development, R&D, innovation, innovate, innovative, new product, new technology, product development, prototype, feasibility study, invention, inventor, proof of concept, disruptive: patent, artificial intelligence, robotics, biotech, sensor, quantum, new materials, medical device, app, software, new idea
international collaboration, collaborative research, eureka, eurostars, international partner, international: overseas partner, european partner, foreign partner, foreign, overseas, abroad, europe, germany, france, sweden
emerging technology, enabling technology, emerging and enabling: electronics, sensor, photonics, robotics, artificial intelligence, quantum, internet of things, robot, laser, machine learning, big data, advanced materials
internet of things, connected device, smart device, IoT
artificial intelligence, AI, machine learning, data science
measurement, analysis, testing facility: quality control, production problem
aerospace, aviation, aircraft, aeroplane: drone, satellite, plane, airline, jet engine
space science, space technology, satellite, astronomy
manufacturing, manufacturer, factory, industrial, manufacture: engineering, 3d printing, additive manufacturing, foundry, workshop
automotive, vehicle, low carbon vehicle, car industry
rail, railway, train, rolling stock
cyber security, cybersecurity, information security
fishing, fisheries, seafood, aquaculture, fishery
parish council, town council, parish: village, parishioner
council, local authority, local government: highways
great ideas, new idea, pilot, idea
resilience, financial difficulty, organisational development, capacity building, strengthen, struggling, reserves
small grant, a few hundred pounds, small sum
`

/** Words of most adverts and projects. */
const WEAK = (
  'grant grants fund funds funding funded project projects scheme programme support apply application applicant money help need needs want provide provision ' +
  'new small large big good great improve improvement develop development organisation local people work working use using make making year years cost costs uk ' +
  'england scotland wales northern ireland britain national include including based run running buy area plan award awards get free cash money pay someone something'
).split(' ')

/** Each topic with its other names, and each part of it with all names of the topic. */
function parseGroups(line: string): string[][] {
  const [names, parts] = line.split(':').map((side) => side.split(',').map((text) => text.trim()))
  return [names!, ...(parts ?? []).flatMap((part) => names!.map((name) => [part, name]))]
}

/** Built by the first search: it takes longer than most of a start. */
const loadTopics = lazy(() => {
  const synonyms = createSynonyms(LINES.trim().split('\n').flatMap(parseGroups))
  return { synonyms, known: new Set(synonyms.phrases.flatMap(({ terms }) => terms)) }
})
const loadWeak = lazy(() => new Set(WEAK.flatMap((word) => phrase(word)?.terms ?? [])))

export const GRANT_MEANINGS: Meanings = {
  ...UNCLASSIFIED,
  synonyms: (wanted) => loadTopics().synonyms.of(wanted),
  knows: (term) => loadTopics().known.has(term),
  get weak() {
    return loadWeak()
  },
  get longest() {
    return loadTopics().synonyms.longest
  },
}
