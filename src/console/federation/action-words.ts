/** Words of the pages for each action of the operator. */
import type { Language } from '../../http/index.ts'
import type { ActionName } from './actions.ts'

/** Texts of each action: label of its button, effect, and message after it. */
export const actionWords: Readonly<
  Record<Language, Readonly<Record<ActionName, readonly [button: string, effect: string, done: string]>>>
> = {
  it: {
    add: ['Aggiungi', 'Da ora l’autorità dichiara le sue chiavi e la elenca.', 'È stata aggiunta.'],
    suspend: [
      'Sospendi',
      'Non riceve più dichiarazioni e non è più elencata. Chi ha già la sua catena se ne fida finché scade.',
      'È sospesa.',
    ],
    resume: ['Riattiva', 'Riceve di nuovo dichiarazioni ed è di nuovo elencata.', 'È di nuovo attiva.'],
    refresh: [
      'Adotta le chiavi nuove',
      'L’autorità adotta le chiavi che l’entità pubblica adesso, se una chiave nota le ha firmate.',
      'Le chiavi sono adottate.',
    ],
    remove: [
      'Togli',
      'La voce e i suoi trust mark finiscono. Chi ha già la sua catena se ne fida finché scade.',
      'È stata tolta.',
    ],
    publish_policy: [
      'Pubblica la politica',
      'La dichiarazione sull’entità contiene da ora questa politica.',
      'La politica è pubblicata.',
    ],
    default_policy: [
      'Ripristina la politica',
      'Vale di nuovo la politica predefinita dei suoi tipi.',
      'Vale la politica predefinita.',
    ],
    add_key: [
      'Crea la prossima chiave',
      'La chiave è pubblicata subito e non firma ancora.',
      'La prossima chiave è pubblicata.',
    ],
    activate_key: [
      'Usa per firmare',
      'Da ora firma questa chiave. Quella precedente resta pubblicata finché valgono le sue firme.',
      'La chiave firma.',
    ],
    revoke_key: [
      'Revoca',
      'La chiave non vale più, per sempre. Chi ha già una catena l’accetta finché quella scade.',
      'La chiave è revocata.',
    ],
    grant_mark: [
      'Concedi',
      'L’entità può prendere il trust mark dall’autorità e mostrarlo.',
      'Il trust mark è concesso.',
    ],
    revoke_mark: ['Revoca', 'Lo stato del trust mark è da ora revocato.', 'Il trust mark è revocato.'],
  },
  en: {
    add: ['Add', 'From now on the authority lists it and signs statements about it.', 'It was added.'],
    suspend: [
      'Suspend',
      'The authority neither lists it nor signs statements about it. Others trust it until their stored chains expire.',
      'It is suspended.',
    ],
    resume: ['Resume', 'The authority lists it and signs statements about it again.', 'It is active again.'],
    refresh: [
      'Adopt new keys',
      'The authority adopts the keys that the entity publishes now, if a known key has signed them.',
      'The keys were adopted.',
    ],
    remove: [
      'Remove',
      'The authority deletes its entry and revokes its trust marks. Others trust it until their stored chains expire.',
      'It was removed.',
    ],
    publish_policy: [
      'Publish the policy',
      'From now on the statement about the entity contains this policy.',
      'The policy is published.',
    ],
    default_policy: ['Restore the policy', 'The default policy of its types applies again.', 'The default applies.'],
    add_key: [
      'Create the next key',
      'The key is published at once and does not sign yet.',
      'The next key is published.',
    ],
    activate_key: [
      'Let it sign',
      'From now on this key signs. The former one stays published while its signatures are valid.',
      'The key signs.',
    ],
    revoke_key: [
      'Revoke',
      'The key is revoked for ever. Others accept it until their stored chains expire.',
      'The key is revoked.',
    ],
    grant_mark: [
      'Grant',
      'The entity can fetch the trust mark from the authority and show it.',
      'The mark is granted.',
    ],
    revoke_mark: ['Revoke', 'The status of the trust mark is revoked from now on.', 'The mark is revoked.'],
  },
}
