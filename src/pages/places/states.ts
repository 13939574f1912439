/**
 * Foreign states by cadastral code, in Italian and English. Includes those that no longer exist. Made from table 2 of
 * the documentation of ANPR (github.com/italia/anpr, src/tab/tab_stati_esteri.rst, commit f513577e, Istat and Ministero
 * degli Affari Esteri), licensed under CC BY 4.0.
 */
export const stateLines = `
Z100|Albania|Albania
Z101|Andorra|Andorra
Z102|Austria|Austria
Z103|Belgio|Belgium
Z104|Bulgaria|Bulgaria
Z106|Stato della Città del Vaticano|Vatican City State
Z107|Danimarca|Denmark
Z108|Isole Faer Oer|Isole Faer Oer
Z109|Finlandia|Finland
Z110|Francia|France
Z112|Germania|Germany
Z114|Regno Unito|United Kingdom
Z115|Grecia|Greece
Z116|Irlanda|Ireland
Z117|Islanda|Iceland
Z119|Liechtenstein|Liechtenstein
Z120|Lussemburgo|Luxembourg
Z121|Malta|Malta
Z123|Monaco|Monaco
Z125|Norvegia|Norway
Z126|Paesi Bassi|Netherlands
Z127|Polonia|Poland
Z128|Portogallo|Portugal
Z129|Romania|Romania
Z130|San Marino|San Marino
Z131|Spagna|Spain
Z132|Svezia|Sweden
Z133|Svizzera|Switzerland
Z134|Ungheria|Hungary
Z138|Ucraina|Ukraine
Z139|Bielorussia|Belarus
Z140|Moldova|Moldova, Republic of
Z144|Estonia|Estonia
Z145|Lettonia|Latvia
Z146|Lituania|Lithuania
Z148|Macedonia, Repubblica di|Macedonia (FYROM)
Z149|Croazia|Croatia
Z150|Slovenia|Slovenia
Z153|Bosnia-Erzegovina|Bosnia and Herzegovina
Z154|Russa, Federazione|Russian Federation
Z155|Slovacchia|Slovakia
Z156|Ceca, Repubblica|Czech Republic
Z158|Serbia, Repubblica di|Serbia
Z159|Montenegro|Montenegro
Z160|Kosovo|Kosovo
Z161|Territori dell'Autonomia Palestinese|Palestinian Territory, Occupied
Z200|Afghanistan|Afghanistan
Z203|Arabia Saudita|Saudi Arabia
Z204|Bahrein|Bahrain
Z205|Bhutan|Bhutan
Z206|Myanmar (ex Birmania)|Myanmar
Z207|Brunei|Brunei Darussalam
Z208|Cambogia|Cambodia
Z209|Sri Lanka (ex Ceylon)|Sri Lanka
Z210|Cinese, Repubblica Popolare|China
Z211|Cipro|Cyprus
Z213|Corea, Repubblica (Corea del Sud)|Korea, Republic of
Z214|Corea, Repubblica Popolare Democratica (Corea del Nord)|Korea, Democratic People's Republic of
Z215|Emirati Arabi Uniti|United Arab Emirates
Z216|Filippine|Philippines
Z217|Taiwan (ex Formosa)|Taiwan, Province of China
Z219|Giappone|Japan
Z220|Giordania|Jordan
Z222|India|India
Z223|Indonesia|Indonesia
Z224|Iran, Repubblica Islamica del|Iran, Islamic Republic of
Z225|Iraq|Iraq
Z226|Israele|Israel
Z227|Kuwait|Kuwait
Z228|Laos|Lao People's Democratic Republic
Z229|Libano|Lebanon
Z232|Maldive|Maldives
Z233|Mongolia|Mongolia
Z234|Nepal|Nepal
Z235|Oman|Oman
Z236|Pakistan|Pakistan
Z237|Qatar|Qatar
Z240|Siria|Syrian Arab Republic
Z241|Thailandia|Thailand
Z242|Timor Orientale|East Timor
Z243|Turchia|Turkey
Z246|Yemen|Yemen
Z247|Malaysia|Malaysia
Z248|Singapore|Singapore
Z249|Bangladesh|Bangladesh
Z251|Vietnam|Viet Nam
Z252|Armenia|Armenia
Z253|Azerbaigian|Azerbaijan
Z254|Georgia|Georgia
Z255|Kazakhstan|Kazakhstan
Z256|Kirghizistan|Kyrgyzstan
Z257|Tagikistan|Tajikistan
Z258|Turkmenistan|Turkmenistan
Z259|Uzbekistan|Uzbekistan
Z300|Namibia|Namibia
Z301|Algeria|Algeria
Z302|Angola|Angola
Z305|Burundi|Burundi
Z306|Camerun|Cameroon
Z307|Capo Verde|Cape Verde
Z308|Centrafricana, Repubblica|Central African Republic
Z309|Ciad|Chad
Z310|Comore|Comoros
Z311|Congo (Repubblica del)|Congo
Z312|Congo, Repubblica democratica del (ex Zaire)|Congo, The Democratic Republic of The
Z313|Costa d'Avorio|Côte D'Ivoire
Z314|Benin (ex Dahomey)|Benin
Z315|Etiopia|Ethiopia
Z316|Gabon|Gabon
Z317|Gambia|Gambia
Z318|Ghana|Ghana
Z319|Guinea|Guinea
Z320|Guinea Bissau|Guinea-Bissau
Z321|Guinea Equatoriale|Equatorial Guinea
Z322|Kenya|Kenya
Z325|Liberia|Liberia
Z326|Libia|Libyan Arab Jamahiriya
Z327|Madagascar|Madagascar
Z328|Malawi|Malawi
Z329|Mali|Mali
Z330|Marocco|Morocco
Z331|Mauritania|Mauritania
Z332|Mauritius|Mauritius
Z333|Mozambico|Mozambique
Z334|Niger|Niger
Z335|Nigeria|Nigeria
Z336|Egitto|Egypt
Z337|Zimbabwe (ex Rhodesia)|Zimbabwe
Z338|Ruanda|Rwanda
Z340|Sant'elena|Sant'elena
Z341|São Tomé e Principe|Sao Tome and Principe
Z342|Seychelles|Seychelles
Z343|Senegal|Senegal
Z344|Sierra Leone|Sierra Leone
Z345|Somalia|Somalia
Z347|Sud Africa|South Africa
Z348|Sudan|Sudan
Z349|Swaziland|Swaziland
Z351|Togo|Togo
Z352|Tunisia|Tunisia
Z353|Uganda|Uganda
Z354|Burkina Faso (ex Alto Volta)|Burkina Faso
Z355|Zambia|Zambia
Z357|Tanzania|Tanzania, United Republic of
Z358|Botswana|Botswana
Z359|Lesotho|Lesotho
Z360|Mayotte|Mayotte
Z361|Gibuti|Djibouti
Z368|Eritrea|Eritrea
Z400|Isole Bermude|Isole Bermude
Z401|Canada|Canada
Z403|Saint Pierre e Miquelon|Saint Pierre e Miquelon
Z404|Stati Uniti d'America|United States
Z501|Isola di Aruba|Isola di Aruba
Z502|Bahamas|Bahamas
Z503|Costa Rica|Costa Rica
Z504|Cuba|Cuba
Z505|Dominicana, Repubblica|Dominican Republic
Z506|El Salvador|El Salvador
Z507|Giamaica|Jamaica
Z509|Guatemala|Guatemala
Z510|Haiti|Haiti
Z511|Honduras|Honduras
Z512|Belize|Belize
Z513|Isola della Martinica|Isola della Martinica
Z514|Messico|Mexico
Z515|Nicaragua|Nicaragua
Z516|Panama|Panama
Z519|Isole Turks e Caicos|Isole Turks e Caicos
Z522|Barbados|Barbados
Z524|Grenada|Grenada
Z525|Isole Vergini Britanniche|Isole Vergini Britanniche
Z526|Dominica|Dominica
Z527|Saint Lucia|Saint Lucia
Z528|Saint Vincent e Grenadine|Saint Vincent and The Grenadines
Z530|Isole Cayman|Isole Cayman
Z532|Antigua e Barbuda|Antigua and Barbuda
Z533|Saint Kitts e Nevis|Saint Kitts and Nevis
Z600|Argentina|Argentina
Z601|Bolivia|Bolivia, Plurinational State of
Z602|Brasile|Brazil
Z603|Cile|Chile
Z604|Colombia|Colombia
Z605|Ecuador|Ecuador
Z606|Guyana|Guyana
Z608|Suriname|Suriname
Z610|Paraguay|Paraguay
Z611|Perù|Peru
Z612|Trinidad e Tobago|Trinidad and Tobago
Z613|Uruguay|Uruguay
Z614|Venezuela|Venezuela, Bolivarian Republic of
Z700|Australia|Australia
Z703|Isole Cook|Isole Cook
Z704|Figi|Fiji
Z711|Marshall, Isole|Marshall Islands
Z713|Nauru|Nauru
Z719|Nuova Zelanda|New Zealand
Z724|Salomone, Isole|Solomon Islands
Z726|Samoa|Samoa
Z728|Tonga|Tonga
Z729|Isole Wallis e Futuna|Isole Wallis e Futuna
Z730|Papua Nuova Guinea|Papua New Guinea
Z731|Kiribati|Kiribati
Z732|Tuvalu|Tuvalu
Z733|Vanuatu|Vanuatu
Z734|Palau|Palau
Z735|Micronesia, Stati Federati|Micronesia, Federated States of
Z907|Sud Sudan, Repubblica del|South Sudan, Republic of
`
