/**
 * Gives `@pagopa/io-react-native-wallet` 3.6.3 the function of `@pagopa/io-wallet-oid4vp` 1.5.4 that version 1.2.1 has in
 * another form: it returns the identifier beside its prefix.
 */
import { ClientIdPrefix } from '@pagopa/io-wallet-oid4vp'

export * from '@pagopa/io-wallet-oid4vp'

export function extractClientIdPrefix(text) {
  if (/^https?:\/\//.test(text) || !text.includes(':')) return { clientId: text, prefix: ClientIdPrefix.NONE }
  const [prefix = '', ...rest] = text.split(':')
  if (prefix !== ClientIdPrefix.OPENID_FEDERATION && prefix !== ClientIdPrefix.X509_HASH)
    throw new Error(`the prefix ${prefix} is unknown`)
  return { clientId: rest.join(':'), prefix }
}
