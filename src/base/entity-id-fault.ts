/** Describes what is wrong with a text that an operator gave as an entity identifier. */
import { isEntityId, type UrlPolicy } from './url.ts'

const noEntityId = 'no entity identifier: an https URL without query, fragment and user'

/**
 * Returns the fault as a noun phrase that follows "is", or `undefined` for a valid entity identifier. The phrase does
 * not contain the text. Unlike `parseEntityId`, refuses an identifier that ends with `/.well-known/openid-federation`.
 */
export function entityIdFault(text: string, policy: UrlPolicy): string | undefined {
  if (/\/\.well-known\/openid-federation\/?$/.test(text))
    return 'the URL of an entity configuration and no entity identifier: leave "/.well-known/openid-federation" off'
  if (isEntityId(text, policy)) return undefined
  if (/^https?:\/\/[^/?#]*[^\0-\x7f]/i.test(text))
    return 'no entity identifier: write a host name with non-ASCII letters in its "xn--" form'
  return noEntityId
}
