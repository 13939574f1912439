/** What is wrong with a text that somebody gives for an entity identifier, in words. */
import { isEntityId, type UrlPolicy } from './url.ts'

const noEntityId = 'no entity identifier: an https URL without query, fragment and user'

/**
 * Says what a text is in the place of an entity identifier, to stand behind "is"; `undefined` for an identifier. The text itself
 * is not repeated. An identifier at whose end a well-known URL is written is taken for a mistake here, and here alone.
 */
export function entityIdFault(text: string, policy: UrlPolicy): string | undefined {
  if (/\/\.well-known\/openid-federation\/?$/.test(text))
    return 'the URL of an entity configuration and no entity identifier: leave "/.well-known/openid-federation" off'
  if (isEntityId(text, policy)) return undefined
  if (/^https?:\/\/[^/?#]*[^\0-\x7f]/i.test(text))
    return 'no entity identifier: a host in other letters than those of ASCII is written with "xn--"'
  return noEntityId
}
