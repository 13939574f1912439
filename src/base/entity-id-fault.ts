/** Describes what is wrong with a text that an operator gave as an entity identifier. */
import { isEntityId, longestEntityId, type UrlPolicy } from './url.ts'

const usualFault =
  'not an entity identifier. An entity identifier is an https URL without query, fragment and user name'

/**
 * Returns the fault as words that follow "is", or `undefined` for a valid entity identifier. The words do not contain
 * the text. Unlike `parseEntityId`, refuses an identifier that ends with `/.well-known/openid-federation`.
 */
export function entityIdFault(text: string, policy: UrlPolicy): string | undefined {
  if (/\/\.well-known\/openid-federation\/?$/.test(text))
    return 'the URL of an entity configuration, not an entity identifier: leave "/.well-known/openid-federation" off'
  if (isEntityId(text, policy)) return undefined
  if (text.length > longestEntityId) return `not an entity identifier: it has more than ${longestEntityId} characters`
  if (/^https?:\/\/[^/?#]*[^\0-\x7f]/i.test(text))
    return 'not an entity identifier: write a host name with non-ASCII letters in its "xn--" form'
  if (/[^\0-\x7f]/.test(text)) return 'not an entity identifier: percent-encode non-ASCII characters in its path'
  return usualFault
}
