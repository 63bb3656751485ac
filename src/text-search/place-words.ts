/**
 * Words in names of places and peoples that organisations use. Many differ in one letter: Hereford,
 * Hertford; Ireland, Iceland; Cumbria, Cambria. Such a word is never treated as a misspelling.
 */
const NAMES = `
united kingdom great britain british england english scotland scottish wales welsh cymru northern ireland irish eire ulster munster leinster
connacht iceland guernsey jersey alderney sark isle of man europe european africa african america american asia asian india indian
north south east west northern southern eastern western central upper lower greater inner outer mid

north east north west yorkshire humber humberside east midlands west midlands east anglia london south east south west merseyside tyneside
wearside teesside tees valley cleveland avon thames severn mersey solent wessex mercia northumbria cambria cambrian pennine pennines
cotswold cotswolds chiltern chilterns lakeland peak highlands lowlands islands borders

bedfordshire berkshire buckinghamshire cambridgeshire cheshire cornwall cornish cumberland cumbria derbyshire devon devonshire dorset
dorsetshire durham essex gloucestershire hampshire herefordshire hertfordshire huntingdonshire kent lancashire leicestershire lincolnshire
middlesex norfolk northamptonshire northumberland nottinghamshire oxfordshire rutland shropshire somerset staffordshire suffolk surrey
sussex tyne wear warwickshire westmorland westmoreland wiltshire wight worcestershire manchester bristol

aberdeenshire angus argyll argyllshire ayrshire banffshire berwickshire bute caithness clackmannanshire cromarty dumfries dumfriesshire
galloway dunbartonshire dumbartonshire falkirk fife forfarshire hebrides inverclyde inverness invernessshire kincardineshire kinross
kinrossshire kirkcudbrightshire lanarkshire lothian midlothian moray morayshire nairn nairnshire orkney peeblesshire perth perthshire
renfrewshire ross roxburghshire selkirkshire shetland stirling stirlingshire strathclyde grampian tayside sutherland wigtownshire

anglesey mon blaenau gwent brecknockshire breconshire bridgend caerphilly caernarfonshire cardiganshire carmarthenshire ceredigion clwyd
conwy denbighshire dyfed flintshire glamorgan gwynedd merionethshire merthyr tydfil monmouthshire montgomeryshire neath port talbot
pembrokeshire powys radnorshire rhondda cynon taf torfaen wrexham

antrim armagh down fermanagh londonderry derry tyrone dublin cork donegal monaghan cavan galway kerry limerick mayo sligo louth meath
wexford wicklow waterford tipperary

aberdeen armagh bangor bath belfast birmingham bradford brighton hove cambridge canterbury cardiff carlisle chelmsford chester chichester
colchester coventry derby doncaster dundee dunfermline edinburgh ely exeter glasgow gloucester hereford hull kingston lancaster leeds
leicester lichfield lincoln lisburn liverpool milton keynes newcastle newport newry norwich nottingham oxford peterborough plymouth
portsmouth preston ripon salford salisbury sheffield southampton southend st albans asaph davids stoke sunderland swansea truro wakefield
wells westminster winchester wolverhampton worcester york

barking barnet bexley brent bromley camden chelsea croydon dagenham ealing enfield fulham greenwich hackney hammersmith haringey harrow
havering hillingdon hounslow islington kensington lambeth lewisham merton newham redbridge richmond southwark sutton tower hamlets waltham
forest wandsworth

barnsley bolton bury calderdale dudley gateshead halton kirklees knowsley oldham rochdale rotherham sandwell sefton solihull st helens
stockport tameside trafford tyneside walsall warrington wigan wirral

allerdale amber arun ashfield ashford aylesbury babergh barrow basildon basingstoke bassetlaw bedford blackburn blackpool bolsover boston
bournemouth bracknell braintree breckland brentwood broadland bromsgrove broxbourne broxtowe burnley cannock carlton charnwood cheltenham
cherwell chesterfield chorley christchurch copeland corby craven crawley crewe dacorum darlington dartford darwen daventry dover
eastbourne eastleigh eden epping epsom ewell erewash fareham fenland folkestone fylde gedling gosport grantham gravesend gravesham grimsby
guildford hambleton harborough harlow harrogate hartlepool hastings hatfield havant hemel hertford hertsmere hexham hinckley horsham
huddersfield huntingdon hyndburn ipswich keighley kettering lewes luton macclesfield maidstone maldon malvern mansfield medway melton
mendip middlesbrough mole newark northampton nuneaton oadby pendle penwith petersfield poole portland purbeck reading redcar redditch
reigate ribble rochester rochford rossendale rother rugby runnymede rushcliffe rushmoor ryedale scarborough scunthorpe sedgemoor selby
sevenoaks shepway shrewsbury slough southport spelthorne stafford stevenage stockton stratford stroud swale swindon tamworth tandridge
taunton teignbridge telford tendring tewkesbury thanet thurrock tonbridge torbay torridge tunbridge uttlesford wansbeck warwick watford
waveney waverley wealden wellingborough welwyn weymouth whitby whitehaven windsor woking wokingham workington worthing wrekin wychavon wycombe
wyre yarmouth yeovil
`

const WORDS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))

/** Whether a word, in small letters without accents, belongs to the name of a place. */
export function isPlaceWord(word: string): boolean {
  return WORDS.has(word)
}
