/**
 * Municipalities of Italy by cadastral code: code, province, latest name. Includes those that no longer exist, because
 * people were born in them. Made from the archive of municipalities of ANPR (github.com/italia/anpr,
 * src/archivi/ANPR_archivio_comuni.csv, commit f513577e, Ministero dell'Interno), licensed under CC BY 4.0. Names in
 * capitals were changed to title case.
 */
export const municipalityLines = `
A001 PD Abano Terme
A002 CO Abbadia Sopra Adda
A003 TO Abbadia Alpina
A004 LO Abbadia Cerreto
A005 LC Abbadia Lariana
A006 SI Abbadia San Salvatore
A007 OR Abbasanta
A008 PE Abbateggio
A009 FU Abbazia
A010 MI Abbiategrasso
A011 VA Abbiateguazzone
A012 PT Abetone
A013 PZ Abriola
A014 RG Acate
A015 FG Accadia
A016 CN Acceglio
A017 MT Accettura
A018 AQ Acciano
A019 RI Accumoli
A020 PZ Acerenza
A021 BZ Acereto
A022 BZ Cermes
A023 SA Acerno
A024 NA Acerra
A025 CT Aci Bonaccorsi
A026 CT Aci Castello
A027 CT Aci Catena
A028 CT Acireale
A029 CT Aci Sant'antonio
A031 MC Acquacanina
A032 FR Acquafondata
A033 CS Acquaformosa
A034 BS Acquafredda
A035 PU Acqualagna
A036 BS Acqualunga
A038 MN Acquanegra sul Chiese
A039 CR Acquanegra Cremonese
A040 VT Acquapendente
A041 CS Acquappesa
A042 LE Acquarica del Capo
A043 VV Acquaro
A044 AP Acquasanta Terme
A045 TR Acquasparta
A046 CO Acquate
A047 AP Acquaviva Picena
A048 BA Acquaviva delle Fonti
A049 CL Acquaviva Platani
A050 CB Acquaviva Collecroce
A051 IS Acquaviva d'Isernia
A052 AL Acqui Terme
A053 CS Acri
A054 FR Acuto
A055 BA Adelfia
A056 CT Adrano
A057 BG Adrara San Martino
A058 BG Adrara San Rocco
A059 RO Adria
A060 BS Adro
A061 VR Affi
A062 RM Affile
A063 MI Affori
A064 NA Afragola
A065 RC Africo
A066 NO Agaro
A067 PC Agazzano
A068 NA Agerola
A069 SS Aggius
A070 EN Agira
A071 PT Agliana
A072 AT Agliano Terme
A074 TO Agliè
A075 PD Agna
A076 CR Agnadello
A077 RC Agnana Calabra
A078 NO Agnellengo
A079 VC Agnona
A080 IS Agnone
A081 FR Villa Latina
A082 BS Agnosine
A083 BL Agordo
A084 RM Agosta
A085 VA Agra
A086 NO Agrano
A087 MB Agrate Brianza
A088 NO Agrate Conturbia
A089 AG Agrigento
A090 TN Agrone
A091 SA Agropoli
A092 AN Agugliano
A093 VI Agugliaro
A094 AO Ayas
A095 GO Aiba
A096 MB Aicurzio
A097 OR Aidomaggiore
A098 EN Aidone
A099 GO Aidussina
A100 AQ Aielli
A101 AV Aiello del Sabato
A102 CS Aiello Calabro
A103 UD Aiello del Friuli
A104 CS Aiello in Calabria
A105 CS Aieta
A106 CE Ailano
A107 BI Ailoche
A108 AO Aymavilles
A109 TO Airasca
A110 BN Airola
A111 IM Airole
A112 LC Airuno
A113 CN Aisone
A114 CO Aizurro
A115 SS Alà dei Sardi
A116 TN Ala
A117 TO Ala di Stura
A118 PV Alagna
A119 VC Alagna Valsesia
A120 PE Alanno
A121 BL Alano di Piave
A122 SV Alassio
A123 FR Alatri
A124 CN Alba
A125 TE Alba Adriatica
A126 OR Albagiara
A127 MI Albairate
A128 SA Albanella
A129 BG Albano Sant'alessandro
A130 VC Albano Vercellese
A131 PZ Albano di Lucania
A132 RM Albano Laziale
A133 CE Albanova
A134 PV Albaredo Arnaboldi
A135 SO Albaredo per San Marco
A137 VR Albaredo d'Adige
A138 PR Albareto
A139 CN Albaretto della Torre
A140 CN Albaretto Valle di Macra
A142 CO Albate
A143 CO Albavilla
A144 BG Albegno
A145 SV Albenga
A146 AL Albera Ligure
A148 TS Alber di Sesana
A149 BA Alberobello
A150 FG Alberona
A151 BZ Albes
A152 CO Albese
A153 CO Albese con Cassano
A154 VI Albettone
A155 CZ Albi
A157 TO Albiano d'Ivrea
A158 TN Albiano
A159 MB Albiate
A160 CS Albidona
A161 PD Albignasego
A162 RE Albinea
A163 BG Albino
A164 CO Albiolo
A165 SV Albissola Marina
A166 SV Albisola Superiore
A167 VA Albizzate
A168 CO Albogasio
A169 NO Albogno
A170 PL Albona
A171 PV Albonese
A172 SO Albosaggia
A173 AT Albugnano
A175 PV Albuzzano
A176 TP Alcamo
A177 ME Alcara Li Fusi
A178 TN Aldeno
A179 BZ Aldino
A180 OR Ales
A181 AG Alessandria della Rocca
A182 AL Alessandria
A183 CS Alessandria del Carretto
A184 LE Alessano
A185 LE Alezio
A186 SA Alfano
A187 AQ Alfedena
A188 BS Alfianello
A189 AL Alfiano Natta
A191 RA Alfonsine
A192 SS Alghero
A193 BG Algua
A194 ME Alì
A195 PA Alia
A196 MT Aliano
A197 AL Alice Bel Colle
A198 VC Alice Castello
A199 TO Alice Superiore
A200 CE Alife
A201 ME Alì Terme
A202 PA Alimena
A203 PA Aliminusa
A204 OR Allai
A205 AO Allein
A206 BL Alleghe
A207 TR Allerona
A208 LE Alliste
A209 BZ Alliz
A210 RM Allumiere
A211 AL Alluvioni Cambiò
A212 CN Alma
A213 TN Almazzago
A214 BG Almè
A215 BG Villa d'Almè
A216 BG Almenno San Bartolomeo
A217 BG Almenno San Salvatore
A218 TO Almese
A219 BS Alone
A220 VI Alonte
A221 TO Alpette
A222 TO Alpignano
A223 PC Alseno
A224 CO Alserio
A225 BA Altamura
A226 SV Altare
A227 AL Altavilla Monferrato
A228 AV Altavilla Irpina
A229 PA Altavilla Milicia
A230 SA Altavilla Silentina
A231 VI Altavilla Vicentina
A233 FM Altidona
A234 CS Altilia
A235 CH Altino
A236 VI Altissimo
A237 TV Altivole
A238 CN Alto
A239 PA Altofonte
A240 CS Altomonte
A241 LU Altopascio
A242 TR Alviano
A243 CE Alvignano
A244 FR Alvito
A245 AL Alzano Scrivia
A246 BG Alzano Lombardo
A247 BG Alzano Maggiore
A248 BG Alzano Sopra
A249 CO Alzate Brianza
A250 NO Alzate con Linduno
A251 SA Amalfi
A252 FM Amandola
A253 CS Amantea
A254 UD Amaro
A255 CZ Amaroni
A256 FR Amaseno
A257 CZ Amato
A258 RI Amatrice
A259 BG Ambivere
A260 TN Amblar
A261 SP Ameglia
A262 TR Amelia
A263 CS Amendolara
A264 NO Ameno
A265 BN Amorosi
A266 BL Cortina d'Ampezzo
A267 UD Ampezzo
A268 NA Anacapri
A269 FR Anagni
A270 TE Ancarano
A271 AN Ancona
A272 CZ Andali
A273 SO Andalo Valtellino
A274 TN Andalo
A275 TO Andezeno
A276 TN Andogno
A277 CN Andonno
A278 SV Andora
A279 VC Andorno Cacciorna
A280 BI Andorno Micca
A281 LE Andrano
A282 TO Andrate
A283 PN Andreis
A284 AV Andretta
A285 BT Andria
A286 BZ Andriano
A287 SS Anela
A288 BS Anfo
A289 BS Anfurro
A290 VA Angera
A291 AR Anghiari
A292 VR Angiari
A293 BS Angolo Terme
A294 SA Angri
A295 TO Angrogna
A296 PD Anguillara Veneta
A297 RM Anguillara Sabazia
A298 GO Anicova Corada
A299 CR Annicco
A300 AT Castello di Annone
A301 LC Annone di Brianza
A302 VE Annone Veneto
A303 RC Anoia
A304 BG Antegnate
A305 AO Antey-Saint-André
A306 BZ Anterivo
A307 BZ Anterselva
A308 AO La Magdeleine
A309 RM Anticoli Corrado
A310 FR Fiuggi
A311 PL Antignana
A312 AT Antignano
A313 ME Antillo
A314 RC Antonimina
A315 RI Antrodoco
A316 NO Antronapiana
A317 VB Antrona Schieranco
A318 AQ Anversa degli Abruzzi
A319 CO Anzano del Parco
A320 FG Anzano di Puglia
A321 PZ Anzi
A322 NO Anzino
A323 RM Anzio
A324 BO Anzola dell'Emilia
A325 VB Anzola d'Ossola
A326 AO Aosta
A327 PU Apecchio
A328 BN Apice
A329 MC Apiro
A330 BN Apollosa
A331 GE Apparizione
A332 BZ Appiano sulla Strada del Vino
A333 CO Appiano Gentile
A334 MC Appignano
A335 AP Appignano del Tronto
A336 FU Apriano
A337 SO Aprica
A338 IM Apricale
A339 FG Apricena
A340 CS Aprigliano
A341 LT Aprilia
A342 MS Apuania
A343 SA Aquara
A344 IM Aquila d'Arroscia
A345 AQ L'Aquila
A346 UD Aquileia
A347 AV Aquilonia
A348 FR Aquino
A349 NO Ara
A350 LE Aradeo
A351 AG Aragona
A352 AT Aramengo
A353 VC Aranco
A354 PN Arba
A355 NU Tortolì
A356 VA Arbizzo
A357 OR Arborea
A358 VC Arborio
A359 SU Arbus
A360 TV Arcade
A363 FR Arce
A364 CO Arcellasco
A365 BG Arcene
A366 AN Arcevia
A367 CH Archi
A368 OR San Nicolò d'Arcidano
A369 GR Arcidosso
A370 RM Arcinazzo Romano
A371 VA Arcisate
A372 TN Arco
A373 SP Arcola
A374 VR Arcole
A375 MI Arconate
A376 MB Arcore
A377 VI Arcugnano
A378 VA Arcumeggia
A379 SS Ardara
A380 OR Ardauli
A381 VA Ardena
A382 SO Ardenno
A383 BG Ardesio
A385 RC Ardore
A386 VV Arena
A387 PV Arena Po
A388 GE Arenzano
A389 MI Arese
A390 AR Arezzo
A391 CO Argegno
A392 BO Argelato
A393 FE Argenta
A394 CN Argentera
A395 PV Bressana
A396 CN Arguello
A397 CZ Argusto
A398 CH Ari
A399 AV Ariano Irpino
A400 RO Ariano nel Polesine
A401 RM Ariccia
A402 CH Arielli
A403 CE Arienzo
A404 CE Arienzo San Felice
A405 TO Arignano
A406 AQ Arischia
A407 NU Aritzo
A408 CA Arixi
A409 VB Arizzano
A410 NO Arizzano Inferiore
A411 NO Arizzano Superiore
A412 VT Arlena di Castro
A413 MI Arluno
A414 NO Armeno
A415 PZ Armento
A416 VA Armio
A417 TN Armo
A418 IM Armo
A419 SU Armungia
A420 TN Arnago
A421 FR Arnara
A422 SV Arnasco
A424 AO Arnad
A425 LE Arnesano
A426 TN Bondo Breguzzo
A427 VB Arola
A428 VA Arolo
A429 NO Arona
A430 CO Arosio
A431 BN Arpaia
A432 BN Arpaise
A433 FR Arpino
A434 PD Arquà Petrarca
A435 RO Arquà Polesine
A436 AL Arquata Scrivia
A437 AP Arquata del Tronto
A438 PD Arre
A439 TR Arrone
A440 BG Arzago d'Adda
A441 VA Arsago Seprio
A442 PL Arsia
A443 BL Arsiè
A444 VI Arsiero
A445 TE Arsita
A446 RM Arsoli
A447 UD Arta Terme
A448 UD Artegna
A449 RM Artena
A450 NO Artò
A451 BS Artogne
A452 AO Arvier
A453 SS Arzachena
A454 NU Arzana
A455 NA Arzano
A456 PN Arzene
A457 IM Arzeno d'Oneglia
A458 PD Arzergrande
A459 VI Arzignano
A460 SA Ascea
A461 SI Asciano
A462 AP Ascoli Piceno
A463 FG Ascoli Satriano
A464 RI Ascrea
A465 VI Asiago
A466 VC Asigliano Vercellese
A467 VI Asigliano Veneto
A468 SI Sinalunga
A469 CO Asnago
A470 MN Asola
A471 TV Asolo
A472 RI Casperia
A473 MI Assago
A474 CA Assemini
A475 PG Assisi
A476 CO Asso
A477 OR Assolo
A478 EN Assoro
A479 AT Asti
A480 OR Asuni
A481 AQ Ateleta
A482 PZ Atella
A483 CE Atella di Napoli
A484 SA Atena Lucana
A485 CH Atessa
A486 FR Atina
A487 SA Atrani
A488 TE Atri
A489 AV Atripalda
A490 TR Attigliano
A491 UD Attimis
A492 NU Atzara
A493 PU Auditore
A494 SR Augusta
A495 SA Auletta
A496 MS Aulla
A497 VB Aurano
A498 TS Auremo di Sopra
A499 IM Aurigo
A500 TS Aurisina
A501 BL Auronzo di Cadore
A502 FR Ausonia
A503 NU Austis
A504 NO Auzate
A505 GO Auzza
A506 GE Avegno
A507 BZ Avelengo
A508 AV Avella
A509 AV Avellino
A510 BS Avenone
A511 BG Averara
A512 CE Aversa
A513 VR Avesa
A514 TA Avetrana
A515 AQ Avezzano
A516 PN Aviano
A517 BG Aviatico
A518 TO Avigliana
A519 PZ Avigliano
A520 TN Avio
A521 AO Avise
A522 SR Avola
A523 AL Avolasca
A524 TO Avuglione e Vernone
A525 TO Azeglio
A526 CR Azzanello
A527 AT Azzano d'Asti
A528 BG Azzano San Paolo
A529 BS Azzano Mella
A530 PN Azzano Decimo
A531 VA Azzate
A532 VA Azzio
A533 BG Azzone
A534 VB Baceno
A535 NA Bacoli
A536 IM Badalucco
A537 BZ Badia
A538 PV Badia Pavese
A539 RO Badia Polesine
A540 VR Badia Calavena
A541 AR Badia Tedalda
A542 CZ Badolato
A543 CO Bagaggera
A544 RC Bagaladi
A545 MI Baggio
A546 PA Bagheria
A547 RA Bagnacavallo
A548 VT Bagnaja
A550 PV Bagnaria
A551 RA Bagnara di Romagna
A552 RC Bagnara Calabra
A553 UD Bagnaria Arsa
A555 CN Bagnasco
A556 AL Bagnasco d'Asti
A557 BG Bagnatica
A558 BO Porretta Terme
A559 PI Casciana Terme
A560 LU Bagni di Lucca
A561 PT Montecatini-Terme
A562 PI San Giuliano Terme
A563 AQ Bagno
A564 FI Bagno a Ripoli
A565 FC Bagno di Romagna
A566 AV Bagnoli Irpino
A567 IS Bagnoli del Trigno
A568 PD Bagnoli di Sopra
A569 BS Bagnolo Mella
A570 CR Bagnolo Cremasco
A571 CN Bagnolo Piemonte
A572 LE Bagnolo del Salento
A573 RE Bagnolo in Piano
A574 RO Bagnolo di Po
A575 MN Bagnolo San Vito
A576 MS Bagnone
A577 VT Bagnoregio
A578 BS Bagolino
A579 CE Baia e Latina
A580 AV Baiano
A581 IM Bajardo
A582 CO Baiedo
A583 AO Baio Dora
A584 TO Bairo
A585 TO Bairo Torre
A586 RE Baiso
A587 TO Balangero
A588 AT Baldichieri d'Asti
A589 CN Baldissero d'Alba
A590 TO Baldissero Canavese
A591 TO Baldissero Torinese
A592 PA Balestrate
A593 SV Balestrino
A594 LC Ballabio
A595 CO Ballabio Inferiore
A596 CO Ballabio Superiore
A597 SU Ballao
A598 VA Ballarate
A599 TO Balme
A600 VC Balmuccia
A601 VC Balocco
A602 MI Balsamo
A603 AQ Balsorano
A604 PZ Balvano
A605 AL Balzola
A606 SS Banari
A607 TO Banchette
A608 TN Banco
A609 OR Villa Verde
A610 VB Bannio Anzino
A612 PZ Banzi
A613 PD Baone
A614 OR Baradili
A615 PZ Baragiano
A616 CB Baranello
A617 NA Barano d'Ischia
A618 MI Baranzate
A619 VA Barasso
A621 OR Baratili San Pietro
A624 PL Barbana d'Istria
A625 TO Barbania
A626 AN Barbara
A627 VI Barbarano Vicentino
A628 VT Barbarano Romano
A629 CN Barbaresco
A630 BS Barbariga
A631 BG Barbata
A632 FI Barberino di Mugello
A633 FI Barberino Val d'Elsa
A634 PV Barbianello
A635 BZ Barbiano
A637 PD Barbona
A638 ME Barcellona Pozzo di Gotto
A639 PU Barchi
A640 PN Barcis
A641 BS Barco
A642 CO Barcone
A643 AO Bard
A644 TO Bardassano
A645 VA Bardello
A646 PR Bardi
A647 SV Bardineto
A648 SV Bardino Nuovo
A649 SV Bardino Vecchio
A650 VR Bardolino
A651 TO Bardonecchia
A652 MI Bareggio
A653 NO Barengo
A654 BG Baresi
A655 OR Baressa
A656 AQ Barete
A657 LU Barga
A658 GE Bargagli
A659 MI Bargano
A660 CN Barge
A661 BS Barghe
A662 BA Bari
A663 NU Bari Sardo
A664 BG Bariano
A665 BO Baricella
A666 PZ Barile
A667 AQ Barisciano
A668 MB Barlassina
A669 BT Barletta
A670 CO Barni
A671 CN Barolo
A673 TO Barone Canavese
A674 SA Baronissi
A675 NA Barra
A676 EN Barrafranca
A677 SU Barrali
A678 AQ Barrea
A679 BG Barsizza
A680 CO Bartesate
A681 SU Barumini
A682 VA Barza
A683 LC Barzago
A684 BG Barzana
A685 CR Barzaniga
A686 LC Barzanò
A687 LC Barzio
A688 VA Barzola
A689 AL Basaluzzo
A690 PV Bascapè
A691 TR Baschi
A692 TE Basciano
A693 TN Baselga di Vezzano
A694 TN Baselga di Pinè
A695 PV Baselica Bologna
A696 BN Baselice
A697 MI Basiano
A698 ME Basicò
A699 MI Basiglio
A700 UD Basiliano
A701 VT Vasanello
A702 BS Bassano Bresciano
A703 VI Bassano del Grappa
A704 VT Bassano Romano
A705 VA Tronzano Lago Maggiore
A706 VT Bassano in Teverina
A707 LT Bassiano
A708 AL Bassignana
A709 CN Bastia Mondovì
A710 PG Bastia Umbra
A711 PV Bastida De' Dossi
A712 PV Bastida Pancarana
A713 MO Bastiglia
A714 PD Battaglia Terme
A715 GO Battaglia della Bainsizza
A716 CN Battifollo
A717 SA Battipaglia
A718 PV Battuda
A719 PA Baucina
A720 FR Boville Ernica
A721 OR Bauladu
A722 NU Baunei
A723 ME Bauso
A724 GE Bavari
A725 VB Baveno
A726 BO Bazzano
A727 TO Beaulard
A728 VA Bedero Valcuvia
A729 BS Bedizzole
A730 TN Bedollo
A731 PR Bedonia
A732 BG Bedulita
A733 VB Bee
A734 TO Beinasco
A735 CN Beinette
A736 CZ Belcastro
A737 VR Belfiore
A738 AL Belforte Monferrato
A739 MC Belforte del Chienti
A740 PU Belforte all'Isauro
A741 PV Belgioioso
A742 VB Belgirate
A743 PZ Bella
A744 CO Bellagio
A745 LC Bellano
A746 TE Bellante
A747 RN Bellaria-Igea Marina
A749 RM Bellegra
A750 CN Bellino
A751 MI Bellinzago Lombardo
A752 NO Bellinzago Novarese
A753 AV Bellizzi Irpino
A754 RO Bellombra
A755 CE Bellona
A756 SA Bellosguardo
A757 BL Belluno
A758 VR Belluno Veronese
A759 MB Bellusco
A760 FM Belmonte Piceno
A761 IS Belmonte del Sannio
A762 CS Belmonte Calabro
A763 FR Belmonte Castello
A764 PA Belmonte Mezzagno
A765 RI Belmonte in Sabina
A766 CT Belpasso
A767 BS Bel Prato
A768 CS Belsito
A769 AN Belvedere Ostrense
A770 AT Belveglio
A771 BO Lizzano in Belvedere
A772 KR Belvedere di Spinello
A773 CS Belvedere Marittimo
A774 CN Belvedere Langhe
A776 NU Belvì
A777 SO Bema
A778 CO Bene Lario
A779 CN Bene Vagienna
A780 RC Benestare
A781 SS Benetutti
A782 CN Benevello
A783 BN Benevento
A784 BI Benna
A785 BO Bentivoglio
A786 BG Berbenno
A787 SO Berbenno di Valtellina
A788 PR Berceto
A789 SS Berchidda
A790 FU Berdo San Giovanni
A791 CO Beregazzo con Figliaro
A792 PV Bereguardo
A793 AL Bergamasco
A794 BG Bergamo
A795 RO Bergantino
A796 SV Bergeggi
A797 GO Bergogna
A798 CN Bergolo
A799 BS Berlingo
A801 MT Bernalda
A802 MB Bernareggio
A803 CO Bernate Rosales
A804 MI Bernate Ticino
A805 CN Bernezzo
A806 FE Berra
A807 CN Bersezio
A808 TN Bersone
A809 FC Bertinoro
A810 UD Bertiolo
A811 LO Bertonico
A812 AT Berzano di San Pietro
A813 AL Berzano di Tortona
A815 BG Berzo San Fermo
A816 BS Berzo Demo
A817 BS Berzo Inferiore
A818 MB Besana in Brianza
A819 VA Besano
A820 MI Besate
A821 TN Besenello
A822 TN Beseno
A823 PC Besenzone
A824 FU Bersezio del Quarnaro
A825 VA Besnate
A826 VA Besozzo
A827 SS Bessude
A828 IM Bestagno
A831 PC Bettola
A832 PG Bettona
A833 NO Beura
A834 VB Beura-Cardezza
A835 PG Bevagna
A836 SP Beverino
A837 VR Bevilacqua
A838 VR Bevilacqua-Boschi
A839 TN Bezzecca
A840 TN Biacesa
A841 CT Biancavilla
A842 CS Bianchi
A843 RC Bianco
A844 NO Biandrate
A845 VA Biandronno
A846 BG Bianzano
A847 VC Bianzè
A848 SO Bianzone
A849 MB Biassono
A850 RE Bibbiano
A851 AR Bibbiena
A852 LI Bibbona
A853 TO Bibiana
A854 FG Biccari
A855 UD Bicinicco
A856 OR Bidonì
A857 VT Blera
A858 VA Biegno
A859 BI Biella
A861 BS Bienno
A862 NO Bieno
A863 TN Bieno
A864 PI Bientina
A865 SV Biestro
A866 MN Bigarello
A867 GO Biglia
A868 GO Bigliana
A869 CO Biglio
A870 CO Binago
A871 CR Binanuova
A872 MI Binasco
A873 CO Bindo
A874 BA Binetto
A876 BI Bioglio
A877 AO Bionaz
A878 BS Bione
A880 NU Birori
A881 AV Bisaccia
A882 PA Bisacquino
A883 BT Bisceglie
A884 AQ Bisegna
A885 TE Bisenti
A887 CS Bisignano
A888 AL Bisio
A889 AL Bistagno
A890 FU Bisterza
A891 VA Bisuschio
A892 BA Bitetto
A893 BA Bitonto
A894 BA Bitritto
A895 NU Bitti
A896 AG Bivona
A897 RC Bivongi
A898 CO Bizzarone
A899 VA Bizzozero
A900 TN Bleggio
A901 TN Bleggio Inferiore
A902 TN Bleggio Superiore
A903 BG Blello
A904 CO Blessagno
A905 CO Blevio
A906 PD Boara Pisani
A907 RO Boara Polesine
A908 VA Bobbiate
A909 PC Bobbio
A910 TO Bobbio Pellice
A911 NO Boca
A912 CS Bocchigliero
A914 VC Boccioleto
A915 PR Boccolo De' Tassi
A916 TN Bocenago
A917 VA Bodio
A918 VA Bodio Lomnago
A919 LO Boffalora d'Adda
A920 MI Boffalora Sopra Ticino
A922 GE Bogliasco
A923 GE Bogliasco Pieve
A924 PL Bogliuno
A925 VB Bognanco
A926 NO Bognanco Dentro
A927 NO Bognanco Fuori
A928 VA Bogno
A929 NO Bogogno
A930 CB Bojano
A931 SV Boissano
A932 SP Bolano
A933 TN Bolbeno
A935 TN Bolentina
A936 NO Boleto
A937 BG Bolgare
A940 MI Bollate
A941 TO Bollengo
A942 MT Nova Siri
A943 TN Bollone
A944 BO Bologna
A945 PE Bolognano
A946 PA Bolognetta
A947 MC Bolognola
A948 NU Bolotana
A949 VT Bolsena
A950 BG Boltiere
A951 GE Bolzaneto
A952 BZ Bolzano
A953 NO Bolzano Novarese
A954 VI Bolzano Vicentino
A955 VT Bomarzo
A956 CH Bomba
A957 CL Bompensiere
A958 PA Bompietro
A959 MO Bomporto
A960 OR Bonarcado
A961 SP Bonassola
A962 BG Bonate Sotto
A963 BG Bonate Sopra
A964 VR Bonavigo
A965 FE Bondeno
A966 BG Bondione
A967 TN Bondo
A968 TN Bondone
A969 BG Bondo Petello
A970 BN Bonea
A971 CB Bonefro
A972 CR Bonemerse
A973 CS Bonifati
A975 AV Bonito
A976 SS Bonnanaro
A977 SS Bono
A978 SS Bonorva
A979 CN Bonvicino
A980 TO Bonzo
A981 RI Borbona
A982 BL Borca di Cadore
A983 UD Bordano
A984 IM Bordighera
A985 BG Bordogna
A986 CR Bordolano
A987 PR Bore
A988 RE Boretto
A989 PV Borgarello
A990 TO Borgaro Torinese
A991 PA Borgetto
A992 SP Borghetto di Vara
A993 IM Borghetto d'Arroscia
A994 IM Borghetto San Nicolò
A995 LO Borghetto Lodigiano
A996 RI Borgo Velino
A997 TN Borghetto
A998 AL Borghetto di Borbera
A999 SV Borghetto Santo Spirito
B001 FC Borghi
B002 CZ Borgia
B003 TO Borgiallo
B004 SV Borgio
B005 SV Borgio Verezzi
B006 TN Borgo Valsugana
B007 LU Borgo a Mozzano
B008 RI Borgorose
B009 VC Borgo d'Ale
B010 BG Borgo di Terzo
B011 MN Borgoforte
B012 MN Motteggiana
B013 MN Borgofranco sul Po
B014 PV Suardi
B015 TO Borgofranco d'Ivrea
B016 NO Borgolavezzaro
B017 LO Borgo San Giovanni
B018 CN Borgomale
B019 NO Borgomanero
B020 IM Borgomaro
B021 TO Borgomasino
B022 BS Borgonato
B024 TO Borgone Susa
B025 PC Borgonovo Val Tidone
B026 PU Borgo Pace
B027 BO Borgo Panigale
B028 PV Borgo Priolo
B029 AL Borgoratto Alessandrino
B030 PV Borgoratto Mormorolo
B031 PD Borgoricco
B033 CN Borgo San Dalmazzo
B034 PR Fidenza
B035 BS Borgo San Giacomo
B036 FI Borgo San Lorenzo
B037 AL Borgo San Martino
B038 PV Borgo San Siro
B039 IM Borgo Sant'agata
B040 BS Borgosatollo
B041 VC Borgosesia
B042 PR Borgo Val di Taro
B043 NO Borgo Ticino
B044 BO Borgo Tossignano
B045 BG Borgounito
B046 VC Borgo Vercelli
B047 GO Boriano
B048 SV Bormida
B049 SO Bormio
B051 PV Bornasco
B052 VC Bornate
B053 BS Bornato
B054 BS Borno
B055 OR Boroneddu
B056 NU Borore
B057 CH Borrello
B058 BI Borriana
B059 VA Borsano
B060 RO Borsea
B061 TV Borso del Grappa
B062 NU Bortigali
B063 SS Bortigiadas
B064 SS Borutta
B065 TN Borzago
B066 GE Borzoli
B067 GE Borzonasca
B068 OR Bosa
B069 RO Bosaro
B070 VR Boschi Sant'anna
B071 AL Bosco Marengo
B072 VA Bosco Valtravaglia
B073 VR Bosco Chiesanuova
B074 IM Boscomare
B075 TO Bosconero
B076 NA Boscoreale
B077 NA Boscotrecase
B078 TN Bosentino
B079 CN Bosia
B080 AL Bosio
B081 LC Bosisio Parini
B082 PV Bosnasco
B083 BG Bossico
B084 CN Bossolasco
B085 CZ Botricello
B086 LE Botrugno
B088 BG Bottanuco
B089 PV Bottarone
B091 BS Botticino
B092 BS Botticino Mattina
B093 BS Botticino Sera
B094 SS Bottidda
B095 RO Bottrighe
B096 TO Bousson
B097 RC Bova
B098 RC Bovalino
B099 RC Bova Marina
B100 BS Bovegno
B101 CN Boves
B102 BS Bovezzo
B103 TO Bovile
B104 FG Bovino
B105 MB Bovisio-Masciago
B106 PD Bovolenta
B107 VR Bovolone
B108 TN Bozzana
B109 AL Bozzole
B110 MN Bozzolo
B111 CN Bra
B112 BG Bracca
B113 BG Bracca di Costa Serina
B114 RM Bracciano
B115 SA Bracigliano
B116 BZ Braies
B117 PV Brallo di Pregola
B118 RC Brancaleone
B120 BS Brandico
B121 TO Brandizzo
B122 PV Branduzzo
B123 BG Branzi
B124 BS Braone
B125 GO Brazzano
B126 VA Brebbia
B127 CO Breccia
B128 TV Breda di Piave
B129 CR Castelverde
B131 VA Bregano
B132 VI Breganze
B133 CO Breglia
B134 CO Bregnano
B135 TN Breguzzo
B136 VC Breia
B137 BG Brembate
B138 BG Brembate di Sopra
B139 BG Brembate di Sotto
B140 BG Brembilla
B141 LO Brembio
B142 PV Breme
B143 VI Brendola
B144 CO Brenna
B145 BZ Brennero
B146 VA Brenno Useria
B148 BG Sombreno
B149 BS Breno
B150 VA Brenta
B151 VR Brentino
B152 VR Brentino Belluno
B153 TN Brentonico
B154 VR Brenzone sul Garda
B155 VR Breonio
B156 RE Brescello
B157 BS Brescia
B158 TN Bresimo
B159 PV Bressana Bottarone
B160 BZ Bressanone
B161 VI Bressanvido
B162 MI Bresso
B163 GO Brestovizza in Valle
B164 GO Bretto
B165 TN Brez
B166 VA Brezzo di Bedero
B167 CN Briaglia
B168 CO Brianzola
B169 VV Briatico
B171 TO Bricherasio
B172 CO Brienno
B173 PZ Brienza
B174 CN Briga Marittima
B175 CN Briga Alta
B176 NO Briga Novarese
B177 AL Brignano del Curone
B178 BG Brignano Gera d'Adda
B179 AL Brignano-Frascata
B180 BR Brindisi
B181 PZ Brindisi Montagna
B182 VA Brinzio
B183 NO Briona
B184 BS Brione
B185 TN Brione
B186 PL Brioni Maggiore
B187 MB Briosco
B188 RA Brisighella
B189 NO Brisino
B190 VA Brissago
B191 VA Brissago-Valtravaglia
B192 AO Brissogne
B193 PE Brittoli
B194 LC Brivio
B195 FR Broccostella
B196 VI Brogliano
B197 VV Brognaturo
B198 ME Brolo
B200 CN Brondello
B201 PV Broni
B202 CT Bronte
B203 BZ Bronzolo
B204 CN Brossasco
B205 TO Brosso
B206 NO Brovello
B207 VB Brovello-Carpugnino
B208 SV Brovida
B209 TO Brozolo
B210 FI Brozzi
B211 BS Brozzo
B212 MB Brugherio
B213 PD Brugine
B214 SP Brugnato
B215 PN Brugnera
B216 TO Bruino
B217 BG Brumano
B218 CO Brunate
B219 VA Brunello
B220 BZ Brunico
B221 AT Bruno
B222 BG Bruntino
B223 BG Brusaporto
B224 AL Brusaschetto
B225 TO Brusasco
B226 TO Brusasco Cavagnolo
B227 NA Brusciano
B228 VA Brusimpiano
B229 BI Brusnengo
B230 AO Brusson
B232 TO Bruzolo
B234 RC Bruzzano Zeffirio
B235 MI Bubbiano
B236 AT Bubbio
B237 SR Buccheri
B238 CH Bucchianico
B239 BN Bucciano
B240 MI Buccinasco
B241 CO Buccinigo
B242 SA Buccino
B243 AR Bucine
B244 TS Bucuie
B245 GO Budagne
B246 SS Buddusò
B247 PN Budoia
B248 SS Budoni
B249 BO Budrio
B250 SU Buggerru
B251 PT Buggiano
B252 CO Buggiolo
B253 CO Bugiallo
B255 SO Buglio in Monte
B256 AQ Bugnara
B257 NO Bugnate
B258 VA Buguggiate
B259 UD Buja
B260 PL Buie d'Istria
B261 LC Bulciago
B262 CO Bulgarograsso
B263 CO Bulgorello
B264 SS Bultei
B265 SS Bulzi
B266 SA Buonabitacolo
B267 BN Buonalbergo
B268 CH Montebello sul Sangro
B269 SI Buonconvento
B270 CS Buonvicino
B272 MB Burago di Molgora
B273 VE Burano
B274 SU Burcei
B275 AG Burgio
B276 SS Burgos
B277 BZ Burgusio
B278 TO Buriasco
B279 TO Burolo
B280 VC Buronzo
B281 OR Busachi
B282 GE Busalla
B283 RE Busana
B284 TO Busano
B285 CN Busca
B286 MI Buscate
B287 SR Buscemi
B288 TP Buseto Palizzolo
B289 MB Busnago
B290 RO Buso Sarzano
B291 IM Bussana
B292 MI Bussero
B293 PR Busseto
B294 PE Bussi sul Tirino
B295 CB Busso
B296 VR Bussolengo
B297 TO Bussoleno
B298 TO Bussolino Gassinese
B300 VA Busto Arsizio
B301 MI Busto Garolfo
B302 CL Butera
B303 PI Buti
B304 VR Buttapietra
B305 TO Buttigliera Alta
B306 AT Buttigliera d'Asti
B308 NO Buttogno
B309 UD Buttrio
B310 BG San Paolo d'Argon
B311 AL Cabella Ligure
B312 VA Castello Cabiaglio
B313 CO Cabiate
B314 OR Cabras
B315 PA Caccamo
B316 BS Campoverde
B317 IS Poggio Sannita
B318 TS Caccia
B319 KR Caccuri
B320 CR Ca' d'Andrea
B321 NO Caddo
B325 VA Cadegliano
B326 VA Cadegliano-Viconago
B328 RE Cadelbosco di Sopra
B332 PC Cadeo
B334 VA Cadero con Graglio
B335 TN Caderzone Terme
B339 CR Ca' De' Stefani
B340 PV Ca' De' Tedioli
B342 VR Ca' di David
B343 BS Cadignano
B344 TN Cadine
B345 PD Cadoneghe
B346 CO Cadorago
B347 VA Cadrezzate
B348 RO Ca' Emo
B349 TV Caerano di San Marco
B350 TO Cafasse
B351 SA Caggiano
B352 PU Cagli
B353 CO Cagliano
B354 CA Cagliari
B355 CO Caglio
B357 FG Cagnano Varano
B358 AQ Cagnano Amiterno
B359 CO Cagno
B360 TN Cagnò
B361 CE Caianello
B362 CE Caiazzo
B364 BZ Caines
B365 BS Caino
B366 SO Caiolo
B367 AV Cairano
B368 VA Cairate
B369 SV Cairo Montenotte
B371 NA Caivano
B372 MI Cajello
B373 BS Cajonvico
B374 AV Calabritto
B375 BL Calalzo di Cadore
B376 AT Calamandrana
B377 AG Calamonaci
B378 SS Calangianus
B379 RC Calanna
B380 VB Calasca-Castiglione
B381 EN Calascibetta
B382 AQ Calascio
B383 SU Calasetta
B384 CT Calatabiano
B385 TP Calatafimi-Segesta
B386 TN Calavino
B387 PV Lungavilla
B388 VT Calcata
B389 TN Calceranica al Lago
B390 PI Calci
B391 MT Calciano
B392 PI Calcinaia
B393 BG Calcinate
B394 BS Calcinato
B395 BG Calcio
B396 LC Calco
B397 BZ Caldaro sulla Strada del Vino
B398 MC Caldarola
B399 BO Calderara di Reno
B400 TN Caldes
B401 GO Cal di Canale
B402 VR Caldiero
B403 VI Caldogno
B404 TN Caldonazzo
B405 PC Calendasco
B406 FI Calenzano
B407 BG Calepio
B408 PR Calestano
B409 SV Calice Ligure
B410 SP Calice al Cornoviglio
B413 LE Calimera
B414 BS Calino
B415 AV Calitri
B416 SV Calizzano
B417 BI Callabiana
B418 AT Calliano Monferrato
B419 TN Calliano
B421 NO Calogna
B422 BG Calolzio
B423 LC Calolziocorte
B424 CS Calopezzati
B425 AT Calosso
B426 CS Caloveto
B427 AG Caltabellotta
B428 CT Caltagirone
B429 CL Caltanissetta
B430 PA Caltavuturo
B431 NO Caltignaga
B432 RO Calto
B433 VI Caltrano
B434 BG Calusco d'Adda
B435 TO Caluso
B436 BS Calvagese della Riviera
B437 SA Calvanico
B438 ME Calvaruso
B439 CR Calvatone
B440 PZ Calvello
B441 VI Calvene
B442 BG Calvenzano
B443 PZ Calvera
B444 BN Calvi
B445 CE Calvi Risorta
B446 TR Calvi dell'Umbria
B447 PV Calvignano
B448 MI Calvignasco
B449 BN Calvi San Nazzaro
B450 BS Calvisano
B452 NA Calvizzano
B453 AL Camagna Monferrato
B454 TO Camagna di Torino
B455 LU Camaiore
B456 LO Camairago
B457 BI Camandona
B458 AQ Camarda
B459 VC Camasco
B460 AG Camastra
B461 MI Cambiago
B462 TO Cambiano
B463 VB Cambiasca
B465 BI Camburzano
B466 IS Sant'elena Sannita
B467 CN Camerana
B468 AN Camerano
B469 AT Camerano Casasco
B470 AN Camerata Picena
B471 BG Camerata Cornello
B472 RM Camerata Nuova
B473 NO Cameri
B474 MC Camerino
B476 SA Camerota
B477 CE Camigliano
B478 BS Camignone
B479 PC Caminata
B480 BZ Caminata in Tures
B481 RC Camini
B482 AL Camino
B483 UD Camino al Tagliamento
B484 CR Camisano
B485 VI Camisano Vicentino
B486 AG Cammarata
B487 CO Camnago Volta
B488 CO Camnago Faloppia
B489 CN Camo
B490 GE Camogli
B491 AO Chamois
B492 SA Campagna
B493 VE Campagna Lupia
B494 CE Castel Campagnano
B495 VA Campagnano Vedasca
B496 RM Campagnano di Roma
B497 GR Campagnatico
B498 CR Campagnola Cremasca
B499 RE Campagnola Emilia
B500 CS Campana
B501 MB Camparada
B502 RE Campegine
B503 NO Campello Monti
B504 PG Campello sul Clitunno
B505 VC Campertogno
B506 LE Campi Salentina
B507 FI Campi Bisenzio
B508 BI Campiglia Cervo
B509 LI Campiglia Marittima
B510 TO Valprato Soana
B511 VI Campiglia dei Berici
B512 TO Campiglione Fenile
B513 CO Campione d'Italia
B514 TN Campitello di Fassa
B515 TE Campli
B516 RC Campo Calabro
B517 AO Campo Canavese
B518 TN Campo
B519 CB Campobasso
B520 AG Campobello di Licata
B521 TP Campobello di Mazara
B522 CB Campochiaro
B523 SV Campochiesa
B524 PD Campodarsego
B525 TN Campodenno
B526 AQ Campo di Giove
B527 LT Campodimele
B528 CB Campodipietra
B529 BZ Campo di Trens
B530 SO Campodolcino
B531 PD Campodoro
B532 PA Campofelice di Roccella
B533 PA Campofelice di Fitalia
B534 FM Campofilone
B535 PA Campofiorito
B536 UD Campoformido
B537 CL Campofranco
B538 GE Campo Ligure
B539 MO Campogalliano
B540 AO Champorcher
B541 BN Campolattaro
B542 BN Campoli del Monte Taburno
B543 FR Campoli Appennino
B544 CB Campolieto
B545 UD Campolongo al Torre
B546 VE Campolongo Maggiore
B547 VI Campolongo sul Brenta
B549 PZ Campomaggiore
B550 CB Campomarino
B551 GE Campomorone
B553 LI Campo nell'Elba
B554 VE Camponogara
B555 SA Campora
B556 PA Camporeale
B557 LU Camporgiano
B559 IM Camporosso
B560 UD Camporosso in Valcanale
B561 CT Camporotondo Etneo
B562 MC Camporotondo di Fiastrone
B563 PD Camposampiero
B564 PD Campo San Martino
B565 NA Camposano
B566 MO Camposanto
B567 PV Campospinoso
B568 PV Campospinoso Albaredo
B569 AQ Campotosto
B570 BZ Campo Tures
B571 SO Campovico
B572 BO Camugnano
B573 CN Canale
B574 BL Canale d'Agordo
B575 GO Canale d'Isonzo
B576 RM Canale Monterano
B577 TN Canal San Bovo
B578 RO Canaro
B579 TN Canazei
B580 PZ Cancellara
B581 CE Cancello ed Arnone
B582 RO Canda
B583 IM Candeasco
B584 FG Candela
B585 PS Candelara
B586 BI Candelo
B587 PV Candia Lomellina
B588 TO Candia Canavese
B589 PD Candiana
B590 AV Candida
B591 RC Candidoni
B592 TO Candiolo
B593 MI Canegrate
B594 AT Canelli
B595 RI Orvinio
B596 GE Canepa
B597 VT Canepina
B598 PN Caneva
B599 PV Canevino
B600 TN Canezza
B601 PL Canfanaro
B602 AG Canicattì
B603 SR Canicattini Bagni
B604 VT Canino
B605 TO Canischio
B606 AQ Canistro
B607 CS Canna
B608 SA Cannalonga
B609 PG Cannara
B610 VB Cannero Riviera
B611 BA Canneto di Bari
B612 MN Canneto sull'Oglio
B613 PV Canneto Pavese
B614 RC Cannitello
B615 VB Cannobio
B616 LE Cannole
B617 RC Canolo
B618 BG Canonica d'Adda
B619 BT Canosa di Puglia
B620 CH Canosa Sannita
B621 CN Canosio
B622 CR Canova del Morbasco
B624 AQ Cansano
B625 CR Cansero
B626 PO Cantagallo
B627 RI Cantalice
B628 TO Cantalupa
B629 AL Cantalupo Ligure
B630 IS Cantalupo nel Sannio
B631 RI Cantalupo in Sabina
B632 RM Mandela
B633 AT Cantarana
B634 VA Cantello
B635 RM Canterano
B636 PU Cantiano
B637 TO Cantoira
B638 PV Cantonale
B639 CO Cantù
B640 TE Canzano
B641 CO Canzo
B642 VE Caorle
B643 PC Caorso
B644 SA Capaccio Paestum
B645 PA Capaci
B646 GR Capalbio
B647 PI Capannoli
B648 LU Capannori
B649 RM Capena
B650 CR Capergnanica
B651 AQ Capestrano
B652 CO Capiago
B653 CO Capiago Intimiano
B654 CO Capiate
B655 VV Capistrano
B656 AQ Capistrello
B657 SA Capitello
B658 AQ Capitignano
B660 ME Capizzi
B661 BG Capizzone
B662 BL Ponte Nelle Alpi
B663 VT Capodimonte
B664 BS Capo di Ponte
B665 PL Capodistria
B666 ME Capo d'Orlando
B667 CE Capodrise
B668 VA Capolago
B669 LI Capoliveri
B670 AR Capolona
B671 MB Caponago
B672 AQ Caporciano
B673 GO Caporetto
B674 AV Caposele
B675 CA Capoterra
B676 BS Capovalle
B677 AQ Cappadocia
B678 TV Cappella Maggiore
B679 CR Cappella Cantone
B680 CR Cappella De' Picenardi
B681 PE Cappelle sul Tavo
B682 IS Capracotta
B684 FI Capraia e Limite
B685 LI Capraia Isola
B686 CR Capralba
B687 RM Capranica Prenestina
B688 VT Capranica
B689 BO Marzabotto
B690 LE Caprarica di Lecce
B691 VT Caprarola
B692 CN Caprauna
B693 AR Caprese Michelangelo
B694 VB Caprezzo
B695 ME Capri Leone
B696 NA Capri
B697 TN Capriana
B698 BS Capriano del Colle
B700 BS Capriano Azzano
B701 AL Capriata d'Orba
B702 BG Capriate d'Adda
B703 BG Capriate San Gervasio
B704 CE Capriati a Volturno
B705 TO Caprie
B706 AV Capriglia Irpina
B707 AT Capriglio
B708 BI Caprile
B709 VR Caprino Veronese
B710 BG Caprino Bergamasco
B711 BS Capriolo
B712 GO Capriva del Friuli
B713 TS Capriva nel Carso
B714 VA Capronno
B715 CE Capua
B716 BA Capurso
B717 CZ Caraffa di Catanzaro
B718 RC Caraffa del Bianco
B719 CN Caraglio
B720 CN Caramagna Piemonte
B721 IM Caramagna Ligure
B722 PE Caramanico Terme
B723 TN Carano
B724 FG Carapelle
B725 AQ Carapelle Calvisio
B726 GE Carasco
B727 AP Carassai
B728 CO Carate Lario
B729 MB Carate Brianza
B730 CO Carate Urio
B731 BG Caravaggio
B732 VA Caravate
B733 TO Caravino
B734 IM Caravonica
B735 VT Carbognano
B736 AL Carbonara Scrivia
B737 BA Carbonara di Bari
B738 SU Villasimius
B739 MN Carbonara di Po
B740 NA Carbonara di Nola
B741 PV Carbonara al Ticino
B742 CO Carbonate
B743 PZ Carbone
B744 TV Carbonera
B745 SU Carbonia
B747 CO Carcano
B748 SV Carcare
B749 PD Carceri
B750 TN Carciato
B751 BS Carcina
B752 VC Carcoforo
B753 VA Cardana
B754 VA Cardano al Campo
B755 CN Cardè
B756 RC Cardeto
B757 NO Cardezza
B758 CZ Cardinale
B759 NA Cardito
B760 LU Careggine
B761 CO Carella con Mariaga
B762 TO Carema
B763 LC Carenno
B764 CO Careno
B765 AL Carentino
B766 RC Careri
B767 VC Caresana
B768 VC Caresanablot
B769 AL Carezzano
B770 AL Carezzano Superiore
B771 KR Carfizzi
B772 SS Cargeghe
B773 NO Cargiago
B774 CS Cariati
B775 RC Caridà
B776 AV Carife
B777 TO Carignano
B778 CO Carimate
B779 CE Carinaro
B780 PA Carini
B781 CE Carinola
B782 VC Carisio
B783 TN Carisolo
B784 FG Carlantino
B785 CO Carlazzo
B786 CO Carlazzo Valsolda
B787 SR Carlentini
B788 UD Carlino
B789 SU Carloforte
B790 CZ Carlopoli
B791 TO Carmagnola
B792 LE Carmiano
B793 GO Camigna
B794 PO Carmignano
B795 PD Carmignano di Brenta
B796 VA Carnago
B798 MB Carnate
B799 BZ Cornedo all'Isarco
B800 BG Carobbio
B801 BG Carobbio degli Angeli
B802 CS Carolei
B803 BG Carona
B804 ME Caronia
B805 VA Caronno Pertusella
B806 VA Caronno Corbellaro
B807 VA Caronno Varesino
B808 TA Carosino
B809 BR Carovigno
B810 IS Carovilli
B811 CR Carpaneta con Dosimo
B812 PC Carpaneto Piacentino
B813 CS Carpanzano
B814 IM Carpasio
B816 PU Carpegna
B817 BS Carpenedolo
B818 AL Carpeneto
B819 MO Carpi
B820 MI Carpiano
B821 PV Carpignago
B822 LE Carpignano Salentino
B823 NO Carpignano Sesia
B824 PV Cura Carpignano
B825 RE Carpineti
B826 CH Carpineto Sinello
B827 PE Carpineto della Nora
B828 RM Carpineto Romano
B829 FG Carpino
B830 IS Carpinone
B831 NO Carpugnino
B832 MS Carrara
B833 PD Carrara San Giorgio
B834 PD Carrara Santo Stefano
B835 VI Carrè
B836 AL Carrega Ligure
B838 SP Carro
B839 SP Carrodano
B840 AL Carrosio
B841 CN Carrù
B842 AQ Carsoli
B843 IM Cartari e Calderara
B844 VI Cartigliano
B845 CN Cartignano
B846 PU Cartoceto
B847 AL Cartosio
B848 PD Cartura
B850 MI Carugate
B851 CO Carugo
B852 CO Carugo Arosio
B853 CH Carunchio
B854 BG Carvico
B855 BS Carzago della Riviera
B856 TN Carzano
B857 KR Casabona
B858 CB Casacalenda
B859 CH Casacanditella
B860 CE Casagiove
B861 CH Casalanguida
B862 FR Casalattico
B863 CE Casalba
B864 NO Casalbeltrame
B865 CH Casalbordino
B866 AV Casalbore
B867 TO Casalborgone
B868 SA Casalbuono
B869 CR Casalbuttano ed Uniti
B870 AL Casal Cermelli
B871 CB Casalciprano
B872 CE Casal di Principe
B873 BN Casalduni
B874 CR Casale Cremasco
B875 VA Casale Litta
B876 VB Casale Corte Cerro
B877 PD Casale di Scodosia
B878 PI Casale Marittimo
B879 TV Casale sul Sile
B880 BO Casalecchio di Reno
B881 CR Casale Cremasco-Vidolasco
B882 AL Casaleggio Boiro
B883 NO Casaleggio Novara
B884 NO Casaleggio Castellazzo
B885 AL Casale Monferrato
B886 VR Casaleone
B887 LO Casaletto Lodigiano
B888 SA Casaletto Spartano
B889 CR Casaletto Ceredano
B890 CR Casaletto di Sopra
B891 CR Casaletto Vaprio
B892 BO Casalfiumanese
B893 RE Casalgrande
B894 CN Casalgrasso
B895 SA Casal Velino
B896 CH Casalincontrada
B897 NO Casalino
B898 CR Casalmaggiore
B899 LO Casalmaiocco
B900 CR Casalmorano
B901 MN Casalmoro
B902 AL Casalnoceto
B903 CS Villapiana
B904 FG Casalnuovo Monterotaro
B905 NA Casalnuovo di Napoli
B906 PZ San Paolo Albanese
B907 MN Casaloldo
B908 CR Casalorzo Geroldi
B909 MN Casalpoglio
B910 LO Casalpusterlengo
B911 MN Casalromano
B912 PD Casalserugo
B914 CR Pozzaglio ed Uniti
B915 BT Trinitapoli
B916 CE Casaluce
B917 FG Casalvecchio di Puglia
B918 ME Casalvecchio Siculo
B919 FR Casalvieri
B920 NO Casalvolone
B921 VA Casalzuigno
B922 NA Casamarciano
B923 BA Casamassima
B924 NA Casamicciola Terme
B925 NA Casandrino
B926 CO Casanova Lanza
B927 SV Casanova Lerrone
B928 VC Casanova Elvo
B929 PV Casanova Lonati
B932 RM Casape
B933 BI Casapinta
B934 RI Casaprota
B935 CE Casapulla
B936 LE Casarano
B937 LC Casargo
B938 MI Casarile
B939 GE Casarza Ligure
B940 PN Casarsa della Delizia
B941 AL Casasco
B942 CO Casasco d'Intelvi
B943 LC Casatenovo
B945 PV Casatisma
B946 NA Casavatore
B947 BG Casazza
B948 PG Cascia
B949 VA Casciago
B950 PI Cascina
B952 VC San Giacomo Vercellese
B953 TO Cascinette d'Ivrea
B954 PV Casei Gerola
B955 TO Caselette
B956 GE Casella
B958 LO Caselle Lurani
B959 SA Caselle in Pittari
B960 TO Caselle Torinese
B961 LO Caselle Landi
B962 FI Scandicci
B963 CE Caserta
B964 TN Casez
B965 TV Casier
B966 RC Casignana
B967 RE Casina
B968 KR Castelsilano
B969 BO Castel di Casio
B970 CO Casirago
B971 BG Casirate d'Adda
B973 CO Casletto
B974 CO Caslino d'Erba
B975 CO Caslino al Piano
B976 CO Casnate
B977 CO Casnate con Bernate
B978 BG Casnigo
B979 MS Casola in Lunigiana
B980 NA Casola di Napoli
B982 RA Casola Valsenio
B983 CS Casole Bruzio
B984 SI Casole d'Elsa
B985 CH Casoli
B987 VA Casorate Sempione
B988 PV Casorate Primo
B989 MI Casorezzo
B990 NA Casoria
B991 AT Casorzo Monferrato
B992 VI Casotto
B993 SO Caspoggio
B994 UD Cassacco
B995 CO Cassago
B996 LC Cassago Brianza
B997 AV Cassano Irpino
B998 BA Cassano delle Murge
B999 VA Cassano Valcuvia
C001 CO Cassano Albese
C002 CS Cassano all'Ionio
C003 MI Cassano d'Adda
C004 VA Cassano Magnago
C005 AL Cassano Spinola
C006 SR Cassaro
C007 BG Cassiglio
C013 MI Pero
C014 MI Cassina De' Pecchi
C016 CO Cassina Mariaga
C020 CO Cassina Rizzardi
C022 AT Cassinasco
C024 LC Cassina Valsassina
C027 AL Cassine
C029 CR Cassine Gandine
C030 AL Cassinelle
C033 MI Cassinetta di Lugagnano
C034 FR Cassino
C037 VI Cassola
C038 PV Cassolnovo
C040 TE Castel Castagna
C041 VR Castagnaro
C043 TN Castagnè
C044 LI Castagneto Carducci
C045 TO Castagneto Po
C046 CN Castagnito
C047 AT Castagnole Monferrato
C048 TO Castagnole Piemonte
C049 AT Castagnole delle Lanze
C050 PV Castana
C051 ME Castell'umberto
C052 MI Castano Primo
C053 PV Casteggio
C055 BS Castegnato
C056 VI Castegnero
C057 PD Castelbaldo
C058 AV Castel Baronia
C059 MN Castelbelforte
C060 AN Castelbellino
C061 BZ Castelbello
C062 BZ Castelbello-Ciardes
C063 SV Castelbianco
C064 AT Castel Boglione
C065 RA Castel Bolognese
C066 CB Castelbottaccio
C067 PA Castelbuono
C068 VT Castel Cellesi
C069 SA Castelcivita
C070 FM Servigliano
C071 AN Castel Colonna
C072 BS Castelcovati
C073 TV Castelcucco
C074 PA Casteldaccia
C075 BO Castel d'Aiano
C076 MN Castel d'Ario
C077 BZ Casteldarne
C078 VR Castel d'Azzano
C079 BG Castelli Calepio
C080 RN Casteldelci
C081 CN Casteldelfino
C082 IS Castel del Giudice
C083 AQ Castel del Monte
C084 UD Castel del Monte Udinese
C085 GR Castel del Piano
C086 BO Castel del Rio
C087 AL Castel De' Ratti
C089 CR Casteldidone
C090 AQ Castel di Ieri
C091 CT Castel di Iudica
C093 AP Castel di Lama
C094 ME Castel di Lucio
C096 AQ Castel di Sangro
C097 CE Castel di Sasso
C098 RI Castel di Tora
C099 GO Castel Dobra
C100 AN Castelfidardo
C101 FI Castelfiorentino
C102 AR Castel Focognano
C103 TN Castelfondo
C104 LT Castelforte
C105 AV Castelfranci
C106 BN Castelfranco in Miscano
C107 MO Castelfranco Emilia
C108 CS Castrolibero
C110 IM Castel Vittorio
C111 TV Castelfranco Veneto
C112 AR Castelfranco di Sopra
C113 PI Castelfranco di Sotto
C114 CH Castel Frentano
C115 CR Castel Gabbiano
C116 RM Castel Gandolfo
C117 TR Castel Giorgio
C118 MN Castel Goffredo
C119 VI Castelgomberto
C120 PZ Castelgrande
C121 BO Castel Guelfo di Bologna
C122 RO Castelguglielmo
C123 CH Castelguidone
C124 FU Castel Iablanizza
C125 SA Castellabate
C126 AQ Castellafiume
C127 AT Castell'alfero
C128 TE Castellalto
C129 NA Castellammare di Stabia
C130 TP Castellammare del Golfo
C131 PV Castel Lambro
C132 PE Castellammare Adriatico
C133 TO Castellamonte
C134 BA Castellana Grotte
C135 PA Castellana Sicula
C136 TA Castellaneta
C137 AL Castellania Coppi
C138 TN Castellano
C139 VA Castellanza
C140 CN Castellar
C141 RE Castellarano
C142 AL Castellar Guidobono
C143 IM Castellaro
C144 PV Castellaro De' Giorgi
C145 PC Castell'arquato
C146 BL Castellavazzo
C147 GR Castell'azzara
C148 AL Castellazzo Bormida
C149 NO Castellazzo Novarese
C151 VC Castellengo
C152 AN Castelleone di Suasa
C153 CR Castelleone
C154 AT Castellero
C155 BI Castelletto Cervo
C156 AL Castelletto d'Erro
C157 PV Castelletto di Branduzzo
C158 AL Castelletto d'Orba
C160 AL Castelletto Merli
C161 AT Castelletto Molina
C162 AL Castelletto Monferrato
C163 CN Castelletto Monforte
C164 PV Castelletto Po
C165 CN Castelletto Stura
C166 NO Castelletto Sopra Ticino
C167 CN Castelletto Uzzone
C168 VC Castelletto Villa
C169 TE Castelli
C171 NO Castelli Cusiani
C172 SI Castellina in Chianti
C173 CN Castellinaldo d'Alba
C174 PI Castellina Marittima
C175 CB Castellino del Biferno
C176 CN Castellino Tanaro
C177 FR Castelliri
C178 CE Castello del Matese
C179 CO Castello Valsolda
C180 CO Castello Sopra Lecco
C181 VA Castelveccana
C182 TN Castello
C183 TN Castel Condino
C184 PV Castello d'Agogna
C185 BO Castello d'Argile
C186 SO Castello dell'Acqua
C187 LC Castello di Brianza
C188 NA Castello di Cisterna
C189 TN Castello-Molina di Fiemme
C190 TV Castello di Godego
C191 BO Castello di Serravalle
C192 CB Castellone al Volturno
C193 RM Castellonorato
C194 TN Castello Tesino
C195 MN Castellucchio
C196 PZ Castelluccio
C197 CB Castelmauro
C198 FG Castelluccio dei Sauri
C199 PZ Castelluccio Inferiore
C200 IS Castelverrino
C201 PZ Castelluccio Superiore
C202 FG Castelluccio Valmaggiore
C203 RM Castel Madama
C204 BO Castel Maggiore
C205 CN Castelmagno
C206 CO Castelmarte
C207 RO Castelmassa
C208 BS Castel Mella
C209 PZ Castelmezzano
C210 ME Castelmola
C211 CE Castel Morrone
C213 PV Castelnovetto
C214 CN Castelnuovo di Ceva
C215 RO Castelnovo Bariano
C216 TN Castelnuovo
C217 PN Castelnovo del Friuli
C218 RE Castelnovo di Sotto
C219 RE Castelnovo Ne' Monti
C220 CO Castelnuovo Bozzente
C222 FG Castelnuovo della Daunia
C223 FR Castelnuovo Parano
C224 RI Castelnuovo di Farfa
C225 VR Castelnuovo del Garda
C226 AT Castelnuovo Belbo
C227 SI Castelnuovo Berardenga
C228 LO Castelnuovo Bocca d'Adda
C229 AL Castelnuovo Bormida
C230 AT Castelnuovo Calcea
C231 SA Castelnuovo Cilento
C232 AT Castelnuovo Don Bosco
C235 SA Castelnuovo di Conza
C236 LU Castelnuovo di Garfagnana
C237 RM Castelnuovo di Porto
C238 FU Castelnuovo d'Istria
C240 SP Castelnuovo Magra
C241 TO Castelnuovo Nigra
C242 MO Castelnuovo Rangone
C243 AL Castelnuovo Scrivia
C244 PI Castelnuovo di Val di Cecina
C245 BN Castelpagano
C246 IS Castelpetroso
C247 IS Castelpizzuto
C248 AN Castelplanio
C249 CR Castelponzone
C250 BN Castelpoto
C251 MC Castelraimondo
C252 PG Castel Ritaldi
C253 AT Castel Rocchero
C254 BZ Castelrotto
C255 BG Castel Rozzone
C256 SA Castelruggiero
C259 SA Castel San Giorgio
C261 PC Castel San Giovanni
C262 SA Castel San Lorenzo
C263 AR Castel San Niccolò
C264 AL Castel San Pietro Monferrato
C265 BO Castel San Pietro Terme
C266 RM Castel San Pietro Romano
C267 MC Castelsantangelo sul Nera
C268 RI Castel Sant'angelo
C269 VT Castel Sant'elia
C270 IS Castel San Vincenzo
C271 PZ Castelsaraceno
C272 SS Castelsardo
C273 VA Castelseprio
C274 AL Castelspina
C275 AG Casteltermini
C276 SV Castelvecchio di Rocca Barbena
C277 IM Castelvecchio di Santa Maria Maggiore
C278 AQ Castelvecchio Calvisio
C279 AQ Castelvecchio Subequo
C280 BN Castelvenere
C281 AL Castelvero d'Asti
C282 AO Verrès
C283 AV Castelvetere sul Calore
C284 BN Castelvetere in Val Fortore
C285 RC Caulonia
C286 TP Castelvetrano
C287 MO Castelvetro di Modena
C288 PC Castelvetro Piacentino
C289 TR Castel Viscardo
C290 CR Castelvisconti
C291 CE Castel Volturno
C292 BO Castenaso
C293 BS Castenedolo
C294 AO Châtillon
C295 AL Castiglione d'Asti
C296 BO Castiglione dei Pepoli
C297 CT Castiglione di Sicilia
C298 CH Castiglione Messer Marino
C299 CO Castiglione d'Intelvi
C300 VA Castiglione Olona
C301 CS Castiglione Cosentino
C302 GE Castiglione Chiavarese
C303 LU Castiglione di Garfagnana
C304 LO Castiglione d'Adda
C305 NO Castiglione d'Ossola
C306 SA Castiglione del Genovesi
C307 TO Castiglione Torinese
C308 PE Castiglione a Casauria
C309 PG Castiglione del Lago
C310 GR Castiglione della Pescaia
C311 TE Colledara
C312 MN Castiglione delle Stiviere
C313 SI Castiglione d'Orcia
C314 CN Castiglione Falletto
C315 VT Castiglione in Teverina
C316 TE Castiglione Messer Raimondo
C317 CN Castiglione Tinella
C318 AR Castiglion Fibocchi
C319 AR Castiglion Fiorentino
C321 AP Castignano
C322 TE Castilenti
C323 CN Castino
C324 BG Castione della Presolana
C325 SO Castione Andevenno
C326 VR Castione Veronese
C327 UD Castions di Strada
C329 LO Castiraga Vidardo
C330 BS Casto
C331 AP Castorano
C332 BS Castrezzato
C333 BS Castrezzone
C334 LE Castri di Lecce
C335 LE Castrignano De' Greci
C336 LE Castrignano del Capo
C337 BG Castro
C338 FR Castro dei Volsci
C339 FC Castrocaro Terme e Terra del Sole
C340 FR Castrocielo
C341 AG Castrofilippo
C342 EN Enna
C343 VA Castronno
C344 PA Castronovo di Sicilia
C345 PZ Castronuovo di Sant'andrea
C346 CB Castropignano
C347 ME Castroreale
C348 CS Castroregio
C349 CS Castrovillari
C350 RC Cataforio
C351 CT Catania
C352 CZ Catanzaro
C353 EN Catenanuova
C354 PE Catignano
C355 RC Catona
C356 AG Cattolica Eraclea
C357 RN Cattolica
C358 TN Cauria
C359 BN Cautano
C360 PV Cava Manara
C361 SA Cava De' Tirreni
C362 LO Cavacurta
C363 BI Cavaglià
C364 NO Cavaglietto
C365 NO Cavaglio d'Agogna
C366 NO Cavaglio San Donnino
C367 VB Cavaglio-Spoccia
C369 TO Cavagnolo
C370 VR Cavaion Veronese
C372 TN Cavalese
C374 CO Cavallasca
C375 CN Cavallerleone
C376 CN Cavallermaggiore
C377 LE Cavallino
C378 NO Cavallirio
C379 NO Cavandone
C380 TN Cavareno
C381 CO Cavargna
C382 VA Cavaria con Premezzo
C383 VE Cavarzere
C384 TV Cavaso del Tomba
C385 PN Cavasso Nuovo
C387 AL Cavatore
C388 VE Jesolo
C389 UD Cavazzo Carnico
C390 RM Cave
C391 TS Cave Auremiane
C392 TN Cavedago
C393 TN Cavedine
C394 LO Cavenago d'Adda
C395 MB Cavenago di Brianza
C396 BG Cavernago
C397 CO Caversaccio
C398 MO Cavezzo
C400 TN Cavizzana
C401 BZ Covelano
C402 VA Cavona
C404 TO Cavour
C405 RE Cavriago
C406 MN Cavriana
C407 AR Cavriglia
C408 BS Cazzago San Martino
C409 VA Cazzago Brabbia
C410 BG Cazzano Sant'andrea
C412 VR Cazzano di Tramigna
C413 FR Ceccano
C414 PV Cecima
C415 LI Cecina
C416 GO Ceconico
C417 BS Cedegolo
C418 SO Cedrasco
C420 PA Cefalà Diana
C421 PA Cefalù
C422 VE Ceggia
C423 BA Ceglie del Campo
C424 BR Ceglie Messapica
C425 FU Ceglie
C426 AQ Celano
C427 TN Celentino
C428 CH Celenza sul Trigno
C429 FG Celenza Valfortore
C430 CS Celico
C431 VA Cellina
C432 AL Cella Monte
C434 PV Cella di Bobbio
C435 CR Cella Dati
C436 BA Cellamare
C437 CS Cellara
C438 AT Cellarengo
C439 BS Cellatica
C440 AT Celle Enomondo
C441 CN Celle di Macra
C442 FG Celle di San Vito
C443 SV Celle Ligure
C444 SA Celle di Bulgheria
C445 TN Celledizzo
C446 VT Celleno
C447 VT Cellere
C448 BR Cellino San Marco
C449 TE Cellino Attanasio
C450 VC Cellio
C452 TN Cembra
C453 CZ Cenadi
C454 BG Cenate
C455 BG Cenate d'Argon
C456 BG Cenate Sopra
C457 BG Cenate Sotto
C458 BL Cencenighe Agordino
C459 BG Cene
C461 RO Ceneselli
C462 SV Cenesi
C463 SV Cengio
C464 BZ Cengles
C465 IM Cenova
C466 CN Centallo
C467 TN Centa San Nicolò
C469 FE Cento
C470 SA Centola
C471 EN Centuripe
C472 CZ Centrache
C473 BG Centrisola
C474 PE Cepagatti
C475 BG Cepino
C476 BN Ceppaloni
C478 VB Ceppo Morelli
C479 FR Ceprano
C480 EN Cerami
C481 GE Ceranesi
C482 CO Cerano d'Intelvi
C483 NO Cerano
C484 PV Ceranova
C485 SA Ceraso
C486 CB Cercemaggiore
C487 TO Cercenasco
C488 CB Cercepiccola
C489 CS Cerchiara di Calabria
C491 MI Cerchiate
C492 AQ Cerchio
C493 SO Cercino
C494 UD Cercivento
C495 NA Cercola
C496 PA Cerda
C497 TO Ceres
C498 VR Cerea
C500 RO Ceregnano
C501 KR Cerenzia
C502 MN Ceresara
C503 AL Cereseto
C504 CN Ceresole Alba
C505 TO Ceresole Reale
C506 BG Cerete
C507 AL Cerreto Grue
C508 PV Ceretto Lomellina
C509 PV Cergnago
C510 SV Ceriale
C511 IM Ceriana
C512 MB Ceriano Laghetto
C513 PC Cerignale
C514 FG Cerignola
C515 CS Cerisano
C516 CO Cermenate
C517 TE Cermignano
C518 RM Cerreto Laziale
C519 GO Cernizza Goriziana
C520 CO Cernobbio
C521 LC Cernusco Lombardone
C522 CO Cernusco Montevecchia
C523 MI Cernusco sul Naviglio
C524 AN Cerreto d'Esi
C525 BN Cerreto Sannita
C526 BI Cerreto Castello
C527 PG Cerreto di Spoleto
C528 AT Cerreto d'Asti
C529 FI Cerreto Guidi
C530 CN Cerretto Langhe
C531 AL Cerrina Monferrato
C532 BI Cerrione
C533 AT Cerro Tanaro
C534 IS Cerro al Volturno
C535 VA Cerro Lago Maggiore
C536 MI Cerro al Lambro
C537 MI Cerro Maggiore
C538 VR Cerro Veronese
C539 PZ Cersosimo
C540 FI Certaldo
C541 PV Certosa di Pavia
C542 CZ Cerva
C543 RM Cervara di Roma
C544 PD Cervarese Santa Croce
C545 FR Cervaro
C546 VC Cervarolo
C547 CN Cervasca
C548 VC Cervatto
C549 BS Cerveno
C550 CN Cervere
C551 PV Cervesina
C552 RM Cerveteri
C553 RA Cervia
C554 CS Cervicati
C555 LO Cervignano d'Adda
C556 UD Cervignano del Friuli
C557 AV Cervinara
C558 CE Cervino
C559 IM Cervo
C560 CS Cerzeto
C561 CE Cesa
C562 BL Lentiai
C563 LC Cesana Brianza
C564 TO Cesana Torinese
C565 MI Cesano Boscone
C566 MB Cesano Maderno
C567 VB Cesara
C568 ME Cesarò
C569 MI Cesate
C572 CO Cesello Brianza
C573 FC Cesena
C574 FC Cesenatico
C575 TR Cesi
C576 AV Cesinali
C577 BL Cesiomaggiore
C578 IM Cesio
C579 AO Cesnola
C580 TV Cessalto
C581 VV Cessaniti
C582 MC Cessapalombo
C583 AT Cessole
C584 SA Cetara
C585 BS Ceto
C586 BS Ceto-Cerveno
C587 SI Cetona
C588 CS Cetraro
C589 CN Ceva
C590 BZ Ceves
C591 BS Cevo
C592 AO Challant Saint Anselme Et Challant Saint Victor
C593 AO Challand-Saint-Anselme
C594 AO Challand-Saint-Victor
C595 AO Chambave
C596 AO Champdepraz
C597 TO Champlas-Du-Col
C598 AO Charvensod
C599 CN Cherasco
C600 SS Cheremule
C601 PL Cherso
C602 TO Chiabrano
C603 NA Chiaiano ed Uniti
C604 TO Chialamberto
C605 VI Chiampo
C606 AV Chianche
C607 AV Chianchetelle
C608 SI Chianciano Terme
C609 PI Chianni
C610 TO Chianocco
C611 GO Chiapovano
C612 RG Chiaramonte Gulfi
C613 SS Chiaramonti
C614 TV Chiarano
C615 AN Chiaravalle
C616 CZ Chiaravalle Centrale
C617 MI Chiaravalle Milanese
C618 BS Chiari
C619 PZ Chiaromonte
C620 IS Chiauci
C621 GE Chiavari
C622 VC Chiavazza
C623 SO Chiavenna
C624 TO Chiaverano
C625 BZ Chienes
C626 TN Chienis
C627 TO Chieri
C628 SO Chiesa in Valmalenco
C629 TO Chiesanuova
C630 BL Chies d'Alpago
C631 PT Chiesina Uzzanese
C632 CH Chieti
C633 FG Chieuti
C634 CR Chieve
C635 BG Chignolo d'Isola
C636 NO Chignolo Verbano
C637 PV Chignolo Po
C638 VE Chioggia
C639 TO Chiomonte
C640 PN Chions
C641 UD Chiopris-Viscone
C647 VE Chirignago
C648 AR Chitignano
C649 BG Chiuduno
C650 VI Chiuppano
C651 SO Chiuro
C652 BZ Chiusa
C653 CN Chiusa di Pesio
C654 PA Chiusa Sclafani
C655 TO Chiusa di San Michele
C656 UD Chiusaforte
C657 IM Chiusanico
C658 AT Chiusano d'Asti
C659 AV Chiusano di San Domenico
C660 IM Chiusavecchia
C661 SI Chiusdino
C662 SI Chiusi
C663 AR Chiusi della Verna
C665 TO Chivasso
C666 TN Chizzola
C667 TN Ciago
C668 AG Cianciana
C669 RE Canossa
C670 TV Crocetta del Montello
C671 BZ Ciardes
C672 BL Cibiana di Cadore
C673 GE Cicagna
C674 CZ Cicala
C675 NA Cicciano
C676 SA Cicerale
C677 RM Ciciliano
C678 CR Cicognolo
C679 TO Ciconio
C680 VC Cigliano
C681 CN Cigliè
C682 BS Cignano
C684 PV Cigognola
C685 BS Cigole
C686 PV Cilavegna
C687 BS Ciliverghe
C688 CO Cima
C689 TV Cimadolmo
C690 NO Cimamulera
C691 BS Cimbergo
C692 BS Cimbergo-Paspardo
C694 TN Cimego
C695 RC Ciminà
C696 PA Ciminna
C697 NA Cimitile
C698 BS Tavernole sul Mella
C699 PN Cimolais
C700 TN Cimone
C701 AT Cinaglio
C702 RM Cineto Romano
C703 CR Cingia De' Botti
C704 MC Cingoli
C705 GR Cinigiano
C706 MI Cinisello
C707 MI Cinisello Balsamo
C708 PA Cinisi
C709 SO Cino
C710 RC Cinquefrondi
C711 TO Cintano
C712 TN Cinte Tesino
C713 PD Cinto Euganeo
C714 VE Cinto Caomaggiore
C715 TO Cinzano
C716 CE Ciorlano
C717 CS Santa Maria del Cedro
C718 IM Cipressa
C719 BN Circello
C720 GO Circhina
C721 NO Cireggio
C722 TO Ciriè
C723 MT Cirigliano
C724 CO Cirimido
C725 KR Cirò
C726 KR Cirò Marina
C727 TN Cis
C728 BG Cisano Bergamasco
C729 SV Cisano sul Neva
C730 BG Ciserano
C731 UD Ciseriis
C732 VA Cislago
C733 MI Cisliano
C734 VI Cismon del Grappa
C735 TV Cison di Valmarino
C737 BZ Issengo
C738 CN Cissone
C739 AT Cisterna d'Asti
C740 LT Cisterna di Latina
C741 BR Cisternino
C742 PG Citerna
C743 PD Cittadella
C744 PG Città della Pieve
C745 PG Città di Castello
C746 RI Cittaducale
C747 RC Cittanova
C748 PL Cittanova d'Istria
C749 RI Cittareale
C750 PE Città Sant'angelo
C751 VA Cittiglio
C752 LC Civate
C753 CO Civello
C754 CO Civenna
C755 IM Civezza
C756 TN Civezzano
C757 VC Civiasco
C758 UD Cividale del Friuli
C759 BG Cividate al Piano
C760 BS Cividate Camuno
C761 BS Cividate Malegno
C762 CO Civiglio
C763 CS Civita
C764 CB Civitacampomarano
C765 VT Civita Castellana
C766 AQ Civita d'Antino
C767 RM Lanuvio
C768 CH Civitaluparella
C769 IS Civitanova del Sannio
C770 MC Civitanova Marche
C771 PE Civitaquana
C772 CB Duronia
C773 RM Civitavecchia
C774 AR Civitella in Val di Chiana
C776 CH Civitella Messer Raimondo
C777 FC Civitella di Romagna
C778 AQ Civitella Alfedena
C779 PE Civitella Casanova
C780 VT Civitella d'Agliano
C781 TE Civitella del Tronto
C782 GR Civitella Paganico
C783 AQ Civitella Roveto
C784 RM Civitella San Paolo
C785 SO Civo
C786 BS Cizzago
C787 CO Claino con Osteno
C788 FU Clana
C789 BG Ubiale Clanezzo
C790 PN Claut
C791 PN Clauzetto
C792 CN Clavesana
C793 TO Claviere
C794 TN Cles
C795 CS Cleto
C796 VA Clivio
C797 TN Cloz
C798 BS Clusane sul Lago
C799 BZ Clusio
C800 BG Clusone
C801 TO Coassolo Torinese
C803 TO Coazze
C804 AT Coazzolo
C805 GO Cobbia
C806 BS Coccaglio
C807 AT Cocconato
C809 VA Cocquio
C810 VA Cocquio-Trevisago
C811 AQ Cocullo
C812 PD Codevigo
C813 PV Codevilla
C814 FE Codigoro
C815 TV Codognè
C816 LO Codogno
C817 UD Codroipo
C818 SS Codrongianos
C819 BI Coggiola
C820 MB Cogliate
C821 AO Cogne
C822 TN Cognola
C823 GE Cogoleto
C824 VI Cogollo del Cengio
C825 TN Cogolo
C826 GE Cogorno
C827 NO Coimo
C828 NO Coiromonte
C829 NO Colazza
C830 PU Colbordolo
C831 AT Colcavagno
C832 CO Colciago
C833 BZ Coldrano
C834 IM Col di Rodi
C835 BG Colere
C836 FR Colfelice
C837 TN Colfosco
C838 PC Coli
C839 LC Colico
C840 RE Collagna
C841 RI Collalto Sabino
C842 UD Segnacco
C844 AQ Collarmele
C845 PG Collazzone
C846 BN Colle Sannita
C847 SI Colle di Val d'Elsa
C848 TV Colle Umberto
C850 BS Collebeato
C851 LC Colle Brianza
C852 PR Collecchio
C853 PE Collecorvino
C854 CB Colle d'Anchise
C855 CH Colledimacine
C856 CH Colledimezzo
C857 RI Colle di Tora
C858 RM Colleferro
C859 RI Collegiove
C860 TO Collegno
C861 BZ Colle in Casies
C862 AQ Collelongo
C864 FR Collepardo
C865 LE Collepasso
C866 AQ Collepietro
C867 TO Colleretto Castelnuovo
C868 TO Colleretto Giacosa
C869 LI Collesalvetti
C870 FR Colle San Magno
C871 PA Collesano
C872 BL Colle Santa Lucia
C873 TR Collescipoli
C874 TR Collestatte
C875 CB Colletorto
C876 RI Collevecchio
C877 AP Colli del Tronto
C878 IS Colli a Volturno
C879 SA Colliano
C880 RI Colli sul Velino
C881 BZ Colli in Pusteria
C882 SU Collinas
C883 BS Collio
C884 VC Collobiano
C885 UD Colloredo di Monte Albano
C886 MC Colmurano
C888 MT Colobraro
C889 CO Cologna
C890 VR Cologna Veneta
C891 TN Cologna-Gavazzo
C892 TN Cologna in Giudicarie
C893 BS Cologne
C894 BG Cologno al Serio
C895 MI Cologno Monzese
C896 BG Colognola del Piano
C897 VR Colognola ai Colli
C898 BS Colombaro
C900 RM Colonna
C901 TE Colonnella
C902 CO Colonno
C903 SO Colorina
C904 PR Colorno
C905 CS Colosimi
C906 TO Col San Giovanni
C907 BZ Colsano
C908 MI Colturano
C910 BG Colzate
C911 VA Comabbio
C912 FE Comacchio
C913 PV Comairano
C914 MS Comano
C915 TN Comano
C916 TN Comasine
C917 LO Comazzo
C918 UD Comeglians
C919 BL Santo Stefano di Cadore
C920 BL Comelico Superiore
C921 GO Comeno
C922 VA Comerio
C923 BS Comero
C924 BS Comezzano
C925 BS Comezzano-Cizzago
C926 NO Comignago
C927 RG Comiso
C928 AG Comitini
C929 NA Comiziano
C930 MN Commessaggio
C931 TN Commezzadura
C932 NO Comnago
C933 CO Como
C934 PR Compiano
C935 AP Comunanza
C936 CO Valsolda
C937 BG Comun Nuovo
C938 VE Cona
C939 CE Conca della Campania
C940 SA Conca dei Marini
C941 IS Conca Casale
C942 RO Concadirame
C943 VR Concamarise
C944 TN Concei
C945 CO Concenedo
C946 RI Concerviano
C948 BS Concesio
C949 VI Conco
C950 VE Concordia Sagittaria
C951 MO Concordia sulla Secchia
C952 MB Concorezzo
C953 TN Condino
C954 RC Condofuri
C955 TO Condove
C956 ME Condrò
C957 TV Conegliano
C958 PV Confienza
C959 RI Configni
C960 CZ Conflenti
C961 IM Conio
C962 AL Coniolo
C963 RA Conselice
C964 PD Conselve
C965 CO Consiglio di Rumo
C966 CO Consonno
C967 RO Contarina
C968 PA Contessa Entellina
C969 RI Contigliano
C970 CO Contra
C971 AV Contrada
C972 TE Controguerra
C973 SA Controne
C974 SA Contursi Terme
C975 BA Conversano
C976 AV Conza della Campania
C977 AL Conzano
C978 LE Copertino
C979 PV Copiano
C980 FE Copparo
C982 PV Corana
C983 BA Corato
C984 SA Corbara
C986 MI Corbetta
C987 RO Corbola
C988 VT Corchiano
C989 NO Corciago
C990 PG Corciano
C991 PN Cordenons
C992 TV Cordignano
C993 PN Cordovado
C994 TN Coredo
C995 GE Coreglia Ligure
C996 LU Coreglia Antelminelli
C997 CO Corenno Plinio
C998 FR Coreno Ausonio
C999 AQ Corfinio
D002 TS Corgnale
D003 LT Cori
D004 RN Coriano
D005 CS Corigliano Calabro
D006 LE Corigliano d'Otranto
D007 AN Corinaldo
D008 TO Corio
D009 PA Corleone
D010 PZ Corleto Perticara
D011 SA Corleto Monforte
D012 AO Courmayeur
D013 MI Cormano
D014 GO Cormons
D015 BG Corna Imagna
D016 BG Cornalba
D017 PV Cornale
D018 MI Cornaredo
D019 MB Cornate d'Adda
D020 VI Cornedo Vicentino
D021 LO Cornegliano Laudense
D022 CN Corneliano d'Alba
D024 VT Tarquinia
D025 GE Cornigliano Ligure
D026 PR Corniglio
D027 UD Corno di Rosazzo
D028 LO Corno Giovine
D029 LO Cornovecchio
D030 TV Cornuda
D031 GO Corona
D032 BZ Curon
D033 MI Morimondo
D037 RE Correggio
D038 MB Correzzana
D039 VR Correzzo
D040 PD Correzzola
D041 CO Corrido
D042 MC Corridonia
D043 TE Corropoli
D044 LE Corsano
D045 MI Corsico
D046 AT Corsione
D047 CO Cortabbio
D048 BZ Cortaccia sulla Strada del Vino
D049 CZ Cortale
D050 AT Cortandone
D051 AT Cortanze
D052 AT Cortazzone
D053 BG Corte
D054 PC Corte Brugnatella
D055 CR Corte De' Cortesi
D056 CR Corte De' Cortesi con Cignone
D057 CR Corte De' Frati
D058 BS Corte Franca
D059 BZ Corti in Pusteria
D061 PC Cortemaggiore
D062 CN Cortemilia
D063 BS Cortenedolo
D064 BS Corteno Golgi
D065 LC Cortenova
D066 BG Cortenuova
D067 PV Corteolona
D068 LO Corte Palasio
D069 AL Corteranzo
D072 AT Cortiglione
D073 BS Corticelle Pieve
D074 PR Cortile San Martino
D075 BZ Cortina sulla Strada del Vino
D076 TE Cortino
D077 AR Cortona
D078 PE Corvara
D079 BZ Corvara in Badia
D080 BZ Corvara in Passiria
D081 PV Corvino San Quirico
D082 BS Corzano
D083 BZ Corzes
D084 GO Cosbana del Collio
D085 UD Coseano
D086 CS Cosenza
D087 IM Cosio d'Arroscia
D088 SO Cosio Valtellino
D089 RC Cosoleto
D090 TS Cossana
D091 VA Due Cossani
D092 TO Cossano Canavese
D093 CN Cossano Belbo
D094 BI Cossato
D095 SV Cosseria
D096 AP Cossignano
D097 VC Cossila
D098 BS Cossirano
D099 VB Cossogno
D100 SS Cossoine
D101 AT Cossombrato
D102 AL Costa Vescovato
D103 BG Costa Valle Imagna
D104 IM Costa d'Oneglia
D105 RO Costa di Rovigo
D107 VI Costabissara
D108 PG Costacciaro
D109 PV Costa De' Nobili
D110 BG Costa di Mezzate
D111 BG Costa Serina
D112 LC Costa Masnaga
D113 VC Costanzana
D114 IM Costarainera
D116 TN Costasavina
D117 BG Costa Volpino
D118 VR Costermano sul Garda
D119 AT Costigliole d'Asti
D120 CN Costigliole Saluzzo
D121 RA Cotignola
D122 KR Crotone
D123 KR Cotronei
D124 RI Cottanello
D125 TN Covelo
D126 BG Covo
D127 PV Cozzo
D128 MT Craco
D130 NO Crana Gattugno
D131 LC Crandola Valsassina
D132 VC Cravagliana
D133 CN Cravanzana
D134 VB Craveggia
D135 NO Cravegna
D136 VI Creazzo
D137 CH Crecchio
D138 GO Creda
D139 BG Credaro
D140 CR Credera
D141 CR Credera Rubbiano
D142 CR Crema
D143 LC Cremella
D144 VA Cremenaga
D145 LC Cremeno
D146 BS Cremezzano
D147 CO Cremia
D148 CO Cremnago
D149 AL Cremolino
D150 CR Cremona
D151 CR Cremosano
D152 MI Crenna
D153 TS Crenovizza
D154 VC Crescentino
D155 MI Crescenzago
D156 VI Crespadoro
D157 TV Crespano del Grappa
D158 BO Crespellano
D159 LO Crespiatica
D160 PI Crespina
D161 RO Crespino
D162 NO Cressa
D163 CO Cressogno
D164 TN Creto
D165 BI Crevacuore
D166 BO Crevalcore
D167 CO Crevenna
D168 VB Crevoladossola
D169 VC Crevola Sesia
D170 NA Crispano
D171 TA Crispiano
D172 CN Crissolo
D173 CO Croce
D174 VC Croce di Mosso
D175 GE Crocefieschi
D176 RO Crocetta
D177 VB Crodo
D179 TE Crognaleto
D180 CS Cropalati
D181 CZ Cropani
D182 BI Crosa
D183 VI Crosara
D184 CS Crosia
D185 VA Crosio della Valle
D186 CR Crotta d'Adda
D187 VC Crova
D188 TN Croviana
D189 KR Crucoli
D191 NO Crusinallo
D192 VA Cuasso al Monte
D193 VR Veronella
D194 AL Cuccaro Monferrato
D195 SA Cuccaro Vetere
D196 CO Cucciago
D197 TO Cuceglio
D198 MI Cuggiono
D199 VA Cugliate-Fabiasco
D200 OR Cuglieri
D201 PE Cugnoli
D202 TO Cumiana
D203 CR Cumignano sul Naviglio
D204 VA Cunardo
D205 CN Cuneo
D206 TN Cunevo
D207 AT Cunico
D208 TO Cuorgnè
D209 CH Cupello
D210 AP Cupra Marittima
D211 AN Cupramontana
D212 AL Cuquello
D213 TN Quarazze
D214 OR Curcuris
D215 BG Curdomo
D216 NO Cureggio
D217 VA Curiglia con Monteviasco
D218 CZ Curinga
D219 BI Curino
D220 BG Curnasco
D221 BG Curno
D222 BZ Curon Venosta
D223 LE Cursi
D224 NO Cursolo
D225 VB Cursolo-Orasso
D226 PD Curtarolo
D227 MN Curtatone
D228 CE Curti
D229 MI Cusago
D230 BN Cusano Mutri
D231 MI Cusano Milanino
D232 CO Cusino
D233 BG Cusio
D234 TP Custonaci
D235 PT Cutigliano
D236 KR Cutro
D237 LE Cutrofiano
D238 VA Cuveglio
D239 VA Cuvio
D241 NO Cuzzago
D242 NO Dagnente
D243 TN Daiano
D244 MI Dairago
D245 BG Dalmine
D246 TN Dambel
D247 BL Danta di Cadore
D248 TN Daone
D249 TN Dardine
D250 TN Darè
D251 BS Darfo Boario Terme
D252 TN Darzo
D253 VV Dasà
D254 CO Dasio
D255 GE Davagna
D256 VA Daverio
D257 CZ Davoli
D258 SO Dazio
D259 CA Decimomannu
D260 SU Decimoputzu
D261 CZ Decollatura
D262 BS Degagna
D263 TN Deggiano
D264 SV Dego
D265 SP Deiva Marina
D266 SO Delebio
D267 CL Delia
D268 RC Delianuova
D269 FG Deliceto
D270 BS Dello
D271 CN Demonte
D272 AL Denice
D273 TN Denno
D274 TN Dercolo
D276 TN Dermulo
D277 AL Dernice
D278 CR Derovere
D279 PG Deruta
D280 LC Dervio
D281 VC Desana
D282 GO Descla
D283 BG Desenzano al Serio
D284 BS Desenzano del Garda
D285 TO Desértes
D286 MB Desio
D287 NU Desulo
D288 BG Dezzo di Scalve
D289 CS Diamante
D290 CS Scigliano
D291 CN Diano d'Alba
D292 SA Teggiano
D293 IM Diano Arentino
D294 IM Diano Borello
D295 IM Diano Calderina
D296 IM Diano Castello
D297 IM Diano Marina
D298 IM Diano San Pietro
D299 FI Dicomano
D300 UD Dignano
D301 PL Dignano d'Istria
D302 TN Dimaro
D303 VV Dinami
D304 CS Dipignano
D305 LE Diso
D306 NO Dissimo
D307 TS Divaccia Grotte del Timavo
D308 TS Divaccia San Canziano
D309 NO Divignano
D310 CO Dizzasco
D311 BZ Dobbiaco
D312 GO Doberdò del Lago-Doberdob
D313 VC Doccio
D314 CN Dogliani
D315 CH Dogliola
D316 UD Dogna
D317 VR Dolcè
D318 IM Dolceacqua
D319 IM Dolcedo
D320 GO Dole
D321 GO Dolegna del Collio
D322 GO Dol Grande
D323 SU Dolianova
D324 TS San Dorligo della Valle-Dolina
D325 VE Dolo
D326 GO Dol-Ottelza
D327 LC Dolzago
D328 CS Domanico
D329 CO Domaso
D330 BL Domegge di Cadore
D331 AV Domicella
D332 VB Domodossola
D333 SU Domus De Maria
D334 SU Domusnovas
D335 CA Domusnovas Canales
D336 TN Don
D337 RO Donada
D338 AO Donnas
D339 BI Donato
D340 PV Donelasco
D341 CO Dongo
D342 CA Donigala Fenughedu
D343 CA Donigala Siurgus
D344 SU Donori
D345 NU Dorgali
D346 LC Dorio
D347 NO Dormelletto
D348 PV Dorno
D349 TN Dorsino
D350 BI Dorzano
D351 MN Dosolo
D352 BG Dossena
D355 CO Dosso del Liro
D356 AO Doues
D357 FC Dovadola
D358 CR Dovera
D359 CO Dozio
D360 BO Dozza
D361 CE Dragoni
D362 PL Draguccio
D363 CO Drano
D364 VV Drapia
D365 TN Drena
D366 UD Drenchia
D367 MI Dresano
D368 GO Dresenza
D369 CO Drezzo
D370 CR Drizzona
D371 TN Dro
D372 CN Dronero
D373 TO Druento
D374 VB Druogno
D375 AO Drusacco
D376 NU Dualchi
D377 SO Dubino
D378 CR Duemiglia
D379 VI Dueville
D380 BN Dugenta
D382 TS Duino
D383 TS Duino Aurisina-Devin Nabrežina
D384 VA Dumenza
D385 VA Duno
D386 BN Durazzano
D387 AL Dusino
D388 AT Dusino San Michele
D389 TS Duttogliano
D390 SA Eboli
D391 BS Edolo
D392 BZ Egna
D393 RM Elena
D394 PE Elice
D395 NU Elini
D396 BZ Elle
D397 SV Ellera
D398 LC Ello
D399 CA Elmas
D400 FU Elsane
D401 CN Elva
D402 AO Emarèse
D403 FI Empoli
D404 BG Endenna
D405 BG Endine
D406 BG Endine Gaiano
D407 VI Enego
D408 UD Enemonzo
D409 TN Enguiso
D410 CN Entracque
D411 BG Entratico
D412 CN Envie
D413 BZ Eores
D414 PZ Episcopia
D415 VE Eraclea
D416 CO Erba
D417 CO Erba Incino
D418 BS Erbanno
D419 VR Erbè
D420 VR Erbezzo
D421 BS Erbusco
D422 BR Erchie
D423 TP Erice
D424 SV Erli
D425 PL Erpelle-Cosina
D426 PN Erto e Casso
D427 GO Ersel in Monte
D428 LC Erve
D429 MC Esanatoglia
D430 SU Escalaplano
D431 SU Escolca
D432 CA Escovedu
D433 TO Exilles
D434 BS Esine
D435 CO Esino Inferiore
D436 LC Esino Lario
D437 CO Esino Superiore
D438 NO Esio
D439 BG Esmate
D440 FR Esperia
D441 SS Esporlatu
D442 PD Este
D443 SU Esterzili
D444 AO Etroubles
D445 CO Eupilio
D446 VA Fabiasco
D447 AL Fabbrica Curone
D448 CO Fabbrica Durini
D449 LU Fabbriche di Vallico
D450 RE Fabbrico
D451 AN Fabriano
D452 VT Fabrica di Roma
D453 VV Fabrizia
D454 TR Fabro
D455 UD Faedis
D456 SO Faedo Valtellino
D457 TN Faedo
D458 RA Faenza
D459 FG Faeto
D460 TO Faetto
D461 UD Fagagna
D462 CO Faggeto Lario
D463 TA Faggiano
D464 CS Fagnano Castello
D465 AQ Fagnano Alto
D466 MI Fagnano sul Naviglio
D467 VA Fagnano Olona
D468 TN Fai della Paganella
D469 BN Faicchio
D470 BL Falcade
D471 CE Falciano del Massico
D472 AN Falconara Marittima
D473 CS Falconara Albanese
D474 ME Falcone
D475 VT Faleria
D476 CZ Falerna
D477 FM Falerone
D478 TN Falesina
D479 CH Fallascoso
D480 CH Fallo
D481 VB Falmenta
D482 CO Faloppio
D483 FR Falvaterra
D484 BZ Falzes
D485 TS Famie
D486 MO Fanano
D487 PN Fanna
D488 PU Fano
D489 TE Fano Adriano
D490 BG Fara Gera d'Adda
D491 BG Fara Olivana con Sola
D492 NO Fara Novarese
D493 RI Fara in Sabina
D494 CH Fara Filiorum Petri
D495 CH Fara San Martino
D496 VI Fara Vicentino
D497 PZ Fardella
D498 BS Farfengo
D499 CN Farigliano
D501 PE Farindola
D502 PC Farini
D503 VT Farnese
D504 GO Farra d'Isonzo
D505 TV Farra di Soligo
D506 BL Farra d'Alpago
D508 BR Fasano
D509 GE Fascia
D510 PI Fauglia
D511 CN Faule
D512 GE Favale di Malvaro
D513 MT Valsinni
D514 AG Favara
D515 VE Favaro Veneto
D516 TN Faver
D517 BS Faverzano
D518 TP Favignana
D519 BZ Favogna di Sotto
D520 TO Favria
D521 TO Favria-Oglianico
D522 SV Orco Feglino
D523 CN Feisoglio
D524 TO Feletto
D525 UD Feletto Umberto
D526 PR Felino
D527 SA Felitto
D528 AL Felizzano
D529 MN Felonica
D530 BL Feltre
D531 CO Fenegrò
D532 TO Fenestrelle
D535 TO Fenile
D536 TO Fenils
D537 AO Fénis
D538 TR Ferentillo
D539 FR Ferentino
D540 SR Ferla
D541 PU Fermignano
D542 FM Fermo
D543 VA Ferno
D544 CZ Feroleto Antico
D545 RC Feroleto della Chiesa
D546 CZ Pianopoli
D547 MT Ferrandina
D548 FE Ferrara
D549 VR Ferrara di Monte Baldo
D550 CB Ferrazzano
D551 VA Ferrera di Varese
D552 PV Ferrera Erbognone
D553 TO Moncenisio
D554 AT Ferrere
D555 PC Ferriere
D557 RC Ferruzzano
D558 CE Fertilia
D559 AL Fraconalto
D560 RI Fiamignano
D561 RM Fiano Romano
D562 TO Fiano
D563 PL Fianona
D564 MC Fiastra
D565 TN Fiavè
D566 MC Poggio San Vicino
D567 PA Ficarazzi
D568 RO Ficarolo
D569 ME Ficarra
D570 TR Ficulle
D571 BZ Fiè allo Sciliar
D572 TN Fiera di Primiero
D573 TN Fierozzo
D574 CR Fiesco
D575 FI Fiesole
D576 BS Fiesse
D577 RO Fiesso Umbertiano
D578 VE Fiesso d'Artico
D579 CO Figino Serenza
D581 CO Mirabello Comasco
D582 CS Figline Vegliaturo
D583 FI Figline Valdarno
D584 CA Figu
D585 OR Gonnosnò
D586 RM Filacciano
D587 VV Filadelfia
D588 BG Filago
D589 VV Filandari
D590 MS Filattiera
D591 FR Filettino
D592 CH Filetto
D593 PZ Filiano
D594 PV Filighera
D595 IS Filignano
D596 VV Filogaso
D597 AN Filottrano
D598 SV Finalborgo
D599 MO Finale Emilia
D600 SV Finale Ligure
D601 SV Finale Marina
D602 SV Finale Pia
D603 NO Finero
D604 BG Fino del Monte
D605 CO Fino Mornasco
D606 BG Fiorano al Serio
D607 MO Fiorano Modenese
D608 TO Fiorano Canavese
D609 MC Fiordimonte
D610 PS Fiorenzuola di Focara
D611 PC Fiorenzuola d'Arda
D612 FI Firenze
D613 FI Firenzuola
D614 CS Firmo
D615 SA Fisciano
D616 TN Fisto
D617 MO Fiumalbo
D618 FO Fiumana
D619 RC Fiumara
D620 FU Fiume
D621 PN Fiume Veneto
D622 ME Fiumedinisi
D623 CT Fiumefreddo di Sicilia
D624 CS Fiumefreddo Bruzio
D625 BG Fiumenero
D627 UD Fiumicello
D628 MC Fiuminata
D629 MS Fivizzano
D630 UD Flaibano
D631 TN Flavon
D632 VC Flecchia
D633 BZ Fleres
D634 BS Flero
D635 ME Floresta
D636 SR Floridia
D637 SS Florinas
D638 AV Flumeri
D639 SU Fluminimaggiore
D640 OR Flussio
D641 VC Fobello
D642 GE Foce
D643 FG Foggia
D644 BN Foglianise
D645 GO Fogliano Redipuglia
D646 TO Foglizzo
D648 BZ Foiana
D649 AR Foiano della Chiana
D650 BN Foiano di Val Fortore
D651 TN Folgaria
D652 AP Folignano
D653 PG Foligno
D654 TV Follina
D655 SP Follo
D656 GR Follonica
D657 NO Folsogno
D659 NO Fomarco
D660 LO Fombio
D661 ME Fondachelli-Fantina
D662 LT Fondi
D663 TN Fondo
D664 BG Fondra
D665 NU Fonni
D666 AO Fontainemore
D667 FR Fontana Liri
D668 BO Fontanelice
D669 FU Fontana del Conte
D670 PN Fontanafredda
D671 AV Fontanarosa
D672 BG Fontanella
D673 PR Fontanellato
D674 TV Fontanelle
D675 NO Fontaneto d'Agogna
D676 VC Fontanetto Po
D677 GE Fontanigorda
D678 AT Fontanile
D679 PD Fontaniva
D680 TV Fonte
D681 AQ Fontecchio
D682 FR Fontechiari
D683 CE Fontegreca
D684 BG Fonteno
D685 PR Fontevivo
D686 BL Fonzaso
D688 BG Foppolo
D689 RI Forano
D690 CH San Giovanni Teatino
D691 AP Force
D693 BN Forchia
D694 SO Forcola
D695 OR Fordongianus
D696 PZ Forenza
D697 BG Foresto Sparso
D698 VC Foresto Sesia
D699 TO Foresto di Susa
D700 UD Forgaria nel Friuli
D701 AV Forino
D702 NA Forio
D703 IS Forlì del Sannio
D704 FC Forlì
D705 FC Forlimpopoli
D706 VB Formazza
D707 RM Formello
D708 LT Formia
D709 CE Formicola
D710 CR Formigara
D711 MO Formigine
D712 VC Formigliana
D713 FE Formignana
D714 TN Fornace
D715 IS Fornelli
D716 NO Fornero
D717 VI Tonezza del Cimone
D718 UD Forni Avoltri
D719 UD Forni di Sopra
D720 UD Forni di Sotto
D721 VI Forni di Val d'Astico
D722 NO Forno
D723 TN Forno
D724 TO Forno Alpi Graje
D725 TO Forno Canavese
D726 BL Forno di Zoldo
D727 BG Fornovo San Giovanni
D728 PR Fornovo di Taro
D729 AL Forotondo
D730 LU Forte dei Marmi
D731 BZ Fortezza
D732 PV Fortunago
D733 ME Forza d'Agrò
D734 LU Fosciandora
D735 MS Fosdinovo
D736 AQ Fossa
D737 CB Fossalto
D738 CH Fossacesia
D739 CR Fossa Guazzona
D740 VE Fossalta di Piave
D741 VE Fossalta di Portogruaro
D742 CN Fossano
D743 PV Fossarmato
D744 CZ Fossato Serralta
D745 PG Fossato di Vico
D746 RC Montebello Jonico
D747 NO Fosseno
D748 VE Fossò
D749 PU Fossombrone
D750 VI Foza
D751 CN Frabosa Soprana
D752 CN Frabosa Sottana
D754 TA Fragagnano
D755 BN Fragneto l'Abate
D756 BN Fragneto Monforte
D757 CH Fraine
D758 SP Framura
D759 AL Francavilla Bisio
D760 FM Francavilla d'Ete
D761 BR Francavilla Fontana
D762 VV Francavilla Angitola
D763 CH Francavilla al Mare
D764 CS Francavilla Marittima
D765 ME Francavilla di Sicilia
D766 PZ Francavilla in Sinni
D767 VV Francica
D768 SR Francofonte
D769 CE Francolise
D770 AL Frascaro
D771 PV Frascarolo
D772 AL Frascata
D773 RM Frascati
D774 CS Frascineto
D775 TN Frassilongo
D776 RO Frassinelle Polesine
D777 AL Frassinello Monferrato
D778 AL Frassinello-Olivola
D779 TO Frassinere
D780 AL Frassineto Po
D781 TO Frassinetto
D782 CN Frassino
D783 MO Frassinoro
D784 BN Frasso Telesino
D785 RI Frasso Sabino
D786 PG Umbertide
D787 PG Fratta Todina
D788 RO Fratta Polesine
D789 NA Frattamaggiore
D790 NA Frattaminore
D791 PU Fratte Rosa
D792 TN Fraveggio
D793 ME Frazzanò
D794 TV Fregona
D795 BG Frerola
D796 CH Fresagrandinaria
D797 AL Fresonara
D798 AV Frigento
D799 CE Frignano
D800 CE Frignano Maggiore
D801 CE Villa di Briano
D802 AT Frinco
D803 CH Frisa
D804 PN Frisanco
D805 TO Front
D806 BS Frontignano
D807 PU Frontino
D808 PU Frontone
D809 PS Frontone-Serra
D810 FR Frosinone
D811 IS Frosolone
D812 TO Frossasco
D813 AL Frugarolo
D814 AL Fubine Monferrato
D815 FI Fucecchio
D816 BG Fuipiano al Brembo
D817 BG Fuipiano Valle Imagna
D818 VR Fumane
D819 FR Fumone
D820 BZ Fundres
D821 BZ Funes
D823 CH Furci
D824 ME Furci Siculo
D825 ME Furnari
D826 SA Furore
D827 SU Furtei
D828 CS Fuscaldo
D829 RA Fusignano
D830 SO Fusine
D831 UD Fusine in Valromana
D832 SA Futani
D833 CR Gabbioneta
D834 CR Gabbioneta-Binanuova
D835 AL Gabiano
D836 PU Gabicce Mare
D837 GO Gabria
D838 GO Gabrovizza
D839 AO Gaby
D840 CR Gadesco
D841 CR Gadesco-Pieve Delmona
D842 NU Gadoni
D843 LT Gaeta
D844 ME Gaggi
D845 MI Gaggiano
D846 CO Gaggino
D847 BO Gaggio Montano
D848 BI Gaglianico
D849 EN Gagliano Castelferrato
D850 AQ Gagliano Aterno
D851 LE Gagliano del Capo
D852 CZ Gagliato
D853 MC Gagliole
D854 TV Gaiarine
D855 RO Gaiba
D856 CN Gaiola
D857 CN Gaiola Moiola
D858 SI Gaiole in Chianti
D859 NU Gairo
D860 BZ Gais
D861 ME Galati Mamertino
D862 LE Galatina
D863 LE Galatone
D864 RC Galatro
D865 LC Galbiate
D866 SA Galdo
D867 FC Galeata
D868 LO Galgagnano
D869 VA Gallarate
D870 VT Gallese
D871 VA Galliate Lombardo
D872 NO Galliate
D873 PV Galliavola
D874 LU Gallicano
D875 RM Gallicano nel Lazio
D876 PZ Gallicchio
D877 RC Gallico
D878 BO Galliera
D879 PD Galliera Veneta
D880 RC Gallina
D881 FR Gallinaro
D882 VI Gallio
D883 LE Gallipoli
D884 CE Gallo Matese
D885 ME Gallodoro
D886 CE Galluccio
D887 FI Galluzzo
D888 NU Galtellì
D889 PD Galzignano Terme
D890 AL Gamalero
D891 BS Gambara
D892 PV Gambarana
D894 CN Gambasca
D895 FI Gambassi Terme
D896 CB Gambatesa
D897 VI Gambellara
D898 CH Gamberale
D899 FC Gambettola
D901 PV Gambolò
D902 VI Gambugliano
D903 BG Gandellino
D905 BG Gandino
D906 BG Gandosso
D907 PA Gangi
D908 VA Garabiolo
D909 MT Garaguso
D910 AL Garbagna
D911 NO Garbagna Novarese
D912 MI Garbagnate Milanese
D913 LC Garbagnate Monastero
D915 VR Garda
D916 TN Gardolo al Piano
D917 BS Gardone Riviera
D918 BS Gardone Val Trompia
D919 MI Garegnano
D920 CN Garessio
D921 NO Gargallo
D922 GO Gargaro
D923 BZ Gargazzone
D924 BS Gargnano
D925 PV Garlasco
D926 LC Garlate
D927 SV Garlenda
D928 TN Garniga Terme
D930 CO Garzeno
D931 TO Garzigliana
D932 CZ Gasperina
D933 TO Gassino Torinese
D934 RE Gattatico
D935 FC Gatteo
D937 NO Gattico
D938 VC Gattinara
D939 AO Gauna
D940 BS Gavardo
D941 AL Gavazzana
D942 RO Gavello
D943 BG Gaverina Terme
D944 AL Gavi
D945 RM Gavignano
D946 VA Gavirate
D947 NU Gavoi
D948 GR Gavorrano
D949 MN Gazoldo degli Ippoliti
D950 VA Gazzada
D951 VA Gazzada Schianno
D952 BG Gazzaniga
D954 IM Gazzelli
D956 PD Gazzo
D957 VR Gazzo Veronese
D958 PC Gazzola
D959 MN Gazzuolo
D960 CL Gela
D961 RN Gemmano
D962 UD Gemona del Friuli
D963 VA Gemonio
D964 RM Genazzano
D965 AN Genga
D966 CR Genivolta
D967 CN Genola
D968 SU Genoni
D969 GE Genova
D970 SU Genuri
D971 PZ Genzano di Lucania
D972 RM Genzano di Roma
D973 PV Genzone
D974 CO Gera Lario
D975 RC Gerace
D976 RC Locri
D977 PA Geraci Siculo
D978 RM Gerano
D980 PV Gerenzago
D981 VA Gerenzano
D982 SU Gergei
D983 TO Germagnano
D984 VB Germagno
D985 CO Germanedo
D986 CO Germasino
D987 VA Germignaga
D988 VV Gerocarne
D989 BS Gerolanuova
D990 SO Gerola Alta
D991 BG Gerosa
D993 CR Gerre De' Caprioli
D994 SU Gesico
D995 MI Gessate
D996 CH Gessopalena
D997 SU Gesturi
D998 AV Gesualdo
D999 BS Ghedi
E001 NO Ghemme
E002 NO Ghevio
E003 VB Ghiffa
E004 OR Ghilarza
E006 BG Ghisalba
E007 VC Ghislarengo
E008 RO Giacciano con Baruchella
E009 TO Giaglione
E010 BS Gianico
E011 CE Giano Vetusto
E012 PG Giano dell'Umbria
E013 PA Giardinello
E014 ME Giardini-Naxos
E015 AL Giarole
E016 RG Giarratana
E017 CT Giarre
E018 CT Ionia
E019 SS Giave
E020 TO Giaveno
E021 TV Giavera del Montello
E022 SU Giba
E023 TP Gibellina
E024 BI Gifflenga
E025 RC Giffone
E026 SA Giffoni Sei Casali
E027 SA Giffoni Valle Piana
E028 VB Gignese
E029 AO Gignod
E030 CB Gildone
E031 CZ Gimigliano
E032 PL Gimino
E033 PZ Ginestra
E034 BN Ginestra degli Schiavoni
E035 PS Ginestreto
E036 TA Ginosa
E037 SA Gioi
E038 BA Gioia del Colle
E039 CE Gioia Sannitica
E040 AQ Gioia dei Marsi
E041 RC Gioia Tauro
E042 GO Goiaci
E043 ME Gioiosa Marea
E044 RC Gioiosa Ionica
E045 TR Giove
E047 BA Giovinazzo
E048 TN Giovo
E049 NU Girasole
E050 CZ Girifalco
E051 CO Gironico
E052 CH Gissi
E053 LE Giuggianello
E054 NA Giugliano in Campania
E055 PA Giuliana
E056 CH Giuliano Teatino
E057 FR Giuliano di Roma
E058 TE Giulianova
E059 LU Giuncugnano
E060 SA Giungano
E061 LE Giurdignano
E062 PV Giussago
E063 MB Giussano
E064 SV Giustenice
E065 TN Giustino
E066 SV Giusvalla
E067 TO Givoletto
E068 CZ Gizzeria
E069 BZ Glorenza
E070 SP Sesta Godano
E071 TV Godega di Sant'urbano
E072 PV Godiasco Salice Terme
E073 GO Godovici
E074 PA Godrano
E075 BS Goglione Sopra
E076 BS Goglione Sotto
E077 PV Goido
E078 MN Goito
E079 VA Golasecca
E080 PR Golese
E081 PV Golferenzo
E082 CR Gombito
E083 UD Gonars
E084 SU Goni
E085 SU Gonnosfanadiga
E086 SU Gonnesa
E087 OR Gonnoscodina
E088 OR Gonnostramatza
E089 MN Gonzaga
E090 SO Gordona
E091 RM Gorga
E092 TV Gorgo al Monticano
E093 MT Gorgoglione
E094 MI Gorgonzola
E095 GO Goriano
E096 AQ Goriano Sicoli
E098 GO Gorizia
E099 MI Gorlaprecotto
E100 BG Gorlago
E101 VA Gorla Maggiore
E102 VA Gorla Minore
E103 BG Gorle
E104 VA Gornate Olona
E105 VA Gornate-Superiore
E106 BG Gorno
E107 FE Goro
E109 GE Gorreto
E110 CN Gorrino
E111 CN Gorzegno
E112 BS Gorzone
E113 BL Gosaldo
E114 PC Gossolengo
E115 CN Gottasecca
E116 BS Gottolengo
E117 CO Gottro
E118 CN Govone
E119 GO Gozza
E120 NO Gozzano
E121 GO Gracova Serravalle
E122 PU Gradara
E124 GO Gradisca d'Isonzo
E125 GO Grado
E126 VT Gradoli
E127 LO Graffignana
E128 VT Graffignano
E129 NO Graglia Piana
E130 BI Graglia
E131 NA Gragnano
E132 PC Gragnano Trebbiense
E133 CT Grammichele
E134 AT Grana Monferrato
E135 BO Granaglione
E136 BO Granarolo dell'Emilia
E138 VI Grancona
E139 CO Grandate
E140 CO Grandola
E141 CO Grandola ed Uniti
E142 ME Graniti
E143 NO Granozzo con Monticello
E144 VA Grantola
E145 PD Grantorto
E146 PD Granze
E147 MT Grassano
E148 BG Grassobbio
E149 PA Gratteri
E150 TN Grauno
E151 CO Gravedona
E152 PV Gravellona Lomellina
E153 VB Gravellona Toce
E154 TO Gravere
E155 BA Gravina in Puglia
E156 CT Gravina di Catania
E158 CE Grazzanise
E159 AT Grazzano Badoglio
E160 RI Greccio
E161 AV Greci
E162 MI Greco Milanese
E163 VC Greggio
E164 AL Gremiasco
E165 AO Gressan
E166 AO Gressoney
E167 AO Gressoney-la-Trinité
E168 AO Gressoney-Saint-Jean
E169 FI Greve in Chianti
E170 MI Grezzago
E171 VR Grezzana
E172 CO Griante
E173 CE Gricignano di Aversa
E174 TN Gries
E175 BG Grignano
E176 RO Grignano di Polesine
E177 NO Grignasco
E178 TN Grigno
E179 UD Grimacco
E180 CS Grimaldi
E181 BZ Grimaldo
E182 CN Grinzane Cavour
E183 PL Grisignana
E184 VI Grisignano di Zocco
E185 CS Grisolia
E186 CS Grisolia Cipollina
E187 BO Grizzana Morandi
E188 AL Grognardo
E189 BG Gromo
E190 CO Grona
E191 AL Grondona
E192 BG Grone
E193 CR Grontardo
E195 PV Gropello Cairoli
E196 PC Gropparello
E198 AL Groppo
E199 TO Groscavallo
E200 SO Grosio
E201 SO Grosotto
E202 GR Grosseto
E203 TO Grosso
E204 RM Grottaferrata
E205 TA Grottaglie
E206 AV Grottaminarda
E207 AP Grottammare
E208 FM Grottazzolina
E209 AG Grotte
E210 VT Grotte di Castro
E211 VT Grotte Santo Stefano
E212 RC Grotteria
E213 MT Grottole
E214 AV Grottolella
E215 VE Gruaro
E216 TO Grugliasco
E217 CR Grumello Cremonese ed Uniti
E218 BG Grumello De' Zanchi
E219 BG Grumello del Monte
E220 BG Grumello del Piano
E221 PZ Grumento Nova
E222 TN Grumes
E223 BA Grumo Appula
E224 NA Grumo Nevano
E225 TN Grumo
E226 VI Grumolo delle Abbadesse
E227 LE Guagnano
E228 MC Gualdo
E229 PG Gualdo Cattaneo
E230 PG Gualdo Tadino
E232 RE Gualtieri
E233 ME Gualtieri Sicaminò
E234 SU Guamaggiore
E235 CO Guanzate
E236 FR Guarcino
E237 VC Guardabosone
E238 LO Guardamiglio
E239 CZ Guardavalle
E240 RO Guarda Veneta
E241 TR Guardea
E242 CS Guardia Piemontese
E243 CH Guardiagrele
E244 CB Guardialfiera
E245 AV Guardia Lombardi
E246 PZ Guardia Perticara
E247 CS Guardia Piemontese Terme
E248 CB Guardiaregia
E249 BN Guardia Sanframondi
E250 PI Guardistallo
E251 CN Guarene
E252 SU Guasila
E253 RE Guastalla
E255 AL Guazzora
E256 PG Gubbio
E257 BZ Gudon
E258 MI Gudo Visconti
E259 CB Guglionesi
E261 MN Guidizzolo
E262 ME Guidomandri
E263 RM Guidonia Montecelio
E264 MO Guiglia
E265 PV Siziano
E266 CH Guilmi
E268 VA Gurone
E269 VB Gurro
E270 SU Guspini
E271 BS Gussago
E272 CR Gussola
E273 AO Hône
E274 CZ Jacurso
E275 RC Iatrinoli
E276 TN Iavrè
E277 GO Idresca d'Isonzo
E278 GO Idria
E279 GO Idria di Sotto
E280 BS Idro
E281 SU Iglesias
E282 CN Igliano
E283 NU Ilbono
E284 VR Illasi
E285 SS Illorai
E286 CO Imberido
E287 LC Imbersago
E288 TN Imer
E289 BO Imola
E290 IM Imperia
E291 FI Impruneta
E292 VA Inarzo
E293 CO Incino
E295 AT Incisa Scapaccino
E296 FI Incisa in Val d'Arno
E297 BS Incudine
E298 CO Indovero
E299 VA Induno Olona
E301 TO Ingria
E302 CO Intimiano
E303 NO Intra
E304 VB Intragna
E305 LC Introbio
E306 AO Introd
E307 AQ Introdacqua
E308 LC Introzzo
E309 CO Inverigo
E310 PV Inverno e Monteleone
E311 TO Inverso Pinasca
E312 TO Inverso Porte
E313 MI Inveruno
E314 NO Invorio
E315 NO Invorio Inferiore
E316 NO Invorio Superiore
E317 MI Inzago
E318 BS Inzino
E319 UD Ioannis
E320 FE Jolanda di Savoia
E321 VV Ionadi
E322 UD Ipplis
E323 NU Irgoli
E324 NU Irgoli di Galtelli
E325 BS Irma
E326 MT Irsina
E327 CN Isasca
E328 CZ Isca sullo Ionio
E329 NA Ischia
E330 VT Ischia di Castro
E331 TN Ischia
E332 FG Ischitella
E333 BS Iseo
E334 TN Isera
E335 IS Isernia
E336 SU Isili
E337 PA Isnello
E338 AT Isola d'Asti
E339 KR Isola di Capo Rizzuto
E340 FR Isola del Liri
E341 GE Isola del Cantone
E342 SO Madesimo
E343 TE Isola del Gran Sasso d'Italia
E344 MI Isola Balba
E345 TO Isolabella
E346 IM Isolabona
E347 CO Isola Comacina
E348 GR Isola del Giglio
E349 VR Isola della Scala
E350 PA Isola delle Femmine
E351 PU Isola del Piano
E353 BG Isola di Fondra
E354 VI Isola Vicentina
E355 PL Isola d'Istria
E356 CR Isola Dovarese
E358 VR Isola Rizza
E359 NO Isola San Giulio
E360 AL Isola Sant'antonio
E361 VC Isolella
E363 FG Isole Tremiti
E364 BS Isorella
E365 SA Ispani
E366 RG Ispica
E367 VA Ispra
E368 TO Issiglio
E369 AO Issime
E370 BG Isso
E371 AO Issogne
E372 CH Vasto
E373 TV Istrana
E374 ME Itala
E375 LT Itri
E376 SS Ittireddu
E377 SS Ittiri
E378 TN Ivano-Fracena
E379 TO Ivrea
E380 CR Izano
E381 CB Jelsi
E382 RM Jenne
E385 MI Jerago con Besnate ed Orago
E386 VA Jerago con Orago
E387 NU Jerzu
E388 AN Jesi
E389 VV Joppolo
E390 AG Joppolo Giancaxio
E391 AO Jovençan
E392 RM Labico
E393 RI Labro
E394 TO La Cassa
E395 MI Lacchiarella
E396 NA Lacco Ameno
E397 AV Lacedonia
E398 BZ Laces
E399 BZ Lacinigo
E400 OR Laconi
E401 SS Laerru
E402 RC Laganadi
E403 VI Laghi
E404 UD Laglesie San Leopoldo
E405 CO Laglio
E406 CN Lagnasco
E407 CS Lago
E408 TV San Giorgio di Lago
E409 PZ Lagonegro
E410 FE Lagosanto
E411 ZA Lagosta
E412 BZ Lagundo
E413 PI Lajatico
E414 SV Laigueglia
E415 MI Lainate
E416 CO Laino
E417 CS Laino Borgo
E418 CS Laino Bruzio
E419 CS Laino Castello
E420 BZ Laion
E421 BZ Laives
E422 BG Lallio
E423 TO La Loggia
E424 CH Lama dei Peligni
E425 SS La Maddalena
E426 MO Lama Mocogno
E427 MI Lambrate
E428 CO Lambrugo
E429 BL Lamon
E430 CN La Morra
E431 AG Lampedusa e Linosa
E432 PT Lamporecchio
E433 VC Lamporo
E434 BZ Lana
E435 CH Lanciano
E436 NO Landiona
E437 PV Landriano
E438 PR Langhirano
E439 PV Langosco
E440 PL Lanischie
E441 NU Lanusei
E442 ME Lanza
E443 SO Lanzada
E444 CO Lanzo d'Intelvi
E445 TO Lanzo Torinese
E446 CO Laorca
E447 FM Lapedona
E448 AV Lapio
E449 BZ Lappago
E450 CS Lappano
E451 PT Larciano
E452 TN Lardaro
E454 PV Lardirago
E455 PI Lari
E456 CB Larino
E457 BZ Lasa
E458 AO La Salle
E459 PA Lascari
E460 TS Lase
E461 TN Lasino
E462 CO Lasnigo
E463 SP La Spezia
E464 SU Las Plassas
E465 VI Lastebasse
E466 FI Lastra a Signa
E467 VT Latera
E468 AR Laterina
E469 TA Laterza
E470 AO La Thuile
E471 BR Latiano
E472 LT Latina
E473 UD Latisana
E474 PZ Latronico
E475 CS Lattarico
E476 UD Lauco
E477 BZ Laudes
E478 FU Laurana
E479 RC Laureana di Borrello
E480 SA Laureana Cilento
E481 BZ Lauregno
E482 PZ Laurenzana
E483 PZ Lauria
E484 TO Lauriano
E485 SA Laurino
E486 SA Laurito
E487 AV Lauro
E488 GE Lavagna
E489 VR Lavagno
E490 BL La Valle Agordina
E491 BZ La Valle
E492 TN Lavarone
E493 PZ Lavello
E494 VA Lavena Ponte Tresa
E495 VA Laveno
E496 VA Laveno-Mombello
E497 BS Lavenone
E498 SA Laviano
E499 IM Lavina
E500 TN Lavis
E501 BZ Lazfons
E502 VR Lazise
E503 AL Villabella
E504 MB Lazzate
E505 AQ Lecce Nei Marsi
E506 LE Lecce
E507 LC Lecco
E508 GO Ledine
E509 BG Leffe
E510 VA Leggiuno
E511 VA Leggiuno-Sangiano
E512 VR Legnago
E514 MI Legnano
E515 PD Legnaro
E516 TN Legos
E517 NU Lei
E518 TO Leini
E519 GE Leivi
E520 TO Lemie
E521 CO Lemna
E522 RO Lendinara
E523 ME Leni
E524 BG Lenna
E525 CO Lenno
E526 BS Leno
E527 LT Lenola
E528 VC Lenta
E529 VA Osmate
E530 MB Lentate sul Seveso
E531 CH Lentella
E532 SR Lentini
E533 TN Lenzima
E534 TN Lenzumo
E535 RI Leonessa
E536 EN Leonforte
E537 TA Leporano
E538 LE Lequile
E539 CN Lequio Tanaro
E540 CN Lequio Berria
E541 PA Lercara Friddi
E542 SP Lerici
E543 AL Lerma
E544 NO Lesa
E545 NO Lesa Belgirate
E546 CN Lesegno
E547 PR Lesignano De' Bagni
E548 PR Terenzo
E549 FG Lesina
E550 MB Lesmo
E551 TO Lessolo
E552 BI Lessona
E553 UD Lestizza
E554 CE Letino
E555 ME Letojanni
E556 ME Letojanni Gallodoro
E557 NA Lettere
E558 PE Lettomanoppello
E559 CH Lettopalena
E560 SP Levanto
E562 BG Levate
E563 LE Leverano
E564 CN Levice
E565 TN Levico Terme
E566 TO Levone
E567 BS Levrange
E568 CO Lezza
E569 CO Lezzeno
E570 CE Liberi
E571 ME Librizzi
E572 GO Libussina
E573 AG Licata
E574 MS Licciana Nardi
E576 RM Licenza
E577 NA Licignano di Napoli
E578 CT Licodia Eubea
E580 SA Licusati
E581 LC Lierna
E582 CO Lieto Colle
E583 VC Lignana
E584 UD Lignano Sabbiadoro
E585 RE Ligonchio
E586 UD Ligosullo
E587 AO Lillianes
E588 BL Limana
E589 BN Limatola
E590 VV Limbadi
E591 MB Limbiate
E592 PD Limena
E593 CO Limido Comasco
E594 ME Limina
E596 BS Limone sul Garda
E597 CN Limone Piemonte
E598 CO Limonta
E599 CB Limosano
E600 PV Linarolo
E601 MI Linate al Lambro
E602 CT Linguaglossa
E603 IM Lingueglietta
E604 CO Linzanico
E605 AV Lioni
E606 ME Lipari
E607 CO Lipomo
E608 PV Lirio
E609 VA Lisanza
E610 MI Liscate
E611 CH Liscia
E613 PG Lisciano Niccone
E614 TN Lisignago
E615 CN Lisio
E616 VA Lissago
E617 MB Lissone
E618 CL Milena
E619 BS Livemmo
E620 NA Liveri
E621 SO Livigno
E622 BL Livinallongo del Col di Lana
E623 CO Livo
E624 TN Livo
E625 LI Livorno
E626 VC Livorno Ferraris
E627 LO Livraga
E628 TN Lizzana
E629 LE Lizzanello
E630 TA Lizzano
E631 BG Lizzola
E632 SV Loano
E633 AT Loazzolo
E634 ME Locadi
E635 TO Locana
E636 VC Locarno
E637 BG Locate Bergamasco
E638 CO Locate Varesino
E639 MI Locate di Triulzi
E640 BG Locatello
E641 GO Locavizza di Aidussina
E642 GO Locavizza di Canale
E643 TN Locca
E644 NU Loceri
E645 BA Locorotondo
E646 NU Loculi
E647 NU Lodè
E648 LO Lodi
E649 NU Lodine
E651 LO Lodi Vecchio
E652 BS Lodrino
E653 TN Lodrone
E654 BS Lograto
E655 BO Loiano
E656 LC Lomagna
E657 CO Lomaniga
E658 TN Lomaso
E659 CO Lomazzo
E660 TO Lombardore
E661 TO Lombriasco
E662 PV Lomello
E663 TN Lon
E664 TN Lona-Lases
E665 VA Lonate Ceppino
E666 VA Lonate Pozzolo
E667 BS Lonato
E668 FI Londa
E669 IS Longano
E671 VI Longare
E672 BL Longarone
E673 BS Longhena
E674 ME Longi
E675 FC Longiano
E676 BZ Longiarù
E677 CS Longobardi
E678 CS Longobucco
E679 CO Longone al Segrino
E680 LI Porto Azzurro
E681 RI Longone Sabino
E682 VI Lonigo
E683 TO Loranzè
E684 PD Loreggia
E685 VB Loreglia
E686 BG Lorentino
E687 BL Lorenzago di Cadore
E688 PI Lorenzana
E689 RO Loreo
E690 AN Loreto
E691 PE Loreto Aprutino
E692 TV Loria
E693 AR Loro Ciuffenna
E694 MC Loro Piceno
E695 GE Lorsica
E696 GO Lose
E697 BA Loseto
E698 BS Losine
E699 CN Lottulo
E700 NU Lotzorai
E701 BS Loveno Grumello
E702 CO Loveno Sopra Menaggio
E703 TN Lover
E704 BG Lovere
E705 SO Lovero
E706 BS Lozio
E707 VA Lozza
E708 BL Lozzo di Cadore
E709 PD Lozzo Atestino
E710 VA Lozzo
E711 VC Lozzolo
E712 AL Lu
E713 VT Lubriano
E714 AG Lucca Sicula
E715 LU Lucca
E716 FG Lucera
E717 MI Lucernate
E718 AR Lucignano
E719 IM Lucinasco
E720 GO Lucinico
E721 CO Lucino
E722 CB Lucito
E723 AQ Luco dei Marsi
E724 AQ Lucoli
E725 BS Ludriano
E726 PC Lugagnano Val d'Arda
E727 TO Lugnacco
E728 RI Vazia
E729 TR Lugnano in Teverina
E730 RA Lugo
E731 VI Lugo di Vicenza
E732 GO Luico
E734 VA Luino
E735 CO Luisago
E736 NU Lula
E737 GE Lumarzo
E738 BS Lumezzane
E739 BS Lumezzane Pieve
E740 BS Lumezzane San Sebastiano
E741 BS Lumezzane Sant'apollonio
E742 SU Lunamatrona
E743 PU Lunano
E744 TN Lundo
E745 CS Lungro
E746 AV Luogosano
E747 SS Luogosanto
E748 CB Lupara
E749 CO Lurago d'Erba
E750 CO Lurago Marinone
E751 BG Lurano
E752 SS Luras
E753 CO Lurate Caccivio
E754 CE Lusciano
E755 NA Lusciano e Ducenta
E757 TN Luserna
E758 TO Luserna San Giovanni
E759 TO Lusernetta
E760 UD Lusevera
E761 RO Lusia
E762 VI Lusiana
E763 TO Lusigliè
E764 BZ Luson
E765 PL Lussingrande
E766 PL Lussinpiccolo
E767 SA Lustra
E768 BZ Lutago
E769 VA Luvinate
E770 BG Luzzana
E772 RE Luzzara
E773 CS Luzzi
E774 NO Luzzogno
E775 VA Maccagno
E776 VA Maccagno Inferiore
E777 LO Maccastorna
E778 IS Macchia d'Isernia
E779 IS Macchiagodena
E780 CB Macchia Valfortore
E781 CO Maccio
E782 TO Macello
E783 MC Macerata
E784 CE Macerata Campania
E785 PU Macerata Feltria
E786 MB Macherio
E787 BS Maclodio
E788 NU Macomer
E789 CN Macra
E790 VB Macugnaga
E791 CE Maddaloni
E792 BS Maderno
E793 CR Madignano
E794 BG Madone
E795 VB Madonna del Sasso
E796 TN Madrano
E797 TN Madruzzo
E798 LT Maenza
E799 CB Mafalda
E800 BS Magasa
E801 MI Magenta
E802 CO Maggianico
E803 NO Maggiora
E804 PV Magherno
E805 PG Magione
E806 CZ Magisano
E807 FM Magliano di Tenna
E808 CN Magliano Alpi
E809 CN Magliano Alfieri
E810 GR Magliano in Toscana
E811 AQ Magliano De' Marsi
E812 RI Magliano Sabina
E813 RM Magliano Romano
E814 SA Magliano Vetere
E815 LE Maglie
E816 SV Magliolo
E817 TO Maglione
E818 MN Magnacavallo
E819 MI Magnago
E820 UD Magnano in Riviera
E821 BI Magnano
E823 BS Magno Sopra Inzino
E824 NO Magognino
E825 OR Magomadas
E826 TN Magras
E827 BZ Magrè
E828 VI Magrè Vicentino
E829 BZ Magrè sulla Strada del Vino
E830 CO Magreglio
E831 TN Maia Alta
E832 TN Maia Bassa
E833 UD Majano
E834 CZ Maida
E835 CS Maierà
E836 VV Maierato
E837 AN Maiolati Spontini
E838 RN Maiolo
E839 SA Maiori
E840 LO Mairago
E841 BS Mairano
E842 SP Maissana
E843 CR Malagnino
E844 BO Malalbergo
E846 UD Malborghetto
E847 UD Malborghetto Valbruna
E848 VR Malcesine
E849 TS Malchina
E850 TN Malé
E851 BS Malegno
E852 LO Maleo
E853 VB Malesco
E854 CT Maletto
E855 ME Malfa
E856 VA Malgesso
E857 TN Malgolo
E858 LC Malgrate
E859 CS Malito
E860 SV Mallare
E861 BZ Mallas
E862 BZ Malles Venosta
E863 VA Malnate
E864 VI Malo
E865 BS Malonno
E866 TN Malosco
E867 CN Malpotremo
E868 AP Maltignano
E869 ME Malvagna
E870 AL Malvicino
E871 AL Malvino
E872 CS Malvito
E873 RC Mammola
E874 NU Mamoiada
E875 GR Manciano
E876 ME Mandanici
E877 SU Mandas
E878 CS Mandatoriccio
E879 LC Mandello del Lario
E880 NO Mandello Vitta
E882 TA Manduria
E883 BS Manerba del Garda
E884 BS Manerbio
E885 FG Manfredonia
E887 CN Mango
E888 CS Mangone
E889 PN Maniago
E890 TO Maniglia
E891 AV Manocalzati
E892 PE Manoppello
E893 TV Mansuè
E894 CN Manta
E895 BZ Mantana
E896 SO Mantello
E897 MN Mantova
E898 TN Manzano
E899 UD Manzano
E900 RM Manziana
E901 BG Mapello
E902 SS Mara
E903 CA Maracalagonis
E904 MO Maranello
E905 MO Marano sul Panaro
E906 NA Marano di Napoli
E907 NO Marano Ticino
E908 RM Marano Equo
E909 TN Marano
E910 UD Marano Lagunare
E911 VR Marano di Valpolicella
E912 VI Marano Vicentino
E913 RM Maranola
E914 CS Marano Marchesato
E915 CS Marano Principato
E916 BZ Maranza
E917 AT Maranzana
E918 GE Marassi
E919 PZ Maratea
E921 MI Marcallo con Casone
E922 MN Marcaria
E923 CZ Marcedusa
E924 RM Marcellina
E925 CZ Marcellinara
E926 VR Marcellise
E927 RI Marcetelli
E928 BS Marcheno
E929 VA Marchirolo
E930 LI Marciana
E931 LI Marciana Marina
E932 CE Marcianise
E933 AR Marciano della Chiana
E934 PV Marcignago
E935 TN Marco
E936 VE Marcon
E937 TO Marcorengo
E938 BZ Marebbe
E939 CN Marene
E940 TV Mareno di Piave
E941 TO Marentino
E942 PL Maresego
E943 BZ Mareta
E944 AT Maretto
E945 CN Margarita
E946 BT Margherita di Savoia
E947 LC Margno
E948 TN Margone
E949 MN Mariana Mantovana
E950 BG Mariano al Brembo
E951 CO Mariano Comense
E952 GO Mariano del Friuli
E953 CL Marianopoli
E954 NA Mariglianella
E955 NA Marigliano
E956 RC Marina di Gioiosa Ionica
E957 PA Marineo
E958 RM Marino
E959 BZ Marlengo
E960 PT Marliana
E961 BS Marmentino
E962 MN Marmirolo
E963 CN Marmora
E964 AL Marmorito
E965 VA Marnate
E966 IM Maro Castello
E967 BS Marone
E968 RC Maropati
E970 VI Marostica
E971 FI Marradi
E972 OR Marrubiu
E973 CN Marsaglia
E974 TP Marsala
E975 PG Marsciano
E976 PZ Marsico Nuovo
E977 PZ Marsicovetere
E978 VT Marta
E979 LE Martano
E980 VE Martellago
E981 BZ Martello
E982 UD Martignacco
E983 CR Martignana di Po
E984 LE Martignano
E985 SV Martina Olba
E986 TA Martina Franca
E987 BG Martinengo
E988 CN Martiniana Po
E989 TE Martinsicuro
E990 CZ Martirano
E991 CZ Martirano Lombardo
E992 SS Martis
E993 RC Martone
E994 LO Marudo
E995 TA Maruggio
E997 AV Marzano di Nola
E998 CE Marzano Appio
E999 PV Marzano
F001 CS Marzi
F002 VA Marzio
F003 MI Masate
F004 CT Mascali
F005 CT Mascalucia
F006 PZ Maschito
F007 VA Masciago Primo
F008 MI Masciago Milanese
F009 TV Maser
F010 VB Masera
F011 PD Maserà di Padova
F012 TV Maserada sul Piave
F013 PD Masi
F014 TN Masi di Vigo
F015 AL Masio
F016 FE Masi Torello
F017 CO Maslianico
F018 VA Masnago
F019 VI Mason Vicentino
F020 GE Masone
F021 FM Massa Fermana
F022 AQ Massa d'Albe
F023 MS Massa
F024 PG Massa Martana
F025 PT Massa e Cozzile
F026 FE Massa Fiscaglia
F027 TA Massafra
F028 LO Massalengo
F029 RA Massa Lombarda
F030 NA Massa Lubrense
F031 CA Massama
F032 GR Massa Marittima
F033 PD Massanzago
F035 LU Massarosa
F036 RO Massa Superiore
F037 BI Massazza
F039 SI Masse di San Martino
F040 SI Masse di Siena
F041 TO Massello
F042 BI Masserano
F043 CE San Marco Evangelista
F044 AP Massignano
F045 TN Massimeno
F046 SV Massimino
F047 NO Massino Visconti
F048 VB Massiola
F049 TN Mastellina
F050 OR Masullas
F051 MC Matelica
F052 MT Matera
F053 TO Mathi
F054 LE Matino
F055 CB Matrice
F056 TN Mattarello
F057 FU Matteria
F058 TO Mattie
F059 FG Mattinata
F060 FU Mattuglie
F061 TP Mazara del Vallo
F062 BZ Mazia
F063 BS Mazzano
F064 RM Mazzano Romano
F065 CL Mazzarino
F066 ME Mazzarrà Sant'andrea
F067 TO Mazzè
F068 TN Mazzin
F069 MI Mazzo Milanese
F070 SO Mazzo di Valtellina
F071 BG Mazzoleni e Falghera
F072 BS Mazzunno
F073 NU Meana Sardo
F074 TO Meana di Susa
F075 TO Meano
F076 TN Meano
F077 TN Mechel
F078 MB Meda
F079 GO Medana
F080 PV Mede
F081 GO Medea
F082 PR Medesano
F083 BO Medicina
F084 MI Mediglia
F085 BG Medolago
F086 MN Medole
F087 MO Medolla
F088 TV Meduna di Livenza
F089 PN Meduno
F091 PD Megliadino San Fidenzio
F092 PD Megliadino San Vitale
F093 NO Meina
F094 BL Mel
F095 RO Melara
F096 AL Melazzo
F097 FC Meldola
F098 GE Mele
F100 MI Melegnano
F101 LE Melendugno
F102 LO Meleti
F103 TO Melezet
F104 PZ Melfi
F105 RC Melicuccà
F106 RC Melicucco
F107 SR Melilli
F108 KR Melissa
F109 LE Melissano
F110 AV Melito Irpino
F111 NA Melito di Napoli
F112 RC Melito di Porto Salvo
F113 BN Melizzano
F114 CN Melle
F115 SO Mello
F116 TV Silea
F117 LE Melpignano
F118 BZ Meltina
F119 MI Melzo
F120 CO Menaggio
F121 SO Menarola
F122 PV Menconico
F123 IM Mendatica
F124 IM Mendatica Montegrosso
F125 CS Mendicino
F126 AG Menfi
F127 RM Mentana
F128 TO Mentoulles
F130 VE Meolo
F131 AL Merana
F132 BZ Merano
F133 LC Merate
F134 VA Mercallo
F135 PU Mercatello sul Metauro
F136 PU Mercatino Conca
F137 RN Novafeltria
F138 SA Mercato San Severino
F139 FC Mercato Saraceno
F140 TO Mercenasco
F141 AV Mercogliano
F143 NO Mercurago
F144 UD Mereto di Tomba
F145 AN Mergo
F146 VB Mergozzo
F147 ME Merì
F148 PD Merlara
F149 LO Merlino
F150 GO Merna
F151 CO Merone
F152 BR Mesagne
F153 SO Mese
F154 VA Mesenzana
F155 MI Mesero
F156 FE Mesola
F157 KR Mesoraca
F158 ME Messina
F159 VE Mestre
F160 TN Mestriago
F161 PD Mestrino
F162 NA Meta
F164 TO Meugliano
F165 MB Mezzago
F167 BI Mezzana Mortigliengo
F168 TN Mezzana
F169 VA Mezzana Superiore
F170 PV Mezzana Bigli
F171 PV Mezzana Rabattone
F172 VR Mezzane di Sotto
F173 GE Mezzanego
F174 PR Mezzani
F175 PV Mezzanino
F176 TN Mezzano
F177 TN Mezzano Imer
F181 CO Mezzegra
F182 TO Mezzenile
F183 TN Mezzocorona
F184 PA Mezzojuso
F185 TN Mezzolago
F186 BG Mezzoldo
F187 TN Mezzolombardo
F188 NO Mezzomerico
F189 BI Miagliano
F190 TV Miane
F191 NO Miasino
F192 VB Miazzina
F193 RI Micigliano
F194 LE Miggiano
F195 NO Migiandone
F196 CH Miglianico
F198 FE Migliarino
F199 FE Migliaro
F200 CZ Miglierina
F201 MT Miglionico
F202 GE Mignanego
F203 CE Mignano Monte Lungo
F204 MI Mignette
F205 MI Milano
F206 ME Milazzo
F207 VV Mileto
F208 OR Milis
F209 CT Militello in Val di Catania
F210 ME Militello Rosmarino
F211 BZ Millan-Sarnes
F212 TO Millaures
F213 SV Millesimo
F214 CT Milo
F215 BS Milzanello
F216 BS Milzano
F217 CT Mineo
F218 VR Minerbe
F219 BO Minerbio
F220 BT Minervino Murge
F221 LE Minervino di Lecce
F222 CO Minoprio
F223 SA Minori
F224 LT Minturno
F225 LU Minucciano
F226 SV Mioglia
F227 TN Miola
F228 UD Mione
F229 VE Mira
F230 AV Mirabella Eclano
F231 CT Mirabella Imbaccari
F232 AL Mirabello Monferrato
F233 CB Mirabello Sannitico
F235 FE Mirabello
F237 PV Mirabello ed Uniti di Pavia
F238 PV Miradolo Terme
F239 IS Miranda
F240 MO Mirandola
F241 VE Mirano
F242 ME Mirto
F243 BG Misano di Gera d'Adda
F244 RN Misano Adriatico
F246 PA Misilmeri
F247 MB Misinto
F248 LC Missaglia
F249 PZ Missanello
F250 CT Misterbianco
F251 ME Mistretta
F252 VR Mizzole
F253 IM Moano
F254 AT Moasca
F255 TO Mocchie
F256 GE Moconesi
F257 MO Modena
F258 RG Modica
F259 FC Modigliana
F260 LO Tavazzano con Villavesco
F261 OR Modolo
F262 BA Modugno
F263 TN Moena
F264 TN Moerna
F265 LC Moggio
F266 UD Moggio Udinese
F267 MN Moglia
F268 MC Mogliano
F269 TV Mogliano Veneto
F270 OR Mogorella
F271 OR Ruinas
F272 OR Mogoro
F273 CO Moiana
F274 BN Moiano
F275 UD Moimacco
F276 BG Moio De' Calvi
F277 ME Moio Alcantara
F278 SA Moio della Civitella
F279 CN Moiola
F280 BA Mola di Bari
F281 AL Molare
F282 GE Molassana
F283 LU Molazzana
F284 BA Molfetta
F285 CO Molina
F286 TN Molina di Ledro
F287 BN Molinara
F288 BO Molinella
F289 BG Molini di Colognola
F290 IM Molini di Triora
F291 BZ Molini di Tures
F292 AL Molino Alzano
F293 AL Molino dei Torti
F294 CB Molise
F295 PZ Moliterno
F296 TN Mollaro
F297 VC Mollia
F298 TO Mollières
F299 AG Porto Empedocle
F300 AL Molo di Borbera
F301 RC Molochio
F302 IM Montegrazie
F303 IM Moltedo Superiore
F304 LC Molteno
F305 CO Moltrasio
F306 VI Molvena
F307 TN Molveno
F308 AT Mombaldone
F309 CN Mombarcaro
F310 PU Mombaroccio
F311 AT Mombaruzzo
F312 CN Mombasiglio
F313 AL Mombello Monferrato
F314 VA Mombello Lago Maggiore
F315 TO Mombello di Torino
F316 AT Mombercelli
F317 NO Momo
F318 TO Mompantero
F319 RI Mompeo
F320 AL Momperone
F322 CB Monacilioni
F323 AT Monale
F324 RC Monasterace
F325 AT Monastero Bormida
F326 CN Monastero di Vasco
F327 TO Monastero di Lanzo
F328 BG Monasterolo del Castello
F329 CN Monasterolo Casotto
F330 CN Monasterolo di Savigliano
F331 TO Monasterolo Torinese
F332 TV Monastier di Treviso
F333 SU Monastir
F334 VA Monate
F335 TO Moncalieri
F336 AT Moncalvo
F337 AL Moncestino
F338 CN Monchiero
F339 CN Novello Monchiero
F340 PR Monchio delle Corti
F341 TN Monclassico
F342 VC Moncrivello
F343 AT Moncucco Torinese
F346 RN Mondaino
F347 PU Mondavio
F348 PU Mondolfo
F349 CO Mondonico
F350 AL Mondonio
F351 CN Mondovì
F352 CE Mondragone
F353 TO Mondrone
F354 GE Moneglia
F355 CN Monesiglio
F356 GO Monfalcone
F357 MO Serramazzoni
F358 CN Monforte d'Alba
F359 ME Monforte San Giorgio
F360 TV Monfumo
F361 AT Mongardino
F362 BZ Monghezzo di Fuori
F363 BO Monghidoro
F364 VV Mongiana
F365 AL Mongiardino Ligure
F367 AO Montjovet
F368 ME Mongiuffi Melia
F369 BI Mongrando
F370 CS Mongrassano
F371 BZ Monguelfo-Tesido
F372 CO Monguzzo
F373 BS Moniga del Garda
F374 AL Monleale
F375 BS Monno
F376 BA Monopoli
F377 PA Monreale
F378 TS Monrupino-Repentabor
F379 FM Monsampietro Morico
F380 AP Monsampolo del Tronto
F381 AN Monsano
F382 PD Monselice
F383 CA Monserrato
F384 PT Monsummano Terme
F385 CN Montà
F386 AT Montabone
F387 AL Montacuto
F390 AT Montafia
F391 CB Montagano
F392 BZ Montagna sulla Strada del Vino
F393 SO Montagna in Valtellina
F394 PD Montagnana
F395 ME Montagnareale
F396 TN Montagne
F397 AV Montaguto
F398 FI Montaione
F399 MT Montalbano Jonico
F400 ME Montalbano Elicona
F401 AN Ostra
F402 SI Montalcino
F403 AL Montaldeo
F404 AL Montaldo Bormida
F405 CN Montaldo di Mondovì
F406 IM Montalto Ligure
F407 TO Montaldo Torinese
F408 CN Montaldo Roero
F409 AT Montaldo Scarampi
F410 PT Montale
F411 TO Montalenghe
F412 AL Montalero
F414 AG Montallegro
F415 AP Montalto delle Marche
F416 CS Montalto Uffugo
F417 PV Montalto Pavese
F419 VT Montalto di Castro
F420 TO Montalto Dora
F422 TO Montanaro
F423 LO Montanaso Lombardo
F424 CN Montanera
F425 CO Montano Comasco
F426 SA Montano Antilia
F427 CO Montano Lucino
F428 FM Montappone
F429 IS Montaquila
F430 RI Montasola
F431 BZ Montassilone
F432 CZ Montauro
F433 CH Montazzoli
F434 CR Monte Cremasco
F436 BZ Monte di Mezzodì
F437 GR Monte Argentario
F438 BZ Monte di Tramontana
F440 PV Montebello della Battaglia
F441 PE Montebello di Bertona
F442 VI Montebello Vicentino
F443 TV Montebelluna
F445 GE Montebruno
F446 RI Montebuono
F448 AV Montecalvo Irpino
F449 PV Montecalvo Versiggia
F450 PU Montecalvo in Foglia
F452 LU Montecarlo
F453 AN Montecarotto
F454 MC Montecassiano
F455 AL Montecastello
F456 PG Monte Castello di Vibio
F457 TR Montecastrilli
F458 PI Montecatini Val di Cecina
F459 PT Montecatini di Val di Nievole
F460 MC Monte Cavallo
F461 VR Montecchia di Crosara
F462 TR Montecchio
F463 RE Montecchio Emilia
F464 VI Montecchio Maggiore
F465 VI Montecchio Precalcino
F466 RM Montecelio
F467 PU Monte Cerignone
F468 AT Montechiaro d'Asti
F469 AL Montechiaro d'Acqui
F470 BZ Montechiaro
F471 BS Montichiari
F472 AL Montechiaro Denice
F473 PR Montechiarugolo
F474 PU Monteciccardo
F475 CB Montecilfone
F476 RN Monte Colombo
F477 RM Monte Compatri
F478 RN Montecopiolo
F479 SA Montecorice
F480 SA Montecorvino Pugliano
F481 SA Montecorvino Rovella
F482 MC Montecosaro
F483 VB Montecrestese
F484 MO Montecreto
F485 PL Monte di Capodistria
F486 VI Monte di Malo
F487 AP Montedinove
F488 NA Monte di Procida
F489 CL Montedoro
F491 AV Montefalcione
F492 PG Montefalco
F493 FM Montefalcone Appennino
F494 BN Montefalcone di Val Fortore
F495 CB Montefalcone nel Sannio
F496 MC Montefano
F497 PU Montefelcino
F498 CH Monteferrante
F499 VT Montefiascone
F500 TE Montefino
F501 AP Montefiore dell'Aso
F502 RN Montefiore Conca
F503 MO Montefiorino
F504 RM Monteflavio
F505 BZ Montefontana
F506 AV Monteforte Irpino
F507 SA Monteforte Cilento
F508 VR Monteforte d'Alpone
F509 FM Montefortino
F510 TR Montefranco
F511 AV Montefredane
F512 AV Montefusco
F513 TR Montegabbione
F514 VI Montegalda
F515 VI Montegaldella
F516 AP Montegallo
F517 FM Monte Giberto
F518 AL Montegioco
F519 CS Montegiordano
F520 FM Montegiorgio
F522 FM Montegranaro
F523 RN Montegridolfo
F524 PU Monte Grimano Terme
F525 VA Montegrino
F526 VA Montegrino Valtravaglia
F527 AT Montegrosso d'Asti
F528 IM Montegrosso Pian Latte
F529 PD Montegrotto Terme
F531 TA Monteiasi
F532 BS Monte Isola
F533 PU Montelabbate
F534 RM Montelanico
F535 CH Montelapiano
F536 FM Monteleone di Fermo
F537 VV Vibo Valentia
F538 FG Monteleone di Puglia
F540 PG Monteleone di Spoleto
F541 RI Monteleone Sabino
F542 SS Monteleone Rocca Doria
F543 TR Monteleone d'Orvieto
F544 PA Montelepre
F545 RM Montelibretti
F546 AV Montella
F547 BG Montello
F548 CB Montelongo
F549 FM Montelparo
F550 CN Montelupo Albese
F551 FI Montelupo Fiorentino
F552 MC Montelupone
F553 PA Montemaggiore Belsito
F555 PU Montemaggiore al Metauro
F556 AT Montemagno
F557 BN Sant'arcangelo Trimonte
F558 CN Montemale di Cuneo
F559 AV Montemarano
F560 AN Montemarciano
F561 LC Monte Marenzo
F562 AL Montemarzino
F563 TA Montemesola
F564 CO Montemezzo
F565 AR Montemignaio
F566 AV Montemiletto
F567 MC Pollenza
F568 PZ Montemilone
F569 CB Montemitro
F570 AP Montemonaco
F572 PO Montemurlo
F573 PZ Montemurro
F574 UD Montenars
F576 CB Montenero di Bisaccia
F577 GO Montenero d'Idria
F578 CH Montenerodomo
F579 RI Montenero Sabino
F580 IS Montenero Val Cocchiara
F581 AN Ostra Vetere
F582 CH Monteodorisio
F584 NO Monte Ossolano
F585 TE Roseto degli Abruzzi
F586 CZ Montepaone
F587 TA Monteparano
F588 BZ Monteponente
F589 PU Monte Porzio
F590 RM Monte Porzio Catone
F591 AP Monteprandone
F592 SI Montepulciano
F593 AN Monterado
F594 AR Monterchi
F595 AQ Montereale
F596 PN Montereale Valcellina
F597 BO Monterenzio
F598 SI Monteriggioni
F599 FM Monte Rinaldo
F600 AN Monte Roberto
F601 IS Monteroduni
F603 VT Monte Romano
F604 LE Monteroni di Lecce
F605 SI Monteroni d'Arbia
F606 VT Monterosi
F607 VV Monterosso Calabro
F608 CN Monterosso Grana
F609 SP Monterosso al Mare
F610 RG Monterosso Almo
F611 RM Monterotondo
F612 GR Monterotondo Marittimo
F614 FM Monterubbiano
F615 TN Montes
F616 LT Monte San Biagio
F617 BZ Monte San Candido
F618 SA Monte San Giacomo
F619 RI Monte San Giovanni in Sabina
F620 FR Monte San Giovanni Campano
F621 MC Monte San Giusto
F622 MC Monte San Martino
F623 LE Montesano Salentino
F624 PV Montesano al Piano
F625 SA Montesano sulla Marcellana
F626 FM Monte San Pietrangeli
F627 BO Monte San Pietro
F628 AR Monte San Savino
F629 PG Monte Santa Maria Tiberina
F631 FG Monte Sant'angelo
F632 MC Potenza Picena
F633 PG Montesanto Vigi
F634 AN Monte San Vito
F635 GO Monte San Vito
F636 BN Montesarchio
F637 MT Montescaglioso
F638 PV Montescano
F639 VB Montescheno
F640 PI Montescudaio
F641 RN Montescudo
F642 MO Montese
F644 PV Montesegale
F645 AN Montesicuro
F646 PE Montesilvano
F647 PE Montesilvano Marina
F648 FI Montespertoli
F649 GO Montespino
F650 AO Montestrutto
F651 TO Monteu da Po
F652 GO Monte Urabice
F653 FM Monte Urano
F654 CN Monteu Roero
F655 AG Montevago
F656 AR Montevarchi
F657 LC Montevecchia
F659 BO Monteveglio
F660 AV Monteverde
F661 PI Monteverdi Marittimo
F662 VI Monteviale
F663 VA Monteviasco
F664 FM Monte Vidon Combatte
F665 FM Monte Vidon Corrado
F666 CN Montezemolo
F667 SS Monti
F668 FC Montiano
F669 CN Monticello d'Alba
F670 PV Monticelli Pavese
F671 PC Monticelli d'Ongina
F672 BS Monticelli Brusati
F674 LC Monticello Brianza
F675 VI Monticello Conte Otto
F676 SI Monticiano
F677 GR Montieri
F678 AT Montiglio
F679 MS Montignoso
F680 BS Montirone
F681 CR Montodine
F682 GE Montoggio
F683 PL Montona
F685 PG Montone
F686 PI Montopoli in Val d'Arno
F687 RI Montopoli di Sabina
F688 CO Montorfano
F689 CB Montorio Nei Frentani
F690 TE Montorio al Vomano
F691 VR Montorio Veronese
F692 RM Montorio Romano
F693 AV Montoro Inferiore
F694 AV Montoro Superiore
F696 VI Montorso Vicentino
F697 FM Montottone
F698 OR Montresta
F699 NO Montrigiasco
F700 BA Montrone
F701 PV Montù Beccaria
F702 PV Montù Berchielli
F703 VA Monvalle
F704 MB Monza
F705 MN Monzambano
F706 BO Monzuno
F707 AL Morano sul Po
F708 CS Morano Calabro
F709 AT Moransengo
F710 GO Moraro
F711 VA Morazzone
F712 SO Morbegno
F713 AL Morbello
F714 VC Morca
F715 RN Morciano di Romagna
F716 LE Morciano di Leuca
F717 BN Morcone
F718 BO Mordano
F719 AP Moregnano
F720 BG Morengo
F721 SS Mores
F722 FM Moresco
F723 CN Moretta
F724 PC Morfasso
F725 TV Morgano
F726 AO Morgex
F727 OR Morgongiori
F728 TN Mori
F729 TV Moriago della Battaglia
F730 RM Moricone
F731 SA Morigerati
F732 AQ Morino
F733 TO Moriondo Torinese
F734 RM Morlupo
F735 CS Mormanno
F736 VA Mornago
F737 AL Mornese
F738 BG Mornico al Serio
F739 PV Mornico Losana
F740 FR Morolo
F741 VC Morondo
F742 VA Morosolo
F743 CN Morozzo
F744 AV Morra De Sanctis
F745 AN Morro d'Alba
F746 RI Morro Reatino
F747 TE Morro d'Oro
F748 CB Morrone del Sannio
F749 MC Morrovalle
F750 PN Morsano al Tagliamento
F751 AL Morsasco
F753 FO Mortano
F754 PV Mortara
F755 TN Mortaso
F756 UD Mortegliano
F757 BZ Morter
F758 LC Morterone
F759 PC Mortizza
F760 UD Moruzzo
F761 CR Moscazzano
F762 AV Moschiano
F763 FU Moschiena
F764 TE Mosciano Sant'angelo
F765 PE Moscufo
F766 BZ Moso in Passiria
F767 GO Mossa
F768 VI Mossano
F769 BI Mosso Santa Maria
F770 TV Motta di Livenza
F771 CR Motta Baluffi
F772 ME Motta Camastra
F773 ME Motta d'Affermo
F774 VC Motta De' Conti
F775 CS Mottafollone
F776 BI Mottalciata
F777 FG Motta Montecorvino
F779 RC Motta San Giovanni
F780 CZ Motta Santa Lucia
F781 CT Motta Sant'anastasia
F783 MI Motta Visconti
F784 TA Mottola
F785 CH Mozzagrogna
F786 BG Mozzanica
F788 CO Mozzate
F789 VR Mozzecane
F790 NO Mozzio
F791 BG Mozzo
F792 BS Mu
F793 MC Muccia
F794 VA Muceno
F795 TS Muggia
F797 MB Muggiò
F798 AV Mugnano del Cardinale
F799 NA Mugnano di Napoli
F801 LO Mulazzano
F802 MS Mulazzo
F803 BZ Mules
F804 MN Villa Poma
F806 BS Mura
F807 VE Murano
F808 SU Muravera
F809 CN Murazzano
F810 VI Salcedo
F811 CN Murello
F812 AO Muriaglio
F813 SV Murialdo
F814 AL Murisengo
F815 SI Murlo
F816 LE Muro Leccese
F817 PZ Muro Lucano
F818 SS Muros
F819 VA Musadino
F820 BS Muscoline
F821 UD Muscoli Strassoldo
F822 SU Musei
F823 PE Musellaro
F825 VA Musignano
F826 VE Musile di Piave
F827 MI Musocco
F828 CO Musso
F829 VI Mussolente
F830 CL Mussomeli
F831 TE Pineto
F832 UD Muzzana del Turgnano
F833 BI Muzzano
F834 TS Nacla San Maurizio
F835 TN Nago-Torbole
F836 BZ Nalles
F837 TN Nanno
F838 VI Nanto
F839 NA Napoli
F840 OR Narbolia
F841 SU Narcao
F842 LE Nardò
F843 VV Nardodipace
F844 TR Narni
F845 AG Naro
F846 CN Narzole
F847 SV Nasino
F848 ME Naso
F849 BZ Naturno
F850 CO Nava
F851 BS Nave
F852 AQ Navelli
F853 TN Nave San Rocco
F854 BS Navono
F855 BZ Naz
F856 BZ Naz-Sciaves
F857 RM Nazzano
F858 GE Ne
F859 NO Nebbiuno
F860 VR Negarine
F861 VR Negrar di Valpolicella
F862 GE Neirone
F863 CN Neive
F864 BG Nembro
F865 RM Nemi
F866 PZ Nemoli
F867 OR Neoneli
F868 VT Nepi
F869 PL Neresine
F870 TE Nereto
F871 RM Nerola
F872 TV Nervesa della Battaglia
F873 GE Nervi
F874 MI Nerviano
F875 BG Nese
F876 RI Nespolo
F877 CO Nesso
F878 BI Netro
F879 RM Nettunia
F880 RM Nettuno
F881 LE Neviano
F882 PR Neviano degli Arduini
F883 CN Neviglie
F884 BS Niardo
F885 PC Nibbiano
F886 NO Nibbiola
F887 LC Nibionno
F888 CZ Nicastro
F889 TO Nichelino
F890 CT Nicolosi
F891 PV Nicorvo
F892 EN Nicosia
F893 VV Nicotera
F894 CN Niella Belbo
F895 CN Niella Tanaro
F896 BS Nigoline
F897 MI Niguarda
F898 UD Nimis
F899 CL Niscemi
F900 EN Nissoria
F901 ME Nizza di Sicilia
F902 AT Nizza Monferrato
F904 VE Noale
F905 TN Noarna
F906 TO Noasca
F907 CS Nocara
F908 PE Nocciano
F909 NO Nocco
F910 CZ Nocera Terinese
F911 PG Nocera Umbra
F912 SA Nocera Inferiore
F913 SA Nocera Superiore
F914 PR Noceto
F915 BA Noci
F916 LE Nociglia
F917 PZ Noepoli
F918 VR Nogara
F919 TN Nogarè
F920 TN Nogaredo
F921 VR Nogarole Rocca
F922 VI Nogarole Vicentino
F923 BA Noicattaro
F924 NA Nola
F925 TO Nole
F926 SV Noli
F927 TO Nomaglio
F928 TN Nomesino
F929 TN Nomi
F930 MO Nonantola
F931 TO None
F932 VB Nonio
F933 NU Noragugume
F934 OR Norbello
F935 PG Norcia
F936 TN Noriglio
F937 LT Norma
F939 MI Nosate
F941 BG Ponte Nossa
F942 TE Notaresco
F943 SR Noto
F944 MB Nova Milanese
F945 BZ Novacella
F946 VI Novale
F947 TN Novaledo
F948 TO Novalesa
F949 BZ Nova Levante
F950 BZ Nova Ponente
F951 ME Novara di Sicilia
F952 NO Novara
F953 AO Novareglia
F954 CO Novate Brianza
F955 MI Novate Milanese
F956 SO Novate Mezzola
F957 VI Nove
F958 CO Novedrate
F960 RE Novellara
F961 CN Novello
F962 PD Noventa Padovana
F963 VE Noventa di Piave
F964 VI Noventa Vicentina
F965 AL Novi Ligure
F966 MO Novi di Modena
F967 SA Novi Velia
F968 MI Noviglio
F969 PS Novillara
F970 LE Novoli
F971 BS Nozza
F972 CN Nucetto
F973 SS Nuchis
F974 OR Nughedu Santa Vittoria
F975 SS Nughedu San Nicolò
F976 SS Nule
F977 SS Nulvi
F978 AN Numana
F979 NU Nuoro
F980 OR Nurachi
F981 SU Nuragus
F982 SU Nurallao
F983 SU Nuraminis
F984 CA Nuraxinieddu
F985 OR Nureci
F986 SU Nurri
F987 AO Nus
F988 AV Nusco
F989 BS Nuvolento
F990 BS Nuvolera
F991 SU Nuxis
F992 BI Occhieppo Inferiore
F993 BI Occhieppo Superiore
F994 RO Occhiobello
F995 AL Occimiano
F996 AQ Ocre
F997 AL Odalengo Grande
F998 AL Odalengo Piccolo
F999 TV Oderzo
G001 BS Odolo
G002 AQ Ofena
G003 AN Offagna
G004 CR Offanengo
G005 AP Offida
G006 BS Offlaga
G007 VB Oggebbio
G008 VA Oggiona con Santo Stefano
G009 LC Oggiono
G010 TO Oglianico
G011 SA Ogliastro Cilento
G012 AO Oyace
G014 SV Olba
G015 SS Olbia
G016 VC Olcenengo
G017 CO Olcio
G018 VC Oldenico
G019 NO Oleggio
G020 NO Oleggio Castello
G021 PV Olevano di Lomellina
G022 RM Olevano Romano
G023 SA Olevano sul Tusciano
G024 NO Olgia
G025 CO Olgiate Comasco
G026 LC Olgiate Molgora
G027 CO Olgiate Calco
G028 VA Olgiate Olona
G029 VA Olginasio
G030 LC Olginate
G031 NU Oliena
G032 PV Oliva Gessi
G033 TO Tavernette
G034 CZ Olivadi
G035 IM Olivastri
G036 ME Oliveri
G037 MT Oliveto Lucano
G039 SA Oliveto Citra
G040 LC Oliveto Lario
G041 IM Olivetta San Michele
G042 AL Olivola
G043 OR Ollastra
G044 NU Ollolai
G045 AO Ollomont
G046 SS Olmedo
G047 CR Olmeneta
G048 AT Olmo Gentile
G049 BG Olmo al Brembo
G050 BG Oltre il Colle
G051 BG Oltrepovo
G052 TN Oltresarca
G053 GO Oltresonzia
G054 BG Oltressenda Alta
G055 BG Oltressenda Bassa
G056 CO Oltrona di San Mamette
G057 VA Oltrona al Lago
G058 NU Olzai
G060 CR Ombriano
G061 BS Ome
G062 VB Omegna
G063 SA Omignano
G064 NU Onanì
G065 VT Onano
G066 CN Oncino
G067 IM Oneglia
G068 BG Oneta
G069 BZ Onies
G070 NU Onifai
G071 NU Oniferi
G072 CO Onno
G073 BS Ono Degno
G074 BS Ono San Pietro
G075 BG Onore
G076 SV Onzo
G077 GO Opacchiasella
G078 MI Opera
G079 AQ Opi
G080 VR Oppeano
G081 PZ Oppido Lucano
G082 RC Oppido Mamertina
G083 BZ Ora
G084 NU Orani
G085 NO Orasso
G086 CB Oratino
G087 TO Orbassano
G088 GR Orbetello
G089 PU Orciano di Pesaro
G090 PI Orciano Pisano
G092 MI Oreno
G093 GE Orero
G094 BG Orezzo
G095 VI Orgiano
G096 LO Pieve Fissiraga
G097 NU Orgosolo
G098 BR Oria
G099 BS Oriano
G100 CO Oriano di Brianza
G102 AQ Oricola
G103 VA Origgio
G105 VA Orino
G106 VA Orino-Azzio
G107 LO Orio Litta
G108 BG Orio al Serio
G109 TO Orio Canavese
G110 CS Oriolo
G111 VT Oriolo Romano
G112 BZ Oris
G113 OR Oristano
G114 CN Ormea
G115 TV Ormelle
G116 MB Ornago
G117 VB Ornavasso
G118 BG Ornica
G119 NU Orosei
G120 NU Orotelli
G121 SA Orria
G122 SU Orroli
G123 TV Orsago
G124 AL Orsara Bormida
G125 FG Orsara di Puglia
G126 CO Orsenigo
G127 PL Orsera
G128 CH Orsogna
G129 CS Orsomarso
G130 CE Orta di Atella
G131 FG Orta Nova
G132 NO Orta Novarese
G133 SU Ortacesus
G134 NO Orta San Giulio
G135 VT Orte
G136 LE Ortelle
G137 FM Ortezzano
G138 RC Orti
G139 AR Ortignano Raggiolo
G140 BZ Ortisei
G141 CH Ortona
G142 AQ Ortona dei Marsi
G143 SP Luni
G144 SV Ortovero
G145 AQ Ortucchio
G146 NU Ortueri
G147 NU Orune
G148 TR Orvieto
G149 BS Orzinuovi
G150 BS Orzivecchi
G151 TO Osasco
G152 TO Osasio
G153 SS Oschiri
G154 NU Osidda
G155 SV Osiglia
G156 SS Osilo
G157 AN Osimo
G158 NU Osini
G159 BG Osio Sopra
G160 BG Osio Sotto
G161 LC Osnago
G163 UD Osoppo
G164 IM Ospedaletti
G165 AV Ospedaletto d'Alpinolo
G166 LO Ospedaletto Lodigiano
G167 PD Ospedaletto Euganeo
G168 TN Ospedaletto
G169 BL Ospitale di Cadore
G170 BS Ospitaletto
G171 LO Ossago Lodigiano
G173 TN Ossana
G174 BG Ossanesga
G175 GO Ossecca Vittuglie
G176 GO Ossegliano San Michele
G177 PL Ossero
G178 SS Ossi
G179 BS Ossimo
G180 CR Ossolaro
G181 MI Ossona
G182 CO Ossuccio
G183 CN Ostana
G184 FE Ostellato
G185 CR Ostiano
G186 MN Ostiglia
G187 BR Ostuni
G188 LE Otranto
G189 TR Otricoli
G190 NA Ottaviano
G191 NU Ottana
G192 SA Ottati
G193 AL Ottiglio
G194 PV Ottobiano
G195 PC Ottone
G196 TO Oulx
G197 AL Ovada
G198 UD Ovaro
G199 AL Oviglio
G200 AQ Ovindoli
G201 NU Ovodda
G202 TO Ozegna
G203 SS Ozieri
G204 AL Ozzano Monferrato
G205 BO Ozzano dell'Emilia
G206 MI Ozzero
G207 SU Pabillonis
G208 TP Paceco
G209 ME Pace del Mela
G210 AQ Pacentro
G211 SR Pachino
G212 PG Paciano
G213 BS Padenghe sul Garda
G214 TN Padergnone
G215 AL Paderna
G216 BS Padernello
G217 BS Paderno Franciacorta
G218 LC Paderno d'Adda
G219 CR Paderno Cremonese
G220 MI Paderno Dugnano
G221 TV Paderno del Grappa
G222 CR Paderno Ponchielli
G223 LC Robbiate
G224 PD Padova
G225 SS Padria
G226 SA Padula
G227 BN Paduli
G228 CN Paesana
G229 TV Paese
G230 SA Pagani
G231 AQ Paganica
G232 RI Paganico Sabino
G233 BG Pagazzano
G234 ME Pagliara
G236 CN Paglieres
G237 CH Paglieta
G238 UD Pagnacco
G240 CN Pagno
G241 LC Pagnona
G242 AV Pago del Vallo di Lauro
G243 BN Pago Veiano
G244 MI Paina
G246 BS Paisco
G247 BS Paisco Loveno
G248 BS Paitone
G249 BG Paladina
G250 MO Palagano
G251 TA Palagianello
G252 TA Palagiano
G253 CT Palagonia
G254 PI Palaia
G255 PR Palanzano
G256 CO Palanzo
G257 CB Palata
G258 SS Palau
G259 BG Palazzago
G260 CR Palazzo Pignano
G261 PZ Palazzo San Gervasio
G262 TO Palazzo Canavese
G263 PA Palazzo Adriano
G264 BS Palazzolo sull'Oglio
G266 VC Palazzolo Vercellese
G267 SR Palazzolo Acreide
G268 UD Palazzolo dello Stella
G269 TO Palazzo Piverone
G270 FI Palazzuolo sul Senio
G271 CH Palena
G272 CZ Palermiti
G273 PA Palermo
G274 RM Palestrina
G275 PV Palestro
G276 FR Paliano
G277 RC Palizzi
G278 KR Pallagorio
G279 NO Pallanza
G280 VB Pallanzeno
G281 SV Pallare
G282 AG Palma di Montechiaro
G283 NA Palma Campania
G284 UD Palmanova
G285 LE Palmariggi
G286 OR Palmas Arborea
G287 SU San Giovanni Suergiu
G288 RC Palmi
G289 AP Palmiano
G290 CH Palmoli
G291 BA Palo del Colle
G292 SA Palomonte
G293 RM Palombara Sabina
G294 CH Palombaro
G295 BG Palosco
G296 TN Palù del Fersina
G297 VR Palù
G298 CS Paludi
G299 BZ Plaus
G300 UD Paluzza
G301 CR Palvareto
G302 CN Pamparato
G303 TO Pancalieri
G304 PV Pancarana
G305 TN Panchià
G306 CR Pandino
G307 CS Panettieri
G308 PG Panicale
G309 NA Villaricca
G310 GO Paniqua
G311 BN Pannarano
G312 FG Panni
G313 TN Pannone
G314 IM Pantasina
G315 TP Pantelleria
G316 MI Pantigliate
G317 CS Paola
G318 BN Paolisi
G319 TP Valderice
G320 CS Papasidero
G322 TR Papigno
G323 RO Papozze
G324 MI Parabiago
G325 LE Parabita
G327 BS Paratico
G328 BZ Parcines
G329 CO Parè
G330 TO Parella
G331 CS Parenti
G332 PL Parenzo
G333 CE Parete
G334 AL Pareto
G335 VV Parghelia
G336 LC Parlasco
G337 PR Parma
G338 AL Parodi Ligure
G339 CN Paroldo
G340 AV Parolise
G341 VR Parona di Valpolicella
G342 PV Parona
G343 VC Parone
G344 TR Parrano
G345 CO Parravicino
G346 BG Parre
G347 TP Partanna
G348 PA Partinico
G349 NO Paruzzaro
G350 BG Parzanica
G352 UD Pasian di Prato
G353 PN Pasiano di Pordenone
G354 BS Paspardo
G356 UD Rivolto
G357 AL Passerano
G358 AT Passerano Marmorito
G359 PG Passignano sul Trasimeno
G361 BS Passirano
G362 FR Pastena
G364 CE Pastorano
G365 VR Pastrengo
G367 AL Pasturana
G368 LC Pasturo
G369 AN Paterno d'Ancona
G370 AV Paternopoli
G371 CT Paternò
G372 CS Paterno Calabro
G373 TN Patone
G374 FR Patrica
G375 AP Patrignone
G376 SS Pattada
G377 ME Patti
G378 LE Patù
G379 OR Pau
G381 UD Paularo
G382 SU Pauli Arbarei
G383 SU San Nicolò Gerrei
G384 OR Paulilatino
G385 MI Paullo
G386 BN Paupisi
G387 TO Pavarolo
G388 PV Pavia
G389 UD Pavia di Udine
G390 AL Pavone d'Alessandria
G391 BS Pavone del Mella
G392 TO Pavone Canavese
G393 MO Pavullo nel Frignano
G394 RC Pazzano
G395 PI Peccioli
G396 TO Pecco
G397 AL Pecetto di Valenza
G398 TO Pecetto Torinese
G399 PC Pecorara
G400 CS Pedace
G401 TO Pedanea
G402 CT Pedara
G403 FM Pedaso
G404 BL Pedavena
G406 VI Pedemonte
G407 BS San Paolo
G408 TV Pederobba
G409 TN Pedersano
G410 SO Pedesina
G411 CS Pedivigliano
G412 BG Pedrengo
G414 GE Pegli
G415 CO Peglio
G416 PU Peglio
G417 MN Pegognaga
G418 BG Peia
G419 TN Peio
G420 FI Pelago
G421 NO Pella
G422 RC Pellaro
G424 PR Pellegrino Parmense
G425 VE Pellestrina
G426 SA Pellezzano
G427 CO Pellio Intelvi
G428 TN Pellizzano
G429 TN Pelugo
G430 AT Penango
G431 SO Poggiridenti
G432 TR Penna in Teverina
G433 RN Pennabilli
G434 CH Pennadomo
G435 CH Pennapiedimonte
G436 MC Penna San Giovanni
G437 TE Penna Sant'andrea
G438 PE Penne
G439 CZ Pentone
G440 CO Penzano
G441 CH Perano
G442 BL Perarolo di Cadore
G443 BZ Perca
G444 RM Percile
G445 NU Perdasdefogu
G446 SU Perdaxius
G447 SA Perdifumo
G448 LC Perego
G449 AQ Pereto
G450 SS Perfugas
G451 AR Pergine Valdarno
G452 TN Pergine Valsugana
G453 PU Pergola
G454 IM Perinaldo
G455 SA Perito
G456 LC Perledo
G457 CN Perletto
G458 CN Perlo
G459 AO Perloz
G460 CN Perno
G461 PD Pernumia
G462 TO Perosa Canavese
G463 TO Perosa Argentina
G464 TN Perra
G465 TO Perrero
G467 BO San Giovanni in Persiceto
G468 CR Persico
G469 CR Persico Dosimo
G470 TN Persone
G471 VC Pertengo
G472 UD Perteole
G474 BS Pertica Alta
G475 BS Pertica Bassa
G476 SA Pertosa
G477 TO Pertusio
G478 PG Perugia
G479 PU Pesaro
G480 LU Pescaglia
G481 VR Pescantina
G482 PE Pescara
G483 CR Pescarolo ed Uniti
G484 AQ Pescasseroli
G485 LC Pescate
G486 IS Pesche
G487 FG Peschici
G488 MI Peschiera Borromeo
G489 VR Peschiera del Garda
G490 BS Peschiera Maraglio
G491 PT Pescia
G492 AQ Pescina
G493 AQ Pescocostanzo
G494 BN Pesco Sannita
G495 IS Pescolanciano
G496 PZ Pescopagano
G497 IS Pescopennataro
G498 RI Pescorocchiano
G499 PE Pescosansonesco
G500 FR Pescosolido
G502 MI Pessano con Bornago
G503 CO Pessina Valsassina
G504 CR Pessina Cremonese
G505 TO Pessinetto
G506 CB Petacciato
G507 RI Turania
G508 KR Petilia Policastro
G509 SA Petina
G510 PA Petralia Soprana
G511 PA Petralia Sottana
G512 CB Petrella Tifernina
G513 RI Petrella Salto
G514 PU Petriano
G515 MC Petriolo
G516 FM Petritoli
G517 CZ Petrizzi
G518 CZ Petronà
G519 AV Petruro Irpino
G520 NO Pettenasco
G521 BI Pettinengo
G522 ME Pettineo
G523 IS Pettoranello del Molise
G524 AQ Pettorano sul Gizio
G525 RO Pettorazza Grimani
G526 CN Peveragno
G528 VC Pezzana
G529 BS Pezzaze
G532 CN Pezzolo Valle Uzzone
G533 BS Pezzoro
G534 PD Piacenza d'Adige
G535 PC Piacenza
G536 CR Piadena
G537 PU Piagge
G538 SA Piaggine
G539 SA Piaggine Soprane
G540 SA Valle dell'Angelo
G541 CE Piana di Monte Verna
G542 SV Piana Crixia
G543 PA Piana degli Albanesi
G544 IM Pianavia
G545 AO Pontboset
G546 BS Pian Camuno
G547 SI Piancastagnaio
G548 VC Pianceri
G549 BS Piancogno
G550 BS Pian d'Artogne
G551 PU Piandimeleto
G552 AR Pian di Sco
G553 CS Piane Crati
G554 VC Piane Sesia
G555 PE Pianella
G556 CO Pianello del Lario
G557 PC Pianello Val Tidone
G558 CR Pianengo
G559 TO Pianezza
G560 VI Pianezze
G561 CN Pianfei
G562 BG Pian Gaiano
G563 IM Piani
G564 BG Pianico
G565 VE Pianiga
G566 BO San Benedetto Val di Sambro
G567 CO Piano Porlezza
G568 NA Piano di Sorrento
G569 TN Piano
G570 BO Pianoro
G571 VT Piansano
G572 SO Piantedo
G573 NA Pianura
G574 BG Piario
G575 CN Piasco
G576 SO Piateda
G577 BI Piatto
G578 TV Piavon
G579 BG Piazza Brembana
G580 EN Piazza Armerina
G581 CO Piazza Santo Stefano
G582 LU Piazza al Serchio
G583 BG Piazzatorre
G584 TO Piazzo
G585 BG Piazzo Alto
G586 BG Piazzo Basso
G587 PD Piazzola sul Brenta
G588 BG Piazzolo
G589 PE Picciano
G590 PZ Picerno
G591 FR Picinisco
G592 FR Pico
G593 AT Piea
G594 BI Piedicavallo
G595 TR Piediluco
G596 CE Piedimonte Matese
G597 CT Piedimonte Etneo
G598 FR Piedimonte San Germano
G599 GO Piedimonte del Calvario
G600 VB Piedimulera
G601 PG Piegaro
G602 SI Pienza
G603 CR Pieranica
G604 FG Pietramontecorvino
G605 SV Pietra Ligure
G606 IS Pietrabbondante
G607 IM Pietrabruna
G608 TE Pietracamela
G609 CB Pietracatella
G610 CB Pietracupa
G611 AV Pietradefusi
G612 PV Pietra De' Giorgi
G613 CH Pietraferrazzana
G614 PZ Satriano di Lucania
G615 CS Pietrafitta
G616 PZ Pietragalla
G617 PV Pietra Gavina
G618 PG Pietralunga
G619 AL Pietra Marazzi
G620 CE Pietramelara
G621 PE Pietranico
G622 CS Pietrapaola
G623 PZ Pietrapertosa
G624 EN Pietraperzia
G625 CN Pietraporzio
G626 BN Pietraroja
G627 PU Pietrarubbia
G628 LU Pietrasanta
G629 AV Pietrastornina
G630 CE Pietravairano
G631 BN Pietrelcina
G632 IM Pieve di Teco
G633 MN Pieve di Coriano
G634 MI Pieve Emanuele
G635 PV Pieve Albignola
G636 PT Pieve a Nievole
G637 MC Pievebovigliana
G638 BL Pieve d'Alpago
G639 PV Pieve del Cairo
G640 CR Pieve Delmona
G641 TN Pieve di Bono
G642 BL Pieve di Cadore
G643 BO Pieve di Cento
G644 TN Pieve di Ledro
G645 TV Pieve di Soligo
G646 GE Pieve Ligure
G647 CR Pieve d'Olmi
G648 LU Pieve Fosciana
G649 MO Pievepelago
G650 PV Pieve Porto Morone
G651 CR Pieve San Giacomo
G653 AR Pieve Santo Stefano
G654 RE Ramiseto
G656 TN Pieve Tesino
G657 MC Pieve Torina
G658 VB Pieve Vergonte
G659 FR Piglio
G660 IM Pigna
G661 CE Pignataro Maggiore
G662 FR Pignataro Interamna
G663 PZ Pignola
G664 SP Pignone
G665 CO Pigra
G666 VC Pila
G667 TN Pilcante
G668 BS Pilzone
G669 SU Pimentel
G670 NA Pimonte
G671 PV Pinarolo Po
G672 TO Pinasca
G673 RO Pincara
G674 TO Pinerolo
G675 PL Pinguente
G676 AT Pino d'Asti
G677 VA Pino sulla Sponda del Lago Maggiore
G678 TO Pino Torinese
G680 PN Pinzano al Tagliamento
G681 TN Pinzolo
G682 PU Piobbico
G683 CN Piobesi d'Alba
G684 TO Piobesi Torinese
G685 VC Piode
G686 MI Pioltello
G687 LI Piombino
G688 PD Piombino Dese
G689 PR Pione
G690 MC Pioraco
G691 TO Piossasco
G692 AT Piovà Massaia
G693 PD Piove di Sacco
G694 VI Piovene Rocchette
G695 AL Piovera
G696 PC Piozzano
G697 CN Piozzo
G698 LT Priverno
G699 ME Piraino
G700 PL Pirano
G701 CA Pirri
G702 PI Pisa
G703 NO Pisano
G704 RM Pisoniano
G705 TO Piscina
G706 NA Piscinola
G707 SA Pisciotta
G708 CZ Piscopio
G709 PL Pisino
G710 BS Pisogne
G711 PV Pissarello
G712 MT Pisticci
G713 PT Pistoia
G714 BI Pistolesa
G715 PT Piteglio
G716 GR Pitigliano
G717 MN Piubega
G718 SO Piuro
G719 TO Piverone
G720 PV Pizzale
G721 CR Pizzighettone
G722 VV Pizzo
G723 PV Pizzocorno
G724 CH Pizzoferrato
G726 AQ Pizzoli
G727 IS Pizzone
G728 VV Pizzoni
G729 RC Placanica
G730 BZ Planol
G731 GO Planina
G732 BZ Plata
G733 CS Plataci
G734 CZ Platania
G735 RC Platì
G736 UD Taipana
G737 CO Plesio
G738 GO Plezzo
G739 GO Pliscovizza della Madonna
G740 SS Ploaghe
G741 SV Plodio
G742 CN Pocapaglia
G743 UD Pocenia
G744 GO Pocrai del Piro
G745 RC Podargoni
G746 MS Podenzana
G747 PC Podenzano
G748 GO Podraga
G749 FR Pofi
G750 IM Poggi
G751 LE Poggiardo
G752 SI Poggibonsi
G753 MN Poggio Rusco
G754 PO Poggio a Caiano
G755 RN Poggio Berni
G756 RI Poggio Bustone
G757 RI Poggio Catino
G758 PG Poggiodomo
G759 RI Poggio Fidoni
G760 CH Poggiofiorito
G761 FG Poggio Imperiale
G762 NA Poggiomarino
G763 RI Poggio Mirteto
G764 RI Poggio Moiano
G765 RI Poggio Nativo
G766 AQ Poggio Picenze
G767 TP Poggioreale
G768 FE Poggio Renatico
G769 BA Poggiorsini
G770 RI Poggio San Lorenzo
G771 AN Poggio San Marcello
G772 MI Pogliano Milanese
G773 CO Pognana Lario
G774 BG Pognano
G775 NO Pogno
G776 VI Pojana Maggiore
G777 TO Poirino
G778 PL Pola
G779 BS Polaveno
G780 PN Polcenigo
G781 CR Polengo
G782 RO Polesella
G783 PR Polesine Parmense
G784 RM Poli
G785 VV Polia
G786 MT Policoro
G787 BA Polignano a Mare
G788 PC San Pietro in Cerro
G789 MO Polinago
G790 TR Polino
G791 RC Polistena
G792 PA Polizzi Generosa
G793 SA Polla
G794 AO Pollein
G795 NA Pollena Trocchia
G796 SA Pollica
G797 PA Pollina
G798 BI Pollone
G799 CH Pollutri
G800 CN Polonghera
G801 BS Polpenazze del Garda
G802 PD Polverara
G803 AN Polverigi
G804 PI Pomarance
G805 TO Pomaretto
G806 MT Pomarico
G807 AL Pomaro Monferrato
G808 TN Pomarolo
G809 NO Pombia
G810 PV Pometo
G811 RM Pomezia
G812 NA Pomigliano d'Arco
G813 NA Pompei
G814 IM Pompeiana
G815 BS Pompiano
G816 MN Pomponesco
G817 OR Pompu
G818 BS Poncarale
G819 BS Poncarale Flero
G820 BI Ponderano
G821 CO Ponna
G822 PI Ponsacco
G823 PD Ponso
G824 BS Pontagna
G825 FI Pontassieve
G826 TO Pont Canavese
G827 BN Ponte
G828 CO Ponte Lambro
G829 SO Ponte in Valtellina
G830 BZ Ponte Gardena
G831 UD Pontebba
G832 UD Pontebba Nova
G833 PT Ponte Buggianese
G834 SA Pontecagnano Faiano
G836 RO Pontecchio Polesine
G837 CN Pontechianale
G838 FR Pontecorvo
G839 AL Pontecurone
G840 IM Pontedassio
G841 GE Pontedecimo
G842 PC Ponte dell'Olio
G843 PI Pontedera
G844 BS Ponte di Legno
G845 BG Ponte di Nossa
G846 TV Ponte di Piave
G847 CO Ponte Lambro
G848 BN Pontelandolfo
G849 CE Pontelatone
G850 PD Pontelongo
G851 PV Ponte Nizza
G852 PC Pontenure
G853 BG Ponteranica
G854 AO Pont-Saint-Martin
G855 PD Ponte San Nicolò
G856 BG Ponte San Pietro
G858 AL Pontestura
G859 BS Pontevico
G860 AO Pontey
G861 AL Ponti
G862 MN Ponti sul Mincio
G863 NA Ponticelli
G864 BG Pontida
G865 LT Pontinia
G866 SV Pontinvrea
G867 BG Pontirolo Nuovo
G869 BS Pontoglio
G870 MS Pontremoli
G871 LT Ponza
G872 AL Ponzano Monferrato
G873 FM Ponzano di Fermo
G874 RM Ponzano Romano
G875 TV Ponzano Veneto
G876 CO Ponzate
G877 AL Ponzone
G878 PE Popoli
G879 AR Poppi
G880 TN Por
G881 TR Porano
G882 LU Porcari
G886 PN Porcia
G887 SA Stella Cilento
G888 PN Pordenone
G889 CO Porlezza
G890 IM Pornassio
G891 UD Porpetto
G894 AT Portacomaro
G895 PV Portalbera
G900 TO Porte
G901 BS Portese
G902 NA Portici
G903 CE Portico di Caserta
G904 FC Portico e San Benedetto
G905 RC Portigliola
G906 VA Porto Ceresio
G907 VA Porto Valtravaglia
G908 MI Porto d'Adda
G909 TV Portobuffolè
G910 CB Portocannone
G911 MC Porto Civitanova
G912 LI Portoferraio
G913 GE Portofino
G914 VE Portogruaro
G915 PL Portole
G916 FE Portomaggiore
G917 MN Porto Mantovano
G918 IM Porto Maurizio
G919 MC Porto Recanati
G920 FM Porto San Giorgio
G921 FM Porto Sant'elpidio
G922 SU Portoscuso
G923 RO Porto Tolle
G924 SS Porto Torres
G925 SP Portovenere
G926 RO Porto Viro
G927 BI Portula
G928 BS Porzano
G929 NU Posada
G930 BG Poscante
G931 VI Posina
G932 SA Positano
G933 TV Possagno
G934 RI Posta
G935 FR Posta Fibreno
G936 BZ Postal
G937 SO Postalesio
G939 SA Postiglione
G940 VC Postua
G941 TS Postumia Grotte
G942 PZ Potenza
G943 VI Pove del Grappa
G944 TV Povegliano
G945 VR Povegliano Veronese
G946 TS Poverio
G947 RE Poviglio
G948 TN Povo
G949 UD Povoletto
G950 TN Pozza di Fassa
G951 RI Pozzaglia Sabina
G953 RG Pozzallo
G954 IS Pozzilli
G955 MI Pozzo d'Adda
G956 PS Pozzo Alto
G957 VI Pozzoleone
G959 BS Pozzolengo
G960 AL Pozzol Groppo
G961 AL Pozzolo Formigaro
G962 SS Pozzomaggiore
G963 PD Pozzonovo
G964 NA Pozzuoli
G965 MI Pozzuolo Martesana
G966 UD Pozzuolo del Friuli
G967 GE Pra
G968 BG Pradalunga
G969 UD Pradamano
G970 CN Pradleves
G972 BO Sasso Marconi
G973 TO Pragelato
G974 BI Pray
G975 CS Praia a Mare
G976 SA Praiano
G977 BS Pralboino
G978 TO Prali
G979 TO Pralormo
G980 BI Pralungo
G981 VE Pramaggiore
G982 TO Pramollo
G983 BS Prandaglio
G984 TN Pranzo
G985 VC Prarolo
G986 TO Prarostino
G987 AL Prasco
G988 TO Prascorsano
G989 TN Praso
G990 AV Prata di Principato Ultra
G991 CE Prata Sannita
G992 AQ Prata d'Ansidonia
G993 SO Prata Camportaccio
G994 PN Prata di Pordenone
G995 CE Pratella
G996 BZ Prati
G997 TO Pratiglione
G999 PO Prato
H001 NO Prato Sesia
H002 UD Prato Carnico
H003 BZ Prato alla Drava
H004 BZ Prato allo Stelvio
H006 AV Pratola Serra
H007 AQ Pratola Peligna
H008 AR Pratovecchio
H009 AR Pratovecchio Stia
H010 PN Pravisdomini
H011 CN Prazzo
H012 TN Prè
H013 RC Samo
H014 UD Precenicco
H015 PG Preci
H016 MI Precotto
H017 FC Predappio
H018 TN Predazzo
H019 BZ Predoi
H020 BG Predore
H021 AL Predosa
H022 TV Preganziol
H023 TN Pregasina
H024 TN Preghena
H025 NO Preglia
H026 MI Pregnana Milanese
H027 IM Prelà
H028 LC Premana
H029 UD Premariacco
H030 VB Premeno
H033 VB Premia
H034 FC Premilcuore
H035 TN Premione
H036 BG Premolo
H037 VB Premosello-Chiovenda
H038 UD Preone
H039 TN Preore
H040 UD Prepotto
H042 AO Pré-Saint-Didier
H043 BS Preseglie
H044 BS Presegno
H045 CE Presenzano
H046 BG Presezzo
H047 LE Presicce
H048 VR Pressana
H049 TN Presson
H050 BS Prestine
H052 CH Pretoro
H053 AQ Preturo
H054 GO Prevacina
H055 BS Prevalle
H056 AQ Prezza
H057 TN Prezzo
H058 AO Priacco
H059 CN Priero
H060 CN Priero Montezemolo
H061 MO Prignano sulla Secchia
H062 SA Prignano Cilento
H063 LC Primaluna
H064 FU Primano
H065 AL Primeglio Schierano
H066 TN Primiero
H067 TN Priò
H068 CN Priocca
H069 CN Priola
H070 PA Prizzi
H071 VT Proceno
H072 NA Procida
H073 GE Propata
H074 CO Proserpio
H076 LT Prossedi
H077 BS Provaglio Val Sabbia
H078 BS Provaglio d'Iseo
H079 BS Provaglio Sopra
H080 BS Provaglio Sotto
H081 BZ Proves
H082 BS Provezze
H083 CB Provvidenti
H084 VR Prun
H085 CN Prunetto
H086 BS Puegnago del Garda
H087 BN Puglianello
H088 CA Pula
H089 UD Pulfero
H090 TA Pulsano
H091 BG Pumenengo
H092 BL Puos d'Alpago
H093 CO Puria
H094 CO Pusiano
H095 SS Putifigari
H096 BA Putignano
H097 AV Quadrelle
H098 CH Quadri
H099 AV Quaglietta
H100 TO Quagliuzzo
H101 NA Qualiano
H102 AT Quaranti
H103 BI Quaregna
H104 AL Quargnento
H105 NO Quarna
H106 VB Quarna Sopra
H107 VB Quarna Sotto
H108 VC Quarona
H109 PT Quarrata
H110 AO Quart
H111 AL Quarti
H112 MI Quartiano
H114 NA Quarto
H115 GE Quarto dei Mille
H117 VE Quarto d'Altino
H118 CA Quartu Sant'elena
H119 CA Quartucciu
H120 TO Quassolo
H121 AL Quattordio
H122 RE Quattro Castella
H123 MN Virgilio
H124 BL Quero
H125 TN Quetta
H126 SV Quiliano
H127 TO Quincinetto
H128 AV Quindici
H129 MN Quingentole
H130 CR Quintano
H131 TV Quinto di Treviso
H132 VC Quinto Vercellese
H133 VR Quinto di Valpantena
H134 VI Quinto Vicentino
H135 GE Quinto al Mare
H139 BS Quinzanello
H140 BS Quinzano d'Oglio
H142 VR Quinzano Veronese
H143 MN Quistello
H145 BI Quittengo
H146 TN Rabbi
H147 LE Racale
H148 AG Racalmuto
H149 UD Raccolana
H150 CN Racconigi
H151 ME Raccuja
H152 BZ Racines
H153 SI Radda in Chianti
H154 CT Raddusa
H155 RC Radicena
H156 SI Radicofani
H157 SI Radicondoli
H158 BS Raffa
H159 AG Raffadali
H161 UD Ragogna
H162 TN Ragoli
H163 RG Ragusa
H164 RG Ragusa Ibla
H165 CE Ruviano
H166 AQ Raiano
H167 BZ Riscone
H168 CT Ramacca
H169 RO Ramo di Palo
H170 CO Ramponio
H171 CO Ramponio Verna
H172 CO Rancio di Lecco
H173 VA Rancio Valcuvia
H174 VA Ranco
H175 CT Randazzo
H176 BG Ranica
H177 BG Ranzanico
H178 GO Ranziano
H179 SV Ranzi Pietra
H180 IM Ranzo
H181 TN Ranzo
H182 FM Rapagnano
H183 GE Rapallo
H184 CH Rapino
H185 SI Rapolano Terme
H186 PZ Rapolla
H187 PZ Rapone
H188 VC Rassa
H189 BZ Rasun-Anterselva
H190 BZ Rasun di Sopra
H191 BZ Rasun di Sotto
H192 SO Rasura
H193 FU Retacevo in Monte
H194 AG Ravanusa
H195 MO Ravarino
H196 UD Ravascletto
H197 CO Ravellino
H198 SA Ravello
H199 RA Ravenna
H200 UD Raveo
H201 TN Ravina
H202 CE Raviscanina
H203 VB Re
H204 PV Rea
H205 AG Realmonte
H206 UD Reana del Rojale
H207 TO Reano
H208 CO Rebbio
H210 CE Recale
H211 MC Recanati
H212 GE Recco
H213 NO Recetto
H214 VI Recoaro Terme
H216 PV Redavalle
H217 BG Redona
H218 MN Redondesco
H219 AT Refrancore
H220 TV Refrontolo
H221 EN Regalbuto
H222 FI Reggello
H223 RE Reggio nell'Emilia
H224 RC Reggio di Calabria
H225 RE Reggiolo
H227 BN Reino
H228 ME Reitano
H229 UD Remanzacco
H230 BS Remedello
H231 BS Remedello Sopra
H232 BS Remedello Sotto
H233 MB Renate
H234 MI Renate Veduggio
H235 CS Rende
H236 BZ Renon
H238 TV Resana
H239 MI Rescalda
H240 MI Rescaldina
H241 BZ Resia
H242 UD Resia
H243 NA Ercolano
H244 UD Resiutta
H245 CL Resuttano
H246 PV Retorbido
H247 CN Revello
H248 MN Revere
H249 TN Reviano Folas
H250 AT Revigliasco d'Asti
H251 TO Revigliasco Torinese
H253 TV Revine Lago
H254 TN Revò
H255 CO Rezzago
H256 BS Rezzato
H257 IM Rezzo
H258 GE Rezzoaglio
H259 CO Val Rezzo
H260 CO Rezzonico
H261 AO Rhemes
H262 AO Rhêmes-Notre-Dame
H263 AO Rhêmes-Saint-Georges
H264 MI Rho
H265 RC Riace
H266 SV Rialto
H267 RM Riano
H268 CE Riardo
H269 AG Ribera
H270 TO Ribordone
H271 VV Ricadi
H272 AL Ricaldone
H273 CB Riccia
H274 RN Riccione
H275 SP Riccò del Golfo di Spezia
H276 CR Ricengo
H277 SA Ricigliano
H278 TO Riclaretto
H279 BZ Ridanna
H280 TV Riese Pio X
H281 CL Riesi
H282 RI Rieti
H283 GO Rifembergo
H284 BZ Rifiano
H285 CN Rifreddo
H286 FI Rignano sull'Arno
H287 FG Rignano Garganico
H288 RM Rignano Flaminio
H289 UD Rigolato
H290 BG Rigosa
H291 VC Rima San Giuseppe
H292 VC Rimasco
H293 VC Rimella
H294 RN Rimini
H295 BZ Rina
H296 AL Rinco
H297 LI Rio nell'Elba
H298 RE Rio Saliceto
H299 BZ Rio di Pusteria
H300 RM Riofreddo
H301 OR Riola Sardo
H302 RA Riolo Terme
H303 MO Riolunato
H304 SP Riomaggiore
H305 LI Rio Marina
H306 BZ Riomolino
H307 PZ Rionero in Vulture
H308 IS Rionero Sannitico
H311 CB Ripabottoni
H312 PZ Ripacandida
H313 CB Ripalimosani
H314 CR Ripalta Arpina
H315 CR Ripalta Cremasca
H316 CR Ripalta Guerina
H317 CR Ripalta Nuova
H319 PI Riparbella
H320 CH Ripa Teatina
H321 AP Ripatransone
H322 AN Ripe
H323 MC Ripe San Ginesio
H324 FR Ripi
H325 CT Riposto
H326 CN Rittana
H327 BL Rivamonte Agordino
H328 IM Riva Ligure
H329 VC Riva Valdobbia
H330 TN Riva del Garda
H331 BG Riva di Solto
H332 BZ Riva di Tures
H333 TO Rivalba
H334 AL Rivalta Bormida
H335 TO Rivalta di Torino
H336 PV Rivanazzano Terme
H337 TO Riva Presso Chieri
H338 TO Rivara
H339 GE Rivarolo Ligure
H340 TO Rivarolo Canavese
H341 CR Rivarolo del Re ed Uniti
H342 MN Rivarolo Mantovano
H343 AL Rivarone
H344 TO Rivarossa
H345 IM Riva Santo Stefano
H346 VC Rive
H347 UD Rive d'Arcano
H348 PZ Rivello
H349 TO Rivera
H350 PC Rivergaro
H351 BG Riviera d'Adda
H352 UD Rivignano
H353 AQ Rivisondoli
H354 RI Rivodutri
H355 TO Rivoli
H356 VR Rivoli Veronese
H357 CR Rivolta d'Adda
H358 BS Rivoltella
H359 RC Rizziconi
H360 FE Ro
H361 VI Roana
H362 CN Roaschia
H363 CN Roascio
H364 VC Rovasenda
H365 VC Roasio
H366 AT Roatto
H367 TO Robassomero
H369 PV Robbio
H371 MI Robecchetto con Induno
H372 CR Robecco d'Oglio
H373 MI Robecco sul Naviglio
H375 PV Robecco Pavese
H376 AT Robella
H377 CN Robilante
H378 CN Roburent
H379 BL Rocca Pietore
H380 ME Roccavaldina
H381 VC Rocca Pietra
H382 AV Roccabascerana
H383 KR Roccabernarda
H384 PR Roccabianca
H385 CN Roccabruna
H386 TO Rocca Canavese
H387 RM Rocca Canterano
H388 PE Roccacaramanico
H389 AQ Roccacasale
H390 AP Roccafluvione
H391 CN Rocca Cigliè
H392 AT Rocca d'Arazzo
H393 FR Rocca d'Arce
H394 SA Roccadaspide
H395 CN Rocca De' Baldi
H396 PV Rocca De' Giorgi
H397 BG Rocca del Colle
H398 CE Rocca d'Evandro
H399 AQ Rocca di Botte
H400 AQ Rocca di Cambio
H401 RM Rocca di Cave
H402 AQ Rocca di Mezzo
H403 KR Rocca di Neto
H404 RM Rocca di Papa
H405 ME Roccafiorita
H406 AL Roccaforte Ligure
H407 CN Roccaforte Mondovì
H408 RC Roccaforte del Greco
H409 TA Roccaforzata
H410 BS Roccafranca
H411 RM Roccagiovine
H412 SA Roccagloriosa
H413 LT Roccagorga
H414 AL Rocca Grimalda
H415 CE Roccaguglielma
H416 CS Rocca Imperiale
H417 GR Roccalbegna
H418 ME Roccalumera
H419 VT Roccalvecce
H420 IS Roccamandolfi
H421 LT Rocca Massima
H422 PA Roccamena
H423 CE Roccamonfina
H424 CH Roccamontepiano
H425 PE Roccamorice
H426 PZ Roccanova
H427 RI Roccantica
H428 PA Roccapalumba
H429 AQ Rocca Pia
H430 TO Roccapiatta
H431 SA Roccapiemonte
H432 RM Rocca Priora
H433 NA Roccarainola
H434 AQ Roccaraso
H436 CE Roccaromana
H437 FC Rocca San Casciano
H438 AV Rocca San Felice
H439 CH Rocca San Giovanni
H440 TE Rocca Santa Maria
H441 RM Rocca Santo Stefano
H442 CH Roccascalegna
H443 FR Roccasecca
H444 LT Roccasecca dei Volsci
H445 IS Roccasicura
H446 RI Rocca Sinibalda
H447 CN Roccasparvera
H448 CH Roccaspinalveti
H449 GR Roccastrada
H450 PV Rocca Susella
H451 AT Roccaverano
H452 SV Roccavignale
H453 CN Roccavione
H454 CB Roccavivara
H455 ME Roccella Valdemone
H456 RC Roccella Ionica
H457 TO Rochemolles
H458 IS Rocchetta a Volturno
H459 CE Rocchetta e Croce
H460 IM Rocchetta Nervina
H461 SP Rocchetta di Vara
H462 CN Rocchetta Belbo
H464 SV Rocchetta Cengio
H465 AL Rocchetta Ligure
H466 AT Rocchetta Palafea
H467 FG Rocchetta Sant'antonio
H468 AT Rocchetta Tanaro
H470 MI Rodano
H471 UD Rodda
H472 CN Roddi
H473 CN Roddino
H474 CN Rodello
H475 BZ Rodengo
H476 BS Rodengo
H477 BS Rodengo Saiano
H478 CO Rodero
H479 ME Rodì Milici
H480 FG Rodi Garganico
H481 MN Rodigo
H482 TS Roditti
H484 BS Roè Volciano
H485 SA Rofrano
H486 LC Rogeno
H487 VA Roggiano Valtravaglia
H488 CS Roggiano Gravina
H489 RC Roghudi
H490 CS Rogliano
H491 PV Rognano
H492 BG Rogno
H493 SO Rogolo
H494 RM Roiate
H495 CH Roio del Sangro
H496 AQ Roio Piano
H497 AO Roisan
H498 TO Roletto
H500 RE Rolo
H501 RM Roma
H502 NO Romagnano Sesia
H503 SA Romagnano al Monte
H504 TN Romagnano
H505 PV Romagnese
H506 TN Romallo
H507 SS Romana
H508 CR Romanengo
H509 BG Romano di Lombardia
H510 CO Romanò Brianza
H511 TO Romano Canavese
H512 VI Romano d'Ezzelino
H513 GO Romans
H514 GO Romans d'Isonzo
H515 TN Romarzolo
H516 VV Rombiolo
H517 TN Romeno
H518 NO Romentino
H519 ME Rometta
H521 CO Ronago
H522 VR Roncà
H523 TV Roncade
H525 BS Roncadelle
H527 PV Roncaro
H528 TN Roncegno Terme
H529 MB Roncello
H531 GO Ronchi dei Legionari
H532 TN Ronchi Valsugana
H533 UD Ronchis
H534 VT Ronciglione
H535 BG Roncobello
H536 GE Ronco Scrivia
H537 MB Ronco Briantino
H538 BI Ronco Biellese
H539 TO Ronco Canavese
H540 VR Ronco all'Adige
H541 MN Roncoferraro
H542 FC Roncofreddo
H543 TN Roncogno
H544 BG Roncola
H545 TN Roncone
H546 GE Rondanina
H547 TO Rondissone
H548 CO Rongio
H549 VC Ronsecco
H550 GO Ronzina
H551 TN Ronzo
H552 TN Ronzone
H553 BI Roppolo
H554 TO Rorà
H555 TO Roure
H556 VI Rosà
H557 RC Rosalì
H558 RC Rosarno
H559 PV Rosasco
H560 MI Rosate
H561 BI Rosazza
H562 PE Rosciano
H563 BG Rosciate
H564 SA Roscigno
H565 CS Rose
H566 CH Rosello
H568 FG Roseto Valfortore
H569 AL Rosignano Monferrato
H570 LI Rosignano Marittimo
H571 AL Rosingo
H572 CS Roseto Capo Spulico
H573 RO Rosolina
H574 SR Rosolini
H575 AN Rosora
H576 AN Rosora Mergo
H577 VC Rossa
H578 CN Rossana
H579 CS Rossano
H580 VI Rossano Veneto
H581 GE Rossiglione
H582 BG Rossino
H583 TO Rosta
H584 BG Rota d'Imagna
H585 CS Rota Greca
H586 BG Rota Dentro
H587 BG Rota Fuori
H588 AP Rotella
H589 CB Rotello
H590 PZ Rotonda
H591 MT Rotondella
H592 AV Rotondi
H593 PC Rottofreno
H594 VI Rotzo
H596 LC Rovagnate
H597 VA Rovate
H598 BS Rovato
H599 GE Rovegno
H600 NO Rovegro
H601 CO Rovellasca
H602 CO Rovello Porro
H603 CO Rovenna
H604 MN Roverbella
H605 TN Rover Carbonare
H606 VR Roverchiara
H607 TN Roverè della Luna
H608 VR Roverè Veronese
H609 PN Roveredo in Piano
H610 VR Roveredo di Guà
H612 TN Rovereto
H613 FO Roversano
H614 PV Rovescala
H615 BG Rovetta
H616 BG Rovetta con Fino
H618 RM Roviano
H619 PL Rovigno d'Istria
H620 RO Rovigo
H621 CS Rovito
H622 PD Rovolon
H623 MI Rozzano
H624 PL Rozzo
H625 PD Rubano
H626 CR Rubbiano
H627 TO Rubiana
H628 RE Rubiera
H629 UD Ruda
H630 BS Rudiano
H631 TO Rueglio
H632 LE Ruffano
H633 CN Ruffia
H634 TN Ruffrè-Mendola
H635 FI Rufina
H636 MI Ruginello
H637 PV Ruino
H638 NO Rumianca
H639 TN Rumo
H640 VA Runo
H641 PZ Ruoti
H642 RA Russi
H643 BA Rutigliano
H644 SA Rutino
H645 BA Ruvo di Puglia
H646 PZ Ruvo del Monte
H647 LT Sabaudia
H648 VC Sabbia
H649 BG Sabbio Bergamasco
H650 BS Sabbio Chiese
H651 CO Sabbioncello
H652 MN Sabbioneta
H653 GO Sable Grande
H654 SA Sacco
H655 PD Saccolongo
H656 VA Sacconago
H657 PN Sacile
H658 RM Sacrofano
H659 SU Sadali
H660 GO Saga
H661 OR Sagama
H662 BI Sagliano Micca
H663 PV Sagliano di Crenna
H664 FU Sagoria San Martino
H665 GO Sagrado
H666 TN Sagron Mis
H668 BS Saiano
H669 AO Saint-Christophe
H670 AO Saint-Denis
H671 AO Saint-Marcel
H672 AO Saint-Nicolas
H673 AO Saint-Oyen
H674 AO Saint-Pierre
H675 AO Saint-Rhémy-En-Bosses
H676 AO Saint-Vincent
H677 AL Sala Monferrato
H678 BO Sala Bolognese
H679 CO Sala Comacina
H680 CO Sala al Barro
H681 BI Sala Biellese
H682 PR Sala Baganza
H683 SA Sala Consilina
H684 TO Salbertrand
H685 AL Salabue
H686 SA Salento
H687 MT Salandra
H688 TP Salaparuta
H689 RO Salara
H690 VC Salasco
H691 TO Salassa
H692 GO Salcano
H693 CB Salcito
H694 AL Sale
H695 CN Sale delle Langhe
H697 AO Sale Castelnuovo
H698 NO Salecchio
H699 BS Sale Marasino
H700 TP Salemi
H701 LO Salerano sul Lambro
H702 TO Salerano Canavese
H703 SA Salerno
H704 CN Sale San Giovanni
H705 PD Saletto
H706 TV Salgareda
H707 VC Sali Vercellese
H708 LE Salice Salentino
H709 RC Salice Calabro
H710 CN Saliceto
H711 ME Salina
H712 VR San Mauro di Saline
H713 RI Salisano
H714 VR Salizzole
H715 PE Salle
H716 CN Salmour
H717 BS Salò
H718 GO Salona d'Isonzo
H719 BZ Salorno sulla Strada del Vino
H720 PR Salsomaggiore Terme
H721 PU Saltara
H722 AO Salto
H723 VA Saltrio
H724 RN Saludecio
H725 VC Saluggia
H726 BI Salussola
H727 CN Saluzzo
H728 RO Salvaterra
H729 LE Salve
H730 PZ Savoia di Lucania
H731 CR Salvirola
H732 SA Salvitelle
H733 AV Salza Irpina
H734 TO Salza di Pinerolo
H735 VE Salzano
H736 VA Samarate
H737 GO Samaria
H738 SU Samassi
H739 SU Samatzai
H740 GO Sambasso
H741 RC Sambatello
H742 CZ Sambiase
H743 AG Sambuca di Sicilia
H744 PT Sambuca Pistoiese
H745 RM Sambuci
H746 CN Sambuco
H747 CN Sambuco Pietraporzio
H748 NO Sambughetto
H749 BA Sammichele di Bari
H750 TN Samoclevo
H751 RC Samo di Calabria
H752 SO Samolaco
H753 TO Samone
H754 TN Samone
H755 CN Sampeyre
H756 OR Samugheo
H757 LE Sanarica
H760 CO San Bartolomeo Val Cavargna
H762 NO San Bartolomeo Valmara
H763 IM San Bartolomeo al Mare
H764 BN San Bartolomeo in Galdo
H765 CS San Basile
H766 SU San Basilio
H767 CR San Bassano
H768 RO San Bellino
H769 AP San Benedetto del Tronto
H770 CN San Benedetto Belbo
H771 MN San Benedetto Po
H772 AQ San Benedetto dei Marsi
H773 AQ San Benedetto in Perillis
H774 CS San Benedetto Ullano
H775 TO San Benigno Canavese
H776 CR San Bernardino
H777 VB San Bernardino Verbano
H778 AG San Biagio Platani
H779 FR San Biagio Saracinisco
H780 IM San Biagio della Cima
H781 TV San Biagio di Callalta
H782 CB San Biase
H783 VR San Bonifacio
H784 CH San Buono
H785 VV San Calogero
H786 BZ San Candido
H787 GO San Canzian d'Isonzo
H789 TO San Carlo Canavese
H790 SI San Casciano dei Bagni
H791 FI San Casciano in Val di Pesa
H792 CL San Cataldo
H793 LE San Cesario di Lecce
H794 MO San Cesario sul Panaro
H795 PZ San Chirico Nuovo
H796 PZ San Chirico Raparo
H797 PA San Cipirello
H798 CE San Cipriano d'Aversa
H799 PV San Cipriano Po
H800 SA San Cipriano Picentino
H801 RN San Clemente
H802 GE San Colombano Certenoli
H803 MI San Colombano al Lambro
H804 TO San Colombano Belmonte
H805 CT San Cono
H806 CS San Cosmo Albanese
H807 VV San Costantino Calabro
H808 PZ San Costantino Albanese
H809 PU San Costanzo
H810 AL San Cristoforo
H811 AT San Damiano d'Asti
H812 CN San Damiano Macra
H814 PV San Damiano al Colle
H815 CR San Daniele Po
H816 UD San Daniele del Friuli
H817 GO San Daniele del Carso
H818 CS San Demetrio Corone
H819 AQ San Demetrio Ne' Vestini
H820 TO San Didero
H821 BI Sandigliano
H822 BR San Donaci
H823 VE San Donà di Piave
H824 FR San Donato Val di Comino
H825 CS San Donato di Ninea
H826 LE San Donato di Lecce
H827 MI San Donato Milanese
H829 VI Sandrigo
H830 CO San Fedele Intelvi
H831 PZ San Fele
H832 BS San Felice di Scovolo
H833 CB San Felice del Molise
H834 CE San Felice a Cancello
H835 MO San Felice sul Panaro
H836 LT San Felice Circeo
H837 BZ San Felice
H838 BS San Felice del Benaco
H839 BT San Ferdinando di Puglia
H840 CO San Fermo della Battaglia
H841 CS San Fili
H842 ME San Filippo del Mela
H843 TV San Fior
H844 LO San Fiorano
H845 GO San Floriano del Collio-Števerjan
H846 CZ San Floro
H847 TO San Francesco al Campo
H848 SS Aglientu
H849 GE San Francesco d'Albaro
H850 ME San Fratello
H851 CN Sanfrè
H852 CN Sanfront
H854 BG San Gallo
H855 TO Sangano
H856 SU San Gavino Monreale
H857 TR San Gemini
H858 BZ San Genesio Atesino
H859 PV San Genesio ed Uniti
H860 NA San Gennaro Vesuviano
H861 VC San Germano Vercellese
H862 TO San Germano Chisone
H863 VI San Germano dei Berici
H864 BG San Gervasio d'Adda
H865 BS San Gervasio Bresciano
H866 BZ San Giacomo
H867 CB San Giacomo degli Schiavoni
H868 SO San Giacomo Filippo
H869 TN San Giacomo
H870 MN San Giacomo delle Segnate
H871 TS San Giacomo in Colle
H872 VA Sangiano
H873 TO San Gillio
H874 TO San Gillio Torinese
H875 SI San Gimignano
H876 MC San Ginesio
H877 CS Sangineto
H878 AL San Giorgio Monferrato
H879 BZ San Giorgio
H880 FR San Giorgio a Liri
H881 CS San Giorgio Albanese
H882 TA San Giorgio Ionico
H883 MN San Giorgio Bigarello
H884 MI San Giorgio Su Legnano
H885 PV San Giorgio di Lomellina
H886 PU San Giorgio di Pesaro
H887 PC San Giorgio Piacentino
H888 MT San Giorgio Lucano
H889 RC San Giorgio Morgeto
H890 TO San Giorgio Canavese
H891 PN San Giorgio della Richinvelda
H892 NA San Giorgio a Cremano
H893 PD San Giorgio delle Pertiche
H894 BN San Giorgio del Sannio
H895 UD San Giorgio di Nogaro
H896 BO San Giorgio di Piano
H897 PD San Giorgio in Bosco
H898 BN San Giorgio la Molara
H899 AT San Giorgio Scarampi
H900 TO San Giorio di Susa
H901 AR San Giovanni Valdarno
H902 BZ San Giovanni
H903 RC San Giovanni di Gerace
H905 CO San Giovanni alla Castagna
H906 UD San Giovanni al Natisone
H907 SA San Giovanni a Piro
H908 NA San Giovanni a Teduccio
H909 GE San Giovanni Battista
H910 BG San Giovanni Bianco
H911 SI San Giovanni d'Asso
H912 MN San Giovanni del Dosso
H913 VT Villa San Giovanni in Tuscia
H914 AG San Giovanni Gemini
H915 CT San Giovanni di Galermo
H916 VR San Giovanni Ilarione
H917 FR San Giovanni Incarico
H918 CR San Giovanni in Croce
H919 CS San Giovanni in Fiore
H920 CB San Giovanni in Galdo
H921 RN San Giovanni in Marignano
H922 CT San Giovanni la Punta
H923 CH San Giovanni Lipioni
H924 VR San Giovanni Lupatoto
H925 PG San Giovanni Reatino
H926 FG San Giovanni Rotondo
H928 CB San Giuliano del Sannio
H929 CB San Giuliano di Puglia
H930 MI San Giuliano Milanese
H931 NA San Giuseppe Vesuviano
H932 VC San Giuseppe di Casto
H933 PA San Giuseppe Jato
H934 RC Villa San Giuseppe
H935 PG San Giustino
H936 TO San Giusto Canavese
H937 FI San Godenzo
H938 BL San Gregorio Nelle Alpi
H939 CE San Gregorio Matese
H940 CT San Gregorio di Catania
H941 VV San Gregorio d'Ippona
H942 RM San Gregorio da Sassola
H943 SA San Gregorio Magno
H944 VR Sanguinetto
H945 BO San Lazzaro di Savena
H946 IM San Lazzaro Reale
H947 PC San Lazzaro Alberoni
H948 PR San Lazzaro Parmense
H949 RN San Leo
H950 BZ San Leonardo
H951 UD San Leonardo
H952 BZ San Leonardo in Passiria
H953 BN San Leucio del Sannio
H954 NA San Leucio
H955 BN San Lorenzello
H956 BZ San Lorenzo di Sebato
H957 IM San Lorenzo al Mare
H958 PU San Lorenzo in Campo
H959 RC San Lorenzo
H961 CS San Lorenzo Bellizzi
H962 CS San Lorenzo del Vallo
H964 GO San Lorenzo Isontino
H966 TN San Lorenzo in Banale
H967 BN San Lorenzo Maggiore
H968 CR San Lorenzo Mondinari
H969 VT San Lorenzo Nuovo
H970 RC San Luca
H971 CS San Lucido
H972 TN San Lugano
H973 BN San Lupo
H974 SU Sanluri
H975 AV San Mango sul Calore
H976 CZ San Mango d'Aquino
H977 SA San Mango Piemonte
H978 CE San Marcellino
H979 AN San Marcello
H980 PT San Marcello Pistoiese
H981 CS San Marco Argentano
H982 ME San Marco d'Alunzio
H984 BN San Marco dei Cavoti
H985 FG San Marco in Lamis
H986 FG San Marco la Catola
H987 AT San Martino Alfieri
H988 BZ San Martino in Badia
H989 BZ San Martino in Passiria
H990 CB San Martino in Pensilis
H991 CH San Martino sulla Marrucina
H992 CS San Martino di Finita
H994 PZ San Martino d'Agri
H995 VT San Martino al Cimino
H996 RO San Martino di Venezze
H997 TO San Martino Canavese
H998 TO San Martino di Perrero
H999 PN San Martino al Tagliamento
I001 BZ San Martino al Monte
I002 BN San Martino Sannita
I003 VR San Martino Buon Albergo
I005 MN San Martino dall'Argine
I006 BG San Martino De' Calvi
I007 CR San Martino del Lago
I008 PD San Martino di Lupari
I009 CR San Martino in Beliseto
I010 BZ San Martino in Casies
I011 RE San Martino in Rio
I012 LO San Martino in Strada
I013 GO San Martino Quisca
I014 PV San Martino Siccomario
I016 AV San Martino Valle Caudina
I017 AT San Marzano Oliveto
I018 TA San Marzano di San Giuseppe
I019 SA San Marzano sul Sarno
I020 AT San Marzano Moasca
I021 AL San Marzanotto
I022 VR San Massimo all'Adige
I023 CB San Massimo
I024 TO San Maurizio Canavese
I025 NO San Maurizio d'Opaglio
I026 KR San Mauro Marchesato
I027 FC San Mauro Pascoli
I028 PA San Mauro Castelverde
I029 MT San Mauro Forte
I030 TO San Mauro Torinese
I031 SA San Mauro Cilento
I032 SA San Mauro la Bruca
I033 AL San Michele d'Asti
I034 AV San Michele di Serino
I035 CT San Michele di Ganzaria
I037 CN San Michele Mondovì
I038 CN San Michele Prazzo
I039 VT San Michele in Teverina
I040 VE San Michele al Tagliamento
I041 VR San Michele Extra
I042 TN San Michele all'Adige
I044 TS San Michele di Postumia
I045 BR San Michele Salentino
I046 PI San Miniato
I047 VI San Nazario
I048 PV Sannazzaro De' Burgondi
I049 BN San Nazzaro
I051 CO San Nazzaro Val Cavargna
I052 NO San Nazzaro Sesia
I053 BA Sannicandro di Bari
I054 FG San Nicandro Garganico
I056 CE San Nicola la Strada
I057 KR San Nicola dell'Alto
I058 VV San Nicola da Crissa
I059 LE Sannicola
I060 CS San Nicola Arcella
I061 AV San Nicola Baronia
I062 BN San Nicola Manfredi
I063 BL San Nicolò di Comelico
I064 MI San Novo
I065 BZ San Pancrazio
I066 BR San Pancrazio Salentino
I068 PR San Pancrazio Parmense
I069 CA San Pantaleo
I070 AL San Paolo della Valle
I071 AN San Paolo di Jesi
I072 FG San Paolo di Civitate
I073 NA San Paolo Bel Sito
I074 BI San Paolo Cervo
I076 AT San Paolo Solbrito
I078 TS San Pelagio
I079 BG San Pellegrino Terme
I081 GE San Pier d'Arena
I082 GO San Pier d'Isonzo
I083 RC San Pier Fedele
I084 ME San Pier Niceto
I085 FI San Piero a Sieve
I086 ME San Piero Patti
I087 BZ San Pietro
I088 BL San Pietro di Cadore
I089 SA San Pietro al Tanagro
I090 TO San Pietro Val Lemina
I091 GO San Pietro di Gorizia
I092 UD San Pietro al Natisone
I093 CZ San Pietro a Maida
I094 NA San Pietro a Patierno
I095 CZ San Pietro Apostolo
I096 IS San Pietro Avellana
I098 CT San Pietro Clarenza
I100 TS San Pietro del Carso
I101 TV San Pietro di Barbozza
I102 RC San Pietro di Caridà
I103 TV San Pietro di Feletto
I104 CN San Pietro di Monterosso
I105 VR San Pietro di Morubio
I106 BG San Pietro d'Orzio
I107 PD San Pietro in Gu
I108 CS San Pietro in Amantea
I109 VR San Pietro in Cariano
I110 BO San Pietro in Casale
I112 AV San Pietro Irpino
I113 CE San Pietro Infine
I114 CS San Pietro in Guarano
I115 LE San Pietro in Lama
I116 NO San Pietro Mosezzo
I117 VI San Pietro Mussolino
I118 CA Villa San Pietro
I119 BR San Pietro Vernotico
I120 PD San Pietro Viminario
I121 AQ San Pio delle Camere
I122 CB San Polo Matese
I123 RE San Polo d'Enza
I124 TV San Polo di Piave
I125 RM San Polo dei Cavalieri
I126 TO San Ponso
I127 PV San Ponzo Semola
I128 MO San Possidonio
I129 AV San Potito Ultra
I130 CE San Potito Sannitico
I131 CE San Prisco
I132 RC San Procopio
I133 MO San Prospero
I134 GE San Quirico in Val Polcevera
I135 SI San Quirico d'Orcia
I136 PN San Quirino
I137 TO San Raffaele Cimena
I138 IM Sanremo
I139 RC San Roberto
I140 LO San Rocco al Porto
I142 LU San Romano in Garfagnana
I143 SA San Rufo
I144 AL San Salvatore Monferrato
I145 BN San Salvatore Telesino
I147 ME San Salvatore di Fitalia
I148 CH San Salvo
I150 AL San Sebastiano Curone
I151 NA San Sebastiano al Vesuvio
I152 TO San Sebastiano da Po
I153 PR San Secondo Parmense
I154 TO San Secondo di Pinerolo
I155 AR Sansepolcro
I156 MC San Severino Marche
I157 PZ San Severino Lucano
I158 FG San Severo
I159 BZ San Sigismondo
I161 CH San Silvestro
I162 CO San Siro
I163 AV San Sossio Baronia
I164 CZ San Sostene
I165 CS San Sosti
I166 SU San Sperate
I167 CO Sant'abbondio
I168 BG Santa Brigida
I169 CL Santa Caterina Villarmosa
I170 CZ Santa Caterina dello Ionio
I171 CS Santa Caterina Albanese
I172 LE Santa Cesarea Terme
I173 BZ Santa Cristina Valgardena
I174 PA Santa Cristina Gela
I175 PV Santa Cristina e Bissone
I176 RC Santa Cristina d'Aspromonte
I177 PI Santa Croce sull'Arno
I178 RG Santa Croce Camerina
I179 BN Santa Croce del Sannio
I180 GO Santa Croce di Aidussina
I181 CB Santa Croce di Magliano
I182 SU Santadi
I183 CS Santa Domenica Talao
I184 ME Santa Domenica Vittoria
I185 AG Santa Elisabetta
I186 BS Sant'eufemia della Fonte
I187 GR Santa Fiora
I188 PA Santa Flavia
I189 IS Sant'agapito
I190 AL Sant'agata Fossili
I191 BO Sant'agata Bolognese
I192 CS Sant'agata di Esaro
I193 FG Sant'agata di Puglia
I195 NO Sant'agata Sopra Cannobio
I196 RA Sant'agata sul Santerno
I197 BN Sant'agata De' Goti
I198 RC Sant'agata del Bianco
I199 ME Sant'agata di Militello
I200 AV Sant'agata Irpina
I201 RN Sant'agata Feltria
I202 CT Sant'agata Li Battiati
I203 PV Santa Giuletta
I204 SV Santa Giulia
I205 OR Santa Giusta
I206 BL Santa Giustina
I207 PD Santa Giustina in Colle
I208 NA Sant'agnello
I209 FE Sant'agostino
I210 CN Sant'albano Stura
I211 PV Sant'albano di Bobbio
I213 PV Sant'alessio con Vialone
I214 RC Sant'alessio in Aspromonte
I215 ME Sant'alessio Siculo
I216 CT Sant'alfio
I217 PI Santa Luce
I218 PI Santa Luce Orciano
I219 AV Santa Lucia di Serino
I220 ME Santa Lucia del Mela
I221 TV Santa Lucia di Piave
I222 GO Santa Lucia d'Isonzo
I223 BZ Santa Maddalena in Casies
I224 AG Santa Margherita di Belice
I225 GE Santa Margherita Ligure
I226 PD Santa Margherita d'Adige
I227 PV Santa Margherita di Bobbio
I229 TN Santa Margherita
I230 PV Santa Margherita di Staffora
I232 PI Santa Maria a Monte
I233 CE Santa Maria a Vico
I234 CE Santa Maria Capua Vetere
I235 CR Santa Maria della Croce
I236 PV Travacò Siccomario
I237 PV Santa Maria della Versa
I238 IS Santa Maria del Molise
I239 VA Santa Maria del Monte
I240 CT Santa Maria di Licodia
I241 CO Santa Maria di Rovagnate
I242 VE Santa Maria di Sala
I243 LC Santa Maria Hoè
I244 CH Santa Maria Imbaro
I245 MI Santa Maria in Prato
I246 VR Santa Maria in Stelle
I247 CE Santa Maria la Fossa
I248 UD Santa Maria la Longa
I249 VB Santa Maria Maggiore
I250 NO Santa Maria Maggiore e Crana
I251 AN Santa Maria Nuova
I252 CO Santa Maria Rezzonico
I253 SA Santa Marina
I254 ME Santa Marina Salina
I255 RM Santa Marinella
I256 FR Sant'ambrogio sul Garigliano
I257 VA Sant'ambrogio Olona
I258 TO Sant'ambrogio di Torino
I259 VR Sant'ambrogio di Valpolicella
I260 SA Santomenna
I261 CE San Tammaro
I262 NA Sant'anastasia
I263 PG Sant'anatolia di Narco
I264 AV Sant'andrea di Conza
I265 FR Sant'andrea del Garigliano
I266 CZ Sant'andrea Apostolo dello Ionio
I269 GO Sant'andrea di Gorizia
I270 CE Sant'andrea di Vallefredda
I271 SU Sant'andrea Frius
I272 BZ Sant'andrea in Monte
I273 CE Sant'angelo d'Alife
I274 LO Sant'angelo Lodigiano
I275 PD Sant'angelo di Piove di Sacco
I276 PV Sant'angelo Lomellina
I277 BN Sant'angelo a Cupolo
I278 SA Sant'angelo a Fasanella
I279 AV Sant'angelo all'Esca
I280 AV Sant'angelo a Scala
I281 AV Sant'angelo dei Lombardi
I282 IS Sant'angelo del Pesco
I283 ME Sant'angelo di Brolo
I284 RM Sant'angelo Romano
I285 PU Sant'angelo in Lizzola
I286 MC Sant'angelo in Pontano
I287 PU Sant'angelo in Vado
I288 PZ Sant'angelo le Fratte
I289 CB Sant'angelo Limosano
I290 AG Sant'angelo Muxaro
I291 TP Santa Ninfa
I292 VR Sant'anna d'Alfaedo
I293 NA Sant'antimo
I294 SU Sant'antioco
I296 TO Sant'antonino di Susa
I297 BG Sant'antonio d'Adda
I298 OR Villa Sant'antonio
I299 PC Sant'antonio a Trebbia
I300 NA Sant'antonio Abate
I301 AV Santa Paolina
I302 FR Sant'apollinare
I303 RO Sant'apollinare con Selva
I304 RN Santarcangelo di Romagna
I305 PZ Sant'arcangelo
I306 CE Sant'arpino
I307 SA Sant'arsenio
I308 KR Santa Severina
I309 CS Santa Sofia d'Epiro
I310 FC Santa Sofia
I311 ME Santa Teresa di Riva
I312 SS Santa Teresa Gallura
I313 CO Santa Valeria
I314 CT Santa Venerina
I315 FM Santa Vittoria in Matenano
I316 CN Santa Vittoria d'Alba
I317 SA Sant'egidio del Monte Albino
I318 TE Sant'egidio alla Vibrata
I319 PD Sant'elena
I320 CB Sant'elia a Pianisi
I321 FR Sant'elia Fiumerapido
I322 CZ Vallefiorita
I324 FM Sant'elpidio a Mare
I326 AQ Sante Marie
I327 TO Santena
I328 ME San Teodoro
I329 SS San Teodoro
I330 BA Santeramo in Colle
I332 PE Sant'eufemia a Maiella
I333 RC Sant'eufemia d'Aspromonte
I334 CZ Sant'eufemia Lamezia
I335 CH Sant'eusanio del Sangro
I336 AQ Sant'eusanio Forconese
I337 VC Santhià
I338 BS Santicolo
I339 LT Santi Cosma e Damiano
I340 GE Sant'ilario Ligure
I341 RC Sant'ilario dello Ionio
I342 RE Sant'ilario d'Enza
I343 NO Santino
I344 PU Sant'ippolito
I345 BL Zoldo Alto
I346 GE Sant'olcese
I347 BL San Tomaso Agordino
I348 TE Sant'omero
I349 BG Sant'omobono Terme
I350 VV Sant'onofrio
I351 FR Santopadre
I352 RM Sant'oreste
I353 VI Santorso
I354 TN Sant'orsola Terme
I355 GO Santo Spirito della Bainsizza
I356 AG Santo Stefano Quisquina
I357 AV Santo Stefano del Sole
I358 BG Santo Stefano del Monte degli Angeli
I359 CS Santo Stefano di Rogliano
I360 AQ Santo Stefano di Sessanio
I361 MI Santo Stefano Ticino
I362 LO Santo Stefano Lodigiano
I363 SP Santo Stefano di Magra
I364 FR Villa Santo Stefano
I365 IM Santo Stefano al Mare
I367 CN Santo Stefano Belbo
I368 GE Santo Stefano d'Aveto
I369 ME Santo Stefano di Briga
I370 ME Santo Stefano di Camastra
I371 RC Santo Stefano in Aspromonte
I372 CN Santo Stefano Roero
I373 VE San Stino di Livenza
I374 OR Santu Lussurgiu
I375 PD Sant'urbano
I376 PE San Valentino in Abruzzo Citeriore
I377 SA San Valentino Torio
I378 BZ San Valentino al Brennero
I379 BZ San Valentino alla Mutta
I381 TR San Venanzo
I382 TV San Vendemiano
I383 CA San Vero Congius
I384 OR San Vero Milis
I385 BS San Vigilio
I386 PL Sanvincenti
I387 CB San Vincenzo al Volturno
I388 CS San Vincenzo la Costa
I389 AQ San Vincenzo Valle Roveto
I390 LI San Vincenzo
I391 NA San Vitaliano
I392 BL San Vito di Cadore
I393 CZ San Vito sullo Ionio
I394 CH San Vito Chietino
I395 CR San Vito e Modesto
I396 BR San Vito dei Normanni
I398 TR San Vito in Monte
I400 RM San Vito Romano
I401 VI San Vito di Leguzzano
I402 SU San Vito
I403 PN San Vito al Tagliamento
I404 UD San Vito al Torre
I405 UD San Vito di Fagagna
I406 GO San Vito di Vipacco
I407 TP San Vito lo Capo
I408 FR San Vittore del Lazio
I409 MI San Vittore Olona
I410 SA Sanza
I411 TN Sanzeno
I412 BS San Zeno Naviglio
I414 VR San Zeno di Montagna
I415 MI San Zenone al Lambro
I416 PV San Zenone al Po
I417 TV San Zenone degli Ezzelini
I418 PD Saonara
I419 TN Saone
I420 ME Saponara
I421 UD Sappada
I422 SA Sapri
I423 CS Saracena
I424 RM Saracinesco
I425 VI Sarcedo
I426 PZ Sarconi
I427 TN Sardagna
I428 SU Sardara
I429 AL Sardigliano
I430 VI Sarego
I431 BZ Sarentino
I432 AL Sarezzano
I433 BS Sarezzo
I434 PC Sarmato
I435 TV Sarmede
I436 MC Sarnano
I437 BG Sarnico
I438 SA Sarno
I439 TN Sarnonico
I440 IM Sarola
I441 VA Saronno
I442 AO Sarre
I443 CA Sarroch
I444 FC Sarsina
I445 SI Sarteano
I446 CO Sartirana Briantea
I447 PV Sartirana Lomellina
I448 NU Sarule
I449 SP Sarzana
I450 AQ Sassa
I451 SA Sassano
I452 SS Sassari
I453 SV Sassello
I454 LI Sassetta
I455 BN Sassinoro
I456 IM Sasso di Bordighera
I457 PZ Sasso di Castalda
I458 TN Sasso
I459 PU Sassocorvaro
I460 RN Sassofeltrio
I461 AN Sassoferrato
I462 MO Sassuolo
I463 CZ Satriano
I464 UD Sauris
I465 TO Sauze di Cesana
I466 TO Sauze d'Oulx
I467 TA Sava
I468 KR Savelli
I469 NA Saviano
I470 CN Savigliano
I471 AV Savignano Irpino
I472 FC Savignano sul Rubicone
I473 MO Savignano sul Panaro
I474 BO Savigno
I475 GE Savignone
I476 BS Saviore dell'Adamello
I477 ME Savoca
I478 UD Savogna
I479 GO Savogna d'Isonzo-Sovodnje Ob Soči
I480 SV Savona
I481 TO Savoulx
I482 PE Scafa
I483 SA Scafati
I484 CN Scagnello
I485 CS Scala Coeli
I486 SA Scala
I487 PV Scaldasole
I488 BZ Scaleres
I489 CS Scalea
I490 TO Scalenghe
I491 CN Scaletta Uzzone
I492 ME Scaletta Zanclea
I493 AV Scampitella
I494 KR Scandale
I495 AT Scandeluzza
I496 RE Scandiano
I497 CR Scandolara Ravara
I498 CR Scandolara Ripa d'Oglio
I499 RI Scandriglia
I500 CR Scannabue
I501 AQ Scanno
I502 BG Scano al Brembo
I503 OR Scano di Montiferro
I504 GR Scansano
I505 BG Scanzo
I506 BG Scanzorosciate
I507 IS Scapoli
I509 CO Scaria
I510 GR Scarlino
I511 TO Scarmagno
I512 CN Scarnafigi
I513 CN Scarnafigi-Ruffia
I514 FI Scarperia
I515 BS Scarpizzolo
I516 BZ Sciaves
I517 PS Scavolino
I518 TN Scelmo
I519 BZ Scena
I520 CH Scerni
I521 PG Scheggia
I522 PG Scheggia e Pascelupo
I523 PG Scheggino
I524 GO Scherbina
I525 VA Schianno
I526 CH Schiavi di Abruzzo
I527 VI Schiavon
I528 NO Schieranco
I529 CO Schignano
I530 BG Schilpario
I531 VI Schio
I532 MN Schivenoglia
I533 AG Sciacca
I534 PA Sciara
I535 RG Scicli
I536 RC Scido
I537 RC Scilla
I538 PA Scillato
I539 TO Sciolze
I540 NA Scisciano
I541 PA Sclafani Bagni
I542 UD Scodovacca
I543 AQ Scontrone
I544 VC Scopa
I545 VC Scopello
I546 AQ Scoppito
I547 TS Scoppo
I548 CT Scordia
I549 LE Scorrano
I550 RN Torriana
I551 VE Scorzè
I552 GO Scrilla
I553 AQ Scurcola Marsicana
I554 TN Scurelle
I555 AT Scurzolengo
I556 IM Seborga
I557 GO Sebreghe
I558 AQ Secinaro
I559 LE Seclì
I560 NA Secondigliano
I561 LO Secugnago
I562 UD Sedegliano
I563 BL Sedico
I564 OR Sedilo
I565 SS Sedini
I566 MI Sedriano
I567 BG Sedrina
I568 GO Sedula
I569 MC Sefro
I570 SU Segariu
I571 GR Seggiano
I572 CO Seghebbia
I573 RM Segni
I574 SV Segno
I575 TN Segno
I576 TN Segonzano
I577 MI Segrate
I578 TV Segusino
I579 TN Seio
I580 CA Selargius
I581 RI Selci
I582 SU Selegas
I583 BG Selino
I584 GO Sella delle Trincee
I585 PG Sellano
I587 BG Sellere
I588 BS Sellero
I589 CZ Sellia
I590 CZ Sellia Marina
I591 BZ Selva di Val Gardena
I592 BL Selva di Cadore
I593 BZ Selva dei Molini
I594 VR Selva di Progno
I595 PD Selvazzano Dentro
I596 BI Selve Marcone
I597 BG Selvino
I598 SS Semestene
I599 PV Semiana
I600 RC Seminara
I601 GR Semproniano
I602 MI Senago
I603 BZ Senale-San Felice
I604 BZ Senales
I605 OR Seneghe
I606 AV Senerchia
I607 BS Seniga
I608 AN Senigallia
I609 OR Senis
I610 PZ Senise
I611 CO Senna Comasco
I612 LO Senna Lodigiana
I613 OR Sennariolo
I614 SS Sennori
I615 SU Senorbì
I616 TS Senosecchia
I617 TN Seo
I618 CB Sepino
I619 VB Seppiana
I620 CO Seprio
I621 PN Sequals
I622 LU Seravezza
I623 CA Serbariu
I624 SU Serdiana
I625 MB Seregno
I626 BL Seren del Grappa
I627 CR Sergnano
I628 BG Seriate
I629 BG Serina
I630 AV Serino
I631 BS Serle
I632 MN Sermide e Felonica
I633 BS Sirmione
I634 LT Sermoneta
I635 TV Sernaglia della Battaglia
I636 SO Sernio
I637 AT Serole
I638 GO Serpenizza
I639 VV Serra San Bruno
I640 GE Serra Riccò
I641 FG Serracapriola
I642 CS Serra d'Aiello
I643 AN Serra De' Conti
I644 CL Serradifalco
I645 AL Serralunga di Crea
I646 CN Serralunga d'Alba
I647 SU Serramanna
I648 SA Serramezzana
I649 PE Serramonacesca
I650 CS Serra Pedace
I651 MC Serrapetrona
I652 NA Serrara Fontana
I653 AN Serra San Quirico
I654 PU Serra Sant'abbondio
I655 CZ Serrastretta
I656 RC Serrata
I657 AL Serravalle Scrivia
I658 AL Serravalle d'Asti
I659 CN Serravalle Langhe
I660 PT Serravalle Pistoiese
I661 MC Serravalle di Chienti
I662 MN Serravalle a Po
I663 VC Serravalle Sesia
I665 TN Serravalle all'Adige
I666 SA Serre
I667 SU Serrenti
I668 SU Serri
I669 FR Serrone
I670 PU Serrungarina
I671 CZ Sersale
I672 TN Serso
I673 BL Sovramonte
I674 TS Sesana
I676 CE Sessa Aurunca
I677 SA Sessa Cilento
I678 AT Sessame
I679 IS Sessano del Molise
I680 AL Sessant
I681 AR Sestino
I682 IS Sesto Campano
I683 CR Sesto ed Uniti
I684 FI Sesto Fiorentino
I686 PN Sesto al Reghena
I687 BZ Sesto
I688 VA Sesto Calende
I689 MO Sestola
I690 MI Sesto San Giovanni
I692 TO Sestriere
I693 GE Sestri Levante
I694 GE Sestri Ponente
I695 CA Sestu
I696 MI Settala
I697 FR Settefrati
I698 AT Settime
I699 CA Settimo San Pietro
I700 MI Settimo Milanese
I701 TO Settimo Rottaro
I702 TO Settimo Vittone
I703 TO Settimo Torinese
I704 CZ Settingiano
I705 SU Setzu
I706 SU Seui
I707 SU Seulo
I709 MB Seveso
I710 TN Sevignano
I711 AL Sezzadio
I712 LT Sezze
I713 BG Sforzatica
I714 TN Sfruz
I715 TS Sgonico-Zgonik
I716 FR Sgurgola
I717 OR Siamaggiore
I718 OR Siamanna
I719 OR Siamanna-Siapiccia
I720 SA Siano
I721 OR Siapiccia
I722 CA Sicci San Biagio
I723 AG Siculiana
I724 SU Siddi
I725 RC Siderno
I726 SI Siena
I727 PG Sigillo
I728 FI Signa
I729 BZ Silandro
I730 NU Silanus
I731 CA Silì
I732 SS Siligo
I733 PL Silun Mont'aquila
I734 SU Siliqua
I735 SU Silius
I736 NO Sillavengo
I737 LU Sillano
I738 AL Silvano d'Orba
I739 PV Silvano Pietra
I740 CR Silvella
I741 TE Silvi
I742 OR Simala
I743 OR Simaxis
I744 VV Simbario
I745 CZ Simeri Crichi
I746 TS Senadole
I747 ME Sinagra
I748 NU Sindia
I749 OR Sini
I750 CN Sinio
I751 NU Siniscola
I752 CA Sinnai
I753 RC Sinopoli
I754 SR Siracusa
I756 AV Sirignano
I757 OR Siris
I758 AN Sirolo
I759 LC Sirone
I760 TN Siror
I761 LC Sirtori
I762 CA Sisini
I763 PR Sissa
I764 CA Siurgus
I765 SU Siurgus Donigala
I766 BS Siviano
I767 NO Sizzano
I768 GO Slappe Zorzi
I769 BZ Slingia
I770 TS Slivia
I771 BZ Sluderno
I772 TN Smarano
I773 FU Smeria
I774 FM Smerillo
I775 VR Soave
I776 NA Soccavo
I777 UD Socchieve
I778 OR Soddì
I779 FC Sogliano al Rubicone
I780 LE Sogliano Cavour
I781 AT Soglio
I782 BS Soiano del Lago
I783 VI Solagna
I784 CA Solanas
I785 SR Solarino
I786 MI Solaro
I787 RA Solarolo
I790 CR Solarolo Rainerio
I791 OR Solarussa
I792 CO Solbiate
I793 VA Solbiate Arno
I794 VA Solbiate Olona
I795 AL Solbrito
I796 IM Soldano
I797 SU Soleminis
I798 AL Solero
I799 PD Solesino
I800 LE Soleto
I801 MN Solferino
I802 MO Soliera
I803 PR Solignano
I804 AQ Sulmona
I805 AV Solofra
I807 TO Solomiac
I808 AL Solonghello
I809 BN Solopaca
I811 BG Solto
I812 BG Solto Collina
I813 BG Solza
I814 CO Solzago
I815 LO Somaglia
I816 CO Somana
I817 CN Somano
I818 BG Somendenna
I819 VA Somma Lombardo
I820 NA Somma Vesuviana
I821 VR Sommacampagna
I822 CN Sommariva del Bosco
I823 CN Sommariva Perno
I824 CL Sommatino
I825 PV Sommo
I826 VR Sona
I827 CR Soncino
I828 SO Sondalo
I829 SO Sondrio
I830 BG Songavazzo
I831 BS Sonico
I832 LT Sonnino
I833 GO Sonzia
I834 TN Sopramonte
I835 BI Soprana
I836 BS Sopraponte
I837 BS Soprazocco
I838 FR Sora
I839 TN Soraga di Fassa
I840 PR Soragna
I841 GR Sorano
I842 FO Sorbano
I843 AV Sorbo Serpico
I844 CZ Sorbo San Basile
I845 PR Sorbolo
I846 PS Sorbolongo
I847 BI Sordevolo
I848 LO Sordio
I849 CR Soresina
I850 VR Sorgà
I851 NU Sorgono
I852 GE Sori
I853 VV Sorianello
I854 VV Soriano Calabro
I855 VT Soriano nel Cimino
I856 CO Sorico
I857 NO Soriso
I858 BG Sorisole
I859 AL Sorli
I860 CO Sormano
I861 OR Sorradile
I862 NA Sorrento
I863 SS Sorso
I864 SR Sortino
I865 CR Sospiro
I866 BL Sospirolo
I867 VI Sossano
I868 BI Sostegno
I869 BG Sotto il Monte Giovanni Xxiii
I870 NO Sovazza
I871 TN Sover
I872 CZ Soverato
I873 BG Sovere
I874 CZ Soveria Mannelli
I875 CZ Soveria Simeri
I876 BL Soverzene
I877 SI Sovicille
I878 MB Sovico
I879 VI Sovizzo
I880 NO Sozzago
I881 ME Spadafora
I882 ME Spadafora San Martino
I883 ME Spadafora San Pietro
I884 VV Spadola
I885 CE Sparanise
I886 TO Sparone
I887 LE Specchia
I888 PG Spello
I889 TN Spera
I891 EN Sperlinga
I892 LT Sperlonga
I893 AV Sperone
I894 PV Spessa
I895 CS Spezzano Albanese
I896 CS Spezzano della Sila
I897 CS Spezzano Grande
I898 CS Spezzano Piccolo
I899 TN Spiazzo
I900 BZ Spinga
I901 AL Spigno Monferrato
I902 LT Spigno Saturnia
I903 MO Spilamberto
I904 PN Spilimbergo
I905 VV Spilinga
I906 CR Spinadesco
I907 BT Spinazzola
I908 VE Spinea
I909 CR Spineda
I910 CB Spinete
I911 AL Spineto Scrivia
I912 AP Spinetoli
I913 BG Spino al Brembo
I914 CR Spino d'Adda
I915 BG Spinone
I916 BG Spinone al Lago
I917 PZ Spinoso
I919 BG Spirano
I920 NO Spoccia
I921 PG Spoleto
I922 PE Spoltore
I923 LE Spongano
I924 TN Spormaggiore
I925 TN Sporminore
I926 SV Spotorno
I927 TV Spresiano
I928 SO Spriana
I929 CZ Squillace
I930 LE Squinzano
I931 BG Stabello
I932 AN Staffolo
I933 PV Staghiglione
I935 CR Stagno Lombardo
I936 RC Staiti
I937 CZ Stalettì
I938 PD Stanghella
I939 GO Staranzano
I940 BZ Stava
I941 AL Stazzano
I942 LU Stazzema
I943 CO Stazzona
I944 CO Stazzona Germasino
I945 VV Stefanaconi
I946 SV Stella
I947 SV Stellanello
I948 BZ Stelvio
I949 TN Stenico
I950 LE Sternatia
I951 BG Stezzano
I952 AR Stia
I953 RO Stienta
I954 MT Stigliano
I955 RC Stignano
I956 RC Stilo
I958 BZ Stilves
I959 RI Stimigliano
I960 SA Stio
I961 TS Storie
I962 FG Stornara
I963 FG Stornarella
I964 TN Storo
I965 VE Stra
I967 TN Strada
I968 PV Stradella
I969 TO Strambinello
I970 TO Strambino
I971 TO Strambino Romano
I972 TN Stramentizzo
I973 FR Strangolagalli
I974 UD Stregna
I975 TN Strembo
I976 VB Stresa
I977 AL Strevi
I978 NA Striano
I979 TN Strigno
I980 BI Strona
I981 TR Stroncone
I982 KR Strongoli
I983 NO Stropino
I984 VC Stroppiana
I985 CN Stroppo
I986 BG Strozza
I987 GE Struppa
I988 TN Stumiaga
I989 GO Sturia delle Fusine
I990 AV Sturno
I991 AR Subbiano
I992 RM Subiaco
I993 CE Succivo
I994 LC Sueglio
I995 SU Suelli
I996 LC Suello
I997 BG Suisio
I998 MB Sulbiate
L002 BS Sulzano
L003 VA Sumirago
L004 AV Summonte
L005 NO Suna
L006 OR Suni
L007 NO Suno
L008 LE Supersano
L009 FR Supino
L010 LE Surano
L011 LE Surbo
L012 TN Susà
L013 TO Susa
L014 TV Susegana
L015 MN Sustinente
L016 CL Sutera
L017 VT Sutri
L018 UD Sutrio
L019 LI Suvereto
L020 MN Suzzara
L021 BZ Tablà
L022 LC Taceno
L023 OR Tadasuni
L024 IM Taggia
L025 AQ Tagliacozzo
L026 RO Taglio di Po
L027 AL Tagliolo Monferrato
L028 AL Tagliolo Belforte
L029 BG Tagliuno
L030 BL Taibon Agordino
L032 VA Taino
L033 TN Taio
L034 RN Talamello
L035 SO Talamona
L036 NU Talana
L037 BG Taleggio
L038 AR Talla
L039 UD Talmassons
L040 BL Tambre
L041 BZ Tanas
L042 ME Taormina
L043 NO Tapigliano
L044 UD Tapogliano
L045 NO Tappia
L046 RI Tarano
L047 CH Taranta Peligna
L048 CN Tarantasca
L049 TA Taranto
L050 UD Tarcento
L051 BZ Tarces
L052 UD Tarcetta
L053 GO Tarnova della Selva
L054 BZ Tarres
L055 CS Tarsia
L056 SO Tartano
L057 UD Tarvisio
L058 TV Tarzo
L059 AL Tassarolo
L060 TN Tassullo
L061 AV Taurano
L062 AV Taurasi
L063 RC Taurianova
L064 LE Taurisano
L065 UD Tavagnacco
L066 TO Tavagnasco
L067 FI Tavarnelle Val di Pesa
L068 MI Tavazzano
L069 CB Tavenna
L070 CZ Taverna
L071 CO Tavernerio
L072 AV Tavernola San Felice
L073 BG Tavernola Bergamasca
L074 LE Taviano
L075 BI Tavigliano
L076 TN Tavodo
L077 IM Tavole
L078 PU Tavoleto
L079 TN Tavon
L080 CO Tavordo
L081 PU Tavullia
L082 PZ Teana
L083 CE Teano
L084 SO Teglio
L085 VE Teglio Veneto
L086 BN Telese Terme
L087 BG Telgate
L088 SS Telti
L089 TN Telve
L090 TN Telve di Sopra
L091 BZ Telves
L092 GO Temenizza
L093 SS Tempio Pausania
L094 BS Temù
L095 CN Tenda
L096 TN Tenna
L097 TN Tenno
L098 BZ Teodone
L099 FO Teodorano
L100 PD Teolo
L101 UD Teor
L102 AV Teora
L103 TE Teramo
L104 NO Terdobbiate
L105 FR Terelle
L106 BZ Terento
L107 TN Terlago
L108 BZ Terlano
L109 BA Terlizzi
L110 TN Termenago
L111 BZ Termeno sulla Strada del Vino
L112 PA Termini Imerese
L113 CB Termoli
L114 TN Termon
L115 VA Ternate
L116 BI Ternengo
L117 TR Terni
L118 BG Terno d'Isola
L119 GO Ternova d'Isonzo
L120 LT Terracina
L121 TN Terragnolo
L122 OR Terralba
L123 AR Terranuova Bracciolini
L124 CS Terranova da Sibari
L125 LO Terranova dei Passerini
L126 PZ Terranova di Pollino
L127 RC Terranova Sappo Minulio
L128 FU Torrenova di Bisterza
L130 PV Terrasa
L131 PA Terrasini
L132 PD Terrassa Padovana
L133 CS Terrati
L134 CS Terravecchia
L135 MI Terrazzano
L136 VR Terrazzo
L137 TN Terres
L138 PI Terricciola
L139 AL Terruggia
L140 NU Tertenia
L141 BS Terzano
L142 NA Terzigno
L143 AL Terzo
L144 UD Terzo d'Aquileia
L145 TN Terzolas
L146 IM Terzorio
L147 TN Tesero
L148 BZ Tesido
L149 BZ Tesimo
L150 VT Tessennano
L152 SV Testico
L153 NU Teti
L154 SU Teulada
L155 CE Teverola
L156 VI Tezze sul Brenta
L157 VI Thiene
L158 SS Thiesi
L159 TO Thures
L160 NU Tiana
L161 TN Tiarno
L162 TN Tiarno di Sopra
L163 TN Tiarno di Sotto
L164 CR Ticengo
L165 AL Ticineto
L166 LE Tiggiano
L167 GE Tiglieto
L168 AT Tigliole
L169 BS Tignale
L170 BS Timoline
L171 AO Tina
L172 OR Tinnura
L173 AQ Tione degli Abruzzi
L174 TN Tione di Trento
L175 SO Tirano
L176 BZ Tires
L177 CZ Tiriolo
L178 BZ Tirolo
L179 BZ Tiso
L180 SS Tissi
L181 PZ Tito
L182 RM Tivoli
L183 PR Tizzano Val Parma
L184 RE Toano
L185 BN Tocco Caudio
L186 PE Tocco da Casauria
L187 VB Toceno
L188 PG Todi
L189 RI Toffia
L190 SV Toirano
L191 MC Tolentino
L192 RM Tolfa
L193 BI Tollegno
L194 CH Tollo
L195 UD Tolmezzo
L196 GO Tolmino
L197 PZ Tolve
L198 TS Tomadio
L199 PD Tombolo
L200 TN Ton
L201 TN Tonadico
L202 NU Tonara
L203 AT Tonco
L204 AT Tonengo
L205 CE Tora e Piccilli
L206 CS Torano Castello
L207 TE Torano Nuovo
L208 VA Torba
L209 BS Torbiato
L210 BS Torbole Casaglia
L211 TN Torcegno
L212 SA Torchiara
L213 BR Torchiarolo
L214 AV Torella dei Lombardi
L215 CB Torella del Sannio
L216 PG Torgiano
L217 AO Torgnon
L218 CH Torino di Sangro
L219 TO Torino
L220 BA Toritto
L221 CR Torlino Vimercati
L223 NO Tornaco
L224 CH Tornareccio
L225 CR Tornata
L227 AQ Tornimparte
L228 CO Torno
L229 PR Tornolo
L230 CB Toro
L231 NU Torpè
L232 TN Torra
L233 SA Torraca
L234 PV Torradello
L235 SS Torralba
L236 IM Torrazza
L237 PV Torrazza Coste
L238 TO Torrazza Piemonte
L239 BI Torrazzo
L240 CZ Torre di Ruggiero
L241 CN Torre Mondovì
L243 FR Torre Cajetani
L244 SO Torre di Santa Maria
L245 NA Torre Annunziata
L246 UD Torreano
L247 TO Torre Canavese
L248 VI Torrebelvicino
L249 PV Torre Beretti
L250 PV Torre Beretti e Castellaro
L251 BG Torre Boldone
L252 CN Torre Bormida
L253 CH Torrebruna
L254 BN Torrecuso
L256 PV Torre d'Arese
L257 BG Torre De' Busi
L258 CR Torre De' Picenardi
L259 NA Torre del Greco
L260 PV Torre del Mangano
L261 PV Torre del Monte
L262 PV Torre De' Negri
L263 PE Torre De' Passeri
L264 AL Torre De' Ratti
L265 BG Torre De' Roveri
L267 VE Torre di Mosto
L269 PV Torre d'Isola
L270 PD Torreglia
L271 ME Torregrotta
L272 AV Torre le Nocelle
L273 FG Torremaggiore
L274 SA Torre Orsaia
L275 TR Torre Orsina
L276 BG Torre Pallavicina
L277 TO Torre Pellice
L278 CN Torre San Giorgio
L279 FM Torre San Patrizio
L280 BR Torre Santa Susanna
L281 CN Torresina
L282 PA Torretta
L283 CN Torre Uzzone
L284 CH Torrevecchia Teatina
L285 PV Torrevecchia Pia
L286 RI Torri in Sabina
L287 VR Torri del Benaco
L288 IM Torria
L289 PV Torriano
L290 FR Torrice
L291 CH Torricella Peligna
L292 PV Torricella Verzate
L293 RI Torricella in Sabina
L294 TA Torricella
L295 TE Torricella Sicura
L296 CR Torricella del Pizzo
L297 VI Torri di Quartesolo
L298 GE Torriglia
L299 PR Torrile
L301 AV Torrioni
L302 RM Torrita Tiberina
L303 SI Torrita di Siena
L304 AL Tortona
L305 CS Tortora
L306 SA Tortorella
L307 TE Tortoreto
L308 ME Tortorici
L309 UD Torviscosa
L310 VT Tuscania
L311 BS Toscolano
L312 BS Toscolano-Maderno
L313 TN Toss
L314 TE Tossicia
L315 SV Tovo San Giacomo
L316 SO Tovo di Sant'agata
L317 PA Trabia
L318 BG Trabuchello
L319 VA Tradate
L320 NO Traffiume
L321 OR Tramatza
L322 TN Trambileno
L323 SA Tramonti
L324 PN Tramonti di Sopra
L325 PN Tramonti di Sotto
L326 PZ Tramutola
L327 TO Trana
L328 BT Trani
L329 TN Transacqua
L330 SO Traona
L331 TP Trapani
L332 PA Trappeto
L333 VB Trarego Viggiona
L334 AQ Trasacco
L335 UD Trasaghis
L336 VB Trasquera
L337 SU Tratalias
L338 TO Trausella
L339 BS Travagliato
L340 TO Traves
L341 VA Travedona
L342 VA Travedona-Monate
L343 CO Traversa
L344 TO Traverse
L345 TO Traversella
L346 PR Traversetolo
L347 PN Travesio
L348 PC Travo
L349 PD Trebaseleghe
L350 PV Trebbiano Nizza
L351 PC Trebecco
L353 CS Trebisacce
L354 PR Trecasali
L355 CT Trecastagni
L356 NO Trecate
L357 PZ Trecchina
L359 RO Trecenta
L360 CR Tredossi
L361 FC Tredozio
L363 CH Treglio
L364 VR Tregnago
L366 MC Treia
L367 CN Treiso
L368 LC Tremenico
L369 CT Tremestieri Etneo
L370 CO Tremezzina
L371 CO Tremezzo
L372 BS Tremosine sul Garda
L373 MI Trenno
L374 BZ Trens
L375 CS Trenta
L376 GO Trenta d'Isonzo
L377 SA Trentinara
L378 TN Trento
L379 CE Trentola Ducenta
L380 BS Trenzano
L381 UD Treppo Carnico
L382 UD Treppo Grande
L383 LE Trepuzzi
L384 SI Trequanda
L385 TN Tres
L386 MS Tresana
L387 VI Treschè Conca
L388 BG Trescore Balneario
L389 CR Trescore Cremasco
L390 FE Tresigallo
L391 RC Tresilico
L392 SO Tresivio
L393 OR Tresnuraghes
L394 VI Tretto
L395 CO Trevano
L396 VR Trevenzuolo
L397 PG Trevi
L398 FR Trevi nel Lazio
L399 AV Trevico
L400 BG Treviglio
L401 RM Trevignano Romano
L402 TV Trevignano
L403 AL Treville
L404 BG Treviolo
L405 VA Trevisago
L406 BS Treviso Bresciano
L407 TV Treviso
L408 MI Trezzano Rosa
L409 MI Trezzano sul Naviglio
L410 CN Trezzo Tinella
L411 MI Trezzo sull'Adda
L413 CO Trezzone
L414 PD Tribano
L415 MI Tribiano
L416 GE Tribogna
L417 GO Tribussa
L418 MT Tricarico
L419 LE Tricase
L420 VC Tricerro
L421 UD Tricesimo
L422 BL Trichiana
L423 NU Triei
L424 TS Trieste
L425 BA Triggiano
L426 CR Trigolo
L427 CN Trinità
L428 SS Trinità d'Agultu e Vignola
L429 VC Trino
L430 IM Triora
L431 ME Tripi
L432 AL Trisobbio
L433 VI Trissino
L434 MB Triuggio
L435 CB Trivento
L436 BI Trivero
L437 FR Trivigliano
L438 UD Trivignano Udinese
L439 PZ Trivigno
L440 PV Trivolzio
L443 NO Trobaso
L444 BZ Trodena nel Parco Naturale
L445 TO Trofarello
L447 FG Troia
L448 EN Troina
L449 PV Tromello
L450 VB Trontano
L451 VC Tronzano Vercellese
L452 VV Tropea
L453 PV Trovo
L454 MI Truccazzano
L455 BZ Tubre
L456 TN Tuenetto
L457 TN Tuenno
L458 CB Tufara
L459 CH Tufillo
L460 NA Tufino
L461 AV Tufo
L462 LE Tuglie
L463 SU Tuili
L464 SS Tula
L465 BZ Tunes
L466 PG Tuoro sul Trasimeno
L467 PV Turago Bordone
L468 BS Valvestino
L469 LO Turano Lodigiano
L470 CO Turate
L471 MI Turbigo
L472 BA Turi
L473 SU Turri
L474 GO Turriaco
L475 PE Turrivalignani
L476 MI Turro Milanese
L477 MT Tursi
L478 ME Tusa
L480 VA Uboldo
L481 UD Ugovizza Valbruna
L482 ME Ucria
L483 UD Udine
L484 LE Ugento
L485 LE Uggiano la Chiesa
L486 CO Uggiate
L487 CO Uggiate-Trevano
L488 OR Ulà Tirso
L489 NU Ulassai
L490 BZ Ultimo
L491 PL Umago
L492 KR Umbriatico
L493 NO Unchio
L494 BS Urago d'Oglio
L496 OR Uras
L497 PD Urbana
L498 PU Urbania
L499 SV Urbe
L500 PU Urbino
L501 MC Urbisaglia
L502 BG Urgnano
L503 SS Uri
L504 CO Urio
L505 CB Ururi
L506 NU Urzulei
L507 GE Uscio
L508 OR Usellus
L509 SS Usini
L511 MB Usmate Velate
L512 SU Ussana
L513 SU Ussaramanna
L514 NU Ussassai
L515 TO Usseaux
L516 TO Usseglio
L517 MC Ussita
L518 CN Ussolo
L519 PA Ustica
L520 GO Ustie
L521 CA Uta
L522 PT Uzzano
L524 CS Vaccarizzo Albanese
L525 RI Vacone
L526 CH Vacri
L527 BZ Vadena
L528 SV Vado Ligure
L529 FI Vaglia
L530 AL Vaglierano
L531 AT Vaglio Serra
L532 PZ Vaglio Basilicata
L533 LU Vagli Sotto
L534 NO Vagna
L535 CR Vaiano Cremasco
L537 PO Vaiano
L538 TO Vaie
L539 CR Vailate
L540 CE Vairano Patenora
L543 BZ Valas
L544 BG Valbondione
L545 BG Valbrembo
L546 GE Valbrevenna
L547 CO Valbrona
L548 TO Vico Canavese
L549 AO Valchiusella
L550 TN Valda
L551 VI Valdagno
L552 BZ Valdaora
L553 PL Valdarsa
L554 VI Valdastico
L555 TO Val della Torre
L556 BI Valdengo
L557 SO Valdidentro
L558 CN Valdieri
L559 BZ Valgiovo
L560 AO Valdigna d'Aosta
L561 ME Valdina
L562 PV Val di Nizza
L563 SO Valdisotto
L564 BZ Val di Vizze
L565 TV Valdobbiadene
L566 VC Valduggia
L567 VR Valeggio sul Mincio
L568 PV Valeggio
L569 VT Valentano
L570 AL Valenza
L571 BA Valenzano
L572 LO Valera Fratta
L573 PG Valfabbrica
L574 AT Valfenera
L575 TN Valfloriana
L576 SO Valfurva
L577 VA Valganna
L578 TO Valgioie
L579 BG Valgoglio
L580 CN Valgrana
L581 LC Valgreghentino
L582 AO Valgrisenche
L583 EN Valguarnera Caropepe
L584 BL Vallada Agordina
L585 BG Vall'alta
L586 BI Vallanzengo
L587 BZ Vallarga
L588 TN Vallarsa
L589 AV Vallata
L590 BL Valle di Cadore
L591 CE Valle di Maddaloni
L593 PV Valle Lomellina
L594 CE Valle Agricola
L595 BZ Valle Aurina
L596 IM Vallebona
L597 TE Valle Castellana
L598 FR Vallecorsa
L599 IM Vallecrosia
L601 BZ Valle di Casies
L602 PL Valle d'Istria
L603 PA Valledolmo
L604 SS Valledoria
L605 FR Vallemaio
L606 BI Valle Mosso
L607 VV Vallelonga
L608 BZ Vallelunga
L609 CL Vallelunga Pratameno
L610 UD Vallenoncello
L611 RM Vallepietra
L612 VT Vallerano
L613 SU Vallermosa
L614 FR Vallerotonda
L615 BZ Valles
L616 AV Vallesaccarda
L617 PV Valle Salimbene
L618 TN Valle San Felice
L620 BI Valle San Nicolao
L621 BZ Valle San Silvestro
L622 VC Valle Superiore Mosso
L623 BG Valleve
L624 VI Valli del Pasubio
L625 RM Vallinfreda
L626 BS Vallio Terme
L627 PG Vallo di Nera
L628 SA Vallo della Lucania
L629 TO Vallo Torinese
L630 VI Vallonara
L631 CN Valloriate
L632 IM Valloria Marittima
L633 AL Valmacca
L634 LC Valmadrera
L635 VC Valmaggia
L636 CN Valmala
L637 VA Val Marchirolo
L638 SO Val Masino
L639 RM Valmontone
L640 CO Valmorea
L641 PR Valmozzola
L642 BG Valnegra
L643 AO Valpelline
L644 TO Valperga
L645 AO Valprato
L646 VI Valrovina
L647 AO Valsavarenche
L648 BS Valsaviore
L649 BG Valsecca
L650 VI Valstagna
L651 VB Valstrona
L652 BG Valtesse
L653 PG Valtopina
L654 AO Valtournenche
L655 BG Valtorta
L656 SA Valva
L657 PN Valvasone
L658 CT Valverde
L659 PV Valverde
L660 BZ Vandoies
L661 BZ Vandoies di Sopra
L662 BZ Vandoies di Sotto
L663 BZ Vanga
L664 MI Vanzaghello
L665 MI Vanzago
L666 VB Vanzone con San Carlo
L667 MI Vaprio d'Adda
L668 NO Vaprio d'Agogna
L669 VC Varallo
L670 NO Varallo Pombia
L671 VA Varano Borghi
L672 PR Varano De' Melegari
L673 RC Varapodio
L674 VA Vararo
L675 SV Varazze
L676 RI Varco Sabino
L677 MB Varedo
L678 TN Varena
L679 AL Varengo
L680 LC Varenna
L681 SP Varese Ligure
L682 VA Varese
L683 AL Vargo
L685 TO Varisella
L686 UD Varmo
L687 BZ Varna
L688 BN Varoni
L689 PR Varsi
L690 PV Varzi
L691 VB Varzo
L692 BL Vas
L693 IM Vasia
L694 TN Vasio
L695 CO Vassena
L696 IS Vastogirardi
L697 TN Vattaro
L698 TO Vauda Canavese
L699 VV Vazzano
L700 TV Vazzola
L701 VA Veccana
L702 PI Vecchiano
L703 VA Vedano Olona
L704 MB Vedano al Lambro
L705 VA Veddasca
L706 TV Vedelago
L707 BG Vedeseta
L709 MB Veduggio con Colzano
L710 PD Veggiano
L711 LE Veglie
L712 BI Veglio
L713 VT Vejano
L714 VA Velate
L715 CO Veleso
L716 PV Velezzo Lomellina
L717 PT Vellano
L718 SV Vellego
L719 RM Velletri
L720 PV Vellezzo Bellini
L721 BS Vello
L722 VR Velo Veronese
L723 VI Velo d'Astico
L724 BZ Velturno
L725 IS Venafro
L726 TO Venaus
L727 TO Venaria Reale
L728 AP Venarotta
L729 CN Venasca
L730 SV Vendone
L731 LC Vendrogno
L732 VA Venegono
L733 VA Venegono Inferiore
L734 VA Venegono Superiore
L735 ME Venetico
L736 VE Venezia
L737 CO Veniano
L738 PZ Venosa
L739 AV Venticano
L740 PA Ventimiglia di Sicilia
L741 IM Ventimiglia
L742 LT Ventotene
L743 UD Venzone
L744 MB Verano Brianza
L745 BZ Verano
L746 VB Verbania
L747 CS Verbicaro
L748 CO Vercana
L749 SO Verceia
L750 VC Vercelli
L751 LC Vercurago
L752 BG Verdellino
L753 BG Verdello
L754 CO Verderio
L755 LC Verderio Inferiore
L756 LC Verderio Superiore
L757 TN Verdesina
L758 CN Verduno
L759 SV Verezzi
L760 CO Villa Vergano
L761 NO Vergano Novarese
L762 BO Vergato
L763 LU Vergemoli
L764 FC Verghereto
L765 VA Vergiate
L767 VA Vergobbio
L768 MI Vermezzo
L769 TN Vermiglio
L770 CO Verna
L771 CN Vernante
L772 PC Vernasca
L773 MI Vernate
L774 SP Vernazza
L775 PO Vernio
L776 LE Vernole
L777 BS Verolanuova
L778 BS Verolavecchia
L779 TO Verolengo
L780 FR Veroli
L781 VR Verona
L782 GO Verpogliano
L783 AO Verrayes
L784 PV Verretto
L785 BI Verrone
L786 PV Verrua Siccomario
L787 TO Verrua Savoia
L788 PV Verrua Po
L789 GO Versa
L790 BZ Versciaco
L791 CO Vertemate
L792 CO Vertemate con Minoprio
L793 PL Verteneglio
L794 GO Vertoiba in Campi Santi
L795 BG Vertova
L796 GO Vertovino
L797 RN Verucchio
L798 NO Veruno
L799 SO Vervio
L800 TN Vervò
L801 UD Verzegnis
L802 KR Verzino
L804 CN Verzuolo
L805 PD Vescovana
L806 CR Vescovato
L807 AT Vesime
L808 NO Vespolate
L809 IM Vessalico
L810 VR Vestenanova
L811 TO Vestignè
L812 BS Vestone
L813 LC Vestreno
L814 VT Vetralla
L815 RE Vetto
L816 BS Vezza d'Oglio
L817 CN Vezza d'Alba
L818 BZ Vezzano
L819 SP Vezzano Ligure
L820 RE Vezzano sul Crostolo
L821 TN Vezzano
L822 GE Vezzi
L823 SV Vezzi Portio
L824 NO Vezzo
L825 CR Vho
L826 MN Viadana
L827 BG Viadanica
L828 CT Viagrande
L829 AT Viale
L830 TO Vialfrè
L831 RE Viano
L832 TN Viarago
L833 LU Viareggio
L834 AT Viarigi
L835 SA Vibonati
L836 FR Vicalvi
L837 PA Vicari
L838 FI Vicchio
L839 NO Viceno
L840 VI Vicenza
L841 CN Vicoforte
L842 FG Vico del Gargano
L843 FR Vico nel Lazio
L844 CE Villa Literno
L845 NA Vico Equense
L846 PE Vicoli
L847 NO Vicolungo
L848 PC Ziano Piacentino
L849 VA Viconago
L850 PI Vicopisano
L851 RM Vicovaro
L854 PV Vidigulfo
L855 CR Vidolasco
L856 TV Vidor
L857 TO Vidracco
L858 FG Vieste
L859 PZ Vietri di Potenza
L860 SA Vietri sul Mare
L863 TN Vigalzano
L864 VB Viganella
L865 BG Vigano San Martino
L866 LC Viganò
L868 FE Vigarano Mainarda
L869 VR Vigasio
L870 PR Vigatto
L871 MI Vigentino
L872 PV Vigevano
L873 PZ Viggianello
L874 PZ Viggiano
L875 NO Viggiona
L876 VA Viggiù
L878 PD Vighizzolo d'Este
L879 AT Vigliano d'Asti
L880 BI Vigliano Biellese
L881 AL Vignale Monferrato
L882 VT Vignanello
L883 MI Vignate
L884 TN Vignola
L885 MO Vignola
L886 TN Vignola-Falesina
L887 AL Vignole Borbera
L888 CN Vignolo
L889 VB Vignone
L890 BL Vigo di Cadore
L891 TN Vigo d'Anaunia
L892 PD Vigodarzere
L893 TN Vigo di Fassa
L894 BG Vigolo
L895 TN Vigolo Baselga
L896 TN Vigolo Vattaro
L897 PC Vigolzone
L898 TO Vigone
L899 VE Vigonovo
L900 PD Vigonza
L903 TN Vigo Rendena
L904 AL Viguzzolo
L905 FR Villa Santa Lucia
L906 VB Villadossola
L907 SO Villa di Chiavenna
L908 SO Villa di Tirano
L909 UD Villa Santina
L910 TN Villa Agnedo
L911 TN Villa Banale
L912 VR Villa Bartolomea
L913 LU Villa Basilica
L914 TS Villabassa di Senosecchia
L915 BZ Villabassa
L916 PA Villabate
L917 PV Villa Biscossi
L918 RO Villa d'Adige
L919 BS Villa Carcina
L920 BR Villa Castelli
L921 AO Villa Castelnuovo
L922 PE Villa Celiera
L923 BS Villachiara
L924 SU Villacidro
L925 BS Villa Cogozzo
L926 LU Villa Collemandina
L927 AT Villa Corsione
L928 MI Villa Cortese
L929 BG Villa d'Adda
L930 BS Villa d'Allegno
L931 AL Villadeati
L932 PL Villa Decani
L933 BI Villa del Bosco
L934 PD Villa del Conte
L935 FU Villa del Nevoso
L936 BG Villa di Serio
L937 PD Villa Estense
L938 BG Villa d'Ogna
L939 RO Villadose
L941 BZ Villa Ottone
L942 CN Villafalletto
L943 IM Villa Faraldi
L944 AG Villafranca Sicula
L945 AT Villafranca d'Asti
L946 MS Villafranca in Lunigiana
L947 PD Villafranca Padovana
L948 TO Villafranca Piemonte
L949 VR Villafranca di Verona
L950 ME Villafranca Tirrena
L951 PA Villafrati
L952 VI Villaga
L953 NU Villagrande Strisaili
L955 IM Villaguardia
L956 CO Villa Guardia
L957 TN Villa Lagarina
L958 AQ Villalago
L959 CL Villalba
L960 CO Vill'albese
L961 CH Villalfonsina
L963 AL Villalvernia
L964 CH Villamagna
L965 AV Villamaina
L966 SU Villamar
L967 RO Villamarzana
L968 SU Villamassargia
L969 RE Villa Minozzo
L970 AL Villamiroglio
L971 BZ Villandro
L972 AL Villanova Monferrato
L973 AV Villanova del Battista
L974 CN Villanova Mondovì
L975 SV Villanova d'Albenga
L977 LO Villanova del Sillaro
L978 BI Villanova Biellese
L979 PD Villanova di Camposampiero
L980 PC Villanova sull'Arda
L981 AO Villeneuve
L982 TO Villanova Canavese
L983 PV Villanova d'Ardenghi
L984 AT Villanova d'Asti
L985 RO Villanova del Ghebbo
L986 SU Villanovaforru
L987 SU Villanovafranca
L988 RO Villanova Marchesana
L989 SS Villanova Monteleone
L990 CN Villanova Solaro
L991 OR Villanova Truschedu
L992 SU Villanova Tulo
L993 CN Villanovetta
L994 PV Villanterio
L995 BS Villanuova sul Clisi
L998 SU Villaputzu
L999 TO Villar Dora
M002 TO Villarbasse
M003 VC Villarboit
M004 TO Villareggia
M006 TN Villa Rendena
M007 TO Villar Focchiardo
M009 AL Villaromagnano
M010 CO Villa Romanò
M011 EN Villarosa
M013 TO Villar Pellice
M014 TO Villar Perosa
M015 CN Villar San Costanzo
M016 SU Villasalto
M017 MB Villasanta
M018 RC Villa San Giovanni
M019 AT Villa San Secondo
M020 BZ Villa Santa Caterina
M021 AQ Villa Santa Lucia degli Abruzzi
M022 CH Villa Santa Maria
M023 AQ Villa Sant'angelo
M024 TS Villa Slavina
M025 SU Villasor
M026 SU Villaspeciosa
M027 TO Villastellone
M028 VC Villata
M029 IM Villatalla
M030 OR Villaurbana
M031 AQ Villavallelonga
M032 VI Villaverla
M033 IM Villaviani
M034 UD Villa Vicentina
M035 CE Villa Volturno
M036 TN Villazzano
M037 TN Ville del Monte
M038 GO Ville Montevecchio
M039 IM Ville San Pietro
M040 IM Ville San Sebastiano
M041 AQ Villetta Barrea
M042 VB Villette
M043 GO Villesse
M044 MN Villimpenta
M045 BG Villongo
M046 BG Villongo San Filastro
M047 BG Villongo Sant'alessandro
M048 TV Villorba
M049 BG Vilminore
M050 BG Vilminore di Scalve
M052 MB Vimercate
M053 MI Vimodrone
M054 CO Vimogno
M055 CN Vinadio
M057 CB Vinchiaturo
M058 AT Vinchio
M059 FI Vinci
M060 TO Vinovo
M061 VC Vintebbio
M062 NO Vinzaglio
M063 CN Viola
M064 TN Vion
M065 BS Vione
M066 GO Vipacco
M067 BZ Vipiteno
M068 BS Virle Treponti
M069 TO Virle Piemonte
M070 BS Visano
M071 TO Vische
M072 NA Visciano
M073 UD Visco
M074 PL Visignano d'Istria
M075 PL Visinada
M076 CO Visino
M077 AL Visone
M078 MC Visso
M079 PV Vistarino
M080 TO Vistrorio
M081 TP Vita
M082 VT Viterbo
M083 FR Viticuso
M084 CE Viticuso ed Acquafondata
M085 PN Vito d'Asio
M086 VT Vitorchiano
M087 MI Vittadone
M088 RG Vittoria
M089 TV Vittorio Veneto
M090 AQ Vittorito
M091 MI Vittuone
M092 CE Vitulazio
M093 BN Vitulano
M094 TO Viù
M095 RM Vivaro Romano
M096 PN Vivaro
M098 BI Viverone
M099 BZ Vizze
M100 CT Vizzini
M101 VA Vizzola Ticino
M102 MI Vizzolo Predabissi
M103 PD Vo'
M104 BS Vobarno
M105 GE Vobbia
M106 VC Vocca
M107 NO Vocogno e Prestinone
M108 BL Vodo Cadore
M109 PV Voghera
M110 FE Voghiera
M111 VB Vogogna
M112 GO Voissizza di Comeno
M113 TN Volano
M114 VA Voldomino
M115 NA Volla
M116 CR Volongo
M117 FU Volosca-Abbazia
M118 TV Volpago del Montello
M119 PV Volpara
M120 AL Volpedo
M121 AL Volpeglino
M122 TO Volpiano
M123 AL Voltaggio
M124 BL Voltago Agordino
M125 MN Volta Mantovana
M126 PI Volterra
M127 CR Voltido
M128 VA Voltorre
M129 GE Voltri
M130 AV Volturara Irpina
M131 FG Volturara Appula
M132 FG Volturino
M133 TO Volvera
M134 GO Volzana
M135 GO Voschia
M136 CN Vottignasco
M138 VV Zaccanopoli
M139 CT Zafferana Etnea
M140 CZ Zagarise
M141 RM Zagarolo
M142 TN Zambana
M143 VV Zambrone
M144 BG Zandobbio
M145 VI Zanè
M147 BG Zanica
M148 CR Zappello
M149 ZA Zara
M150 PV Zavattarello
M151 PV Zavattarello Valverde
M152 PV Zeccone
M153 OR Zeddiani
M154 VE Zelarino
M156 CO Zelbio
M157 CO Zelbio-Veleso
M158 LO Zelo Buon Persico
M160 MI Zelo Surrigone
M161 PV Zeme
M162 PV Zenevredo
M163 TV Zenson di Piave
M164 CA Zeppara
M165 PC Zerba
M166 PV Zerbo
M167 PV Zerbolò
M168 OR Zerfaliu
M169 MS Zeri
M170 VI Zermeghedo
M171 TV Zero Branco
M172 VR Zevio
M173 TN Ziano di Fiemme
M174 PR Zibello
M176 MI Zibido San Giacomo
M177 SP Zignago
M178 VR Zimella
M179 BI Zimone
M180 PV Zinasco
M181 MI Zivido
M182 GE Zoagli
M183 MO Zocca
M184 BG Zogno
M185 BO Zola Predosa
M186 GO Zolla
M187 LE Zollino
M188 BS Zone
M189 BL Zoppè di Cadore
M190 PN Zoppola
M191 MI Zorlesco
M192 NO Zornasco
M193 BG Zorzino
M194 VI Zovencedo
M195 NO Zoverallo
M196 BI Zubiena
M197 SV Zuccarello
M198 TN Zuclo
M199 VI Zugliano
M200 UD Zuglio
M201 BI Zumaglia
M202 CS Zumpano
M203 AV Zungoli
M204 VV Zungri
M206 CA Zuri
M207 RM Lariano
M208 CZ Lamezia Terme
M209 SU Sant'anna Arresi
M210 ME Terme Vigliatore
M211 ME Acquedolci
M212 RM Ladispoli
M213 RM Ardea
M214 SS Badesi
M253 SA Sicignano degli Alburni
M254 FU Valsantamarina
M255 AQ Molina Aterno
M256 MT Scanzano Jonico
M257 SR Portopalo di Capo Passero
M258 TR Avigliano Umbro
M259 SS Viddalba
M260 CE Casapesenna
M261 LE Castro
M262 CE Cellole
M263 LE Porto Cesareo
M264 LE San Cassiano
M265 PN Vajont
M266 FG Ordona
M267 FG Zapponeta
M268 PA Blufi
M269 PZ Paterno
M270 SU Masainas
M271 CT Mazzarrone
M272 RM Ciampino
M273 NA Santa Maria la Carità
M274 SS Golfo Aranci
M275 SS Loiri Porto San Paolo
M276 SS Sant'antonio di Gallura
M277 RC San Ferdinando
M278 SU Villaperuccio
M279 SR Priolo Gargallo
M280 NA Trecase
M281 TP Petrosino
M282 SS Tergu
M283 CT Maniace
M284 SS Santa Maria Coghinas
M285 NU Cardedu
M286 ME Torrenova
M287 CT Ragalna
M288 SU Castiadas
M289 NA Massa di Somma
M290 SS Stintino
M291 SU Piscinas
M292 SS Erula
M294 SA Bellizzi
M295 RM San Cesareo
M297 RM Fiumicino
M298 TA Statte
M299 RM Boville
M300 PD Due Carrare
M301 SS Padru
M302 AT Montiglio Monferrato
M303 TN Ronzo-Chienis
M304 BI Mosso
M305 BG Almè con Villa
M307 BZ Rasun Valdaora
M308 VE Cavallino-Treporti
M309 RM Fonte Nuova
M311 UD Campolongo Tapogliano
M312 BS Lonato del Garda
M313 TN Ledro
M314 TN Comano Terme
M315 CO Gravedona ed Uniti
M316 TO Mappano
M317 UD Rivignano Teor
M318 AN Trecastelli
M319 LU Fabbriche di Vergemoli
M320 BO Valsamoggia
M321 FI Figline e Incisa Valdarno
M322 AR Castelfranco Piandiscò
M323 FE Fiscaglia
M324 RN Poggio Torriana
M325 PR Sissa Trecasali
M326 FI Scarperia e San Piero
M327 PI Casciana Terme Lari
M328 PI Crespina Lorenzana
M329 AR Pratovecchio Stia
M330 AV Montoro
M331 PU Vallefoglia
M332 BL Quero Vas
M333 BG Sant'omobono Terme
M334 BG Val Brembilla
M335 CO Bellagio
M336 CO Colverde
M337 LC Verderio
M338 PV Cornale e Bastida
M339 VA Maccagno con Pino e Veddasca
M340 MN Borgo Virgilio
M341 CO Tremezzina
M342 BL Longarone
M343 TN Valdaone
M344 TN Predaia
M345 TN San Lorenzo Dorsino
M346 PN Valvasone Arzene
M347 LU Sillano Giuncugnano
M348 LC La Valletta Brianza
M349 TN Altavalle
M350 TN Altopiano della Vigolana
M351 TN Amblar-Don
M352 TN Borgo Chiese
M353 TN Borgo Lares
M354 TN Castel Ivano
M355 TN Cembra Lisignago
M356 TN Contà
M357 TN Madruzzo
M358 TN Porte di Rendena
M359 TN Primiero San Martino di Castrozza
M360 TN Sella Giudicarie
M361 TN Tre Ville
M362 TN Vallelaghi
M363 TN Ville d'Anaunia
M364 RE Ventasso
M365 TN Pieve di Bono-Prezzo
M366 TN Dimaro Folgarida
M367 PR Polesine Zibello
M368 RN Montescudo-Monte Colombo
M369 BO Alto Reno Terme
M370 VB Borgomezzavalle
M371 BI Lessona
M372 PV Corteolona e Genzone
M373 BI Campiglia Cervo
M374 BL Val di Zoldo
M375 BL Alpago
M376 PT Abetone Cutigliano
M377 PT San Marcello Piteglio
M378 SI Montalcino
M379 PU Terre Roveresche
M380 PU Colli al Metauro
M381 FE Terre del Reno
M382 MC Valfornace
M383 CO Alta Valle Intelvi
M384 VI Val Liona
M385 CS Casali del Manco
M386 PC Alta Val Tidone
M387 IM Montalto Carpasio
M388 AL Cassano Spinola
M389 VC Alto Sermenza
M390 TN San Giovanni di Fassa-Sèn Jan
M391 LI Rio
M392 AR Laterina Pergine Valdarno
M393 LO Castelgerundo
M394 CO Centro Valle Intelvi
M395 LC Valvarrone
M396 MN Borgo Mantovano
M397 AL Alluvioni Piovera
M398 VC Cellio con Breia
M399 UD Treppo Ligosullo
M400 UD Fiumicello Villa Vicentina
M401 VI Barbarano Mossano
M402 PD Borgo Veneto
M403 CS Corigliano-Rossano
M404 VB Valle Cannobina
M405 TO Val di Chy
M406 MN Borgocarbonara
M407 TN Terre d'Adige
M408 FI Barberino Tavarnelle
M409 FE Tresignana
M410 FE Riva del Po
M411 PR Sorbolo Mezzani
M412 CO Solbiate con Cagno
M413 PU Sassocorvaro Auditore
M414 BI Quaregna Cerreto
M415 TO Valchiusa
M416 NO Gattico-Veruno
M417 BI Valdilana
M418 CR Piadena Drizzona
M419 PV Colli Verdi
M420 AL Lu e Cuccaro Monferrato
M421 BL Borgo Valbelluna
M422 TV Pieve del Grappa
M423 VI Valbrenta
M424 MI Vermezzo con Zelo
M425 VA Cadrezzate con Osmate
M426 VI Colceresa
M427 VI Lusiana Conco
M428 LE Presicce-Acquarica
M429 TN Borgo d'Anaunia
M430 TN Novella
M431 TN Ville di Fiemme
M432 TP Misiliscemi
M433 VA Bardello con Malgesso e Bregano
M434 AT Moransengo-Tonengo
`
