/** Texts of the screen "Break it". */
import type { Language } from '../../http/index.ts'
import type { ArmCode, FaultFlow } from './faults.ts'

interface Texts {
  readonly title: string
  readonly lead: string
  readonly armedTitle: string
  readonly none: string
  readonly noneHint: string
  readonly steps: string
  readonly search: string
  readonly find: string
  readonly reset: string
  readonly found: (steps: number, faults: number) => string
  readonly nothing: string
  readonly flows: Readonly<Record<FaultFlow, string>>
  /** Instruction that makes the parties send the messages of a flow. */
  readonly how: Readonly<Record<FaultFlow, string>>
  readonly sides: { readonly request: string; readonly response: string }
  readonly chooseHint: string
  readonly fault: string
  readonly expected: string
  readonly action: string
  readonly arm: string
  readonly refuses: (surface: string) => string
  readonly tolerated: string
  readonly answers: (status: number) => string
  readonly armedNow: string
  readonly cannot: Readonly<Record<ArmCode, string>>
  readonly columns: { readonly fault: string; readonly state: string; readonly outcome: string }
  readonly states: { readonly armed: string; readonly used: string }
  readonly cancel: string
  readonly forget: string
  readonly missed: Readonly<Record<string, string>>
  readonly waitsFor: string
  readonly noRefusal: string
  readonly flow: string
  readonly all: string
  readonly api: string
  readonly apiLead: string
  readonly devices: string
  readonly ribbon: (count: number) => string
}

