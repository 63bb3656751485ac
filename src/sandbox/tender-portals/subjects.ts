/** What the invented buyers of the sandbox want: titles, scopes and codes as buyers write them. Nothing here is a real notice. */
export interface Subject {
  title: string
  scope: string
  cpv: readonly string[]
  valueGbp: number
  category: 'services' | 'works' | 'goods'
  lots?: readonly string[]
}

const subject = (title: string, cpv: string, valueGbp: number, category: Subject['category'], scope: string, lots?: readonly string[]): Subject => ({
  title,
  scope,
  cpv: cpv.split(' '),
  valueGbp,
  category,
  ...(lots ? { lots } : {}),
})

export const SUBJECTS: readonly Subject[] = [
  subject('Grounds maintenance of parks, verges and cemeteries', '77310000 77314000 77320000', 640_000, 'services', 'Grass cutting, hedge trimming, planting of beds and upkeep of sports pitches over a growing season of eight months. Bidders must hold ISO 14001 and a waste carrier licence.', ['Parks and open spaces', 'Highway verges', 'Cemeteries']),
  subject('School grounds: grass cutting and landscaping', '77314000', 120_000, 'services', 'Fortnightly grass cutting at nineteen schools, line marking and the care of wildlife areas. Staff must hold enhanced disclosure.'),
  subject('Tree surgery and arboricultural inspections', '77211400 77340000', 210_000, 'services', 'Felling, pruning and stump grinding after survey, with emergency call-out within two hours. Public liability insurance of £10 million is required.'),
  subject('Cyber security: penetration testing and assurance', '72800000 79417000', 95_000, 'services', 'Penetration testing of public web services and internal networks, with remediation advice. Testers must be CHECK or CREST qualified; the supplier must hold Cyber Essentials Plus and ISO 27001.'),
  subject('Managed security operations centre', '72700000 72253000', 890_000, 'services', 'Round-the-clock monitoring, detection and response for 4,000 endpoints and cloud workloads. ISO 27001 certification is mandatory.'),
  subject('Cloud hosting and migration of line of business systems', '72410000 72500000', 1_250_000, 'services', 'Migration of eleven applications to public cloud, managed hosting for three years and cost reporting.'),
  subject('Development of a digital service for licence applications', '72212000 72413000', 480_000, 'services', 'User research, design and software development of an online licensing service that meets the accessibility regulations. Agile delivery in two-week sprints.'),
  subject('Website redesign and content management system', '72413000 72212224', 75_000, 'services', 'A new website with an open-source content management system, migration of 1,800 pages and training for editors.'),
  subject('Data platform and business intelligence reporting', '72316000 72212482', 330_000, 'services', 'A data warehouse on an existing cloud tenancy, dashboards for service managers and data analysis support.'),
  subject('Service desk and end user computing support', '72611000 72253100', 720_000, 'services', 'First and second line IT support for 2,300 staff, device build and joiner and leaver processes. ITIL based service management.'),
  subject('Supply of laptops and end user devices', '30213100 30213000', 560_000, 'goods', 'Supply, imaging and delivery of 700 laptops with three years of warranty; recycling of the replaced devices.'),
  subject('Wide area network and wifi refresh', '32420000 32412000', 410_000, 'goods', 'Replacement of switches and wireless access points at 46 sites, with support for five years.'),
  subject('Office cleaning and window cleaning', '90911200 90911300', 260_000, 'services', 'Daily cleaning of civic buildings, periodic deep cleans and window cleaning. TUPE applies. The living wage must be paid.'),
  subject('Cleaning of schools', '90919300', 380_000, 'services', 'Daily cleaning of nine primary schools and two secondary schools, holiday deep cleans and consumables.'),
  subject('Catering at leisure centres', '55300000 55330000', 290_000, 'services', 'Operation of three cafes and vending, with healthy menus and local produce.'),
  subject('School meals service', '55524000 55321000', 1_900_000, 'services', 'Preparation and service of hot school meals at 31 primary schools to the national standards for school food.'),
  subject('Home care for adults', '85312000 85310000', 4_200_000, 'services', 'Domiciliary care for older people and adults with physical disabilities in four zones. Providers must be registered with the Care Quality Commission.', ['North zone', 'South zone', 'East zone', 'West zone']),
  subject('Supported living for adults with learning disabilities', '85311200', 2_600_000, 'services', 'Supported living and outreach support in shared houses, with a focus on independence. CQC registration is required.'),
  subject('Residential care home placements for older people', '85311100', 3_100_000, 'services', 'Placements in care homes with nursing, on a framework of providers, at an agreed weekly rate.'),
  subject('Community mental health and wellbeing service', '85312300 85121270', 860_000, 'services', 'Talking therapies, peer support and a crisis line for adults, delivered with the local health trust.'),
  subject('Substance misuse recovery service for young people', '85312500', 540_000, 'services', 'Drug and alcohol treatment, outreach in schools and family support for people under 25.'),
  subject('Temporary agency staff for social care', '79620000', 1_400_000, 'services', 'Supply of qualified social workers and care staff at short notice through a neutral vendor.'),
  subject('Household waste collection vehicles', '34144511 34144512', 1_750_000, 'goods', 'Purchase of eight refuse collection vehicles, two of them electric, with service and repair.'),
  subject('Treatment of recyclable household waste', '90514000 90510000', 2_300_000, 'services', 'Receipt, sorting and sale of mixed dry recycling, with monthly reports on contamination.'),
  subject('Highway resurfacing programme', '45233220 45233142', 3_600_000, 'works', 'Carriageway resurfacing, surface dressing and footway repairs over two seasons. Contractors must hold ISO 9001 and Constructionline membership.'),
  subject('Bridge inspection and structural maintenance', '45221119 71631450', 450_000, 'works', 'Principal inspections of 74 bridges and reactive masonry and concrete repairs.'),
  subject('Refurbishment of council housing: kitchens and bathrooms', '45453100 45421151', 2_100_000, 'works', 'Replacement of kitchens and bathrooms in 600 homes, with resident liaison. CHAS accreditation is required.'),
  subject('Roof replacement at two secondary schools', '45261000 45260000', 780_000, 'works', 'Removal of existing coverings and installation of insulated flat roofing during the holidays.'),
  subject('Responsive repairs and void works', '50700000 45300000', 5_400_000, 'works', 'Day to day repairs to 5,200 homes, out of hours service and preparation of empty homes for letting.'),
  subject('Heating and boiler servicing in sheltered housing', '50720000 45331100', 520_000, 'services', 'Annual servicing, breakdown cover and replacement of gas boilers. Engineers must be Gas Safe registered.'),
  subject('Retrofit of homes: insulation and heat pumps', '45321000 42511110', 2_900_000, 'works', 'Whole-house retrofit of 220 homes to a standard for energy efficiency, with funding for decarbonisation.'),
  subject('Installation of solar panels on public buildings', '09331200 45261215', 690_000, 'works', 'Design and installation of solar photovoltaic arrays at fourteen sites, with monitoring and maintenance.'),
  subject('Electric vehicle charging points in car parks', '31158000 34144900', 850_000, 'works', 'Supply, installation and operation of 90 EV charging points under a concession.'),
  subject('Fire alarm and emergency lighting maintenance', '50413200 31625200', 150_000, 'services', 'Quarterly testing, repair and certification of fire detection in 120 buildings.'),
  subject('Passenger lift maintenance and repair', '50750000', 130_000, 'services', 'Planned maintenance of 64 lifts and stairlifts, with a four-hour response to entrapment.'),
  subject('Asbestos surveys and removal', '90650000 71315000', 175_000, 'services', 'Management and refurbishment surveys and licensed removal of asbestos in housing.'),
  subject('Home to school transport: taxi and minibus routes', '60120000 60130000', 1_600_000, 'services', 'A dynamic purchasing system for passenger transport of pupils with additional needs.', ['Taxi', 'Minibus', 'Wheelchair accessible vehicles']),
  subject('Vehicle leasing and fleet management', '34110000 66114000', 940_000, 'services', 'Contract hire of 110 vans and cars, with maintenance and a move to electric vehicles.'),
  subject('Security guarding and key holding', '79713000 79711000', 340_000, 'services', 'Manned guarding of civic offices and mobile patrols. Officers must hold SIA licences and the firm SIA Approved Contractor status.'),
  subject('CCTV system upgrade and monitoring', '32323500 35125300', 420_000, 'goods', 'Replacement of 210 public space cameras, a new control room and maintenance for five years.'),
  subject('Translation and interpreting services', '79530000 79540000', 230_000, 'services', 'Face to face, telephone and video interpreting in 60 languages, and written translation. Interpreters must hold a diploma in public service interpreting.'),
  subject('Legal services panel: property and planning', '79110000 79111000', 600_000, 'services', 'A panel of solicitors for property, planning and highways matters.', ['Property', 'Planning and highways']),
  subject('External audit of a pension fund', '79212300', 88_000, 'services', 'Statutory audit of the accounts of a local government pension fund.'),
  subject('Insurance programme and brokerage', '66510000 66518100', 1_100_000, 'services', 'Property, liability and motor insurance with claims handling.'),
  subject('Management consultancy for a transformation programme', '79411000 79410000', 310_000, 'services', 'Advice on the operating model of back office services and delivery of savings.'),
  subject('Evaluation of a skills programme', '79311400 79419000', 65_000, 'services', 'Independent evaluation of an adult skills programme, with interviews and an impact study.'),
  subject('Marketing campaign to recruit foster carers', '79342000 79341400', 90_000, 'services', 'Media buying, creative work and social media advertising over eighteen months.'),
  subject('Printing and hybrid mail', '79810000 64110000', 200_000, 'services', 'Print, enclosing and dispatch of council tax bills and daily letters.'),
  subject('Apprenticeship training for digital roles', '80530000 80500000', 160_000, 'services', 'Apprenticeship training for data analysts and software developers, levels 4 to 6.'),
  subject('Leadership and management training', '80532000 80511000', 85_000, 'services', 'Training for 300 managers: blended learning, coaching and e-learning modules.'),
  subject('Outdoor play equipment and safety surfacing', '37535200 45112723', 145_000, 'goods', 'Design and build of two playgrounds with inclusive play equipment and a skate park.'),
  subject('Architect led design team for a community hub', '71200000 71240000', 370_000, 'services', 'Architectural, structural and cost consultancy from brief to handover of a library and health centre.'),
  subject('Ecological surveys for local plan sites', '90721700 71351000', 58_000, 'services', 'Habitat surveys, biodiversity net gain calculations and reports for 41 sites.'),
  subject('Archaeological excavation ahead of a bypass', '71351914 45112450', 640_000, 'services', 'Evaluation trenching, excavation and publication along nine kilometres of road.'),
  subject('Parking enforcement and permit system', '63712400 98351100', 780_000, 'services', 'Civil enforcement officers, a virtual permit system and notice processing.'),
  subject('Pest control in council premises', '90922000', 48_000, 'services', 'Routine and reactive pest control in housing, offices and food premises.'),
  subject('Electricity supply for street lighting', '09310000 65310000', 2_400_000, 'goods', 'Unmetered and half-hourly electricity supply with renewable origin certificates.'),
  subject('Laboratory analytical instruments', '38434000 38000000', 390_000, 'goods', 'Mass spectrometers and chromatography systems for a university laboratory, with training and service.'),
  subject('Patient monitoring equipment', '33195000 33100000', 520_000, 'goods', 'Supply of bedside monitors and central stations for two hospital wards.'),
  subject('Occupational health and employee assistance', '85147000 85141000', 240_000, 'services', 'Referrals, health surveillance and a confidential helpline for 6,500 staff.'),
  subject('Customer relationship management system', '48445000 72260000', 270_000, 'services', 'A case management and CRM system for the contact centre, implementation and support.'),
  subject('Finance and payroll system', '48812000 48450000', 1_050_000, 'services', 'An enterprise resource planning system for finance, procurement, HR and payroll, as software as a service.'),
]

