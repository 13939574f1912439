/** Describes a fault by its name: `dpop.wrong_htu` gives "dpop: htu has another value". */
import { type Html, html, type Language } from '../../http/index.ts'
import { ownMember } from '../own-member.ts'
import type { Texts } from '../screen.ts'

/** Descriptions of faults of a whole message or token. */
const words: Readonly<Record<string, Texts>> = {
  outage: { it: 'non arriva: la connessione è rifiutata', en: 'does not arrive: the connection is refused' },
  slow: { it: 'arriva troppo tardi', en: 'arrives too late' },
  replayed: { it: 'arriva due volte', en: 'arrives twice' },
  late: {
    it: 'arriva dodici ore dopo, per l’orologio di chi riceve',
    en: 'arrives twelve hours later, by the clock of the receiver',
  },
  early: {
    it: 'arriva dodici ore prima, per l’orologio di chi riceve',
    en: 'arrives twelve hours earlier, by the clock of the receiver',
  },
  status_500: { it: 'stato 500', en: 'status 500' },
  status_404: { it: 'stato 404', en: 'status 404' },
  malformed: { it: 'tagliato', en: 'cut off' },
  empty: { it: 'vuoto', en: 'empty' },
  expired: { it: 'scaduto', en: 'expired' },
  not_yet_valid: { it: 'non ancora valido', en: 'not yet valid' },
  wrong_key: { it: 'firmato con un’altra chiave', en: 'signed with another key' },
  broken_signature: { it: 'firma alterata', en: 'signature altered' },
  unsigned: { it: 'senza firma (alg none)', en: 'without a signature (alg none)' },
  wrong: { it: 'valore diverso', en: 'another value' },
  missing: { it: 'assente', en: 'absent' },
  two_assertions: { it: 'contiene due volte l’asserzione', en: 'contains the assertion twice' },
  comment: { it: 'contiene un commento XML', en: 'contains an XML comment' },
  dtd: {
    it: 'contiene una dichiarazione del tipo di documento (DTD)',
    en: 'contains a document type declaration (DTD)',
  },
  mac: { it: 'firma presentata come MAC', en: 'signature presented as a MAC' },
}

const memberWords: Readonly<Record<string, { readonly [L in Language]: (member: Html) => Html }>> = {
  wrong: { it: (member) => html`${member} ha un altro valore`, en: (member) => html`${member} has another value` },
  missing: { it: (member) => html`manca ${member}`, en: (member) => html`${member} is absent` },
}

/** Renders the description of a fault, or its name if it has none. Documents and members keep their wire names. */
export function renderFault(language: Language, fault: string): Html {
  const [, document, name = fault] = /^(?:(\w+)\.)?(\w+)$/.exec(fault) ?? []
  const [, kind = '', member = ''] = /^(wrong|missing)_(\w+)$/.exec(name) ?? []
  const whole = ownMember(words, name)
  const description =
    whole === undefined ? memberWords[kind]?.[language](html`<code>${member}</code>`) : html`${whole[language]}`
  return html`${document === undefined ? '' : html`<code>${document}</code>: `}${description ?? name}`
}