export const texts: Readonly<Record<Language, Texts>> = {
  it: {
    title: 'Guasti',
    lead: 'Un guasto, a un messaggio, una volta sola. Le parti restano come sono: cambia solo ciò che viaggia tra loro.',
    armedTitle: 'Armati e usati',
    none: 'Nessun guasto è armato',
    noneHint: 'Scegli un messaggio e il suo guasto: il primo messaggio che corrisponde lo subisce.',
    steps: 'Messaggi',
    search: 'Cerca un messaggio o un guasto',
    find: 'Cerca',
    reset: 'Mostra tutti',
    found: (steps, faults) => `Guasti: ${faults}. Messaggi: ${steps}.`,
    nothing: 'Nessun messaggio corrisponde.',
    flows: {
      'set-up': 'Attivazione del wallet',
      issuance: 'Emissione del PID',
      'issuance-mdoc': 'Emissione del PID come mdoc',
      presentation: 'Presentazione (DCQL)',
      'presentation-scope': 'Presentazione (scope)',
      'presentation-mdoc': 'Presentazione di un mdoc',
      federation: 'Ricerca nella federazione',
      login: 'Accesso nazionale',
      'login-saml': 'Accesso nazionale con SAML',
      other: 'Altri messaggi',
    },
    how: {
      'set-up': 'Attiva un nuovo wallet.',
      issuance: 'Ottieni un PID con un wallet attivo.',
      'issuance-mdoc': 'Ottieni un PID nel formato mso_mdoc con un wallet attivo.',
      presentation: 'Presenta un PID: variante dcql, richiesta con POST.',
      'presentation-scope': 'Presenta un PID: variante scope, richiesta con GET.',
      'presentation-mdoc':
        'Ottieni un PID nel formato mso_mdoc, chiedilo in «Chiedi» con il formato mdoc e presentalo.',
      federation: 'Cerca gli emittenti con un wallet attivo.',
      login: 'Ottieni un PID con accesso OpenID Connect.',
      'login-saml': 'Ottieni un PID con accesso SAML.',
      other: 'Invia la richiesta con il tuo wallet, la tua applicazione o curl.',
    },
    sides: { request: 'richiesta', response: 'risposta' },
    chooseHint: 'Per ogni messaggio la tabella dice quali guasti può subire e che cosa deve rispondere l’altra parte.',
    fault: 'Guasto',
    expected: 'Che cosa deve succedere',
    action: 'Azione',
    arm: 'Arma',
    refuses: (surface) => `Rifiuta ${surface}:`,
    tolerated: 'Tollerato.',
    answers: (status) => `Il mittente riceve lo stato ${status}.`,
    armedNow: 'Guasto armato. Ora:',
    cannot: {
      step_unknown: 'Questo messaggio non è nella tabella.',
      fault_unknown: 'Questo messaggio non ha questo guasto.',
      too_many_armed: 'Troppi guasti sono armati: annullane qualcuno.',
    },
    columns: { fault: 'Messaggio e guasto', state: 'Stato', outcome: 'Che cosa è successo' },
    states: { armed: 'armato', used: 'usato' },
    cancel: 'Annulla',
    forget: 'Togli',
    missed: {
      key_unknown: 'Un messaggio è passato intatto: la chiave di chi lo firma non è nella sandbox.',
      document_missing: 'Un messaggio è passato intatto: non contiene la parte da guastare.',
    },
    waitsFor: 'Aspetta il suo messaggio.',
    noRefusal: 'Nessun rifiuto finora.',
    flow: 'Mostra il flusso',
    all: 'Tutti i flussi',
    api: 'Con l’API',
    apiLead: 'GET /faults elenca messaggi e guasti; DELETE /faults/{id} ne annulla uno.',
    devices: 'I guasti dei dispositivi sono profili dei telefoni simulati:',
    ribbon: (count) => (count === 1 ? 'Un guasto è armato.' : `${count} guasti sono armati.`),
  },
  en: {
    title: 'Break it',
    lead: 'One fault in one message, once. The parties stay unchanged: only the message between them changes.',
    armedTitle: 'Armed and used',
    none: 'No fault is armed',
    noneHint: 'Choose a message and a fault: the fault changes the first message that matches.',
    steps: 'Messages',
    search: 'Search for a message or a fault',
    find: 'Search',
    reset: 'Show all',
    found: (steps, faults) => `Faults: ${faults}. Messages: ${steps}.`,
    nothing: 'No message matches.',
    flows: {
      'set-up': 'Setting up a wallet',
      issuance: 'Issuance of a PID',
      'issuance-mdoc': 'Issuance of a PID as an mdoc',
      presentation: 'Presentation (DCQL)',
      'presentation-scope': 'Presentation (scope)',
      'presentation-mdoc': 'Presentation of an mdoc',
      federation: 'Search of the federation',
      login: 'National login',
      'login-saml': 'National login over SAML',
      other: 'Other messages',
    },
    how: {
      'set-up': 'Set up a new wallet.',
      issuance: 'Get a PID with a wallet that is set up.',
      'issuance-mdoc': 'Get a PID in the format mso_mdoc with a wallet that is set up.',
      presentation: 'Present a PID: variant dcql, request by POST.',
      'presentation-scope': 'Present a PID: variant scope, request by GET.',
      'presentation-mdoc':
        'Get a PID in the format mso_mdoc, request it in "Ask" with the format mdoc, and present it.',
      federation: 'Search for issuers with a wallet that is set up.',
      login: 'Get a PID with a login over OpenID Connect.',
      'login-saml': 'Get a PID with a login over SAML.',
      other: 'Send the request with your wallet, your application or curl.',
    },
    sides: { request: 'request', response: 'response' },
    chooseHint: 'For each message the table shows the possible faults, and how the receiver must react.',
    fault: 'Fault',
    expected: 'What must happen',
    action: 'Action',
    arm: 'Arm',
    refuses: (surface) => `${surface} refuses:`,
    tolerated: 'Tolerated.',
    answers: (status) => `The sender gets status ${status}.`,
    armedNow: 'The fault is armed. Now:',
    cannot: {
      step_unknown: 'The table does not have this message.',
      fault_unknown: 'This message does not have this fault.',
      too_many_armed: 'Too many faults are armed: cancel some.',
    },
    columns: { fault: 'Message and fault', state: 'State', outcome: 'What happened' },
    states: { armed: 'armed', used: 'used' },
    cancel: 'Cancel',
    forget: 'Remove',
    missed: {
      key_unknown: 'A message passed unchanged: the key that signs it is not in the sandbox.',
      document_missing: 'A message passed unchanged: it lacks the part to break.',
    },
    waitsFor: 'Waiting for its message.',
    noRefusal: 'No refusal so far.',
    flow: 'Show the flow',
    all: 'All flows',
    api: 'With the API',
    apiLead: 'GET /faults lists messages and faults; DELETE /faults/{id} cancels one.',
    devices: 'Faults of devices are profiles of the simulated phones:',
    ribbon: (count) => (count === 1 ? 'One fault is armed.' : `${count} faults are armed.`),
  },
}