export interface SandboxBuyer {
  name: string
  ppon: string
  nuts: string
  /** Contracts Finder's way to name the place. */
  cfRegion: string
  postcode: string
}

const buyer = (name: string, ppon: string, nuts: string, cfRegion: string, postcode: string): SandboxBuyer => ({ name, ppon, nuts, cfRegion, postcode })

export const BUYERS: readonly SandboxBuyer[] = [
  buyer('Northmoor Borough Council', 'PAAA-1111-AAAA', 'UKC14', 'North East', 'NE99 1AA'),
  buyer('Fellside District Council', 'PAAB-1112-AAAB', 'UKD12', 'North West', 'LA99 2BB'),
  buyer('Ridingham City Council', 'PAAC-1113-AAAC', 'UKE42', 'Yorkshire and the Humber', 'LS99 3CC'),
  buyer('Trentvale County Council', 'PAAD-1114-AAAD', 'UKF14', 'East Midlands', 'NG99 4DD'),
  buyer('Ironbrook Metropolitan Borough Council', 'PAAE-1115-AAAE', 'UKG36', 'West Midlands', 'WS99 5EE'),
  buyer('Fenmarsh Council', 'PAAF-1116-AAAF', 'UKH12', 'East of England', 'PE99 6FF'),
  buyer('London Borough of Thamesgate', 'PAAG-1117-AAAG', 'UKI43', 'London', 'SE99 7GG'),
  buyer('Downshire County Council', 'PAAH-1118-AAAH', 'UKJ22', 'South East', 'BN99 8HH'),
  buyer('Tamarside Council', 'PAAJ-1119-AAAJ', 'UKK43', 'South West', 'PL99 9JJ'),
  buyer('Cyngor Dyffryn Council', 'PAAK-1120-AAAK', 'UKL22', 'Wales', 'CF99 1KK'),
  buyer('Strathglen Council', 'PAAL-1121-AAAL', 'UKM75', 'Scotland', 'G99 2LL'),
  buyer('Loughview District Council', 'PAAM-1122-AAAM', 'UKN06', 'Northern Ireland', 'BT99 3MM'),
  buyer('Midvale University Hospitals NHS Foundation Trust', 'PAAN-1123-AAAN', 'UKG31', 'West Midlands', 'B99 4NN'),
  buyer('Kirkmoor Housing Association', 'PAAP-1124-AAAP', 'UKM82', 'Scotland', 'ML99 5PP'),
  buyer('University of Wexbury', 'PAAQ-1125-AAAQ', 'UKJ14', 'South East', 'OX99 6QQ'),
  buyer('Department for Sandbox Affairs', 'PAAR-1126-AAAR', 'UK', 'England', 'SW1A 9RR'),
]
